package lsp

import (
	"context"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
)

// In the hierarchy of calls one tool comes before another if it may write what
// the precondition of the other reads: a call of the first can make the second
// possible, or impossible.

// prepareCallHierarchy returns the transition of the tool at a place.
func prepareCallHierarchy(_ context.Context, now *snapshot, p *protocol.CallHierarchyPrepareParams) ([]protocol.CallHierarchyItem, error) {
	list := []protocol.CallHierarchyItem{}
	v, c, here, ok := now.locate(p.TextDocumentPositionParams)
	if !ok || here.sort != aTool {
		return list, nil
	}
	for _, m := range v.result.Models {
		t := m.Transition(here.name)
		if t != nil && (scopeOf(v, c).model == m || scopeOf(v, c).model == nil) {
			list = append(list, callItem(now, m, t))
		}
	}
	return list, nil
}

func callItem(s *snapshot, m *checker.Model, t *checker.Transition) protocol.CallHierarchyItem {
	f := m.File.Tree
	return protocol.CallHierarchyItem{
		Name: t.Name(), Kind: protocol.SymbolKindFunction, URI: s.uri(f.File.Name()),
		Range: s.mapper.span(f.Resolve(t.Unit.Span(t.Decl))), SelectionRange: s.mapper.span(f.Resolve(t.Declared())),
	}
}

// transitionAt returns what an item is about, in the files as they are now.
func transitionAt(s *snapshot, item protocol.CallHierarchyItem) (*checker.Model, *checker.Transition) {
	v, c, err := s.open(item.URI)
	if err != nil || c.tree == nil {
		return nil, nil
	}
	m := scopeOf(v, c).model
	if m == nil {
		return nil, nil
	}
	return m, m.Transition(item.Name)
}

// incomingCalls returns the tools that write what the precondition of a tool
// reads, with the places where they do.
func incomingCalls(_ context.Context, now *snapshot, p *protocol.CallHierarchyIncomingCallsParams) ([]protocol.CallHierarchyIncomingCall, error) {
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

// outgoingCalls returns the tools whose preconditions read what a tool writes,
// with the places where it writes it.
func outgoingCalls(_ context.Context, now *snapshot, p *protocol.CallHierarchyOutgoingCallsParams) ([]protocol.CallHierarchyOutgoingCall, error) {
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
		if m.Var(name) != nil {
			set[path] = true
		}
	})
	return set
}

// writesTo returns where a transition writes one of these parts of the state,
// something in it, or something that it is in.
func writesTo(s *snapshot, m *checker.Model, t *checker.Transition, paths map[string]bool) []protocol.Range {
	var list []protocol.Range
	if t.Decl.Post == nil || len(paths) == 0 {
		return nil
	}
	leaves(t.Decl.Post, true, func(path string, at ast.Node) {
		for p := range paths {
			if p == path || strings.HasPrefix(p, path+".") || strings.HasPrefix(path, p+".") {
				list = append(list, s.mapper.span(m.File.Tree.Resolve(t.Unit.Span(at))))
				return
			}
		}
	})
	return list
}
