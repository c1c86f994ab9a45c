package snapshot

import (
	"errors"
	"fmt"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/project"
)

// Document returns a document that is open. Of one that is open under two names,
// of which one leads over a link, the text is that of the name that came last,
// and changes of the other are none of it.
func (s *Snapshot) Document(u protocol.DocumentURI) (Document, error) {
	d, ok := s.Documents[PathOf(u)]
	switch {
	case !ok:
		return d, fmt.Errorf("%w: %s is not open", jsonrpc2.ErrInvalidParams, u)
	case namedPath(d.URI) != namedPath(u):
		return d, fmt.Errorf("%w: %s is open as %s", jsonrpc2.ErrInvalidParams, u, d.URI)
	}
	return d, nil
}

// ErrTooLarge refuses what package project would not read.
var ErrTooLarge = fmt.Errorf("%w: the document is larger than %d bytes", jsonrpc2.ErrInvalidParams, project.MaxSize)

// SameTexts reports whether the documents of a snapshot are the same in a later
// one, which may have more of them.
func (s *Snapshot) SameTexts(later *Snapshot) bool {
	for path, d := range s.Documents {
		if e, ok := later.Documents[path]; !ok || e.Text != d.Text || e.Lost != d.Lost {
			return false
		}
	}
	return true
}

// errNotOurs is the answer to a question about a file that the server does not
// know.
var errNotOurs = errors.New("the file is neither a model nor a suite that can be read")

// Open returns the content of a document, checked.
func (s *Snapshot) Open(u protocol.DocumentURI) (*View, *Content, error) {
	path := PathOf(u)
	v := s.View(path)
	c := v.ByPath[path]
	if c == nil {
		return v, nil, errNotOurs
	}
	return v, c, nil
}

// Locate returns the occurrence at a place in a document.
func (s *Snapshot) Locate(p protocol.TextDocumentPositionParams) (*View, *Content, Occurrence, bool) {
	v, c, err := s.Open(p.TextDocument.URI)
	if err != nil {
		return v, c, Occurrence{}, false
	}
	o, ok := v.At(c.Path, s.Mapper.Offset(c.Source, p.Position))
	return v, c, o, ok
}

// URI returns the name of a file as the client calls it, which may have come to
// a folder of its workspace over a link.
func (s *Snapshot) URI(path string) protocol.DocumentURI {
	if d, ok := s.Documents[path]; ok {
		return d.URI
	}
	// Paths have links followed. The client expects the folder by the name that it gave.
	u := string(URIOf(path))
	for _, f := range s.Folders {
		if rest, ok := strings.CutPrefix(u, string(URIOf(f.Path))); ok && strings.HasPrefix(rest, "/") {
			return protocol.DocumentURI(strings.TrimSuffix(string(f.URI), "/") + rest)
		}
	}
	return protocol.DocumentURI(u)
}

// Location returns a span as the protocol has it.
func (s *Snapshot) Location(at source.Span) protocol.Location {
	return protocol.Location{URI: s.URI(at.File.Name()), Range: s.Mapper.Span(at)}
}
