package server

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

func (s *Server) initialize(_ context.Context, _ *snapshot.Snapshot, p *initializeParams) (initializeResult, error) {
	// Every client knows UTF-16. Bytes are cheaper where the client offers UTF-8.
	unit := source.UTF16
	if slices.Contains(p.Capabilities.General.PositionEncodings, encodingNames[source.Bytes]) {
		unit = source.Bytes
	}
	folders := lists.Map(p.WorkspaceFolders, func(f protocol.WorkspaceFolder) snapshot.WorkspaceFolder { return folderAt(f.URI) })
	switch {
	case len(folders) > 0:
	case p.RootURI != "":
		// Older clients know one folder only.
		folders = []snapshot.WorkspaceFolder{folderAt(p.RootURI)}
	case p.RootPath != "":
		folders = []snapshot.WorkspaceFolder{folderAt(string(snapshot.URIOf(p.RootPath)))}
	}
	s.mu.Lock()
	s.stage = initialized
	s.mu.Unlock()
	if p.ProcessID > 0 {
		// The server must not outlive a client that dies without closing the connection.
		s.later(func(ctx context.Context) { s.endWith(ctx, p.ProcessID) })
	}
	var err error
	s.change(func(next *snapshot.Snapshot) {
		next.Folders, next.Mapper, next.Client = folders, snapshot.Mapper{Unit: unit}, p.Capabilities
		err = next.Settings.Read(p.Options)
	})
	if err != nil {
		s.show(messageWarning, err.Error())
	}
	return initializeResult{
		Capabilities: s.capabilities(unit),
		ServerInfo:   protocol.ServerInfo{Name: "mantrac", Version: s.options.Version},
	}, nil
}

// watched are the files whose changes the server wants to hear of.
const watched = "**/{*.wm,*.checks,*.json,*.yaml,*.yml,*.md}"

// initialized asks the client to watch files, if it can.
func (s *Server) initialized(*protocol.InitializedParams) error {
	s.verify()
	if !s.current().Client.Workspace.DidChangeWatchedFiles.DynamicRegistration {
		return nil
	}
	s.later(func(ctx context.Context) {
		params := protocol.RegistrationParams{Registrations: []protocol.Registration{{
			ID: "files", Method: "workspace/didChangeWatchedFiles",
			RegisterOptions: protocol.DidChangeWatchedFilesRegistrationOptions{Watchers: []protocol.FileSystemWatcher{{GlobPattern: watched}}},
		}}}
		if _, err := s.conn.Call(ctx, "client/registerCapability", params, nil); err != nil && ctx.Err() == nil {
			s.log("files are not watched: %v", err)
		}
	})
	return nil
}

// later runs something that waits for the client.
func (s *Server) later(f func(context.Context)) {
	ctx, cancel := context.WithCancel(context.Background())
	s.work.Go(func() {
		defer cancel()
		f(ctx)
	})
	go func() {
		select {
		case <-s.conn.Done():
			// The function may wait for an answer that never comes once the connection is closed.
			cancel()
		case <-ctx.Done():
		}
	}()
}

func (s *Server) shutdown(context.Context, *snapshot.Snapshot, *struct{}) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stage = shutDown
	return nil, nil
}

func (s *Server) exit(*struct{}) error { return s.conn.Close() }

// folderAt returns a folder of the workspace. It may be a link, which is followed
// as in the paths of the files in it.
func folderAt(u string) snapshot.WorkspaceFolder {
	// Canonical resolves links in the folder of a path, so a file name is added and taken off again.
	inside := filepath.Join(snapshot.PathOf(protocol.DocumentURI(u)), "file")
	return snapshot.WorkspaceFolder{Path: filepath.Dir(snapshot.Canonical(inside)), URI: protocol.DocumentURI(u)}
}

func (s *Server) didChangeWorkspaceFolders(p *protocol.DidChangeWorkspaceFoldersParams) error {
	s.change(func(next *snapshot.Snapshot) {
		folders := slices.Clone(next.Folders)
		for _, f := range p.Event.Removed {
			gone := folderAt(f.URI).Path
			folders = slices.DeleteFunc(folders, func(had snapshot.WorkspaceFolder) bool { return had.Path == gone })
		}
		for _, f := range p.Event.Added {
			folders = append(folders, folderAt(f.URI))
		}
		next.Folders = folders
	})
	s.verify()
	return nil
}

func (s *Server) didChangeWatchedFiles(p *protocol.DidChangeWatchedFilesParams) error {
	s.change(func(next *snapshot.Snapshot) {
		if slices.ContainsFunc(p.Changes, func(e *protocol.FileEvent) bool {
			// Only files that come or go, and settings, change which files belong to which project.
			return e.Type != protocol.FileChangeTypeChanged || strings.HasSuffix(string(e.URI), "mantra.yaml")
		}) {
			next.Disk.Changed()
		}
		next.Disk.Touched()
	})
	now := s.current()
	if slices.ContainsFunc(p.Changes, func(e *protocol.FileEvent) bool {
		_, open := now.Documents[snapshot.PathOf(protocol.DocumentURI(e.URI))]
		return !open // of one that is open, the editor has its own text and says when it is saved
	}) {
		s.verify()
	}
	return nil
}

// verify has cases verified, unless the user does not want that.
func (s *Server) verify() {
	if s.current().Settings.Verify != snapshot.Never {
		s.Verification.Follow()
	}
}
