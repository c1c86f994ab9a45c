package lsp

import (
	"context"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// fixAll applies the certain fixes of a file, for editors that do so on save.
const fixAll protocol.CodeActionKind = "source.fixAll.mantrac"

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

// codeAction offers the fixes of what is found in a range, and what else can be
// done with it or with the file. A client that can ask for the edit of the
// action that is chosen gets the edits of fixes alone.
func (s background) codeAction(_ context.Context, now *snapshot, p *protocol.CodeActionParams) ([]protocol.CodeAction, error) {
	list := []protocol.CodeAction{}
	asked := askedActions{URI: p.TextDocument.URI, Version: now.documents[pathOf(p.TextDocument.URI)].version, Range: p.Range, Only: p.Context.Only}
	lazy := now.client.resolvesEdits()
	for i, o := range s.offers(now, asked) {
		switch {
		case lazy && o.Edit == nil:
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

// resolveAction makes the edit of an action, as long as the text is the one
// that it was offered for.
func (s background) resolveAction(_ context.Context, now *snapshot, p *resolveActionParams) (protocol.CodeAction, error) {
	if now.documents[pathOf(p.Data.URI)].version != p.Data.Version {
		return p.CodeAction, errStale
	}
	offers := s.offers(now, p.Data.askedActions)
	if i := p.Data.Index; i < 0 || i >= len(offers) || offers[i].Title != p.Data.Title {
		return p.CodeAction, errStale
	}
	a, ok := offers[p.Data.Index].done()
	if !ok {
		return p.CodeAction, refuse("cannot %s", a.Title)
	}
	a.Data = p.Data
	return a, nil
}

// offers lists the actions for a range of a file.
func (s background) offers(now *snapshot, asked askedActions) []offer {
	v, c, err := now.open(asked.URI)
	if err != nil {
		return nil
	}
	var list []offer
	at := now.mapper.bytes(c.source, asked.Range)
	if wants(asked.Only, protocol.QuickFix) {
		found := slices.Clone(c.found)
		for _, d := range now.brokenLocks(now.rootOf(c.source.Name())) {
			if d.Primary.File.Name() == c.source.Name() {
				found = append(found, d)
			}
		}
		for _, d := range found {
			d = withoutLocked(c.source, d)
			if d.Primary.Start <= at.End && at.Start <= d.Primary.End {
				list = append(list, fixOffers(now, d)...)
			}
		}
	}
	if wants(asked.Only, protocol.RefactorRewrite) {
		list = append(list, addTransitions(now, v, c, at)...)
		list = append(list, s.saveActions(now, v, c, at)...)
		list = append(list, s.revertActions(v, c, at)...)
	}
	if wants(asked.Only, sortKind) {
		list = append(list, sortOffers(now, c)...)
	}
	if wants(asked.Only, fixAll) {
		list = append(list, fixAllOffers(now, v, c)...)
	}
	return list
}

// fixAllOffers offers to apply the certain fixes of a file.
func fixAllOffers(s *snapshot, v *view, c *content) []offer {
	found := slices.Clone(settled(s, v, c))
	for i, d := range found {
		found[i] = withoutLocked(c.source, d)
	}
	if !slices.ContainsFunc(found, func(d diag.Diagnostic) bool {
		return slices.ContainsFunc(d.Fixes, func(f diag.Fix) bool { return f.Level == diag.Certain })
	}) {
		return nil
	}
	return []offer{{protocol.CodeAction{Title: "fix all that is certain", Kind: fixAll}, func() (*protocol.WorkspaceEdit, string) {
		edits, fixed := diag.Compatible(found, diag.Certain)
		if len(fixed) == 0 {
			return nil, ""
		}
		return workspaceEdit(s, edits), ""
	}}}
}

// settled returns the findings of a file that "fix all" may act on: errors alone
// while there are errors in the project, as check --fix does.
func settled(s *snapshot, v *view, c *content) []diag.Diagnostic {
	if diag.Tally(v.result.Diagnostics).Errors == 0 && len(v.result.Errors) == 0 {
		return c.found
	}
	return slices.DeleteFunc(slices.Clone(c.found), func(d diag.Diagnostic) bool { return d.Severity != diag.Error })
}

// wants reports whether a client asks for actions of a kind: of that kind, of
// one above it, or of any.
func wants(only []protocol.CodeActionKind, kind protocol.CodeActionKind) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(k protocol.CodeActionKind) bool {
		return k == kind || len(kind) > len(k) && kind[:len(k)] == k && kind[len(k)] == '.'
	})
}

func fixOffers(s *snapshot, d diag.Diagnostic) []offer {
	var list []offer
	for i, f := range d.Fixes {
		list = append(list, offer{CodeAction: protocol.CodeAction{
			Title: f.Message, Kind: protocol.QuickFix, IsPreferred: i == 0 && f.Level == diag.Certain,
			Diagnostics: []protocol.Diagnostic{s.diagnosticOf(d)}, Edit: workspaceEdit(s, f.Edits),
		}})
	}
	return list
}

func workspaceEdit(s *snapshot, edits []diag.Edit) *protocol.WorkspaceEdit {
	out := &protocol.WorkspaceEdit{Changes: make(map[protocol.DocumentURI][]protocol.TextEdit)}
	for _, e := range edits {
		u := s.uri(e.Span.File.Name())
		out.Changes[u] = append(out.Changes[u], protocol.TextEdit{Range: s.mapper.span(source.Span(e.Span)), NewText: e.New})
	}
	return out
}
