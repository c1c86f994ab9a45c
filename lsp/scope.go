package lsp

import (
	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A scope is what can be named in a file.
type scope struct {
	model *checker.Model // nil where there is none
	suite *checker.Suite // nil in a model
	tools *tool.Set      // may be nil

	locals []local // of the transition that a place is in
}

// scopeOf returns what can be named in a file.
func scopeOf(v *view, c *content) scope {
	for _, m := range v.result.Models {
		if m.File == c.tree {
			return scope{model: m, tools: m.Tools}
		}
	}
	for _, s := range v.result.Suites {
		if s.File == c.tree {
			return scope{model: s.Model, suite: s, tools: s.Tools}
		}
	}
	return scope{}
}

func (s scope) vars() []*checker.Var {
	if s.model == nil {
		return nil
	}
	return s.model.Vars
}

func (s scope) consts() []*checker.Const {
	if s.model == nil {
		return nil
	}
	return s.model.Consts
}

// variable returns a state variable, or nil.
func (s scope) variable(name string) *checker.Var {
	if s.model == nil {
		return nil
	}
	return s.model.Var(name)
}

// transition returns the transition of a tool, or nil.
func (s scope) transition(tool string) *checker.Transition {
	if s.model == nil {
		return nil
	}
	return s.model.Transition(tool)
}

// toolNames returns the tools of the schemas and those that have only a
// transition.
func (s scope) toolNames() []string {
	list := s.tools.Names()
	if s.model == nil {
		return list
	}
	for _, t := range s.model.Transitions {
		if s.tools.Lookup(t.Name()) == nil {
			list = append(list, t.Name())
		}
	}
	return list
}

// A parameter of a tool, by its schema or else by its transition.
type parameter struct {
	name     string
	typ      types.Type
	schema   *tool.Property // nil where there is none
	required bool
}

// parameters returns the parameters of a tool.
func (s scope) parameters(name string) []parameter {
	var list []parameter
	if t := s.tools.Lookup(name); t != nil {
		for _, n := range t.Params() {
			p := t.Param(n)
			list = append(list, parameter{n, known(checker.SchemaType(p.Schema)), p, p.Required})
		}
		return list
	}
	if t := s.transition(name); t != nil {
		for _, p := range t.Params {
			if p.Bind.Param != nil {
				list = append(list, parameter{name: p.Bind.Param.Name, typ: known(p.Type)})
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
func (s scope) within(root *form) scope {
	if root.head() != "transition" {
		return s
	}
	params := s.parameters(root.word(1))
	for _, b := range binds(root.list("params")) {
		l := local{name: b.word(1), param: b.word(0)}
		for _, p := range params {
			if p.name == l.param {
				l.typ = p.typ
			}
		}
		if l.typ == nil {
			l.typ = s.inferred(root.word(1), l.name)
		}
		s.locals = append(s.locals, l)
	}
	return s
}

// binds returns the pairs of a params section that are complete.
func binds(f *form) []*form {
	if f == nil {
		return nil
	}
	var list []*form
	for _, b := range f.items[1:] {
		if b.word(0) != "" && b.word(1) != "" {
			list = append(list, b)
		}
	}
	return list
}

// inferred returns the type that the checker found for a local name.
func (s scope) inferred(tool, name string) types.Type {
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

// typeOf returns the type of an expression as it stands, or nil where that
// cannot be told from its form alone: of a string, which may name something.
func (s scope) typeOf(f *form) types.Type {
	if f == nil {
		return nil
	}
	switch f.kind {
	case syntax.Int:
		return types.Int
	case syntax.Real:
		return types.Real
	case syntax.Ident:
		return s.typeOfName(f.text)
	case syntax.LParen:
		return s.typeOfList(f)
	}
	return nil
}

func (s scope) typeOfName(name string) types.Type {
	if name == "true" || name == "false" {
		return types.Bool
	}
	if v := s.variable(name); v != nil {
		return known(v.Type)
	}
	if s.model != nil && s.model.Const(name) != nil {
		return known(s.model.Const(name).Type)
	}
	return nil
}

func (s scope) typeOfList(f *form) types.Type {
	switch op := ops.Lookup(f.head()); op.Info().Result {
	case ops.Truth:
		return types.Bool
	case ops.Number:
		for _, g := range f.items[1:] {
			if t := s.typeOf(g); t == types.Real {
				return t
			}
		}
		return types.Int
	case ops.SetValue:
		if op != ops.Array {
			return s.typeOf(f.item(1))
		}
		if t := s.typeOf(f.item(1)); t != nil {
			return &types.Array{Elem: t}
		}
	}
	switch ops.Lookup(f.head()) {
	case ops.Next:
		return s.typeOfName(f.word(1))
	case ops.Param:
		for _, l := range s.locals {
			if l.name == f.word(1) {
				return l.typ
			}
		}
	case ops.Field:
		if r, ok := s.typeOf(f.item(1)).(*types.Record); ok {
			if t, ok := r.Field(f.word(2)); ok {
				return known(t)
			}
		}
	}
	return nil
}
