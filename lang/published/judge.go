package published

import (
	"sort"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
)

// Extensions reports each use of an extension in a file. What violates the grammar of
// its language is in the faults of the file, and not reported again.
func Extensions(f *ast.File) []diag.Diagnostic {
	return lists.Map(Words(f), func(word source.Span) diag.Diagnostic { return diag.Of(extension{At: word, Word: word.Text()}) })
}

// Words returns where a file uses extensions: the word of each, in source order.
func Words(f *ast.File) []source.Span {
	file, unit := modelFile, clauseText
	if f.Kind == ast.ChecksFile {
		file, unit = suiteFile, partText
	}
	refused := -1
	if !f.Broken() {
		// If the file is accepted as a whole, there is nothing to find in its parts.
		if refused = file(f.Tree.File.Text()); refused < 0 {
			return nil
		}
	}
	j := judge{tree: f.Tree, seen: make(map[int]bool)}
	for i, p := range f.Tree.Pieces {
		u := f.UnitAt(i)
		// What is broken has faults of its own, which hide what was meant.
		if p.Kind != syntax.Unit || u == nil || u.Broken() {
			continue
		}
		if _, ok := u.Node.(*ast.Use); !ok {
			j.piece, j.exprs = p, hasExprs(u.Node)
			j.judge(u.Node, unit)
		}
	}
	if len(j.found) == 0 && refused >= 0 {
		j.report(refused) // in what holds the units together
	}
	return j.found
}

// hasExprs reports whether the values in a unit are expressions; in others they
// are JSON.
func hasExprs(unit ast.Node) bool {
	switch unit.(type) {
	case *ast.Const, *ast.Definition, *ast.Transition, *ast.Block:
		return true
	}
	return false
}

// A judge collects the extensions in a file.
type judge struct {
	tree  *syntax.Tree
	seen  map[int]bool // where words that are reported start
	found []source.Span

	piece syntax.Piece // of the unit that is judged
	exprs bool         // the values in it are expressions
}

// judge reports what a node has beyond a production.
func (j *judge) judge(n ast.Node, by production) {
	at := n.Pos()
	if refused := by(j.piece.Text(at.Start, at.End)); refused >= 0 {
		j.refused(n, at.Start+refused)
	}
}

// refused reports the token at which the reader has stopped in a node, and
// judges what comes after it. So nothing is read twice.
func (j *judge) refused(n ast.Node, stop int) {
	j.report(j.piece.Start + stop)
	// A `by` wraps an atom that may be fine by itself.
	if a, ok := n.(*ast.Atom); ok && a.By != nil && stop <= a.By.Start {
		j.owned(a)
		return
	}
	for _, child := range ast.Children(n) {
		at, by := child.Pos(), j.productionAt(n, child)
		switch {
		// The reader has accepted what ends before the token at which it stopped.
		case at.End <= stop:
		case at.Start > stop && by != nil:
			j.judge(child, by)
		default:
			j.refused(child, stop)
		}
	}
}

// owned judges the pattern in a `by`, which the published grammar lacks.
func (j *judge) owned(a *ast.Atom) {
	outer := j.piece.Text(a.Start, a.Keyword.Start)
	start := a.Start + strings.LastIndexByte(outer, '(')
	if refused := atomText(j.piece.Text(start, a.End-1)); refused >= 0 {
		j.refused(a, start+refused)
	}
}

// productionAt returns the production of a node in another one, or nil where the
// published grammar has none for it.
func (j *judge) productionAt(in, n ast.Node) production {
	if k, ok := in.(*ast.Const); ok && n == ast.Node(k.Value) {
		return valueOf
	}
	switch n.(type) {
	case *ast.Results:
		return nowhere
	case *ast.Check:
		return checkText
	case ast.CheckForm:
		return operandOf(in)
	case *ast.Pin:
		if !j.exprs {
			return argText
		}
	case ast.Expr, *ast.Test:
		if j.exprs {
			return exprText
		}
		return valueText
	case ast.Type:
		return typeText
	}
	return nil
}

// operandOf returns the production of the forms in a node.
func operandOf(n ast.Node) production {
	switch n := n.(type) {
	case *ast.Combination:
		if n.Form == forms.Or {
			return disjunctText
		}
	case *ast.Temporal:
		return atomText
	}
	return formText
}

// report reports the extension that begins at an offset of the file, once.
func (j *judge) report(at int) {
	if word := j.word(at); !j.seen[word.Start] {
		j.seen[word.Start] = true
		j.found = append(j.found, word)
	}
}

// word returns the word at an offset of the file: the head of a list, or an
// atom.
func (j *judge) word(at int) source.Span {
	pieces := j.tree.Pieces
	p := pieces[sort.Search(len(pieces), func(i int) bool { return pieces[i].Start > at })-1]
	first := sort.Search(len(p.Tokens), func(i int) bool { return p.Start+p.Tokens[i].Start >= at })
	for _, t := range p.Tokens[first:] {
		if t.Kind != syntax.LParen && !t.Kind.IsTrivia() {
			return j.tree.File.Span(p.Start+t.Start, p.Start+t.End)
		}
	}
	return j.tree.File.Span(at, at)
}
