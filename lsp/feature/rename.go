package feature

import (
	"context"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// renamed are the things whose names belong to the files of the project. Tools,
// parameters and what an agent sees belong to somebody else, and fields and
// names of enums are told apart by spelling alone.
var renamed = map[snapshot.Sort]string{snapshot.Variable: "variable", snapshot.Constant: "constant", snapshot.Definition: "definition", snapshot.Local: "local name", snapshot.Case: "case", snapshot.Check: "check",
	snapshot.Calls: "group", snapshot.Joined: "variable of a check", snapshot.Bound: "bound name", snapshot.Result: "name of a result"}

var sorts = map[snapshot.Sort]string{snapshot.Tool: "tool", snapshot.Parameter: "parameter of a tool", snapshot.Field: "field", snapshot.EnumName: "name of an enum",
	snapshot.Part: "part of an answer", snapshot.Rule: "rule"}

// Refuse returns the error of a request that cannot be granted; its text is for the user.
func Refuse(format string, args ...any) error {
	return jsonrpc2.Errorf(jsonrpc2.InvalidRequest, format, args...)
}

// PrepareRename returns the range of the name at a place, or says why it has
// none that can be changed.
func PrepareRename(_ context.Context, now *snapshot.Snapshot, p *protocol.PrepareRenameParams) (*protocol.Range, error) {
	_, _, here, ok := now.Locate(p.TextDocumentPositionParams)
	if !ok {
		return nil, nil
	}
	if renamed[here.Sort] == "" {
		return nil, Refuse("the name of a %s is not changed here", sorts[here.Sort])
	}
	r := now.Mapper.Span(here.Span)
	return &r, nil
}

// Rename changes a name everywhere in the project. It refuses a name that is
// none, or that stands for something else already.
func Rename(_ context.Context, now *snapshot.Snapshot, p *protocol.RenameParams) (*protocol.WorkspaceEdit, error) {
	v, _, here, ok := now.Locate(p.TextDocumentPositionParams)
	if here.Sort == snapshot.Joined {
		p.NewName = strings.TrimPrefix(p.NewName, "?") // the mark stays where it is
	}
	switch {
	case !ok:
		return nil, Refuse("no name found here")
	case renamed[here.Sort] == "":
		return nil, Refuse("the name of a %s is not changed here", sorts[here.Sort])
	case !syntax.IsIdent(p.NewName):
		return nil, Refuse("%q is not a name", p.NewName)
	case ast.IsReserved(p.NewName):
		return nil, Refuse("`%s` is a word of the language", p.NewName)
	}
	if had, taken := taken(v, here.Entity, p.NewName); taken {
		at := now.Location(had.Span)
		return nil, Refuse("`%s` is a %s already, on line %d of %s", p.NewName, renamed[had.Sort], at.Range.Start.Line+1, had.Span.File.Name())
	}
	var edits []diag.Edit
	places := make(map[*source.File][]diag.Edit)
	// Occurrences are in all files of the project. Collect them by file for the locks.
	for _, o := range v.Of(here.Entity) {
		e := diag.Edit{Span: o.Span, New: p.NewName}
		edits, places[o.Span.File] = append(edits, e), append(places[o.Span.File], e)
	}
	if err := refuseLocked(places); err != nil {
		return nil, err
	}
	return workspaceEdit(now, edits), nil
}

// taken returns what a new name would stand for as well. Variables and
// constants share their names; a local name may be that of a variable, which
// is only confusing.
func taken(v *snapshot.View, e snapshot.Entity, name string) (had snapshot.Occurrence, found bool) {
	if name == e.Name {
		return snapshot.Occurrence{}, false
	}
	v.Each(func(o snapshot.Entity, r snapshot.Role) bool {
		same := o.Sort == e.Sort || isGlobal(o.Sort) && isGlobal(e.Sort)
		if o.Sort == snapshot.Bound || e.Sort == snapshot.Bound {
			return o.Name == name && r == snapshot.Declares && besideBound(o, e)
		}
		return same && (o.Scope == e.Scope || e.Sort == snapshot.Check && meet(o.Scope, e.Scope)) && o.Name == name && r == snapshot.Declares
	}, func(o snapshot.Occurrence) {
		if !found {
			had, found = o, true
		}
	})
	return had, found
}

// besideBound reports whether two things, of which one is a bound name, have to have
// different names: variables and constants, and the bound names of one unit.
func besideBound(a, b snapshot.Entity) bool {
	if a.Sort == snapshot.Bound && b.Sort == snapshot.Bound {
		// The scope of a bound name is its unit, then @ and the place of its binder.
		one, _, _ := strings.Cut(a.Scope, "@")
		two, _, _ := strings.Cut(b.Scope, "@")
		return one == two
	}
	if b.Sort == snapshot.Bound {
		a, b = b, a
	}
	return (b.Sort == snapshot.Variable || b.Sort == snapshot.Constant) && strings.HasPrefix(a.Scope, b.Scope+"\x00")
}

// meet reports whether the names of checks in two scopes have to differ: in a
// case, and in all cases.
func meet(a, b string) bool {
	file, one, _ := strings.Cut(a, "\x00")
	other, two, _ := strings.Cut(b, "\x00")
	return file == other && (one == "" || two == "")
}

// ErrStale is the answer instead of edits of texts that have changed since.
var ErrStale = jsonrpc2.NewError(-32801, "the text has changed since it was asked for")

// isGlobal reports whether names of a sort are in the one name space of a model.
func isGlobal(s snapshot.Sort) bool {
	return s == snapshot.Variable || s == snapshot.Constant || s == snapshot.Definition
}
