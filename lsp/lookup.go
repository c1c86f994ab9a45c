package lsp

import (
	"errors"
	"fmt"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/project"
)

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
