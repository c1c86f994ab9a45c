package lsp

import (
	"fmt"
	"path/filepath"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/project"
)

func (s *Server) didOpen(p *protocol.DidOpenTextDocumentParams) error {
	d := document{uri: p.TextDocument.URI, path: pathOf(p.TextDocument.URI), version: p.TextDocument.Version, text: p.TextDocument.Text}
	switch d.kind, d.known = project.KindOf(d.path); p.TextDocument.LanguageID {
	case "mantra-wm":
		d.kind, d.known = project.ModelFile, true
	case "mantra-checks":
		d.kind, d.known = project.SuiteFile, true
	}
	s.change(func(next *snapshot) {
		d.touched = next.id
		next.documents[d.path] = d
		next.disk.touched()
	})
	s.verify()
	s.review.awake()
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
	d, err := now.document(p.TextDocument.URI)
	if err != nil {
		return err
	}
	d.version = p.TextDocument.Version
	if slices.ContainsFunc(p.ContentChanges, func(c contentChange) bool { return c.Range == nil }) {
		d.lost = false // it has the whole text
	}
	if !d.lost {
		d.text, err = changed(d.text, p.ContentChanges, now.mapper)
	}
	if err != nil {
		d.text, d.lost = "", true
		s.show(messageError, fmt.Sprintf("%s is too large for mantrac, which does not look at it any more until it is opened again", filepath.Base(d.path)))
	}
	s.change(func(next *snapshot) {
		d.touched = next.id
		next.documents[d.path] = d
	})
	return err
}

// changed applies changes to a text, each to what the one before leaves.
func changed(text string, changes []contentChange, m mapper) (string, error) {
	for _, c := range changes {
		if c.Range == nil {
			text = c.Text
			continue
		}
		f := source.NewFile("", text)
		at := m.bytes(f, *c.Range)
		if len(text)-(at.End-at.Start)+len(c.Text) > 4*project.MaxSize {
			return "", errTooLarge
		}
		text = text[:at.Start] + c.Text + text[at.End:]
	}
	return text, nil
}

func (s *Server) didSave(*protocol.DidSaveTextDocumentParams) error {
	s.change(func(next *snapshot) {
		if next.disk.touched(); !next.client.Workspace.DidChangeWatchedFiles.DynamicRegistration {
			next.disk.changed() // nobody says which files come and go
		}
	})
	s.verify()
	if s.current().settings.Inspect == onSave {
		s.inspection.follow()
	}
	s.review.saved()
	return nil
}

func (s *Server) didClose(p *protocol.DidCloseTextDocumentParams) error {
	d, err := s.current().document(p.TextDocument.URI)
	if err != nil {
		return err
	}
	s.tokens.forget(p.TextDocument.URI)
	s.change(func(next *snapshot) {
		delete(next.documents, d.path)
		next.disk.changed()
	})
	return nil
}

// visibleParams say which files the user sees, the one with the cursor first.
type visibleParams struct {
	URIs []protocol.DocumentURI `json:"uris"`
}

// didShow notes which files the user sees: their cases are validated first.
func (s *Server) didShow(p *visibleParams) error {
	var paths []string
	for _, u := range p.URIs {
		paths = append(paths, pathOf(u))
	}
	s.update(func(next *snapshot) { next.visible = paths })
	return nil
}
