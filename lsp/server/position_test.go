package server

import (
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"go.lsp.dev/protocol"
	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// Line breaks of all three kinds end lines, and columns count the units of the
// client.
func TestPosition(t *testing.T) {
	const text = "a𝔸\rb\r\nç\r\r\nd\n\r"
	f := source.NewFile("", text)
	for _, c := range []struct {
		unit         source.Unit
		offset       int
		line, column uint32
	}{
		{source.UTF16, 0, 0, 0}, {source.UTF16, 5, 0, 3}, {source.Bytes, 5, 0, 5},
		{source.UTF16, 6, 1, 0}, {source.UTF16, 7, 1, 1}, {source.UTF16, 9, 2, 0},
		{source.UTF16, 11, 2, 1}, {source.Bytes, 11, 2, 2}, {source.UTF16, 12, 3, 0},
		{source.UTF16, 14, 4, 0}, {source.UTF16, 16, 5, 0}, {source.UTF16, 17, 6, 0},
	} {
		m := snapshot.Mapper{Unit: c.unit}
		want := protocol.Position{Line: c.line, Character: c.column}
		if got := m.Position(f, c.offset); got != want {
			t.Errorf("offset %d in unit %d is at %v, want %v", c.offset, c.unit, got, want)
		}
		if got := m.Offset(f, want); got != c.offset {
			t.Errorf("%v in unit %d is offset %d, want %d", want, c.unit, got, c.offset)
		}
	}
}

// What is outside of the text is moved into it: columns to the end of the
// line, and lines to the end of the text.
func TestPositionOutside(t *testing.T) {
	f := source.NewFile("", "a𝔸\rb\r\nc")
	m := snapshot.Mapper{Unit: source.UTF16}
	for p, want := range map[protocol.Position]int{
		{Line: 0, Character: 2}: 1, // inside a character
		{Line: 0, Character: 9}: 5, {Line: 1, Character: 9}: 7, {Line: 2, Character: 9}: 10,
		{Line: 3, Character: 0}: 10, {Line: 1 << 31, Character: 1 << 31}: 10,
	} {
		if got := m.Offset(f, p); got != want {
			t.Errorf("%v is offset %d, want %d", p, got, want)
		}
	}
}

// The mapper places every character where an editor has it, and reads every
// position as it does.
func TestPositionsAsAnEditor(t *testing.T) {
	modeltest.Law(t, 300, func(t *rapid.T) {
		var text string
		for _, s := range rapid.SliceOf(rapid.SampledFrom([]string{"a", "é", "漢", "𝔸", "\r", "\n", "\r\n", "\r\n", "(x", " "})).Draw(t, "text") {
			text += s
		}
		f, e, m := source.NewFile("", text), editor{utf16.Encode([]rune(text))}, snapshot.Mapper{Unit: source.UTF16}
		for line, l := range e.lines() {
			for at := l[0]; at <= l[1]; at++ {
				if at > 0 && at < len(e.text) && utf16.IsSurrogate(rune(e.text[at])) && e.text[at] >= 0xdc00 {
					continue // inside a character
				}
				offset := len(string(utf16.Decode(e.text[:at])))
				if !utf8.RuneStart((text + "a")[offset]) {
					t.Fatalf("offset %d is inside a character", offset)
				}
				p := protocol.Position{Line: uint32(line), Character: uint32(at - l[0])}
				if got := m.Position(f, offset); got != p {
					t.Fatalf("in %q offset %d is at %v, want %v", text, offset, got, p)
				}
				if got := m.Offset(f, p); got != offset {
					t.Fatalf("in %q %v is offset %d, want %d", text, p, got, offset)
				}
			}
			far := protocol.Position{Line: uint32(line), Character: 1 << 20}
			if got, want := m.Offset(f, far), len(string(utf16.Decode(e.text[:l[1]]))); got != want {
				t.Fatalf("in %q the end of line %d is %d, want %d", text, line, got, want)
			}
		}
	})
}
