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

// announce tells the client how the cases stand, if that is not what it was told
// last, in a notification of ours, and has lenses asked for again if they have
// changed.
func (p *publication) announce(ctx context.Context, now *snapshot.Snapshot) error {
	s := p.server
	states := states(s.Verification, now)
	rounds := s.Inspection.Count() + s.Review.Count() + s.Repairing.Count()
	news := !slices.Equal(states, p.states)
	if !news && rounds == p.rounds {
		return nil
	}
	p.states, p.rounds = states, rounds
	if news {
		if err := s.conn.Notify(ctx, "mantrac/verification", map[string]any{"cases": states}); err != nil {
			return err
		}
	}
	if now.Client.Workspace.CodeLens.RefreshSupport {
		s.later(func(ctx context.Context) {
			_, _ = s.conn.Call(ctx, "workspace/codeLens/refresh", nil, nil) // a client that refuses asks again by itself
		})
	}
	return nil
}

// states returns how all cases stand.
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
