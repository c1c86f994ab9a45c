package feature

import (
	"context"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lsp/completion"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// In the hierarchy of calls one tool comes before another if it may write what
// the precondition of the other reads: a call of the first can make the second
// possible, or impossible.

// PrepareCallHierarchy returns the transition of the tool at a place.
func PrepareCallHierarchy(_ context.Context, now *snapshot.Snapshot, p *protocol.CallHierarchyPrepareParams) ([]protocol.CallHierarchyItem, error) {
	list := []protocol.CallHierarchyItem{}
	v, c, here, ok := now.Locate(p.TextDocumentPositionParams)
	if !ok || here.Sort != snapshot.Tool {
		return list, nil
	}
	for _, m := range v.Result.Models {
		t := m.Transition(here.Name)
		if t != nil && (completion.ScopeOf(v, c).Model == m || completion.ScopeOf(v, c).Model == nil) {
			list = append(list, callItem(now, m, t))
		}
	}
	return list, nil
}

func callItem(s *snapshot.Snapshot, m *checker.Model, t *checker.Transition) protocol.CallHierarchyItem {
	f := m.File.Tree
	return protocol.CallHierarchyItem{
		Name: t.Name(), Kind: protocol.SymbolKindFunction, URI: s.URI(f.File.Name()),
		Range: s.Mapper.Span(f.Resolve(t.Unit.Span(t.Decl))), SelectionRange: s.Mapper.Span(f.Resolve(t.Declared())),
	}
}

// transitionAt returns what an item is about, in the files as they are now.
func transitionAt(s *snapshot.Snapshot, item protocol.CallHierarchyItem) (*checker.Model, *checker.Transition) {
	v, c, err := s.Open(item.URI)
	if err != nil || c.Tree == nil {
		return nil, nil
	}
	m := completion.ScopeOf(v, c).Model
	if m == nil {
		return nil, nil
	}
	return m, m.Transition(item.Name)
}

// IncomingCalls returns the tools that write what the precondition of a tool
// reads, with the places where they do.
func IncomingCalls(_ context.Context, now *snapshot.Snapshot, p *protocol.CallHierarchyIncomingCallsParams) ([]protocol.CallHierarchyIncomingCall, error) {
	list := []protocol.CallHierarchyIncomingCall{}
	m, t := transitionAt(now, p.Item)
	if t == nil {
		return list, nil
	}
	reads := pathsRead(m, t)
	for _, other := range m.Transitions {
		if at := writesTo(now, m, other, reads); len(at) > 0 {
			list = append(list, protocol.CallHierarchyIncomingCall{From: callItem(now, m, other), FromRanges: at})
		}
	}
	return list, nil
}

// OutgoingCalls returns the tools whose preconditions read what a tool writes,
// with the places where it writes it.
func OutgoingCalls(_ context.Context, now *snapshot.Snapshot, p *protocol.CallHierarchyOutgoingCallsParams) ([]protocol.CallHierarchyOutgoingCall, error) {
	list := []protocol.CallHierarchyOutgoingCall{}
	m, t := transitionAt(now, p.Item)
	if t == nil {
		return list, nil
	}
	for _, other := range m.Transitions {
		if at := writesTo(now, m, t, pathsRead(m, other)); len(at) > 0 {
			list = append(list, protocol.CallHierarchyOutgoingCall{To: callItem(now, m, other), FromRanges: at})
		}
	}
	return list, nil
}

// pathsRead returns the parts of the state that the precondition of a
// transition reads.
func pathsRead(m *checker.Model, t *checker.Transition) map[string]bool {
	set := make(map[string]bool)
	if t.Decl.Pre == nil {
		return set
	}
	leaves(t.Decl.Pre, false, func(path string, _ ast.Node) {
		name, _, _ := strings.Cut(path, ".")
		// Constants and locals are no state.
		if m.Var(name) != nil {
			set[path] = true
		}
	})
	return set
}

// writesTo returns where a transition writes one of these parts of the state,
// something in it, or something that it is in.
func writesTo(s *snapshot.Snapshot, m *checker.Model, t *checker.Transition, paths map[string]bool) []protocol.Range {
	var list []protocol.Range
	if t.Decl.Post == nil || len(paths) == 0 {
		return nil
	}
	leaves(t.Decl.Post, true, func(path string, at ast.Node) {
		for p := range paths {
			// A record and a field of it overlap in both directions.
			if p == path || strings.HasPrefix(p, path+".") || strings.HasPrefix(path, p+".") {
				list = append(list, s.Mapper.Span(m.File.Tree.Resolve(t.Unit.Span(at))))
				return
			}
		}
	})
	return list
}
