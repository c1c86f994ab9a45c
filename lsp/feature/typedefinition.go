package feature

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// TypeDefinition leads from a name to where its type is written: the type in a
// declaration, or the schema of an argument.
func TypeDefinition(_ context.Context, now *snapshot.Snapshot, p *protocol.TypeDefinitionParams) ([]protocol.Location, error) {
	list := []protocol.Location{}
	v, all := occurrences(now, p.TextDocumentPositionParams)
	for _, o := range all {
		if at := typeSpan(v, o); o.Role == snapshot.Declares && !at.IsZero() {
			list = append(list, now.Location(at))
		}
	}
	return list, nil
}

// typeSpan returns where the type of what an occurrence declares is written.
func typeSpan(v *snapshot.View, o snapshot.Occurrence) source.Span {
	switch n := o.Node.(type) {
	case *ast.Var:
		return partOf(o, n.Type)
	case *ast.Const:
		return partOf(o, n.Type)
	case *ast.FieldType:
		return partOf(o, n.Type)
	case *ast.Bind:
		if t, ok := o.Unit.Node.(*ast.Transition); ok && n.Param != nil && t.Tool != nil {
			return schemaSpan(toolOf(v, t.Tool.Name), n.Param.Name)
		}
	case nil:
		if o.Sort == snapshot.Parameter {
			return schemaSpan(toolOf(v, o.Scope), o.Name)
		}
	}
	return source.Span{}
}

// partOf returns the span of a part of the unit of an occurrence in its file.
func partOf(o snapshot.Occurrence, n ast.Node) source.Span {
	if n == nil || o.Model == nil {
		return source.Span{}
	}
	return o.Model.File.Tree.Resolve(o.Unit.Span(n))
}

func schemaSpan(t *tool.Tool, param string) source.Span {
	if t == nil || t.Param(param) == nil {
		return source.Span{}
	}
	return t.Param(param).Schema.Span
}

// toolOf returns the schema of a tool, or nil.
func toolOf(v *snapshot.View, name string) *tool.Tool {
	for _, set := range toolsets(v) {
		if t := set.Lookup(name); t != nil {
			return t
		}
	}
	return nil
}

// toolsets returns the schemas of the project.
func toolsets(v *snapshot.View) []*tool.Set {
	var list []*tool.Set
	for _, m := range v.Result.Models {
		list = append(list, m.Tools)
	}
	for _, s := range v.Result.Suites {
		list = append(list, s.Tools)
	}
	return list
}

// Declaration leads from a tool to its schema, where definition leads to the
// transition as well, and from anything else to where it is declared.
func Declaration(_ context.Context, now *snapshot.Snapshot, p *protocol.DeclarationParams) ([]protocol.Location, error) {
	at := p.TextDocumentPositionParams
	if list := places(now, at, func(o snapshot.Occurrence) bool { return declares(o) && o.Unit == nil }); len(list) > 0 {
		return list, nil
	}
	return places(now, at, declares), nil
}
