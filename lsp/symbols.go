package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
)

// documentSymbol outlines a document: the declarations of a model, the cases of
// a suite with their checks.
func documentSymbol(_ context.Context, now *snapshot, p *protocol.DocumentSymbolParams) ([]protocol.DocumentSymbol, error) {
	list := []protocol.DocumentSymbol{}
	_, c, err := now.open(p.TextDocument.URI)
	if err != nil || c.tree == nil {
		return list, nil
	}
	o := outline{snapshot: now, file: c.tree}
	for _, m := range c.tree.Models {
		for _, u := range m.Clauses {
			list = append(list, o.clause(u)...)
		}
	}
	for _, k := range c.tree.Cases {
		if id := k.Name(); id != nil {
			symbol := o.symbol(id.Name, protocol.SymbolKindClass, caseSpan(c.tree, k), k.Header, id)
			symbol.Children = o.checks(k)
			list = append(list, symbol)
		}
	}
	return list, nil
}

// An outline makes symbols of the parts of a file.
type outline struct {
	*snapshot
	file *ast.File
}

func (o outline) symbol(name string, kind protocol.SymbolKind, whole source.Span, u *ast.Unit, id ast.Node) protocol.DocumentSymbol {
	return protocol.DocumentSymbol{
		Name: name, Kind: kind, Range: o.mapper.span(whole), SelectionRange: o.mapper.span(o.file.Tree.Resolve(u.Span(id))),
	}
}

func (o outline) clause(u *ast.Unit) []protocol.DocumentSymbol {
	whole := o.file.Tree.Resolve(u.Span(u.Node))
	one := func(id *ast.Ident, kind protocol.SymbolKind, detail string) []protocol.DocumentSymbol {
		if id == nil {
			return nil
		}
		s := o.symbol(id.Name, kind, whole, u, id)
		s.Detail = detail
		return []protocol.DocumentSymbol{s}
	}
	switch n := u.Node.(type) {
	case *ast.Var:
		return one(n.Name, protocol.SymbolKindVariable, detailOf(u, n.Type))
	case *ast.Const:
		return one(n.Name, protocol.SymbolKindConstant, detailOf(u, n.Type))
	case *ast.Transition:
		return one(n.Tool, protocol.SymbolKindFunction, "")
	}
	return nil
}

func detailOf(u *ast.Unit, t ast.Type) string {
	if t == nil {
		return ""
	}
	return u.Compact(t)
}

func (o outline) checks(k *ast.Case) []protocol.DocumentSymbol {
	if k.Checks == nil {
		return nil
	}
	var list []protocol.DocumentSymbol
	if n, ok := k.Checks.Node.(*ast.Checks); ok {
		for _, c := range n.Checks {
			if c.Name == nil {
				continue
			}
			s := o.symbol(c.Name.Name, protocol.SymbolKindProperty, o.file.Tree.Resolve(k.Checks.Span(c)), k.Checks, c.Name)
			if c.Form != nil {
				s.Detail = k.Checks.Compact(c.Form)
			}
			list = append(list, s)
		}
	}
	return list
}
