package edit

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lang/types"
)

// A role is the sort of thing that a name denotes.
type role int

const (
	noRole    role = iota
	valueRole      // a constant or variable
	localRole      // an argument under its local name
	toolRole
	enumRole // a name of an enum
	caseRole
	checkRole // also of a common check
	groupRole
)

// A symbol is a thing with a name that can be renamed. Its scope is what the
// name is unique in: a model, a transition, an enum, a suite, a case.
type symbol struct {
	role  role
	scope string
	name  string
}

// renames maps symbols to their new names.
type renames map[symbol]string

// of returns the name that a symbol has afterwards.
func (r renames) of(s symbol) string {
	if to, ok := r[s]; ok {
		return to
	}
	return s.name
}

// A token is one that means something, at its place in a file.
type token struct {
	text       string
	sym        symbol // zero, if it is no name that can be renamed
	start, end int
}

// under returns the text of the token after renaming.
func (t token) under(r renames) string {
	if to, ok := r[t.sym]; ok && t.sym.role != noRole {
		return t.sym.role.source(to)
	}
	return t.text
}

// source returns a name as it is written in a file.
func (r role) source(name string) string {
	if r == enumRole {
		return types.Quote(name)
	}
	return name
}

func (t token) isParen() bool { return t.text == "(" || t.text == ")" }

// A naming finds the symbols in a unit.
type naming struct {
	model  string // the scope of names, tools and enums
	suite  string // the scope of cases and groups
	inner  string // the scope of local names, or of checks
	typeOf func(*ast.Unit, ast.Expr) types.Type
	unit   *ast.Unit
	found  map[int]symbol  // by offset in the fragment
	bound  map[string]bool // names that quantifiers of the unit bind: no variable has them
	locals map[string]bool // of the definition that the unit is
}

// resultScope is what the scope of the names of results has more than that of the
// arguments, which may have the same names.
const resultScope = "\x00result"

func (n *naming) ident(id *ast.Ident, r role, scope string) {
	if id != nil {
		n.found[id.Start] = symbol{r, scope, id.Name}
	}
}

// enumScope returns the scope of the names of an enum in a model. Two enums
// with the same names are one type.
func enumScope(model string, names []string) string {
	sorted := slices.Sorted(slices.Values(names))
	return model + "\x00" + strings.Join(slices.Compact(sorted), "\x00")
}

// look finds the symbols of one node; it is for [ast.Inspect].
func (n *naming) look(node ast.Node) bool {
	switch x := node.(type) {
	case *ast.Var:
		n.ident(x.Name, valueRole, n.model)
	case *ast.Const:
		n.ident(x.Name, valueRole, n.model)
	case *ast.Definition:
		n.ident(x.Name, valueRole, n.model)
	case *ast.Local:
		n.ident(x.Name, localRole, n.inner)
		if x.Name != nil {
			n.locals[x.Name.Name] = true
		}
	case *ast.Apply:
		n.ident(x.Head, valueRole, n.model)
	case *ast.Transition:
		n.ident(x.Tool, toolRole, n.model)
	case *ast.Atom:
		n.ident(x.Tool, toolRole, n.model)
	case *ast.Bind:
		n.ident(x.Local, localRole, n.inner)
	case *ast.ParamRef:
		n.ident(x.Local, localRole, n.inner)
	case *ast.ResultBind:
		n.ident(x.Local, localRole, n.inner+resultScope)
	case *ast.ResultRef:
		n.ident(x.Local, localRole, n.inner+resultScope)
	case *ast.NextRef:
		n.ident(x.Var, valueRole, n.model)
	case *ast.Binder:
		for _, name := range x.Names {
			n.bound[name.Name] = true
		}
	case *ast.Ref:
		switch {
		case n.locals[x.Name]:
			n.found[x.Start] = symbol{localRole, n.inner, x.Name}
		case !n.bound[x.Name]:
			n.found[x.Start] = symbol{valueRole, n.model, x.Name}
		}
	case *ast.Init:
		for _, p := range x.Entries {
			n.ident(p.Name, valueRole, n.model)
		}
	case *ast.CaseName:
		n.ident(x.Name, caseRole, n.suite)
	case *ast.Check:
		n.ident(x.Name, checkRole, n.inner)
	case *ast.Define:
		n.ident(x.Name, groupRole, n.suite)
	case *ast.GroupRef:
		n.found[x.Start] = symbol{groupRole, n.suite, x.Name}
	case *ast.EnumType:
		n.enum(x)
	case *ast.Literal:
		n.literal(x)
	}
	return true
}

func (n *naming) enum(x *ast.EnumType) {
	scope := enumScope(n.model, enumNames(x))
	for _, l := range x.Names {
		if s, ok := l.Value.(types.Text); ok {
			n.found[l.Start] = symbol{enumRole, scope, string(s)}
		}
	}
}

func enumNames(x *ast.EnumType) []string {
	var list []string
	for _, l := range x.Names {
		if s, ok := l.Value.(types.Text); ok {
			list = append(list, string(s))
		}
	}
	return list
}

// literal looks at a literal of an expression, which is a name of an enum if
// its place wants one. Names in a type have been seen.
func (n *naming) literal(x *ast.Literal) {
	s, ok := x.Value.(types.Text)
	if _, seen := n.found[x.Start]; !ok || seen {
		return
	}
	if enum, ok := n.typeOf(n.unit, x).(*types.Enum); ok {
		n.found[x.Start] = symbol{enumRole, enumScope(n.model, enum.Names), string(s)}
	}
}

// tokens returns the tokens of the unit, which starts at an offset in its
// file.
func (n *naming) tokens(start int) []token {
	n.found, n.bound, n.locals = make(map[int]symbol), make(map[string]bool), make(map[string]bool)
	ast.Inspect(n.unit.Node, n.look)
	f := n.unit.Fragment
	// About half of the tokens are white space.
	list := make([]token, 0, len(f.Tokens)/2)
	for _, t := range f.Tokens {
		if !t.Kind.IsTrivia() {
			list = append(list, token{f.Text(t.Start, t.End), n.found[t.Start], start + t.Start, start + t.End})
		}
	}
	return list
}

// within returns the tokens between two offsets.
func within(list []token, start, end int) []token {
	from, _ := slices.BinarySearchFunc(list, start, func(t token, at int) int { return t.start - at })
	to, _ := slices.BinarySearchFunc(list, end, func(t token, at int) int { return t.start - at })
	return list[from:to]
}

// compact joins tokens to source on one line, with single spaces, as they are
// after renaming.
func compact(list []token, r renames) string {
	var b strings.Builder
	open := true
	for _, t := range list {
		if !open && t.text != ")" {
			b.WriteByte(' ')
		}
		b.WriteString(t.under(r))
		open = t.text == "("
	}
	return b.String()
}

// Compact returns source text on one line, with single spaces and without
// comments: the form of [Edit.Expect].
func Compact(text string) string {
	return compact(lexed(text), nil)
}

// lexed returns the tokens of a text that mean something, none of which is a
// symbol.
func lexed(text string) []token {
	var list []token
	for _, t := range syntax.Lex(text) {
		if !t.Kind.IsTrivia() {
			list = append(list, token{text: text[t.Start:t.End], start: t.Start, end: t.End})
		}
	}
	return list
}
