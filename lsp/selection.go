package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
)

// selectionRange lists what is around each cursor, from the token outwards: the
// content of a string, the token, what is between the parentheses of a form,
// the form, and so on up to the container and the file.
func selectionRange(_ context.Context, now *snapshot, p *protocol.SelectionRangeParams) ([]protocol.SelectionRange, error) {
	list := []protocol.SelectionRange{}
	_, c, err := now.open(p.TextDocument.URI)
	if err != nil || c.tree == nil {
		return list, nil
	}
	for _, position := range p.Positions {
		list = append(list, selectionAt(now, c, now.mapper.offset(c.source, position)))
	}
	return list, nil
}

func selectionAt(s *snapshot, c *content, offset int) protocol.SelectionRange {
	at := placeAt(c, offset)
	spans := tokensAround(at)
	for list := at.list; list != nil; list = list.parent {
		inner := c.source.Span(list.start+1, list.end)
		if !list.open {
			inner.End--
		}
		if first, last := list.item(0), list.item(len(list.items)-1); first != nil && first.start <= offset && offset <= last.end {
			inner.Start, inner.End = first.start, last.end
		}
		spans = append(spans, inner, c.source.Span(list.start, list.end))
	}
	spans = append(spans, containers(at)...)
	spans = append(spans, c.source.Span(0, len(c.source.Text())))
	return *nested(s, spans)
}

// tokensAround returns the atom at the place, and the content of a string.
func tokensAround(p place) []source.Span {
	f := p.content.source
	switch {
	case p.atom == nil:
		return nil
	case p.atom.kind == syntax.String && p.atom.end-p.atom.start > 2:
		return []source.Span{f.Span(p.atom.start+1, p.atom.end-1), f.Span(p.atom.start, p.atom.end)}
	}
	return []source.Span{f.Span(p.atom.start, p.atom.end)}
}

// containers returns the container around the place.
func containers(p place) []source.Span {
	if p.open < 0 {
		return nil
	}
	pieces := p.content.tree.Tree.Pieces
	for i := p.open + 1; i < len(pieces); i++ {
		if pieces[i].Kind == syntax.Close {
			return []source.Span{p.content.source.Span(pieces[p.open].Start, pieces[i].Start+1)}
		}
	}
	return nil
}

// nested makes a chain of spans. One that is not larger than the one inside it
// is left out.
func nested(s *snapshot, spans []source.Span) *protocol.SelectionRange {
	var first, last *protocol.SelectionRange
	var had source.Span
	for _, span := range spans {
		if last != nil && (span.Start > had.Start || span.End < had.End || span == had) {
			continue
		}
		r := &protocol.SelectionRange{Range: s.mapper.span(span)}
		if last == nil {
			first = r
		} else {
			last.Parent = r
		}
		last, had = r, span
	}
	return first
}
