package lsp

import (
	"context"
	"errors"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/edit"
	edits "github.com/mantrac/mantrac/edit/report"
	"github.com/mantrac/mantrac/internal/revision"
)

// A semanticDiffParams asks for the typed edits of a model, with the suites
// about it, since a revision: "" is where the current branch left another one.
type semanticDiffParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Revision     string                          `json:"revision,omitempty"`
}

// A semanticDiffResult has the edits as package edit writes them.
type semanticDiffResult struct {
	Commit string      `json:"commit"`
	Edits  []edit.Edit `json:"edits"`
	Words  []string    `json:"words"` // one line for each edit
	// Places are where the edits are now: null for what is gone with everything
	// around it.
	Places []*protocol.Location `json:"places"`
}

// semanticDiff answers mantrac/semanticDiff, which is a request of ours.
func semanticDiff(ctx context.Context, now *snapshot, p *semanticDiffParams) (r *semanticDiffResult, err error) {
	v, c, err := now.open(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	m := subjectOf(v, c)
	if m == nil {
		return nil, refuse("there is no model to compare")
	}
	b, done, err := version(ctx, v, p.Revision)
	if err != nil {
		return nil, refuse("nothing to compare with: %v", err)
	}
	defer func() { err = errors.Join(err, done()) }()
	d, old, is := edit.DiffOptions{Old: top(b.root), New: top(v.root)}, &edit.Set{}, world(v.result, m)
	if was := b.model(v, m); was != nil {
		old = world(b.result, was)
	}
	list, err := edit.Diff(old, is, d)
	if err != nil {
		return nil, refuse("%v", err)
	}
	places, err := edit.Places(old, is, list, d)
	if err != nil {
		return nil, refuse("%v", err)
	}
	r = &semanticDiffResult{Commit: b.commit, Edits: append([]edit.Edit{}, list...), Words: []string{}, Places: []*protocol.Location{}}
	for i, e := range list {
		r.Words = append(r.Words, edits.Words(e, coded))
		var at *protocol.Location
		if sp := places[i].New; !sp.IsZero() {
			l := now.location(sp)
			at = &l
		}
		r.Places = append(r.Places, at)
	}
	return r, nil
}

// version returns what a project was in a revision, until the function that
// comes with it is called.
func version(ctx context.Context, v *view, rev string) (*base, func() error, error) {
	r, err := revision.Open(ctx, v.root)
	if err != nil {
		return nil, nil, err
	}
	var commit string
	if rev == "" {
		commit, rev, err = mergeBase(ctx, r, v.snapshot.settings.MergeBase)
	} else {
		commit, err = r.Commit(ctx, rev)
	}
	if err != nil {
		return nil, nil, err
	}
	snapshot, err := r.Snapshot(ctx, commit)
	if err != nil {
		return nil, nil, err
	}
	return baseIn(snapshot, r.Prefix, rev), snapshot.Close, nil
}

func coded(text string) string { return "`" + text + "`" }
