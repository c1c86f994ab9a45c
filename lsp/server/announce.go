package server

import (
	"context"
	"slices"

	"github.com/mantrac/mantrac/lsp/feature"
	"github.com/mantrac/mantrac/lsp/jobs"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// A caseState is what the notification mantrac/verification says of a case.
type caseState struct {
	URI   string     `json:"uri"`
	Case  string     `json:"case"`
	Line  uint32     `json:"line"` // of its name, from 0
	Phase jobs.Phase `json:"phase"`
	Title string     `json:"title"`

	Trouble snapshot.Trouble `json:"trouble,omitempty"` // why it cannot be validated
}

// announce tells the client what is known of the cases, in a notification of ours, if that is
// not what it was told last or cases have been validated: a test run of the client
// waits for the verdict, also for the same one. It has lenses and hints asked for again if
// they have changed.
func (p *publication) announce(ctx context.Context, now *snapshot.Snapshot) error {
	s := p.server
	states, validations := states(s.Verification, now), s.Verification.Count()
	rounds := s.Inspection.Count() + s.Review.Count() + s.Repairing.Count() + s.Mutation.Count()
	// A round of validation without a changed state is news as well.
	news := !slices.Equal(states, p.states) || validations != p.validations
	if !news && rounds == p.rounds {
		return nil
	}
	mutated := s.Mutation.Count() != p.mutations
	p.states, p.rounds, p.validations, p.mutations = states, rounds, validations, s.Mutation.Count()
	if news {
		if err := s.conn.Notify(ctx, "mantrac/verification", map[string]any{"cases": states}); err != nil {
			return err
		}
	}
	if now.Client.Workspace.CodeLens.RefreshSupport {
		s.refresh("workspace/codeLens/refresh")
	}
	// Of the jobs, only mutation has hints.
	if mutated && now.Client.Workspace.InlayHint.RefreshSupport {
		s.refresh("workspace/inlayHint/refresh")
	}
	return nil
}

// refresh has the client ask for something again. One that refuses does so by itself.
func (s *Server) refresh(method string) {
	s.later(func(ctx context.Context) { _, _ = s.conn.Call(ctx, method, nil, nil) })
}

// states returns the states of all cases.
func states(f jobs.Verification, now *snapshot.Snapshot) []caseState {
	list := []caseState{}
	for _, root := range now.Roots() {
		for _, sub := range now.Project(root).Subjects(now.Settings) {
			p, v := f.PhaseOf(sub)
			at := now.Mapper.Span(snapshot.HeaderOf(sub.Suite, sub.Decl))
			list = append(list, caseState{string(now.URI(sub.Key.Suite)), sub.Key.Name, at.Start.Line, p, feature.TitleOf(sub, p, v), sub.Trouble})
		}
	}
	return list
}
