package completion

import (
	"cmp"
	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/keywords"
	"github.com/mantrac/mantrac/lang/ops"
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
	locals []local // of the form that a place is in
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
	// A file that belongs to no checked model or suite still gets the words of the language.
	return Scope{source: c.Source}
}

// model returns the model, or one without anything.
func (s Scope) model() *checker.Model { return cmp.Or(s.Model, &checker.Model{}) }

// hasMaps reports whether the model has a variable or a constant that is a map.
func (s Scope) hasMaps() bool {
	for _, v := range s.model().Vars {
		if _, ok := v.Type.(*types.Map); ok {
			return true
		}
	}
	for _, c := range s.model().Consts {
		if _, ok := c.Type.(*types.Map); ok {
			return true
		}
	}
	return false
}

// toolNames returns the tools of the schemas and those that have only a
// transition.
func (s Scope) toolNames() []string {
	list := s.Tools.Names()
	for _, t := range s.model().Transitions {
		if s.Tools.Lookup(t.Name()) == nil {
			list = append(list, t.Name())
		}
	}
	return list
}

// A Parameter of a tool, by its schema or else by its transition, or a part of its
// answer.
type Parameter struct {
	Name     string
	typ      types.Type
	Schema   *tool.Property // nil where there is none
	required bool
	Part     bool // it is a part of the answer
}

// Parameters returns the parameters of a tool.
func (s Scope) Parameters(name string) []Parameter {
	var list []Parameter
	if t := s.Tools.Lookup(name); t != nil {
		for _, n := range t.Params() {
			p := t.Param(n)
			list = append(list, Parameter{Name: n, typ: known(checker.SchemaType(p.Schema)), Schema: p, required: p.Required})
		}
		return list
	}
	// A tool without a schema has the parameters that its transition binds.
	if t := s.model().Transition(name); t != nil {
		for _, p := range t.Params {
			if p.Bind.Param != nil {
				list = append(list, Parameter{Name: p.Bind.Param.Name, typ: known(p.Type)})
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

// A local is a name of a transition, a definition or a quantifier.
type local struct {
	name, param string
	typ         types.Type // nil where nothing tells
	head        ops.Op     // it is written after: param or result; None for one by itself
}

// within adds the local names of the transition, the definition and the quantifiers
// around a place.
func (s Scope) within(p cursor.Place) Scope {
	root := p.Root()
	switch {
	case keywords.LookupIn(root.Head(), keywords.InModel) == keywords.Transition:
		s = s.withArguments(root)
		s.locals = append(s.locals, s.results(root)...)
	case p.Container == keywords.Model.String() && keywords.LookupIn(root.Head(), keywords.InModel) == keywords.Definition:
		s.locals = s.defined(root.Item(2))
	}
	// Binders come last, so that their collections can refer to the locals of the unit.
	return s.bound(p)
}

// withArguments adds the names that a transition gives arguments.
func (s Scope) withArguments(root *cursor.Form) Scope {
	params := s.Parameters(root.Word(1))
	for _, b := range binds(root.List("params")) {
		l := local{name: b.Word(1), param: b.Word(0), head: ops.Param}
		for _, p := range params {
			if p.Name == l.param {
				l.typ = p.typ
			}
		}
		// Without a type in the schema, use the one that the checker inferred at its last run.
		if l.typ == nil {
			l.typ = s.inferred(root.Word(1), l.name, false)
		}
		s.locals = append(s.locals, l)
	}
	return s
}

// results returns the names that a transition gives parts of the answer.
func (s Scope) results(root *cursor.Form) []local {
	var list []local
	for _, b := range binds(root.List(keywords.Results.String())) {
		l := local{name: b.Word(1), head: ops.Result, typ: s.typeWritten(b.Item(2))}
		if l.typ == nil {
			l.typ = s.inferred(root.Word(1), l.name, true)
		}
		list = append(list, l)
	}
	return list
}

// defined returns the locals of a definition, which are pairs in a list.
func (s Scope) defined(f *cursor.Form) []local {
	var list []local
	if f == nil {
		return nil
	}
	for _, b := range f.Items {
		if b.Word(0) != "" {
			list = append(list, local{name: b.Word(0), typ: s.typeWritten(b.Item(1))})
		}
	}
	return list
}

// binds returns the pairs of a params section that are complete.
func binds(f *cursor.Form) []*cursor.Form {
	if f == nil {
		return nil
	}
	return lists.Filter(f.Items[1:], func(b *cursor.Form) bool { return len(b.Items) > 1 && b.Word(1) != "" })
}

// inferred returns the type that the checker found for the name of an argument or
// of a result.
func (s Scope) inferred(tool, name string, result bool) types.Type {
	t := s.model().Transition(tool)
	if t == nil {
		return nil
	}
	list := t.Params
	if result {
		list = t.Results
	}
	for _, p := range list {
		if p.Name() == name {
			return known(p.Type)
		}
	}
	return nil
}

// typeOf returns the type of an expression, or nil where that cannot be told
// from it alone: of a string, which may name something.
func (s Scope) typeOf(f *cursor.Form) types.Type {
	// An open form goes on with text that does not belong to it.
	if f == nil || f.Open || f.Kind == syntax.String {
		return nil
	}
	names := checker.Names{Params: make(map[string]types.Type), Results: make(map[string]types.Type), Bare: make(map[string]types.Type)}
	for _, l := range s.locals {
		set := map[ops.Op]map[string]types.Type{ops.Param: names.Params, ops.Result: names.Results, ops.None: names.Bare}[l.head]
		// A local of unknown type is still declared: otherwise its name would be taken for a variable.
		set[l.name] = cmp.Or[types.Type](l.typ, types.Invalid)
	}
	return known(s.Model.TypeOfText(s.text(f), names))
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
