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

// codeAction offers the fixes of what is found in a range, and what else can be
// done with it or with the file.
func (s *Server) codeAction(_ context.Context, now *snapshot, p *protocol.CodeActionParams) ([]protocol.CodeAction, error) {
	list := []protocol.CodeAction{}
	v, c, err := now.open(p.TextDocument.URI)
	if err != nil {
		return list, nil
	}
	at := now.mapper.bytes(c.source, p.Range)
	if wants(p.Context.Only, protocol.QuickFix) {
		for _, d := range c.found {
			if d.Primary.Start <= at.End && at.Start <= d.Primary.End {
				list = append(list, now.fixes(d)...)
			}
		}
	}
	if wants(p.Context.Only, protocol.RefactorRewrite) {
		list = append(list, now.addTransitions(v, c, at)...)
		list = append(list, s.saveActions(now, v, c, at)...)
		list = append(list, s.revertActions(v, c, at)...)
	}
	if wants(p.Context.Only, sortKind) {
		list = append(list, now.sorted(c)...)
	}
	if edits, fixed := diag.Compatible(now.settled(v, c), diag.Certain); len(fixed) > 0 && wants(p.Context.Only, fixAll) {
		list = append(list, protocol.CodeAction{Title: "fix all that is certain", Kind: fixAll, Edit: now.workspaceEdit(edits)})
	}
	return list, nil
}

// settled returns the findings of a file that "fix all" may act on: errors alone
// while there are errors in the project, as check --fix does.
func (s *snapshot) settled(v *view, c *content) []diag.Diagnostic {
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

func (s *snapshot) fixes(d diag.Diagnostic) []protocol.CodeAction {
	var list []protocol.CodeAction
	for i, f := range d.Fixes {
		list = append(list, protocol.CodeAction{
			Title: f.Message, Kind: protocol.QuickFix, IsPreferred: i == 0 && f.Level == diag.Certain,
			Diagnostics: []protocol.Diagnostic{s.diagnosticOf(d)}, Edit: s.workspaceEdit(f.Edits),
		})
	}
	return list
}

func (s *snapshot) workspaceEdit(edits []diag.Edit) *protocol.WorkspaceEdit {
	out := &protocol.WorkspaceEdit{Changes: make(map[protocol.DocumentURI][]protocol.TextEdit)}
	for _, e := range edits {
		u := s.uri(e.Span.File.Name())
		out.Changes[u] = append(out.Changes[u], protocol.TextEdit{Range: s.mapper.span(source.Span(e.Span)), NewText: e.New})
	}
	return out
}
