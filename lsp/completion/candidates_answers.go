package completion

import (
	"slices"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// hasResults reports whether a transition of the model names a part of an answer.
func (s Scope) hasResults() bool {
	return slices.ContainsFunc(s.model().Transitions, func(t *checker.Transition) bool { return len(t.Results) > 0 })
}

// Answer returns the parts of the answer of a tool that have names: those of its
// schema, or else those that its transition knows.
func (s Scope) Answer(name string) []Parameter {
	var list []Parameter
	if t := s.Tools.Lookup(name); t != nil && t.Output != nil {
		for _, p := range t.Output.Properties {
			list = append(list, Parameter{Name: p.Name, typ: known(checker.SchemaType(p.Schema)), Schema: p, required: true, Part: true})
		}
		return list
	}
	if t := s.model().Transition(name); t != nil {
		for _, r := range t.Results {
			list = append(list, Parameter{Name: r.Bind.Param.Name, typ: known(r.Type), Part: true})
		}
	}
	return list
}

// answerParts adds the parts of an answer, with a name for each or with a value.
func (g *gatherer) answerParts() {
	for _, p := range g.scope.Answer(g.expected.tool) {
		fill := func(s *Snippet) { s.value(p.typ, 0) }
		// In a model the part gets a local name. In a suite it is compared with a value.
		if g.scope.Suite == nil {
			fill = func(s *Snippet) { s.Stop(g.scope.LocalForPart(p.Name)) }
		}
		g.pair(p.Name, fill, candidate{kind: protocol.CompletionItemKindProperty, detail: typeText(p.typ),
			names: &snapshot.Entity{Sort: snapshot.Part, Scope: g.expected.tool, Name: "/" + p.Name}})
	}
}

// seen adds what can have been seen: variables, their fields, and keys of maps.
func (g *gatherer) seen() {
	for _, v := range g.scope.model().Vars {
		label := v.Name()
		text := new(Snippet).Add(label)
		// `seen` takes a leaf: of a map one key, of a record one field.
		switch t := v.Type.(type) {
		case *types.Map:
			label = "(get " + v.Name() + " …)"
			text = new(Snippet).Add("(get "+v.Name()+" ").value(t.Key, 0).Add(")")
		case *types.Record:
			label = "(field " + v.Name() + " …)"
			text = new(Snippet).Add("(field " + v.Name() + " ").Stop("").Add(")")
		}
		g.add(candidate{label: label, filter: v.Name(), text: text.String(), kind: protocol.CompletionItemKindVariable,
			detail: typeText(v.Type), names: g.named(snapshot.Variable, v.Name())})
	}
}
