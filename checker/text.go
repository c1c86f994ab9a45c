package checker

import (
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// Names are the names that an expression may have beside those of its model, with
// their types.
type Names struct {
	Params, Results map[string]types.Type // as in (param NAME) and (result NAME)
	Bare            map[string]types.Type // the locals of a definition, and what quantifiers bind
}

// TypeOfText returns the type of an expression, given as its text, that could
// be in `post` of a transition with some names. It is Invalid where the
// text is no expression, or has no type. The model may be nil: it declares
// nothing then.
func (m *Model) TypeOfText(text string, names Names) types.Type {
	// An empty model declares nothing, and has all that the checks below need.
	if m == nil {
		m = &Model{speller: newSpeller(nil, nil)}
	}
	// The line end keeps a comment at the end of the text from closing nothing.
	u := clauseOf("(transition t (params) (pre) (post " + text + "\n))")
	decl, ok := u.Node.(*ast.Transition)
	if !ok || u.Broken() || len(decl.Post.Exprs) != 1 {
		return types.Invalid
	}
	t := &typer{unit: u, info: newInfo(), scope: m.scope, speller: m.speller, place: inPost, locals: make(map[string]*Local),
		uses: make(map[*Param]use), read: make(map[*Param]bool), transition: &Transition{Unit: u, Decl: decl}}
	for name, typ := range names.Params {
		t.transition.Params = append(t.transition.Params, &Param{Unit: u, Bind: bindOf(name), Type: typ})
	}
	for name, typ := range names.Results {
		t.transition.Results = append(t.transition.Results, &Param{Unit: u, Bind: bindOf(name), Type: typ, Result: true})
	}
	for name, typ := range names.Bare {
		t.locals[name] = &Local{Unit: u, Decl: &ast.Local{Name: &ast.Ident{Name: name}}, Type: typ}
	}
	// Definitions in the text are written out, as they are in a clause.
	return t.check(t.expanded(decl.Post.Exprs[0]), nil)
}

func bindOf(name string) *ast.Bind {
	return &ast.Bind{Param: &ast.Ident{Name: name}, Local: &ast.Ident{Name: name}}
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
