package lsp

import (
	"context"

	"go.lsp.dev/protocol"
)

// linkedEditingRanges are the places that change together while a name is
// typed.
type linkedEditingRanges struct {
	Ranges      []protocol.Range `json:"ranges"`
	WordPattern string           `json:"wordPattern"`
}

// linkedEditingRange returns the places of a local name, all of which are in
// its transition. Other names are renamed across files, and not by typing.
func linkedEditingRange(_ context.Context, now *snapshot, p *protocol.LinkedEditingRangeParams) (*linkedEditingRanges, error) {
	v, _, here, ok := now.locate(p.TextDocumentPositionParams)
	if !ok || here.sort != aLocal {
		return nil, nil
	}
	r := &linkedEditingRanges{WordPattern: `[^\s()";]+`}
	for _, o := range v.of(here.entity) {
		r.Ranges = append(r.Ranges, now.mapper.span(o.span))
	}
	return r, nil
}
