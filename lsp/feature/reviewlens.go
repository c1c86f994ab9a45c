package feature

import (
	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lsp/completion"
	"github.com/mantrac/mantrac/lsp/jobs"
	"github.com/mantrac/mantrac/lsp/snapshot"
	"github.com/mantrac/mantrac/validate/behaviour"
)

// reviewLenses say of the transitions of a model, or of the cases of a suite,
// that they are not what they were, and what that means as far as it is known.
func (s Background) reviewLenses(now *snapshot.Snapshot, v *snapshot.View, c *snapshot.Content) []protocol.CodeLens {
	if s.Review.Child == nil {
		return nil
	}
	o := now.Settings
	var list []protocol.CodeLens
	for _, m := range v.Result.Models {
		if o.Compare == snapshot.Never {
			break
		}
		p, err := s.Review.Pairing(v, m, o)
		if err != nil {
			continue
		}
		if m.File == c.Tree {
			list = append(list, s.transitionLenses(now, c, p, m)...)
		}
		for _, suite := range v.Result.Suites {
			if suite.IsAbout(m) && suite.File == c.Tree {
				list = append(list, s.caseLenses(now, v, c, p, suite)...)
			}
		}
	}
	return list
}

func (s Background) transitionLenses(now *snapshot.Snapshot, c *snapshot.Content, p jobs.Pairing, m *checker.Model) []protocol.CodeLens {
	var list []protocol.CodeLens
	how, known := s.Review.State(p.Path, p.Text)
	for _, t := range m.Transitions {
		changed := snapshot.TransitionChanged(p.Old.Transition(t.Name()), t)
		if how == jobs.Answered && !changed { // something else may have changed what it does
			// A definition, a type or another transition may have changed its behaviour.
			d, ok := known.Result.Tool(t.Name())
			changed = ok && d.Class != behaviour.Equal && d.Class != behaviour.Unknown
		}
		if changed {
			list = append(list, reviewLens(now, c, p, how, known, m.File.Tree.Resolve(t.Declared()), t.Name(), (*jobs.Change).TitleOfTool))
		}
	}
	return list
}

func (s Background) caseLenses(now *snapshot.Snapshot, v *snapshot.View, c *snapshot.Content, p jobs.Pairing, suite *checker.Suite) []protocol.CodeLens {
	var list []protocol.CodeLens
	how, known := s.Review.State(p.Path, p.Text)
	for _, k := range suite.Cases {
		id := k.Decl.Name()
		if id == nil {
			continue
		}
		oldSuite, old := p.Base.CaseOf(v, suite, id.Name)
		changed := snapshot.CaseChanged(oldSuite, old, suite, k)
		if how == jobs.Answered && !changed { // the model may have changed its verdict
			found, ok := known.Result.CaseOf(id.Name)
			changed = ok && found.Old != "" && found.Old != found.New
		}
		if changed {
			list = append(list, reviewLens(now, c, p, how, known, snapshot.HeaderOf(suite, k), id.Name, (*jobs.Change).TitleOfCase))
		}
	}
	return list
}

// reviewLens is over one thing that is not what it was.
func reviewLens(now *snapshot.Snapshot, c *snapshot.Content, p jobs.Pairing, how jobs.State, known jobs.Answer[jobs.Change], at source.Span, name string, title func(*jobs.Change, string) string) protocol.CodeLens {
	text, command := "since "+p.Base.Rev+": ", CommandCompare
	switch how {
	case jobs.NotAsked:
		text += "changed; compare"
	case jobs.Asked:
		text += "comparing…"
	case jobs.Outdated:
		text += "changed since it was compared; compare"
	case jobs.Failed:
		text += "unknown: " + known.Failure
	case jobs.Answered:
		text, command = text+title(known.Result, name), CommandChange
	}
	return lens(now.Mapper.Span(at), text, command, CaseArgument{URI: string(now.URI(c.Path)), Case: name})
}

// SubjectOf returns the model of a file, or that of a suite.
func SubjectOf(v *snapshot.View, c *snapshot.Content) *checker.Model {
	return completion.ScopeOf(v, c).Model
}

// PairingOf returns what the model of a file, or that of a suite, can be compared with.
func (s Background) PairingOf(v *snapshot.View, c *snapshot.Content) (jobs.Pairing, error) {
	m := SubjectOf(v, c)
	if m == nil {
		return jobs.Pairing{}, Refuse("no model found to compare")
	}
	p, err := s.Review.Pairing(v, m, v.Snapshot.Settings)
	if err != nil {
		return p, Refuse("nothing to compare: %v", err)
	}
	return p, nil
}
