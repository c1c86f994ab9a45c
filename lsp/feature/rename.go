package feature

import (
	"context"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// renamed are the things whose names belong to the files of the project. Tools,
// parameters and what an agent sees belong to somebody else, and fields and
// names of enums are told apart by spelling alone.
var renamed = map[snapshot.Sort]string{snapshot.Variable: "variable", snapshot.Constant: "constant", snapshot.Definition: "definition", snapshot.Local: "local name", snapshot.Case: "case", snapshot.Check: "check",
	snapshot.Calls: "group", snapshot.Joined: "variable of a check", snapshot.Bound: "bound name", snapshot.Result: "name of a result"}

var sorts = map[snapshot.Sort]string{snapshot.Tool: "tool", snapshot.Parameter: "parameter of a tool", snapshot.Field: "field", snapshot.EnumName: "name in an enum",
	snapshot.Part: "part of an answer", snapshot.Rule: "rule"}

// RequestFailed is the code of LSP 3.17 for a request that is in order and cannot be granted.
const RequestFailed jsonrpc2.Code = -32803

// Refuse returns the error of a request that cannot be granted; its text is for the user.
func Refuse(format string, args ...any) error { return jsonrpc2.Errorf(RequestFailed, format, args...) }

// PrepareRename returns the range of the name at a place, or says why it has
// none that can be changed.
func PrepareRename(_ context.Context, now *snapshot.Snapshot, p *protocol.PrepareRenameParams) (*protocol.Range, error) {
	_, _, here, ok := now.Locate(p.TextDocumentPositionParams)
	if !ok {
		return nil, nil
	}
	if renamed[here.Sort] == "" {
		return nil, Refuse("cannot rename the %s here", sorts[here.Sort])
	}
	r := now.Mapper.Span(here.Span)
	return &r, nil
}

// Rename changes a name everywhere in the project. It refuses a name that is
// none, that the languages use, or that something else has already.
func Rename(_ context.Context, now *snapshot.Snapshot, p *protocol.RenameParams) (*protocol.WorkspaceEdit, error) {
	v, _, here, ok := now.Locate(p.TextDocumentPositionParams)
	if here.Sort == snapshot.Joined {
		p.NewName = strings.TrimPrefix(p.NewName, "?") // the mark stays where it is
	}
	switch {
	case !ok:
		return nil, Refuse("no name found here")
	case renamed[here.Sort] == "":
		return nil, Refuse("cannot rename the %s here", sorts[here.Sort])
	case !syntax.IsIdent(p.NewName):
		return nil, Refuse("%q is not a name", p.NewName)
	}
	if why := unfit(here.Sort, p.NewName); why != "" {
		return nil, Refuse("`%s` %s", p.NewName, why)
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

// unfit says why a word cannot be the name of a thing, although it is one
// identifier; it returns "" for a word that can.
func unfit(sort snapshot.Sort, word string) string {
	form := forms.Lookup(word)
	switch {
	case ast.IsReserved(word), sort == snapshot.Definition && ops.Lookup(word) != ops.None,
		sort == snapshot.Check && (word == "goal" || form != forms.None && !form.Info().Extension):
		return "is a word of the language"
	case !syntax.IsPlain(word):
		return "has a character that cannot be seen, or that looks like another one"
	}
	return ""
}

// taken returns what has the new name of a thing already, if the two would be confused.
func taken(v *snapshot.View, e snapshot.Entity, name string) (had snapshot.Occurrence, found bool) {
	if name == e.Name {
		return snapshot.Occurrence{}, false
	}
	v.Each(func(o snapshot.Entity, r snapshot.Role) bool {
		return o.Name == name && r == snapshot.Declares && clash(o, e)
	}, func(o snapshot.Occurrence) {
		if !found {
			had, found = o, true
		}
	})
	return had, found
}

// clash reports whether two things have to have different names. Variables,
// constants and definitions share one name space, which the names inside an
// expression are part of. The local name of an argument may be that of a
// variable: `param` tells them apart.
func clash(a, b snapshot.Entity) bool {
	if isInner(b) {
		a, b = b, a
	}
	switch {
	case isInner(a) && isInner(b):
		return unitOf(a) == unitOf(b)
	case isInner(a):
		return isGlobal(b.Sort) && strings.HasPrefix(a.Scope, b.Scope+"\x00")
	case a.Sort == b.Sort || isGlobal(a.Sort) && isGlobal(b.Sort):
		return a.Scope == b.Scope || a.Sort == snapshot.Check && meet(a.Scope, b.Scope)
	}
	return false
}

// isInner reports whether a thing has a name in an expression alone: what a
// quantifier binds, and a local of a definition.
func isInner(e snapshot.Entity) bool {
	return e.Sort == snapshot.Bound || e.Sort == snapshot.Local && strings.Contains(e.Scope, "\x00define ")
}

// unitOf returns the clause that an inner name is in. The scope of a bound name
// is its clause, then @ and the place of its binder.
func unitOf(e snapshot.Entity) string {
	unit, _, _ := strings.Cut(e.Scope, "@")
	return unit
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
