package lsp

import "context"

// A caseState is what the notification mantrac/verification says of a case.
type caseState struct {
	URI   string `json:"uri"`
	Case  string `json:"case"`
	Line  uint32 `json:"line"` // of its name, from 0
	Phase phase  `json:"phase"`
	Title string `json:"title"`
}

// announce has everything that shows verdicts shown again: diagnostics, lenses,
// and, in a client that knows of them, the states of all cases.
func (f *verification) announce(now *snapshot) {
	s := f.server
	s.wakePublisher()
	states := []caseState{}
	for _, root := range now.roots() {
		for _, sub := range now.project(root).subjects(s.settingsNow()) {
			p, v := f.phaseOf(sub)
			at := now.mapper.span(headerOf(sub.suite, sub.decl))
			states = append(states, caseState{string(now.uri(sub.key.suite)), sub.key.name, at.Start.Line, p, titleOf(p, v)})
		}
	}
	s.mu.Lock()
	refresh := s.client.Workspace.CodeLens.RefreshSupport
	s.mu.Unlock()
	s.later(func(ctx context.Context) {
		_ = s.conn.Notify(ctx, "mantrac/verification", map[string]any{"cases": states}) // nobody is there any more
		if refresh {
			_, _ = s.conn.Call(ctx, "workspace/codeLens/refresh", nil, nil) // a client that refuses asks again by itself
		}
	})
}
