package feature

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lsp/snapshot"
)

// Definition leads from a name to where it is declared: a tool to its schema
// and its transition both.
func Definition(_ context.Context, now *snapshot.Snapshot, p *protocol.DefinitionParams) ([]protocol.Location, error) {
	list := []protocol.Location{}
	v, _, here, ok := now.Locate(p.TextDocumentPositionParams)
	if !ok {
		return list, nil
	}
	for _, o := range v.Of(here.Entity) {
		if o.Role == snapshot.Declares {
			list = append(list, now.Location(o.Span))
		}
	}
	return list, nil
}

// References lists the places where the thing under the cursor is named.
func References(_ context.Context, now *snapshot.Snapshot, p *protocol.ReferenceParams) ([]protocol.Location, error) {
	list := []protocol.Location{}
	v, _, here, ok := now.Locate(p.TextDocumentPositionParams)
	if !ok {
		return list, nil
	}
	for _, o := range v.Of(here.Entity) {
		if o.Role != snapshot.Declares || p.Context.IncludeDeclaration {
			list = append(list, now.Location(o.Span))
		}
	}
	return list, nil
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
