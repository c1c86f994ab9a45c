package lsp

import (
	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/source"
)

// A mapper turns offsets in bytes into positions of the client and back. Both
// of the protocol's numbers count from 0.
type mapper struct{ unit source.Unit }

func (m mapper) position(f *source.File, offset int) protocol.Position {
	at := f.Location(offset, m.unit)
	return protocol.Position{Line: uint32(at.Line - 1), Character: uint32(at.Column - 1)}
}

func (m mapper) span(s source.Span) protocol.Range {
	return protocol.Range{Start: m.position(s.File, s.Start), End: m.position(s.File, s.End)}
}

// offset returns the byte that a position stands before. A position outside of
// the text is moved into it, as the protocol has it for columns.
func (m mapper) offset(f *source.File, p protocol.Position) int {
	const most = 1 << 30
	return f.Offset(source.Location{Line: int(min(p.Line, most)) + 1, Column: int(min(p.Character, most)) + 1}, m.unit)
}

// bytes returns the span of a range, which is empty if it is the wrong way
// round.
func (m mapper) bytes(f *source.File, r protocol.Range) source.Span {
	start := m.offset(f, r.Start)
	return f.Span(start, max(start, m.offset(f, r.End)))
}
