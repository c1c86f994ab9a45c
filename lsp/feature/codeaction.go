package feature

import (
	"context"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// FixAllKind is the kind of the action that applies the certain fixes of a file, for editors that do so on save.
const FixAllKind protocol.CodeActionKind = "source.fixAll.mantrac"

// An offer is an action whose edit is made when it is chosen: many can be
// offered, and few are chosen.
type offer struct {
	protocol.CodeAction
	edit func() (e *protocol.WorkspaceEdit, more string) // e is nil if it cannot be done; more is what the title lacks
}

// done returns the action with its edit, if it can be done.
func (o offer) done() (protocol.CodeAction, bool) {
	if o.Edit != nil {
		return o.CodeAction, true
	}
	edit, more := o.edit()
	o.Edit, o.Title = edit, o.Title+more
	return o.CodeAction, edit != nil
}

// CodeAction offers the fixes of what is found in a range, and what else can be
// done with it or with the file. A client that can ask for the edit of the
// action that is chosen gets the edits of fixes alone.
func (s Background) CodeAction(_ context.Context, now *snapshot.Snapshot, p *protocol.CodeActionParams) ([]protocol.CodeAction, error) {
	list := []protocol.CodeAction{}
	asked := askedActions{URI: p.TextDocument.URI, Version: now.Documents[snapshot.PathOf(p.TextDocument.URI)].Version, Range: p.Range, Only: p.Context.Only}
	lazy := now.Client.ResolvesEdits()
	for i, o := range s.offers(now, asked) {
		switch {
		case o.Command != nil:
			// A command has no edit.
			list = append(list, o.CodeAction)
		case lazy && o.Edit == nil:
			// The edit is made when the user chooses the action.
			o.Data = chosenAction{askedActions: asked, Index: i, Title: o.Title}
			list = append(list, o.CodeAction)
		default:
			if a, ok := o.done(); ok {
				list = append(list, a)
			}
		}
	}
	return list, nil
}

// askedActions say what actions were asked for.
type askedActions struct {
	URI     protocol.DocumentURI      `json:"uri"`
	Version int32                     `json:"version"`
	Range   protocol.Range            `json:"range"`
	Only    []protocol.CodeActionKind `json:"only,omitempty"`
}

// A chosenAction is one of them.
type chosenAction struct {
	askedActions
	Index int    `json:"index"`
	Title string `json:"title"`
}

type resolveActionParams struct {
	protocol.CodeAction
	Data chosenAction `json:"data"`
}

// ResolveAction makes the edit of an action, as long as the text is the one
// that it was offered for.
func (s Background) ResolveAction(_ context.Context, now *snapshot.Snapshot, p *resolveActionParams) (protocol.CodeAction, error) {
	if now.Documents[snapshot.PathOf(p.Data.URI)].Version != p.Data.Version {
		return p.CodeAction, ErrStale
	}
	offers := s.offers(now, p.Data.askedActions)
	// The same offers are listed again. Index and title must still agree.
	if i := p.Data.Index; i < 0 || i >= len(offers) || offers[i].Title != p.Data.Title {
		return p.CodeAction, ErrStale
	}
	a, ok := offers[p.Data.Index].done()
	if !ok {
		return p.CodeAction, Refuse("cannot %s", a.Title)
	}
	a.Data = p.Data
	return a, nil
}

// offers lists the actions for a range of a file.
func (s Background) offers(now *snapshot.Snapshot, asked askedActions) []offer {
	v, c, err := now.Open(asked.URI)
	if err != nil {
		return nil
	}
	var list []offer
	at := now.Mapper.Bytes(c.Source, asked.Range)
	if wants(asked.Only, protocol.QuickFix) {
		for _, d := range now.FoundIn(c.Path) {
			// A fix that changes what is locked is not offered.
			d = withoutLocked(c.Source, d)
			if d.Primary.Start <= at.End && at.Start <= d.Primary.End {
				list = append(list, fixOffers(now, d)...)
			}
		}
		list = append(list, s.repairOffers(now, v, at)...)
	}
	if wants(asked.Only, protocol.RefactorRewrite) {
		list = append(list, addTransitions(now, v, c, at)...)
		list = append(list, s.saveActions(now, v, c, at)...)
		list = append(list, s.revertActions(v, c, at)...)
	}
	if wants(asked.Only, SortKind) {
		list = append(list, sortOffers(now, c)...)
	}
	if wants(asked.Only, FixAllKind) {
		list = append(list, fixAllOffers(now, v, c)...)
	}
	return list
}

// fixAllOffers offers to apply the certain fixes of a file.
func fixAllOffers(s *snapshot.Snapshot, v *snapshot.View, c *snapshot.Content) []offer {
	found := slices.Clone(settled(v, c))
	for i, d := range found {
		found[i] = withoutLocked(c.Source, d)
	}
	if !slices.ContainsFunc(found, func(d diag.Diagnostic) bool {
		return slices.ContainsFunc(d.Fixes, func(f diag.Fix) bool { return f.Level == diag.Certain })
	}) {
		return nil
	}
	return []offer{{protocol.CodeAction{Title: "fix all that is certain", Kind: FixAllKind}, func() (*protocol.WorkspaceEdit, string) {
		edits, fixed := diag.Compatible(found, diag.Certain)
		if len(fixed) == 0 {
			return nil, ""
		}
		return workspaceEdit(s, edits), ""
	}}}
}

// settled returns the findings of a file that "fix all" may act on: errors alone
// while there are errors in the project, as check --fix does.
func settled(v *snapshot.View, c *snapshot.Content) []diag.Diagnostic {
	if diag.Tally(v.Result.Diagnostics).Errors == 0 && len(v.Result.Errors) == 0 {
		return c.Found
	}
	return slices.DeleteFunc(slices.Clone(c.Found), func(d diag.Diagnostic) bool { return d.Severity != diag.Error })
}

// wants reports whether a client asks for actions of a kind: of that kind, of
// one above it, or of any.
func wants(only []protocol.CodeActionKind, kind protocol.CodeActionKind) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(k protocol.CodeActionKind) bool {
		// Kinds are hierarchical: "source" asks for "source.fixAll", too.
		return k == kind || len(kind) > len(k) && kind[:len(k)] == k && kind[len(k)] == '.'
	})
}

func fixOffers(s *snapshot.Snapshot, d diag.Diagnostic) []offer {
	var list []offer
	for i, f := range d.Fixes {
		list = append(list, offer{CodeAction: protocol.CodeAction{
			Title: f.Message, Kind: protocol.QuickFix, IsPreferred: i == 0 && f.Level == diag.Certain,
			Diagnostics: []protocol.Diagnostic{s.DiagnosticOf(d)}, Edit: workspaceEdit(s, f.Edits),
		}})
	}
	return list
}

func workspaceEdit(s *snapshot.Snapshot, edits []diag.Edit) *protocol.WorkspaceEdit {
	changes := make(map[string][]protocol.TextEdit)
	for _, e := range edits {
		path := e.Span.File.Name()
		changes[path] = append(changes[path], protocol.TextEdit{Range: s.Mapper.Span(source.Span(e.Span)), NewText: e.New})
	}
	return s.EditOf(changes)
}
