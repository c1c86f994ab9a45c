package checker

import (
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// TypeOfText returns the type of an expression, given as its text, that could
// be in `post` of a transition with some local names. It is Invalid where the
// text is no expression, or has no type. The model may be nil: it declares
// nothing then.
func (m *Model) TypeOfText(text string, locals map[string]types.Type) types.Type {
	if m == nil {
		m = &Model{speller: newSpeller(nil, nil)}
	}
	u := clauseOf("(transition t (params) (pre) (post " + text + "\n))")
	decl, ok := u.Node.(*ast.Transition)
	if !ok || u.Broken() || len(decl.Post.Exprs) != 1 {
		return types.Invalid
	}
	t := &typer{unit: u, info: newInfo(), scope: m.scope, speller: m.speller, place: inPost,
		uses: make(map[*Param]use), read: make(map[*Param]bool), transition: &Transition{Unit: u, Decl: decl}}
	for name, typ := range locals {
		bind := &ast.Bind{Param: &ast.Ident{Name: name}, Local: &ast.Ident{Name: name}}
		t.transition.Params = append(t.transition.Params, &Param{Unit: u, Bind: bind, Type: typ})
	}
	return t.check(t.expanded(decl.Post.Exprs[0]), nil)
}

// TypeWritten returns the type that a text is, or Invalid.
func TypeWritten(text string) types.Type {
	u := clauseOf("(var x " + text + "\n)")
	if v, ok := u.Node.(*ast.Var); ok && !u.Broken() {
		return resolveType(u, v.Type, newInfo())
	}
	return types.Invalid
}

// clauseOf reads a clause of a model by itself.
func clauseOf(text string) *ast.Unit {
	return ast.Parse(source.NewFile("", "(model\n"+text+"\n)"), ast.ModelFile, nil).Models[0].Clauses[0]
}
