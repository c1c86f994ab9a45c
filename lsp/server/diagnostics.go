package server

import (
	"context"
	"encoding/hex"
	"errors"
	"maps"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lsp/feature"
	"github.com/mantrac/mantrac/lsp/snapshot"
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
		// Projects that are gone must not stay in memory.
		now.Caches.Retain(now.Roots())
		// Jobs learn of the snapshot last: the diagnostics come first.
		s.Verification.Edited(now)
		s.Inspection.Edited(now)
		s.Review.Edited(now)
		s.Repairing.Edited(now)
		s.Mutation.Edited(now)
	}
}

// A publication remembers what the client has been told.
type publication struct {
	server  *Server
	sent    map[protocol.DocumentURI]string // what was sent, as one string
	offered map[string]string               // by path: what the client was told to ask for, likewise
	states  []caseState                     // of the cases, as the client was told last
	failed  string                          // of files that cannot be read, likewise
	rounds  int                             // of the jobs whose answers lenses show

	validations, mutations int // rounds of these jobs
}

func (p *publication) publish(ctx context.Context, now *snapshot.Snapshot) error {
	found, conflicts := now.Found(), feature.Conflicts(p.server.Verification, now, now.Settings)
	for path := range conflicts {
		// A file without findings of its own may have conflicts.
		if _, ok := found[path]; !ok {
			found[path] = nil
		}
	}
	want := make(map[protocol.DocumentURI]protocol.PublishDiagnosticsParams)
	pull := now.Settings.Pull
	for path, list := range found {
		d, open := now.Documents[path]
		params := protocol.PublishDiagnosticsParams{URI: now.URI(path), Version: uint32(d.Version), Diagnostics: append(now.Diagnostics(list), conflicts[path]...)}
		if open && pull {
			// The client asks for these itself and is only told when they change.
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
	for _, u := range byInterest(now, want) {
		if err := p.send(ctx, want[u]); err != nil {
			return err
		}
	}
	p.failures(now)
	return nil
}

// byInterest returns the names of files in the order in which they are sent:
// the one that was edited last is what its user waits for.
func byInterest(s *snapshot.Snapshot, files map[protocol.DocumentURI]protocol.PublishDiagnosticsParams) []protocol.DocumentURI {
	list := slices.Sorted(maps.Keys(files))
	touched := make(map[protocol.DocumentURI]int)
	for _, d := range s.Documents {
		touched[d.URI] = d.Touched
	}
	slices.SortStableFunc(list, func(a, b protocol.DocumentURI) int { return touched[b] - touched[a] })
	return list
}

// failures logs which files cannot be read.
func (p *publication) failures(now *snapshot.Snapshot) {
	var list []string
	for _, root := range now.Roots() {
		for _, err := range now.Project(root).Result.Errors {
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
	// A file that was never reported needs no empty report.
	had, told := p.sent[params.URI]
	if told && had == state || !told && nothing {
		return nil
	}
	p.sent[params.URI] = state
	if nothing {
		// The client shows nothing for the file now, which is the state before any report.
		delete(p.sent, params.URI)
	}
	return p.server.conn.Notify(ctx, "textDocument/publishDiagnostics", params)
}

// pulled has a client ask again for the diagnostics of a document, if they are
// others than when it was last told to.
func (p *publication) pulled(path string, found []protocol.Diagnostic) {
	s, state := p.server, fingerprint(found)
	if p.offered[path] == state || !s.current().Client.Workspace.Diagnostics.RefreshSupport {
		return
	}
	p.offered[path] = state
	s.refresh("workspace/diagnostic/refresh")
}

// diagnostic answers what is found in a document, unless the client has that
// already. The id of a result is a hash of it: equal results have one id.
func (s *Server) diagnostic(_ context.Context, now *snapshot.Snapshot, p *documentDiagnosticParams) (documentDiagnosticReport, error) {
	items := []protocol.Diagnostic{}
	if _, c, err := now.Open(p.TextDocument.URI); err == nil {
		items = append(now.Diagnostics(now.FoundIn(c.Path)), feature.Conflicts(s.Verification, now, now.Settings)[c.Path]...)
	}
	d := snapshot.NewDigest()
	d.Add(fingerprint(items))
	id := hex.EncodeToString([]byte(d.Sum()))
	if id == p.PreviousResultID {
		return documentDiagnosticReport{Kind: "unchanged", ResultID: id}, nil
	}
	return documentDiagnosticReport{Kind: "full", ResultID: id, Items: &items}, nil
}
