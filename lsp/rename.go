package lsp

import (
	"context"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
)

// renamed are the things whose names belong to the files of the project. Tools,
// parameters and what an agent sees belong to somebody else, and fields and
// names of enums are told apart by spelling alone.
var renamed = map[sort]string{aVar: "variable", aConst: "constant", aLocal: "local name", aCase: "case", aCheck: "check"}

var sorts = map[sort]string{aTool: "tool", aParameter: "parameter of a tool", aField: "field", aName: "name of an enum"}

func refuse(format string, args ...any) error {
	return jsonrpc2.Errorf(jsonrpc2.InvalidRequest, format, args...)
}

// prepareRename returns the range of the name at a place, or says why it has
// none that can be changed.
func prepareRename(_ context.Context, now *snapshot, p *protocol.PrepareRenameParams) (*protocol.Range, error) {
	_, _, here, ok := now.locate(p.TextDocumentPositionParams)
	if !ok {
		return nil, nil
	}
	if renamed[here.sort] == "" {
		return nil, refuse("the name of a %s is not changed here", sorts[here.sort])
	}
	r := now.mapper.span(here.span)
	return &r, nil
}

// rename changes a name everywhere in the project. It refuses a name that is
// none, or that stands for something else already.
func rename(_ context.Context, now *snapshot, p *protocol.RenameParams) (*protocol.WorkspaceEdit, error) {
	v, _, here, ok := now.locate(p.TextDocumentPositionParams)
	switch {
	case !ok:
		return nil, refuse("there is no name here")
	case renamed[here.sort] == "":
		return nil, refuse("the name of a %s is not changed here", sorts[here.sort])
	case !syntax.IsIdent(p.NewName):
		return nil, refuse("%q is not a name", p.NewName)
	case ast.IsReserved(p.NewName):
		return nil, refuse("`%s` is a word of the language", p.NewName)
	}
	if had, taken := taken(v, here.entity, p.NewName); taken {
		at := now.location(had.span)
		return nil, refuse("`%s` is a %s already, on line %d of %s", p.NewName, renamed[had.sort], at.Range.Start.Line+1, had.span.File.Name())
	}
	edit := &protocol.WorkspaceEdit{Changes: make(map[protocol.DocumentURI][]protocol.TextEdit)}
	places := make(map[*source.File][]diag.Edit)
	for _, o := range v.of(here.entity) {
		places[o.span.File] = append(places[o.span.File], diag.Edit{Span: o.span})
		u := now.uri(o.span.File.Name())
		edit.Changes[u] = append(edit.Changes[u], protocol.TextEdit{Range: now.mapper.span(o.span), NewText: p.NewName})
	}
	if err := refuseLocked(places); err != nil {
		return nil, err
	}
	return edit, nil
}

// taken returns what a new name would stand for as well. Variables and
// constants share their names; a local name may be that of a variable, which
// is only confusing.
func taken(v *view, e entity, name string) (had occurrence, found bool) {
	if name == e.name {
		return occurrence{}, false
	}
	v.each(func(o entity, r role) bool {
		same := o.sort == e.sort || (o.sort == aVar || o.sort == aConst) && (e.sort == aVar || e.sort == aConst)
		return same && o.scope == e.scope && o.name == name && r == declares
	}, func(o occurrence) {
		if !found {
			had, found = o, true
		}
	})
	return had, found
}

// errStale is the answer instead of edits of texts that have changed since.
var errStale = jsonrpc2.NewError(-32801, "the text has changed since it was asked for")
