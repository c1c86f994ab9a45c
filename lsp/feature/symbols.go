package feature

import (
	"context"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// DocumentSymbol outlines a document: the declarations of a model; the groups,
// the common checks, the rules and the cases of a suite with their checks.
func DocumentSymbol(_ context.Context, now *snapshot.Snapshot, p *protocol.DocumentSymbolParams) ([]protocol.DocumentSymbol, error) {
	list := []protocol.DocumentSymbol{}
	v, c, err := now.Open(p.TextDocument.URI)
	if err != nil || c.Tree == nil {
		return list, nil
	}
	o := outline{Snapshot: now, file: c.Tree}
	for _, m := range v.Result.Models {
		if m.File == c.Tree {
			o.model = m
		}
	}
	for _, m := range c.Tree.Models {
		for _, u := range m.Clauses {
			list = append(list, o.clause(u)...)
		}
	}
	for _, u := range c.Tree.Beside() {
		list = append(list, o.shared(u)...)
	}
	for _, k := range c.Tree.Cases {
		if id := k.Name(); id != nil {
			symbol := o.symbol(id.Name, protocol.SymbolKindClass, snapshot.CaseSpan(c.Tree, k), k.Header, id)
			symbol.Children = o.checks(k.Checks)
			list = append(list, symbol)
		}
	}
	return list, nil
}

// An outline makes symbols of the parts of a file.
type outline struct {
	*snapshot.Snapshot
	file  *ast.File
	model *checker.Model // of the file; nil of a suite
}

func (o outline) symbol(name string, kind protocol.SymbolKind, whole source.Span, u *ast.Unit, id ast.Node) protocol.DocumentSymbol {
	return protocol.DocumentSymbol{
		Name: name, Kind: kind, Range: o.Mapper.Span(whole), SelectionRange: o.Mapper.Span(o.file.Tree.Resolve(u.Span(id))),
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
	case *ast.Definition:
		if n.Body == nil {
			return one(n.Name, protocol.SymbolKindFunction, "")
		}
		return one(n.Name, protocol.SymbolKindFunction, u.Compact(n.Body))
	case *ast.Transition:
		if n.Tool != nil && o.model != nil {
			return one(n.Tool, protocol.SymbolKindFunction, ownerDetail(o.model, n.Tool.Name))
		}
		return one(n.Tool, protocol.SymbolKindFunction, "")
	}
	return nil
}

// ownerDetail says that a tool is the user's, as a transition does; of others it is
// "".
func ownerDetail(m *checker.Model, name string) string {
	if m.Owner(name) == tool.User {
		return "(by user)"
	}
	return ""
}

func detailOf(u *ast.Unit, t ast.Type) string {
	if t == nil {
		return ""
	}
	return u.Compact(t)
}

// shared outlines a group, the common checks, or the rules.
func (o outline) shared(u *ast.Unit) []protocol.DocumentSymbol {
	whole := o.file.Tree.Resolve(u.Span(u.Node))
	switch n := u.Node.(type) {
	case *ast.Define:
		if n.Name == nil {
			return nil
		}
		s := o.symbol(n.Name.Name, protocol.SymbolKindFunction, whole, u, n.Name)
		if n.Form != nil {
			s.Detail = u.Compact(n.Form)
		}
		return []protocol.DocumentSymbol{s}
	case *ast.Rules:
		s := o.symbol(n.Keyword.Name, protocol.SymbolKindClass, whole, u, n.Keyword)
		names := lists.Map(n.Names, func(name *ast.Ident) string { return name.Name })
		s.Detail = strings.Join(names, " ")
		return []protocol.DocumentSymbol{s}
	case *ast.Common:
		s := o.symbol(n.Keyword.Name, protocol.SymbolKindClass, whole, u, n.Keyword)
		s.Children = o.checks(u)
		return []protocol.DocumentSymbol{s}
	}
	return nil
}

// checks outlines the checks in a unit; nil is one without.
func (o outline) checks(u *ast.Unit) []protocol.DocumentSymbol {
	if u == nil {
		return nil
	}
	var list []protocol.DocumentSymbol
	for c := range ast.Each[*ast.Check](u.Node) {
		if c.Name == nil {
			continue
		}
		s := o.symbol(c.Name.Name, protocol.SymbolKindProperty, o.file.Tree.Resolve(u.Span(c)), u, c.Name)
		if c.Form != nil {
			s.Detail = u.Compact(c.Form)
		}
		list = append(list, s)
	}
	return list
}
