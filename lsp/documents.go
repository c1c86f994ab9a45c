package lsp

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/jsonrpc2"
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

// document returns a document that is open. Of one that is open under two names,
// of which one leads over a link, the text is that of the name that came last,
// and changes of the other are none of it.
func (s *snapshot) document(u protocol.DocumentURI) (document, error) {
	d, ok := s.documents[pathOf(u)]
	switch {
	case !ok:
		return d, fmt.Errorf("%w: %s is not open", jsonrpc2.ErrInvalidParams, u)
	case namedPath(d.uri) != namedPath(u):
		return d, fmt.Errorf("%w: %s is open as %s", jsonrpc2.ErrInvalidParams, u, d.uri)
	}
	return d, nil
}

// errTooLarge refuses what package project would not read.
var errTooLarge = fmt.Errorf("%w: the document is larger than %d bytes", jsonrpc2.ErrInvalidParams, project.MaxSize)

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

// sameTexts reports whether the documents of a snapshot are the same in a later
// one, which may have more of them.
func (s *snapshot) sameTexts(later *snapshot) bool {
	for path, d := range s.documents {
		if e, ok := later.documents[path]; !ok || e.text != d.text || e.lost != d.lost {
			return false
		}
	}
	return true
}

// errNotOurs is the answer to a question about a file that the server does not
// know.
var errNotOurs = errors.New("the file is neither a model nor a suite that can be read")

// open returns the content of a document, checked.
func (s *snapshot) open(u protocol.DocumentURI) (*view, *content, error) {
	path := pathOf(u)
	v := s.view(path)
	c := v.byPath[path]
	if c == nil {
		return v, nil, errNotOurs
	}
	return v, c, nil
}

// locate returns the occurrence at a place in a document.
func (s *snapshot) locate(p protocol.TextDocumentPositionParams) (*view, *content, occurrence, bool) {
	v, c, err := s.open(p.TextDocument.URI)
	if err != nil {
		return v, c, occurrence{}, false
	}
	o, ok := v.at(c.path, s.mapper.offset(c.source, p.Position))
	return v, c, o, ok
}

// uri returns the name of a file as the client calls it, which may have come to
// a folder of its workspace over a link.
func (s *snapshot) uri(path string) protocol.DocumentURI {
	if d, ok := s.documents[path]; ok {
		return d.uri
	}
	u := string(uriOf(path))
	for _, f := range s.folders {
		if rest, ok := strings.CutPrefix(u, string(uriOf(f.path))); ok && strings.HasPrefix(rest, "/") {
			return protocol.DocumentURI(strings.TrimSuffix(string(f.uri), "/") + rest)
		}
	}
	return protocol.DocumentURI(u)
}

func (s *snapshot) location(at source.Span) protocol.Location {
	return protocol.Location{URI: s.uri(at.File.Name()), Range: s.mapper.span(at)}
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
