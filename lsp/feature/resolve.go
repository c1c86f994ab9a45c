package feature

import (
	"context"
	"encoding/json"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lsp/completion"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// Resolve adds the documentation of what a candidate names.
func Resolve(_ context.Context, now *snapshot.Snapshot, p *protocol.CompletionItem) (*protocol.CompletionItem, error) {
	var r completion.Reference
	data, err := json.Marshal(p.Data)
	if err != nil || p.Data == nil || json.Unmarshal(data, &r) != nil || r.URI == "" {
		return p, nil
	}
	v, _, err := now.Open(r.URI)
	if err != nil {
		return p, nil
	}
	for _, o := range v.Of(snapshot.Entity{Sort: r.Sort, Scope: r.Scope, Name: r.Name}) {
		if o.Role == snapshot.Declares {
			p.Documentation = protocol.MarkupContent{Kind: protocol.Markdown, Value: card{view: v, here: o}.render()}
			break
		}
	}
	return p, nil
}
