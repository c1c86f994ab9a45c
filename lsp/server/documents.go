package server

import (
	"fmt"
	"path/filepath"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lsp/snapshot"
	"github.com/mantrac/mantrac/project"
)

func (s *Server) didOpen(p *protocol.DidOpenTextDocumentParams) error {
	d := snapshot.Document{URI: p.TextDocument.URI, Path: snapshot.PathOf(p.TextDocument.URI), Version: p.TextDocument.Version, Text: p.TextDocument.Text}
	// The language that the client names goes before the ending of the file.
	switch d.Kind, d.Known = project.KindOf(d.Path); p.TextDocument.LanguageID {
	case "mantra-wm":
		d.Kind, d.Known = project.ModelFile, true
	case "mantra-checks":
		d.Kind, d.Known = project.SuiteFile, true
	}
	s.change(func(next *snapshot.Snapshot) {
		d.Touched = next.ID
		next.Documents[d.Path] = d
		next.Disk.Touched()
	})
	s.verify()
	s.Review.Awake()
	return nil
}

// contentChange is a change of a text. A change without a range is the whole
// text; package protocol cannot tell it from one at the very start.
type contentChange struct {
	Range *protocol.Range `json:"range"`
	Text  string          `json:"text"`
}

type didChangeParams struct {
	TextDocument   protocol.VersionedTextDocumentIdentifier `json:"textDocument"`
	ContentChanges []contentChange                          `json:"contentChanges"`
}

func (s *Server) didChange(p *didChangeParams) error {
	now := s.current()
	d, err := now.Document(p.TextDocument.URI)
	if err != nil {
		return err
	}
	d.Version = p.TextDocument.Version
	if slices.ContainsFunc(p.ContentChanges, func(c contentChange) bool { return c.Range == nil }) {
		d.Lost = false // it has the whole text
	}
	if !d.Lost {
		d.Text, err = changed(d.Text, p.ContentChanges, now.Mapper)
	}
	if err != nil {
		// The text is dropped: later changes refer to positions in a text that is not kept.
		d.Text, d.Lost = "", true
		s.show(messageError, fmt.Sprintf("%s is too large for mantrac, which does not look at it any more until it is opened again", filepath.Base(d.Path)))
	}
	s.change(func(next *snapshot.Snapshot) {
		d.Touched = next.ID
		next.Documents[d.Path] = d
	})
	return err
}

// changed applies changes to a text, each to what the one before leaves.
func changed(text string, changes []contentChange, m snapshot.Mapper) (string, error) {
	for _, c := range changes {
		if c.Range == nil {
			text = c.Text
			continue
		}
		f := source.NewFile("", text)
		at := m.Bytes(f, *c.Range)
		// Checked before the text is built, so that a small change cannot allocate without limit.
		if len(text)-(at.End-at.Start)+len(c.Text) > 4*project.MaxSize {
			return "", snapshot.ErrTooLarge
		}
		text = text[:at.Start] + c.Text + text[at.End:]
	}
	return text, nil
}

func (s *Server) didSave(*protocol.DidSaveTextDocumentParams) error {
	s.change(func(next *snapshot.Snapshot) {
		if next.Disk.Touched(); !next.Client.Workspace.DidChangeWatchedFiles.DynamicRegistration {
			next.Disk.Changed() // nobody says which files come and go
		}
	})
	s.verify()
	if s.current().Settings.Inspect == snapshot.OnSave {
		s.Inspection.Follow()
	}
	s.Review.Saved()
	return nil
}

func (s *Server) didClose(p *protocol.DidCloseTextDocumentParams) error {
	d, err := s.current().Document(p.TextDocument.URI)
	if err != nil {
		return err
	}
	s.tokens.Forget(p.TextDocument.URI)
	s.change(func(next *snapshot.Snapshot) {
		delete(next.Documents, d.Path)
		// From now on the text on disk counts, and the lists of files are read again.
		next.Disk.Changed()
	})
	return nil
}

// visibleParams say which files the user sees, the one with the cursor first.
type visibleParams struct {
	URIs []protocol.DocumentURI `json:"uris"`
}

// didShow notes which files the user sees: their cases are validated first.
func (s *Server) didShow(p *visibleParams) error {
	paths := lists.Map(p.URIs, snapshot.PathOf)
	// update, not change: what is visible changes no diagnostics.
	s.update(func(next *snapshot.Snapshot) { next.Visible = paths })
	return nil
}
