package feature

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lsp/snapshot"
)

// occurrences returns where the thing at a place of a document is named, and the
// view that the document is in.
func occurrences(now *snapshot.Snapshot, at protocol.TextDocumentPositionParams) (*snapshot.View, []snapshot.Occurrence) {
	v, _, here, ok := now.Locate(at)
	if !ok {
		return nil, nil
	}
	return v, v.Of(here.Entity)
}

// places returns those of the occurrences for which a condition holds.
func places(now *snapshot.Snapshot, at protocol.TextDocumentPositionParams, holds func(snapshot.Occurrence) bool) []protocol.Location {
	list := []protocol.Location{}
	_, all := occurrences(now, at)
	for _, o := range all {
		if holds(o) {
			list = append(list, now.Location(o.Span))
		}
	}
	return list
}

func declares(o snapshot.Occurrence) bool { return o.Role == snapshot.Declares }

// Definition leads from a name to where it is declared: a tool to its schema
// and its transition both.
func Definition(_ context.Context, now *snapshot.Snapshot, p *protocol.DefinitionParams) ([]protocol.Location, error) {
	return places(now, p.TextDocumentPositionParams, declares), nil
}

// References lists the places where the thing under the cursor is named.
func References(_ context.Context, now *snapshot.Snapshot, p *protocol.ReferenceParams) ([]protocol.Location, error) {
	return places(now, p.TextDocumentPositionParams, func(o snapshot.Occurrence) bool {
		return !declares(o) || p.Context.IncludeDeclaration
	}), nil
}

// DocumentHighlight lists those of them in the same file.
func DocumentHighlight(_ context.Context, now *snapshot.Snapshot, p *protocol.DocumentHighlightParams) ([]protocol.DocumentHighlight, error) {
	list := []protocol.DocumentHighlight{}
	v, c, here, ok := now.Locate(p.TextDocumentPositionParams)
	if !ok {
		return list, nil
	}
	for _, o := range v.Of(here.Entity) {
		if o.Span.File.Name() != c.Path {
			continue
		}
		kind := protocol.DocumentHighlightKindWrite
		if o.Role == snapshot.Reads {
			kind = protocol.DocumentHighlightKindRead
		}
		list = append(list, protocol.DocumentHighlight{Range: now.Mapper.Span(o.Span), Kind: kind})
	}
	return list, nil
}
