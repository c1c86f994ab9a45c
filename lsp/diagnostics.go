package lsp

import (
	"context"
	"encoding/hex"
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
	p := publication{server: s, sent: make(map[protocol.DocumentURI]string), offered: make(map[string]string)}
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
		now.caches.retain(now.roots())
		s.verification.edited(now)
		s.inspection.edited(now)
		s.review.edited(now)
	}
}

// A publication remembers what the client has been told.
type publication struct {
	server  *Server
	sent    map[protocol.DocumentURI]string // what was sent, as one string
	offered map[string]string               // by path: what the client was told to ask for, likewise
	states  []caseState                     // of the cases, as the client was told last
	failed  string                          // of files that cannot be read, likewise
	rounds  int                             // of inspection and review, as lenses show them
}

func (p *publication) publish(ctx context.Context, now *snapshot) error {
	found, conflicts := now.found(), p.server.verification.conflicts(now, now.settings)
	for path := range conflicts {
		if _, ok := found[path]; !ok {
			found[path] = nil
		}
	}
	want := make(map[protocol.DocumentURI]protocol.PublishDiagnosticsParams)
	pull := now.settings.Pull
	for path, list := range found {
		d, open := now.documents[path]
		params := protocol.PublishDiagnosticsParams{URI: now.uri(path), Version: uint32(d.version), Diagnostics: append(now.diagnostics(list), conflicts[path]...)}
		if open && pull {
			p.pulled(path, params.Diagnostics)
			continue
		}
		want[params.URI] = params
	}
	// What is gone, has another name now, or is asked for from now on.
	for u := range p.sent {
		if _, ok := want[u]; !ok {
			want[u] = protocol.PublishDiagnosticsParams{URI: u, Diagnostics: []protocol.Diagnostic{}}
		}
	}
	for _, u := range now.byInterest(want) {
		if err := p.send(ctx, want[u]); err != nil {
			return err
		}
	}
	p.failures(now)
	return nil
}

// byInterest returns the names of files in the order in which they are sent:
// the one that was edited last is what its user waits for.
func (s *snapshot) byInterest(files map[protocol.DocumentURI]protocol.PublishDiagnosticsParams) []protocol.DocumentURI {
	list := slices.Sorted(maps.Keys(files))
	touched := make(map[protocol.DocumentURI]int)
	for _, d := range s.documents {
		touched[d.uri] = d.touched
	}
	slices.SortStableFunc(list, func(a, b protocol.DocumentURI) int { return touched[b] - touched[a] })
	return list
}

// found returns what is found in the files of all projects, by path.
func (s *snapshot) found() map[string][]diag.Diagnostic {
	list := make(map[string][]diag.Diagnostic)
	for _, root := range s.roots() {
		for path, c := range s.project(root).byPath {
			list[path] = append(list[path], c.found...)
		}
		for _, d := range s.brokenLocks(root) {
			if path := d.Primary.File.Name(); list[path] != nil || s.project(root).byPath[path] != nil {
				list[path] = append(slices.Clip(list[path]), d)
			}
		}
	}
	return list
}

// failures logs which files cannot be read.
func (p *publication) failures(now *snapshot) {
	var list []string
	for _, root := range now.roots() {
		for _, err := range now.project(root).result.Errors {
			list = append(list, err.Error())
		}
	}
	if told := strings.Join(list, "\n"); told != p.failed {
		p.failed = told
		for _, line := range list {
			p.server.log("not checked: %s", line)
		}
	}
}

// send tells the client what is found in a file, unless it has been told.
func (p *publication) send(ctx context.Context, params protocol.PublishDiagnosticsParams) error {
	state, nothing := fingerprint(params), len(params.Diagnostics) == 0 && params.Version == 0
	had, told := p.sent[params.URI]
	if told && had == state || !told && nothing {
		return nil
	}
	p.sent[params.URI] = state
	if nothing {
		delete(p.sent, params.URI)
	}
	return p.server.conn.Notify(ctx, "textDocument/publishDiagnostics", params)
}

// pulled has a client ask again for the diagnostics of a document, if they are
// others than when it was last told to.
func (p *publication) pulled(path string, found []protocol.Diagnostic) {
	s, state := p.server, fingerprint(found)
	if p.offered[path] == state || !s.current().client.Workspace.Diagnostics.RefreshSupport {
		return
	}
	p.offered[path] = state
	s.later(func(ctx context.Context) {
		_, _ = s.conn.Call(ctx, "workspace/diagnostic/refresh", nil, nil) // a client that refuses asks again by itself
	})
}

// roots returns the folders of the projects that matter: those of the
// documents that are open, and all in the folders of the workspace. Nobody
// changes the list.
func (s *snapshot) roots() []string {
	s.rootsOnce.Do(func() {
		set := make(map[string]bool)
		for path, d := range s.documents {
			if d.known {
				set[s.rootOf(path)] = true
			}
		}
		for _, f := range s.folders {
			set[f.path] = true
			for _, root := range s.disk.projects(f.path) {
				set[root] = true
			}
		}
		s.rootList = slices.Sorted(maps.Keys(set))
	})
	return s.rootList
}

// diagnostic answers what is found in a document, unless the client has that
// already. The id of a result is a hash of it: equal results have one id.
func (s *Server) diagnostic(_ context.Context, now *snapshot, p *documentDiagnosticParams) (documentDiagnosticReport, error) {
	items := []protocol.Diagnostic{}
	if _, c, err := now.open(p.TextDocument.URI); err == nil {
		items = append(now.diagnostics(c.found), s.verification.conflicts(now, now.settings)[c.path]...)
	}
	d := newDigest()
	d.add(fingerprint(items))
	id := hex.EncodeToString([]byte(d.sum()))
	if id == p.PreviousResultID {
		return documentDiagnosticReport{Kind: "unchanged", ResultID: id}, nil
	}
	return documentDiagnosticReport{Kind: "full", ResultID: id, Items: &items}, nil
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
	if len(d.Fixes) > 0 {
		out.Data = fixData(d)
	}
	for _, t := range d.Tags {
		out.Tags = append(out.Tags, tags[t])
	}
	for _, l := range d.Secondary {
		out.RelatedInformation = append(out.RelatedInformation, protocol.DiagnosticRelatedInformation{Location: s.location(l.Span), Message: l.Role})
	}
	return out
}

// A fixInfo is what the data of a diagnostic says about one of its fixes.
type fixInfo struct {
	Level   string `json:"level"`
	Message string `json:"message"`
}

func fixData(d diag.Diagnostic) map[string][]fixInfo {
	list := make([]fixInfo, len(d.Fixes))
	for i, f := range d.Fixes {
		list[i] = fixInfo{Level: f.Level.String(), Message: f.Message}
	}
	return map[string][]fixInfo{"fixes": list}
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
		lines = append(lines, f.Level.Label()+": "+f.Message)
	}
	return strings.Join(lines, "\n")
}
