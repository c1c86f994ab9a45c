package feature

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// LinkedEditingRanges are the places that change together while a name is
// typed.
type LinkedEditingRanges struct {
	Ranges      []protocol.Range `json:"ranges"`
	WordPattern string           `json:"wordPattern"`
}

// LinkedEditingRange returns the places of the name of an argument, of a part
// of an answer, or of what a quantifier binds, all of which are in one form. Other names are renamed across files, and not by typing.
func LinkedEditingRange(_ context.Context, now *snapshot.Snapshot, p *protocol.LinkedEditingRangeParams) (*LinkedEditingRanges, error) {
	v, _, here, ok := now.Locate(p.TextDocumentPositionParams)
	if !ok || here.Sort != snapshot.Local && here.Sort != snapshot.Result && here.Sort != snapshot.Bound {
		return nil, nil
	}
	r := &LinkedEditingRanges{WordPattern: `[^\s()";]+`}
	r.Ranges = lists.Map(v.Of(here.Entity), func(o snapshot.Occurrence) protocol.Range { return now.Mapper.Span(o.Span) })
	return r, nil
}
