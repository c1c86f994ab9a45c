package feature

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lsp/cursor"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// SelectionRange lists what is around each cursor, from the token outwards: the
// content of a string, the token, what is between the parentheses of a form,
// the form, and so on up to the container and the file.
func SelectionRange(_ context.Context, now *snapshot.Snapshot, p *protocol.SelectionRangeParams) ([]protocol.SelectionRange, error) {
	list := []protocol.SelectionRange{}
	_, c, err := now.Open(p.TextDocument.URI)
	if err != nil || c.Tree == nil {
		return list, nil
	}
	for _, position := range p.Positions {
		list = append(list, selectionAt(now, c, now.Mapper.Offset(c.Source, position)))
	}
	return list, nil
}

func selectionAt(s *snapshot.Snapshot, c *snapshot.Content, offset int) protocol.SelectionRange {
	at := cursor.PlaceAt(c, offset)
	spans := tokensAround(at)
	for list := at.List; list != nil; list = list.Parent {
		inner := c.Source.Span(list.Start+1, list.End)
		if !list.Open {
			inner.End--
		}
		// With the cursor among the items, the inner range is without the white space at its edges.
		if first, last := list.Item(0), list.Item(len(list.Items)-1); first != nil && first.Start <= offset && offset <= last.End {
			inner.Start, inner.End = first.Start, last.End
		}
		spans = append(spans, inner, c.Source.Span(list.Start, list.End))
	}
	spans = append(spans, containers(at)...)
	// The whole file is always the outermost range, so the chain is never empty.
	spans = append(spans, c.Source.Span(0, len(c.Source.Text())))
	return *nested(s, spans)
}

// tokensAround returns the atom at the place, and the content of a string.
func tokensAround(p cursor.Place) []source.Span {
	f := p.Content.Source
	switch {
	case p.Atom == nil:
		return nil
	case p.Atom.Kind == syntax.String && p.Atom.End-p.Atom.Start > 2:
		return []source.Span{f.Span(p.Atom.Start+1, p.Atom.End-1), f.Span(p.Atom.Start, p.Atom.End)}
	}
	return []source.Span{f.Span(p.Atom.Start, p.Atom.End)}
}

// containers returns the container around the place.
func containers(p cursor.Place) []source.Span {
	if p.Open < 0 {
		return nil
	}
	pieces := p.Content.Tree.Tree.Pieces
	for i := p.Open + 1; i < len(pieces); i++ {
		if pieces[i].Kind == syntax.Close {
			return []source.Span{p.Content.Source.Span(pieces[p.Open].Start, pieces[i].Start+1)}
		}
	}
	return nil
}

// nested makes a chain of spans. One that is not larger than the one inside it
// is left out.
func nested(s *snapshot.Snapshot, spans []source.Span) *protocol.SelectionRange {
	var first, last *protocol.SelectionRange
	var had source.Span
	for _, span := range spans {
		if last != nil && (span.Start > had.Start || span.End < had.End || span == had) {
			continue
		}
		r := &protocol.SelectionRange{Range: s.Mapper.Span(span)}
		if last == nil {
			first = r
		} else {
			last.Parent = r
		}
		last, had = r, span
	}
	return first
}
