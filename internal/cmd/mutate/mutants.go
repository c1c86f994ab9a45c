package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
)

// A mutant is a file with one place changed.
type mutant struct {
	path       string
	text       []byte
	start, end int    // the bytes that are replaced
	by         string // what replaces them
	statement  int    // where the statement that it is in begins; -1 outside of functions
}

func (m mutant) mutated() []byte {
	return slices.Concat(m.text[:m.start], []byte(m.by), m.text[m.end:])
}

// place is where the change begins.
func (m mutant) place() place { return m.at(m.start) }

func (m mutant) at(offset int) place {
	before := m.text[:offset]
	return place{1 + bytes.Count(before, []byte("\n")), offset - bytes.LastIndexByte(before, '\n')}
}

// runBy reports whether a test runs what is changed. A profile does not tell of
// expressions in a case, of what comes after a function literal, and of
// constants: the statement is looked up, and each test may run a constant.
func (m mutant) runBy(t test) bool {
	return m.statement < 0 || t.runs(filepath.Base(m.path), m.at(m.statement))
}

// String shows the place and the line before and after.
func (m mutant) String() string {
	from := bytes.LastIndexByte(m.text[:m.start], '\n') + 1
	to := len(m.text)
	if i := bytes.IndexByte(m.text[m.end:], '\n'); i >= 0 {
		to = m.end + i
	}
	return fmt.Sprintf("%s:%d\n\t- %s\n\t+ %s%s%s", m.path, m.place().line, bytes.TrimSpace(m.text[from:to]),
		bytes.TrimLeft(m.text[from:m.start], "\t"), m.by, m.text[m.end:to])
}

// swapped are the operators that replace another one.
var swapped = map[token.Token][]token.Token{
	token.EQL:  {token.NEQ},
	token.NEQ:  {token.EQL},
	token.LSS:  {token.LEQ, token.GEQ},
	token.LEQ:  {token.LSS, token.GTR},
	token.GTR:  {token.GEQ, token.LEQ},
	token.GEQ:  {token.GTR, token.LSS},
	token.LAND: {token.LOR},
	token.LOR:  {token.LAND},
	token.ADD:  {token.SUB},
	token.SUB:  {token.ADD},
}

// mutantsOf lists the mutants of a file, in the order of the source.
func mutantsOf(path string, text []byte) ([]mutant, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	w := &walker{path: path, text: text, file: fset.File(file.FileStart)}
	ast.Inspect(file, w.node)
	slices.SortStableFunc(w.list, func(a, b mutant) int { return a.start - b.start })
	return w.list, nil
}

// A walker collects mutants.
type walker struct {
	path   string
	text   []byte
	file   *token.File
	list   []mutant
	within []ast.Node // the node, after those that it is in
}

func (w *walker) replace(from, to token.Pos, by string) {
	w.change(from, to, by, w.statement())
}

func (w *walker) change(from, to token.Pos, by string, statement int) {
	w.list = append(w.list, mutant{w.path, w.text, w.file.Offset(from), w.file.Offset(to), by, statement})
}

// statement is where the statement begins that the walker is in: the innermost
// one of a list of statements.
func (w *walker) statement() int {
	for i := len(w.within) - 1; i > 0; i-- {
		switch n := w.within[i].(type) {
		case *ast.CaseClause, *ast.CommClause:
			// A clause is in the list of its block, but a coverage profile has no entry for it.
		case ast.Stmt:
			if listed(w.within[i-1], n) {
				return w.file.Offset(n.Pos())
			}
		}
	}
	return -1
}

// listed reports whether a statement is in the list of its parent.
func listed(parent ast.Node, s ast.Stmt) bool {
	switch p := parent.(type) {
	case *ast.BlockStmt, *ast.CaseClause:
		return true
	case *ast.CommClause:
		return s != p.Comm
	}
	return false
}

func (w *walker) node(n ast.Node) bool {
	// ast.Inspect calls with nil when it leaves a node.
	if n == nil {
		w.within = w.within[:len(w.within)-1]
		return true
	}
	// Import paths are no code. No nil follows, since the node is not entered.
	if _, ok := n.(*ast.ImportSpec); ok {
		return false
	}
	w.within = append(w.within, n)
	switch n := n.(type) {
	case *ast.BinaryExpr:
		for _, op := range swapped[n.Op] {
			w.replace(n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), op.String())
		}
	case *ast.UnaryExpr:
		if n.Op == token.NOT {
			w.replace(n.OpPos, n.X.Pos(), "")
		}
	case *ast.BasicLit:
		w.number(n)
	case *ast.IfStmt:
		w.condition(n.Cond)
	case *ast.ForStmt:
		if n.Cond != nil {
			w.always(n.Cond, " && false")
		}
	case *ast.BlockStmt:
		w.drop(n.List)
	case *ast.CaseClause:
		w.drop(n.Body)
	}
	return true
}

// condition replaces a condition by true and by false. It stays in the text, so
// that what it names is still used.
func (w *walker) condition(cond ast.Expr) {
	w.always(cond, " || true")
	w.always(cond, " && false")
}

func (w *walker) always(cond ast.Expr, how string) {
	w.replace(cond.Pos(), cond.End(), "("+string(w.text[w.file.Offset(cond.Pos()):w.file.Offset(cond.End())])+")"+how)
}

// number adds one to an integer.
func (w *walker) number(n *ast.BasicLit) {
	if n.Kind != token.INT {
		return
	}
	if i, err := strconv.ParseInt(n.Value, 0, 32); err == nil {
		w.replace(n.Pos(), n.End(), strconv.FormatInt(i+1, 10))
	}
}

// drop removes a statement that only has an effect.
func (w *walker) drop(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.ExprStmt, *ast.IncDecStmt, *ast.BranchStmt:
			w.change(s.Pos(), s.End(), "", w.file.Offset(s.Pos()))
		case *ast.AssignStmt:
			if s.Tok != token.DEFINE {
				w.change(s.Pos(), s.End(), "", w.file.Offset(s.Pos()))
			}
		}
	}
}
