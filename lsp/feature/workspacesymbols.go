package feature

import (
	"context"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lsp/completion"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// mostSymbols is how many symbols are sent for a query.
const mostSymbols = 500

// symbolKinds are the sorts of things that can be searched for.
var symbolKinds = map[snapshot.Sort]protocol.SymbolKind{
	snapshot.Variable: protocol.SymbolKindVariable, snapshot.Constant: protocol.SymbolKindConstant, snapshot.Tool: protocol.SymbolKindFunction,
	snapshot.Case: protocol.SymbolKindClass, snapshot.Check: protocol.SymbolKindProperty,
	snapshot.Calls: protocol.SymbolKindFunction, snapshot.Definition: protocol.SymbolKindFunction,
}

// A hit is a declaration whose name a query matches, the better the lower.
type hit struct {
	snapshot.Occurrence
	score int
}

// WorkspaceSymbol finds declarations in all projects by some of the characters
// of their names, in their order.
func WorkspaceSymbol(ctx context.Context, now *snapshot.Snapshot, p *protocol.WorkspaceSymbolParams) ([]protocol.SymbolInformation, error) {
	query := strings.ToLower(p.Query)
	var hits []hit
	for _, root := range now.Roots() {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		// Each calls both functions in turn for a name, so best is the score of the occurrence.
		best := 0
		now.Project(root).Each(func(e snapshot.Entity, r snapshot.Role) (ok bool) {
			if r != snapshot.Declares || symbolKinds[e.Sort] == 0 {
				return false
			}
			best, ok = score(query, strings.ToLower(e.Name))
			return ok
		}, func(o snapshot.Occurrence) { hits = append(hits, hit{o, best}) })
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return a.score - b.score })
	list := []protocol.SymbolInformation{}
	for _, h := range hits[:min(len(hits), mostSymbols)] {
		list = append(list, protocol.SymbolInformation{Name: h.Name, Kind: symbolKinds[h.Sort], Location: now.Location(h.Span), ContainerName: h.container()})
	}
	return list, nil
}

// container returns the case of a check, or the name of the file of what is in no
// case, and of a tool of the user that it is the user's.
func (h hit) container() string {
	if h.Sort == snapshot.Check {
		if _, name, _ := strings.Cut(h.Scope, "\x00"); name != "" {
			return name
		}
	}
	path := h.Span.File.Name()
	file := path[strings.LastIndexAny(path, `/\`)+1:]
	if h.Sort == snapshot.Tool && h.Model != nil && ownerDetail(h.Model, h.Name) != "" {
		return file + " " + ownerDetail(h.Model, h.Name)
	}
	return file
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
	return 3, completion.Fuzzy(query, name)
}
