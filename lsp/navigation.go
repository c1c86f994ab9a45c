package lsp

import (
	"context"

	"go.lsp.dev/protocol"
)

// definition leads from a name to where it is declared: a tool to its schema
// and its transition both.
func definition(_ context.Context, now *snapshot, p *protocol.DefinitionParams) ([]protocol.Location, error) {
	list := []protocol.Location{}
	v, _, here, ok := now.locate(p.TextDocumentPositionParams)
	if !ok {
		return list, nil
	}
	for _, o := range v.of(here.entity) {
		if o.role == declares {
			list = append(list, now.location(o.span))
		}
	}
	return list, nil
}

func references(_ context.Context, now *snapshot, p *protocol.ReferenceParams) ([]protocol.Location, error) {
	list := []protocol.Location{}
	v, _, here, ok := now.locate(p.TextDocumentPositionParams)
	if !ok {
		return list, nil
	}
	for _, o := range v.of(here.entity) {
		if o.role != declares || p.Context.IncludeDeclaration {
			list = append(list, now.location(o.span))
		}
	}
	return list, nil
}

func documentHighlight(_ context.Context, now *snapshot, p *protocol.DocumentHighlightParams) ([]protocol.DocumentHighlight, error) {
	list := []protocol.DocumentHighlight{}
	v, c, here, ok := now.locate(p.TextDocumentPositionParams)
	if !ok {
		return list, nil
	}
	for _, o := range v.of(here.entity) {
		if o.span.File.Name() != c.path {
			continue
		}
		kind := protocol.DocumentHighlightKindWrite
		if o.role == reads {
			kind = protocol.DocumentHighlightKindRead
		}
		list = append(list, protocol.DocumentHighlight{Range: now.mapper.span(o.span), Kind: kind})
	}
	return list, nil
}
