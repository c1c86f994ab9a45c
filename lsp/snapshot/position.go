package snapshot

import (
	"slices"
	sorting "sort"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/source"
)

// A Mapper turns offsets in bytes into positions of the client and back. Both
// of the protocol's numbers count from 0.
type Mapper struct{ Unit source.Unit }

// Position returns the position of an offset. In the protocol a carriage return
// by itself ends a line, too.
func (m Mapper) Position(f *source.File, offset int) protocol.Position {
	at := f.Location(offset, m.Unit)
	if returns := f.Returns(); len(returns) > 0 {
		k, _ := slices.BinarySearch(returns, offset+1) // how many are before the offset
		if k > 0 {
			// The line starts after the last carriage return if that is on the same line of the file.
			if start := f.Location(returns[k-1], m.Unit); start.Line == at.Line {
				at.Column -= start.Column - 1
			}
		}
		// The lines of a source.File end with line feeds alone. Each lone return adds one.
		at.Line += k
	}
	return protocol.Position{Line: uint32(at.Line - 1), Character: uint32(at.Column - 1)}
}

// Span returns the range of a span.
func (m Mapper) Span(s source.Span) protocol.Range {
	return protocol.Range{Start: m.Position(s.File, s.Start), End: m.Position(s.File, s.End)}
}

// Offset returns the byte after a position. A position outside of
// the text is moved into it, as the protocol has it for columns.
func (m Mapper) Offset(f *source.File, p protocol.Position) int {
	// A client may send any number of 32 bits. The limit avoids overflow in the additions below.
	const most = 1 << 30
	line, column := int(min(p.Line, most)), int(min(p.Character, most))
	returns := f.Returns()
	// The lines after the returns, from 0, ascend.
	lineBehind := func(k int) int { return f.Location(returns[k], source.Bytes).Line + k }
	k := sorting.Search(len(returns), func(k int) bool { return lineBehind(k) > line })
	// k lone returns are before the line, so its number among the line feeds is smaller by k.
	start := source.Location{Line: line - k + 1, Column: 1}
	if k > 0 && lineBehind(k-1) == line {
		start = f.Location(returns[k-1], m.Unit)
	}
	start.Column += column
	offset := f.Offset(start, m.Unit)
	if k < len(returns) {
		offset = min(offset, returns[k]-1) // the end of the line
	}
	return offset
}

// Bytes returns the span of a range, which is empty if it is the wrong way
// round.
func (m Mapper) Bytes(f *source.File, r protocol.Range) source.Span {
	start := m.Offset(f, r.Start)
	return f.Span(start, max(start, m.Offset(f, r.End)))
}
