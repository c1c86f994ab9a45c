package completion

import (
	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/lsp/cursor"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// A Scope is what can be named in a file.
type Scope struct {
	Model *checker.Model // nil where there is none
	Suite *checker.Suite // nil in a model
	Tools *tool.Set      // may be nil

	source *source.File
	locals []local // of the transition that a place is in
}

// ScopeOf returns what can be named in a file.
func ScopeOf(v *snapshot.View, c *snapshot.Content) Scope {
	for _, m := range v.Result.Models {
		if m.File == c.Tree {
			return Scope{Model: m, Tools: m.Tools, source: c.Source}
		}
	}
	for _, s := range v.Result.Suites {
		if s.File == c.Tree {
			return Scope{Model: s.Model, Suite: s, Tools: s.Tools, source: c.Source}
		}
	}
	return Scope{source: c.Source}
}

func (s Scope) vars() []*checker.Var {
	if s.Model == nil {
		return nil
	}
	return s.Model.Vars
}

func (s Scope) consts() []*checker.Const {
	if s.Model == nil {
		return nil
	}
	return s.Model.Consts
}

// hasMaps reports whether the model has a variable or a constant that is a map.
func (s Scope) hasMaps() bool {
	for _, v := range s.vars() {
		if _, ok := v.Type.(*types.Map); ok {
			return true
		}
	}
	for _, c := range s.consts() {
		if _, ok := c.Type.(*types.Map); ok {
			return true
		}
	}
	return false
}

// variable returns a state variable, or nil.
func (s Scope) variable(name string) *checker.Var {
	if s.Model == nil {
		return nil
	}
	return s.Model.Var(name)
}

// transition returns the transition of a tool, or nil.
func (s Scope) transition(tool string) *checker.Transition {
	if s.Model == nil {
		return nil
	}
	return s.Model.Transition(tool)
}

// toolNames returns the tools of the schemas and those that have only a
// transition.
func (s Scope) toolNames() []string {
	list := s.Tools.Names()
	if s.Model == nil {
		return list
	}
	for _, t := range s.Model.Transitions {
		if s.Tools.Lookup(t.Name()) == nil {
			list = append(list, t.Name())
		}
	}
	return list
}

// A parameter of a tool, by its schema or else by its transition.
type parameter struct {
	Name     string
	typ      types.Type
	Schema   *tool.Property // nil where there is none
	required bool
}

// Parameters returns the parameters of a tool.
func (s Scope) Parameters(name string) []parameter {
	var list []parameter
	if t := s.Tools.Lookup(name); t != nil {
		for _, n := range t.Params() {
			p := t.Param(n)
			list = append(list, parameter{n, known(checker.SchemaType(p.Schema)), p, p.Required})
		}
		return list
	}
	if t := s.transition(name); t != nil {
		for _, p := range t.Params {
			if p.Bind.Param != nil {
				list = append(list, parameter{Name: p.Bind.Param.Name, typ: known(p.Type)})
			}
		}
	}
	return list
}

// known returns a type, or nil for one that nothing tells.
func known(t types.Type) types.Type {
	if t == types.Invalid {
		return nil
	}
	return t
}

// A local is an argument under the name that a transition gives it.
type local struct {
	name, param string
	typ         types.Type // nil where nothing tells
}

// within adds the local names of the transition that a form is, if it is one.
func (s Scope) within(root *cursor.Form) Scope {
	if root.Head() != "transition" {
		return s
	}
	params := s.Parameters(root.Word(1))
	for _, b := range binds(root.List("params")) {
		l := local{name: b.Word(1), param: b.Word(0)}
		for _, p := range params {
			if p.Name == l.param {
				l.typ = p.typ
			}
		}
		if l.typ == nil {
			l.typ = s.inferred(root.Word(1), l.name)
		}
		s.locals = append(s.locals, l)
	}
	return s
}

// binds returns the pairs of a params section that are complete.
func binds(f *cursor.Form) []*cursor.Form {
	if f == nil {
		return nil
	}
	var list []*cursor.Form
	for _, b := range f.Items[1:] {
		if b.Word(0) != "" && b.Word(1) != "" {
			list = append(list, b)
		}
	}
	return list
}

// inferred returns the type that the checker found for a local name.
func (s Scope) inferred(tool, name string) types.Type {
	t := s.transition(tool)
	if t == nil {
		return nil
	}
	for _, p := range t.Params {
		if p.Name() == name {
			return known(p.Type)
		}
	}
	return nil
}

// typeOf returns the type of an expression, or nil where that cannot be told
// from it alone: of a string, which may name something.
func (s Scope) typeOf(f *cursor.Form) types.Type {
	if f == nil || f.Open || f.Kind == syntax.String {
		return nil
	}
	locals := make(map[string]types.Type, len(s.locals))
	for _, l := range s.locals {
		locals[l.name] = types.Invalid
		if l.typ != nil {
			locals[l.name] = l.typ
		}
	}
	return known(s.Model.TypeOfText(s.text(f), locals))
}

// typeWritten returns the type that a form is, or nil.
func (s Scope) typeWritten(f *cursor.Form) types.Type {
	if f == nil || f.Open {
		return nil
	}
	return known(checker.TypeWritten(s.text(f)))
}

// text returns the source of a form.
func (s Scope) text(f *cursor.Form) string { return s.source.Span(f.Start, f.End).Text() }
