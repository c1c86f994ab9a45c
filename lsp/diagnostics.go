package lsp

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/diag"
)

// publisher sends what is found in the newest snapshot, each time that there is
// a new one, until ctx ends. Snapshots that were replaced before their turn are
// passed over.
func (s *Server) publisher(ctx context.Context) {
	p := publication{server: s, sent: make(map[string]string)}
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.changed:
		}
		now := s.current()
		if err := s.guarded("publishDiagnostics", func() error { return errors.Join(p.publish(ctx, now), p.announce(ctx, now)) }); err != nil && ctx.Err() == nil {
			s.log("diagnostics: %v", err)
		}
		s.verification.edited(now, s.settingsNow())
		s.inspection.edited(now, s.settingsNow())
		s.review.edited(now, s.settingsNow())
	}
}

// A publication remembers what the client has been told.
type publication struct {
	server *Server
	sent   map[string]string // by path: what was sent, as one string
	states string            // of the cases, likewise
	rounds int               // of inspection and review, as lenses show them
}

func (p *publication) publish(ctx context.Context, now *snapshot) error {
	want := make(map[string][]diag.Diagnostic)
	for _, root := range now.roots() {
		v := now.project(root)
		for path, c := range v.byPath {
			want[path] = append(want[path], c.found...)
		}
	}
	conflicts := p.server.verification.conflicts(now, p.server.settingsNow())
	for path := range conflicts {
		if _, ok := want[path]; !ok {
			want[path] = nil
		}
	}
	for path := range p.sent {
		if _, ok := want[path]; !ok {
			want[path] = nil
		}
	}
	pull := p.server.settingsNow().Pull
	for _, path := range slices.Sorted(maps.Keys(want)) {
		if _, open := now.documents[path]; open && pull {
			p.pulled(path, append(now.diagnostics(want[path]), conflicts[path]...))
			continue
		}
		if err := p.send(ctx, now, path, append(now.diagnostics(want[path]), conflicts[path]...)); err != nil {
			return err
		}
	}
	return nil
}

// send tells the client what is found in a file, unless it has been told.
func (p *publication) send(ctx context.Context, now *snapshot, path string, found []protocol.Diagnostic) error {
	params := protocol.PublishDiagnosticsParams{URI: now.uri(path), Diagnostics: found}
	if d, ok := now.documents[path]; ok {
		params.Version = uint32(d.version)
	}
	state := fingerprint(params)
	had, told := p.sent[path]
	if told && had == state || !told && len(found) == 0 && params.Version == 0 {
		return nil
	}
	p.sent[path] = state
	if len(found) == 0 && params.Version == 0 {
		delete(p.sent, path)
	}
	return p.server.conn.Notify(ctx, "textDocument/publishDiagnostics", params)
}

// pulled has a client ask again for the diagnostics of a document, if they are
// others than when it was last told to.
func (p *publication) pulled(path string, found []protocol.Diagnostic) {
	s, state := p.server, fingerprint(found)
	s.mu.Lock()
	refresh := s.client.Workspace.Diagnostics.RefreshSupport
	s.mu.Unlock()
	if p.sent[path] == state || !refresh {
		return
	}
	p.sent[path] = state
	s.later(func(ctx context.Context) {
		_, _ = s.conn.Call(ctx, "workspace/diagnostic/refresh", nil, nil) // a client that refuses asks again by itself
	})
}

// roots returns the folders of the projects that matter: those of the
// documents that are open, and those at the top of the workspace.
func (s *snapshot) roots() []string {
	set := make(map[string]bool)
	for path, d := range s.documents {
		if d.known {
			set[rootOf(path)] = true
		}
	}
	for _, dir := range s.folders {
		set[dir] = true
	}
	return slices.Sorted(maps.Keys(set))
}

func (s *Server) diagnostic(_ context.Context, now *snapshot, p *documentDiagnosticParams) (documentDiagnosticReport, error) {
	report := documentDiagnosticReport{Kind: "full", Items: []protocol.Diagnostic{}}
	if _, c, err := now.open(p.TextDocument.URI); err == nil {
		report.Items = append(now.diagnostics(c.found), s.verification.conflicts(now, s.settingsNow())[c.path]...)
	}
	return report, nil
}

var severities = map[diag.Severity]protocol.DiagnosticSeverity{
	diag.Error: protocol.DiagnosticSeverityError, diag.Warning: protocol.DiagnosticSeverityWarning, diag.Lint: protocol.DiagnosticSeverityInformation,
}

var tags = map[diag.Tag]protocol.DiagnosticTag{
	diag.Unnecessary: protocol.DiagnosticTagUnnecessary, diag.Deprecated: protocol.DiagnosticTagDeprecated,
}

// diagnostics is the protocol's projection of findings.
func (s *snapshot) diagnostics(list []diag.Diagnostic) []protocol.Diagnostic {
	out := []protocol.Diagnostic{}
	for _, d := range list {
		out = append(out, s.diagnosticOf(d))
	}
	return out
}

func (s *snapshot) diagnosticOf(d diag.Diagnostic) protocol.Diagnostic {
	out := protocol.Diagnostic{
		Range: s.mapper.span(d.Primary), Severity: severities[d.Severity], Code: string(d.Code),
		CodeDescription: &protocol.CodeDescription{Href: protocol.URI(d.Code.URL())}, Source: "mantrac", Message: wording(d),
	}
	for _, t := range d.Tags {
		out.Tags = append(out.Tags, tags[t])
	}
	for _, l := range d.Secondary {
		out.RelatedInformation = append(out.RelatedInformation, protocol.DiagnosticRelatedInformation{Location: s.location(l.Span), Message: l.Role})
	}
	return out
}

// wording returns the message of a diagnostic with its notes and help, for
// which the protocol has no place.
func wording(d diag.Diagnostic) string {
	lines := []string{d.Message}
	if d.Role != "" {
		lines[0] += " (" + d.Role + ")"
	}
	for _, n := range d.Notes {
		lines = append(lines, "note: "+n)
	}
	for _, h := range d.Help {
		lines = append(lines, "help: "+h)
	}
	for _, f := range d.Fixes {
		lines = append(lines, "help: "+f.Message)
	}
	return strings.Join(lines, "\n")
}
