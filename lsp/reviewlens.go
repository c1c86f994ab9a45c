package lsp

import (
	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/validate/behaviour"
)

// reviewLenses say of the transitions of a model, or of the cases of a suite,
// that they are not what they were, and what that means as far as it is known.
func (s background) reviewLenses(now *snapshot, v *view, c *content) []protocol.CodeLens {
	if s.review.child == nil {
		return nil
	}
	o := now.settings
	var list []protocol.CodeLens
	for _, m := range v.result.Models {
		if o.Compare == never {
			break
		}
		p, err := s.review.pairing(v, m, o)
		if err != nil {
			continue
		}
		if m.File == c.tree {
			list = append(list, s.transitionLenses(now, c, p, m)...)
		}
		for _, suite := range v.result.Suites {
			if suite.Model == m && suite.File == c.tree {
				list = append(list, s.caseLenses(now, v, c, p, suite)...)
			}
		}
	}
	return list
}

func (s background) transitionLenses(now *snapshot, c *content, p pairing, m *checker.Model) []protocol.CodeLens {
	var list []protocol.CodeLens
	how, known := s.review.state(p.path, p.text)
	for _, t := range m.Transitions {
		changed := transitionChanged(p.old.Transition(t.Name()), t)
		if how == answered && !changed { // something else may have changed what it does
			d, ok := known.result.tool(t.Name())
			changed = ok && d.Class != behaviour.Equal && d.Class != behaviour.Unknown
		}
		if changed {
			list = append(list, reviewLens(now, c, p, how, known, m.File.Tree.Resolve(t.Declared()), t.Name(), (*change).titleOfTool))
		}
	}
	return list
}

func (s background) caseLenses(now *snapshot, v *view, c *content, p pairing, suite *checker.Suite) []protocol.CodeLens {
	var list []protocol.CodeLens
	how, known := s.review.state(p.path, p.text)
	for _, k := range suite.Cases {
		id := k.Decl.Name()
		if id == nil {
			continue
		}
		changed := caseChanged(p.base.caseOf(v, suite, id.Name), k)
		if how == answered && !changed { // the model may have changed its verdict
			found, ok := known.result.caseOf(id.Name)
			changed = ok && found.Old != "" && found.Old != found.New
		}
		if changed {
			list = append(list, reviewLens(now, c, p, how, known, headerOf(suite, k), id.Name, (*change).titleOfCase))
		}
	}
	return list
}

// reviewLens is over one thing that is not what it was.
func reviewLens(now *snapshot, c *content, p pairing, how state, known answer[change], at source.Span, name string, title func(*change, string) string) protocol.CodeLens {
	text, command := "since "+p.base.rev+": ", commandCompare
	switch how {
	case notAsked:
		text += "changed; compare"
	case asked:
		text += "comparing…"
	case outdated:
		text += "changed since it was compared; compare"
	case failed:
		text += "unknown: " + known.failure
	case answered:
		text, command = text+title(known.result, name), commandChange
	}
	return lens(now.mapper.span(at), text, command, caseArgument{URI: string(now.uri(c.path)), Case: name})
}

// subjectOf returns the model of a file, or that of a suite.
func subjectOf(v *view, c *content) *checker.Model {
	for _, m := range v.result.Models {
		if m.File == c.tree {
			return m
		}
	}
	for _, suite := range v.result.Suites {
		if suite.File == c.tree {
			return suite.Model
		}
	}
	return nil
}

func (s background) pairingOf(v *view, c *content) (pairing, error) {
	m := subjectOf(v, c)
	if m == nil {
		return pairing{}, refuse("there is no model to compare")
	}
	p, err := s.review.pairing(v, m, v.snapshot.settings)
	if err != nil {
		return p, refuse("nothing to compare: %v", err)
	}
	return p, nil
}
