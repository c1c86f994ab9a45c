package lsp

import (
	"context"
	"encoding/json"

	"go.lsp.dev/protocol"
)

// resolve adds the documentation of what a candidate names.
func resolve(_ context.Context, now *snapshot, p *protocol.CompletionItem) (*protocol.CompletionItem, error) {
	var r reference
	data, err := json.Marshal(p.Data)
	if err != nil || p.Data == nil || json.Unmarshal(data, &r) != nil || r.URI == "" {
		return p, nil
	}
	v, _, err := now.open(r.URI)
	if err != nil {
		return p, nil
	}
	for _, o := range v.of(entity{r.Sort, r.Scope, r.Name}) {
		if o.role == declares {
			p.Documentation = protocol.MarkupContent{Kind: protocol.Markdown, Value: card{view: v, here: o}.render()}
			break
		}
	}
	return p, nil
}
