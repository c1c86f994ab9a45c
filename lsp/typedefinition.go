package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
)

// typeDefinition leads from a name to where its type is written: the type in a
// declaration, or the schema of an argument.
func typeDefinition(_ context.Context, now *snapshot, p *protocol.TypeDefinitionParams) ([]protocol.Location, error) {
	list := []protocol.Location{}
	v, _, here, ok := now.locate(p.TextDocumentPositionParams)
	if !ok {
		return list, nil
	}
	for _, o := range v.of(here.entity) {
		if at := typeSpan(v, o); o.role == declares && !at.IsZero() {
			list = append(list, now.location(at))
		}
	}
	return list, nil
}

// typeSpan returns where the type of what an occurrence declares is written.
func typeSpan(v *view, o occurrence) source.Span {
	switch n := o.node.(type) {
	case *ast.Var:
		return partOf(o, n.Type)
	case *ast.Const:
		return partOf(o, n.Type)
	case *ast.FieldType:
		return partOf(o, n.Type)
	case *ast.Bind:
		if t, ok := o.unit.Node.(*ast.Transition); ok && n.Param != nil && t.Tool != nil {
			return schemaSpan(toolOf(v, t.Tool.Name), n.Param.Name)
		}
	case nil:
		if o.sort == aParameter {
			return schemaSpan(toolOf(v, o.scope), o.name)
		}
	}
	return source.Span{}
}

// partOf returns the span of a part of the unit of an occurrence in its file.
func partOf(o occurrence, n ast.Node) source.Span {
	if n == nil || o.model == nil {
		return source.Span{}
	}
	return o.model.File.Tree.Resolve(o.unit.Span(n))
}

func schemaSpan(t *tool.Tool, param string) source.Span {
	if t == nil || t.Param(param) == nil {
		return source.Span{}
	}
	return t.Param(param).Schema.Span
}

// toolOf returns the schema of a tool, or nil.
func toolOf(v *view, name string) *tool.Tool {
	for _, set := range toolsets(v) {
		if t := set.Lookup(name); t != nil {
			return t
		}
	}
	return nil
}

// toolsets returns the schemas of the project.
func toolsets(v *view) []*tool.Set {
	var list []*tool.Set
	for _, m := range v.result.Models {
		list = append(list, m.Tools)
	}
	for _, s := range v.result.Suites {
		list = append(list, s.Tools)
	}
	return list
}

// declaration leads from a tool to its schema, where definition leads to the
// transition as well, and from anything else to where it is declared.
func declaration(_ context.Context, now *snapshot, p *protocol.DeclarationParams) ([]protocol.Location, error) {
	list, all := []protocol.Location{}, []protocol.Location{}
	v, _, here, ok := now.locate(p.TextDocumentPositionParams)
	if !ok {
		return list, nil
	}
	for _, o := range v.of(here.entity) {
		if o.role != declares {
			continue
		}
		all = append(all, now.location(o.span))
		if o.unit == nil {
			list = append(list, now.location(o.span))
		}
	}
	if len(list) > 0 {
		return list, nil
	}
	return all, nil
}
