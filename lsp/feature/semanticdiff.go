package feature

import (
	"context"
	"errors"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/edit"
	edits "github.com/mantrac/mantrac/edit/report"
	"github.com/mantrac/mantrac/internal/revision"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// A semanticDiffParams asks for the typed edits of a model, with the suites
// about it, since a revision: "" is where the current branch left another one.
type semanticDiffParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Revision     string                          `json:"revision,omitempty"`
}

// A SemanticDiffResult has the edits as package edit writes them.
type SemanticDiffResult struct {
	Commit string      `json:"commit"`
	Edits  []edit.Edit `json:"edits"`
	Words  []string    `json:"words"` // one line for each edit
	// Places are where the edits are now: null for what is gone with everything
	// around it.
	Places []*protocol.Location `json:"places"`
}

// SemanticDiff answers mantrac/semanticDiff, which is a request of ours.
func SemanticDiff(ctx context.Context, now *snapshot.Snapshot, p *semanticDiffParams) (r *SemanticDiffResult, err error) {
	v, c, err := now.Open(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	m := SubjectOf(v, c)
	if m == nil {
		return nil, Refuse("no model found to compare")
	}
	b, done, err := version(ctx, v, p.Revision)
	if err != nil {
		return nil, Refuse("nothing to compare with: %v", err)
	}
	defer func() { err = errors.Join(err, done()) }()
	d, old, is := edit.DiffOptions{Old: snapshot.Top(b.Root), New: snapshot.Top(v.Root)}, &edit.Set{}, snapshot.World(v.Result, m)
	// A model that is new is compared with an empty set: everything was added.
	if was := b.Model(v, m); was != nil {
		old = snapshot.World(b.Result, was)
	}
	list, err := edit.Diff(old, is, d)
	if err != nil {
		return nil, Refuse("%v", err)
	}
	places, err := edit.Places(old, is, list, d)
	if err != nil {
		return nil, Refuse("%v", err)
	}
	r = &SemanticDiffResult{Commit: b.Commit, Edits: append([]edit.Edit{}, list...), Words: []string{}, Places: []*protocol.Location{}}
	for i, e := range list {
		r.Words = append(r.Words, edits.Words(e, coded))
		var at *protocol.Location
		if sp := places[i].New; !sp.IsZero() {
			l := now.Location(sp)
			at = &l
		}
		r.Places = append(r.Places, at)
	}
	return r, nil
}

// version returns what a project was in a revision, until the function that
// comes with it is called.
func version(ctx context.Context, v *snapshot.View, rev string) (*snapshot.Base, func() error, error) {
	r, err := revision.Open(ctx, v.Root)
	if err != nil {
		return nil, nil, err
	}
	var commit string
	if rev == "" {
		commit, rev, err = snapshot.MergeBase(ctx, r, v.Snapshot.Settings.MergeBase)
	} else {
		commit, err = r.Commit(ctx, rev)
	}
	if err != nil {
		return nil, nil, err
	}
	files, err := r.Snapshot(ctx, commit)
	if err != nil {
		return nil, nil, err
	}
	return snapshot.BaseIn(files, r.Prefix, rev), files.Close, nil
}

func coded(text string) string { return "`" + text + "`" }
