package lsp

import (
	"context"
	"slices"
)

// A caseState is what the notification mantrac/verification says of a case.
type caseState struct {
	URI   string `json:"uri"`
	Case  string `json:"case"`
	Line  uint32 `json:"line"` // of its name, from 0
	Phase phase  `json:"phase"`
	Title string `json:"title"`

	Trouble trouble `json:"trouble,omitempty"` // why it cannot be validated
}

// announce tells the client how the cases stand, if that is not what it was told
// last, in a notification of ours, and has lenses asked for again if they have
// changed.
func (p *publication) announce(ctx context.Context, now *snapshot) error {
	s := p.server
	states := states(s.verification, now)
	rounds := s.inspection.count() + s.review.count()
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
	if now.client.Workspace.CodeLens.RefreshSupport {
		s.later(func(ctx context.Context) {
			_, _ = s.conn.Call(ctx, "workspace/codeLens/refresh", nil, nil) // a client that refuses asks again by itself
		})
	}
	return nil
}

// states returns how all cases stand.
func states(f verification, now *snapshot) []caseState {
	list := []caseState{}
	for _, root := range now.roots() {
		for _, sub := range now.project(root).subjects(now.settings) {
			p, v := f.phaseOf(sub)
			at := now.mapper.span(headerOf(sub.suite, sub.decl))
			list = append(list, caseState{string(now.uri(sub.key.suite)), sub.key.name, at.Start.Line, p, titleOf(sub, p, v), sub.trouble})
		}
	}
	return list
}
