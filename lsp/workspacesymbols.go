package lsp

import (
	"context"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
)

// mostSymbols is how many symbols are sent for a query.
const mostSymbols = 500

// symbolKinds are the sorts of things that can be searched for.
var symbolKinds = map[sort]protocol.SymbolKind{
	aVar: protocol.SymbolKindVariable, aConst: protocol.SymbolKindConstant, aTool: protocol.SymbolKindFunction,
	aCase: protocol.SymbolKindClass, aCheck: protocol.SymbolKindProperty,
}

// A hit is a declaration whose name a query matches, the better the lower.
type hit struct {
	occurrence
	score int
}

// workspaceSymbol finds declarations in all projects by some of the characters
// of their names, in their order.
func workspaceSymbol(ctx context.Context, now *snapshot, p *protocol.WorkspaceSymbolParams) ([]protocol.SymbolInformation, error) {
	query := strings.ToLower(p.Query)
	var hits []hit
	for _, root := range now.roots() {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		best := 0
		now.project(root).each(func(e entity, r role) (ok bool) {
			if r != declares || symbolKinds[e.sort] == 0 {
				return false
			}
			best, ok = score(query, strings.ToLower(e.name))
			return ok
		}, func(o occurrence) { hits = append(hits, hit{o, best}) })
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return a.score - b.score })
	list := []protocol.SymbolInformation{}
	for _, h := range hits[:min(len(hits), mostSymbols)] {
		list = append(list, protocol.SymbolInformation{Name: h.name, Kind: symbolKinds[h.sort], Location: now.location(h.span), ContainerName: h.container()})
	}
	return list, nil
}

// container returns the case of a check, or the name of the file.
func (h hit) container() string {
	if h.sort == aCheck {
		_, name, _ := strings.Cut(h.scope, "\x00")
		return name
	}
	path := h.span.File.Name()
	return path[strings.LastIndexAny(path, `/\`)+1:]
}

// score says how well a name matches a query: 0 is the name itself, then names
// that begin with it, that have it in them, and that have its characters.
func score(query, name string) (int, bool) {
	switch {
	case query == "" || query == name:
		return 0, true
	case strings.HasPrefix(name, query):
		return 1, true
	case strings.Contains(name, query):
		return 2, true
	}
	return 3, fuzzy(query, name)
}
