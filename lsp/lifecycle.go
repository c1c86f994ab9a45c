package lsp

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/source"
)

func (s *Server) initialize(_ context.Context, _ *snapshot, p *initializeParams) (initializeResult, error) {
	unit := source.UTF16
	if slices.Contains(p.Capabilities.General.PositionEncodings, encodingNames[source.Bytes]) {
		unit = source.Bytes
	}
	var folders []workspaceFolder
	for _, f := range p.WorkspaceFolders {
		folders = append(folders, folderAt(f.URI))
	}
	switch {
	case len(folders) > 0:
	case p.RootURI != "":
		folders = []workspaceFolder{folderAt(p.RootURI)}
	case p.RootPath != "":
		folders = []workspaceFolder{folderAt(string(uriOf(p.RootPath)))}
	}
	s.mu.Lock()
	s.stage = initialized
	s.mu.Unlock()
	if p.ProcessID > 0 {
		s.later(func(ctx context.Context) { s.endWith(ctx, p.ProcessID) })
	}
	var err error
	s.change(func(next *snapshot) {
		next.folders, next.mapper, next.client = folders, mapper{unit}, p.Capabilities
		err = next.settings.read(p.Options)
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
	if !s.current().client.Workspace.DidChangeWatchedFiles.DynamicRegistration {
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
	s.work.Add(1)
	go func() {
		defer s.work.Done()
		defer cancel()
		f(ctx)
	}()
	go func() {
		select {
		case <-s.conn.Done():
			cancel()
		case <-ctx.Done():
		}
	}()
}

func (s *Server) shutdown(context.Context, *snapshot, *struct{}) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stage = shutDown
	return nil, nil
}

func (s *Server) exit(*struct{}) error { return s.conn.Close() }

// folderAt returns a folder of the workspace. It may be a link, which is followed
// as in the paths of the files in it.
func folderAt(u string) workspaceFolder {
	inside := filepath.Join(pathOf(protocol.DocumentURI(u)), "file")
	return workspaceFolder{path: filepath.Dir(canonical(inside)), uri: protocol.DocumentURI(u)}
}

func (s *Server) didChangeWorkspaceFolders(p *protocol.DidChangeWorkspaceFoldersParams) error {
	s.change(func(next *snapshot) {
		folders := slices.Clone(next.folders)
		for _, f := range p.Event.Removed {
			gone := folderAt(f.URI).path
			folders = slices.DeleteFunc(folders, func(had workspaceFolder) bool { return had.path == gone })
		}
		for _, f := range p.Event.Added {
			folders = append(folders, folderAt(f.URI))
		}
		next.folders = folders
	})
	s.verify()
	return nil
}

func (s *Server) didChangeWatchedFiles(p *protocol.DidChangeWatchedFilesParams) error {
	s.change(func(next *snapshot) {
		if slices.ContainsFunc(p.Changes, func(e *protocol.FileEvent) bool {
			return e.Type != protocol.FileChangeTypeChanged || strings.HasSuffix(string(e.URI), "mantra.yaml")
		}) {
			next.disk.changed()
		}
		next.disk.touched()
	})
	now := s.current()
	if slices.ContainsFunc(p.Changes, func(e *protocol.FileEvent) bool {
		_, open := now.documents[pathOf(protocol.DocumentURI(e.URI))]
		return !open // of one that is open, the editor has its own text and says when it is saved
	}) {
		s.verify()
	}
	return nil
}

// verify has cases verified, unless the user does not want that.
func (s *Server) verify() {
	if s.current().settings.Verify != never {
		s.verification.follow()
	}
}
