package source_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"
	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/lang/source"
)

var units = []source.Unit{source.Bytes, source.UTF16, source.Width}

func TestSpan(t *testing.T) {
	f := source.NewFile("dir/a.wm", "(model\n  (var é Bool))\n")
	s := f.Span(14, 16)
	if s.Text() != "é" || s.IsZero() || s.String() != "dir/a.wm:2:8" {
		t.Errorf("%q at %s", s.Text(), s)
	}
	if from, to := s.From(source.UTF16), s.To(source.UTF16); from != (source.Location{Line: 2, Column: 8}) ||
		to != (source.Location{Line: 2, Column: 9}) {
		t.Errorf("from %v to %v", from, to)
	}
	for _, c := range []struct{ start, end, wantStart, wantEnd int }{
		{-5, 3, 0, 3}, {20, 99, 20, 24}, {99, 120, 24, 24}, {9, 4, 9, 9}, {-3, -1, 0, 0},
	} {
		if got := f.Span(c.start, c.end); got.Start != c.wantStart || got.End != c.wantEnd {
			t.Errorf("Span(%d, %d) is %d to %d", c.start, c.end, got.Start, got.End)
		}
	}
	var zero source.Span
	if !zero.IsZero() || zero.Text() != "" || zero.String() != "-" {
		t.Errorf("the zero span is %s with text %q", zero, zero.Text())
	}
}

func TestSpanCompare(t *testing.T) {
	a, b := source.NewFile("a", "xyz"), source.NewFile("b", "xyz")
	ascending := []source.Span{{}, a.Span(0, 0), a.Span(0, 1), a.Span(1, 1), b.Span(0, 0)}
	for i, s := range ascending {
		for j, u := range ascending {
			if got := s.Compare(u); (got < 0) != (i < j) || (got > 0) != (i > j) {
				t.Errorf("%d against %d is %d", i, j, got)
			}
		}
	}
}

func TestLines(t *testing.T) {
	for text, want := range map[string][]string{
		"":                 {""},
		"a":                {"a"},
		"a\n":              {"a", ""},
		"a\r\nb\nc":        {"a", "b", "c"},
		"\n\r\n\n":         {"", "", "", ""},
		"a\rb\r\n\u2028\n": {"a\rb", "\u2028", ""},
		"a\r":              {"a\r"},
		"a\r\r\nb":         {"a\r", "b"},
	} {
		f := source.NewFile("a", text)
		var got []string
		for n := 1; n <= f.LineCount(); n++ {
			got = append(got, f.Line(n))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q has the lines %q, want %q", text, got, want)
		}
		if f.Line(0) != "" || f.Line(len(want)+1) != "" {
			t.Errorf("%q has lines outside it", text)
		}
	}
}

func TestLocation(t *testing.T) {
	f := source.NewFile("a", "a漢😀\te\u0301x\r\n\x1b🇩🇪y")
	for _, c := range []struct {
		before              string
		line                int
		bytes, utf16, width int
	}{
		{"a漢", 1, 2, 2, 2},
		{"😀", 1, 5, 3, 4},
		{"\te", 1, 9, 5, 6},
		{"e\u0301", 1, 10, 6, 7},
		{"x", 1, 13, 8, 8},
		{"\r", 1, 14, 9, 9},
		{"\x1b", 2, 1, 1, 1},
		{"🇩", 2, 2, 2, 2},
		{"y", 2, 10, 6, 4},
	} {
		offset := strings.Index(f.Text(), c.before)
		if c.before == "a漢" {
			offset = 1
		}
		for i, want := range []int{c.bytes, c.utf16, c.width} {
			if got := f.Location(offset, units[i]); got != (source.Location{Line: c.line, Column: want}) {
				t.Errorf("before %q in unit %d: %v, want %d:%d", c.before, i, got, c.line, want)
			}
		}
	}
}

func TestOffsetOutside(t *testing.T) {
	f := source.NewFile("a", "a漢\r\n😀\n")
	for _, u := range units {
		for at, want := range map[source.Location]int{
			{Line: 0, Column: 5}:  0,
			{Line: -1, Column: 0}: 0,
			{Line: 1, Column: 0}:  0,
			{Line: 1, Column: 99}: 4,
			{Line: 2, Column: 99}: 10,
			{Line: 3, Column: 99}: 11,
			{Line: 9, Column: 1}:  11,
		} {
			if got := f.Offset(at, u); got != want {
				t.Errorf("%v in unit %d is %d, want %d", at, u, got, want)
			}
		}
	}
}

// TestOffsetInsideACharacter moves such a column to the character's start.
func TestOffsetInsideACharacter(t *testing.T) {
	f := source.NewFile("a", "a漢😀b")
	for _, c := range []struct {
		column int
		unit   source.Unit
		want   int
	}{
		{3, source.Bytes, 1}, {4, source.Bytes, 1}, {6, source.Bytes, 4}, {8, source.Bytes, 4}, {9, source.Bytes, 8},
		{4, source.UTF16, 4}, {5, source.UTF16, 8},
		{3, source.Width, 1}, {5, source.Width, 4},
	} {
		if got := f.Offset(source.Location{Line: 1, Column: c.column}, c.unit); got != c.want {
			t.Errorf("column %d in unit %d is %d, want %d", c.column, c.unit, got, c.want)
		}
	}
}

// TestLocationCounts holds Location against counting from the start.
func TestLocationCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawFile(t)
		offset := rapid.IntRange(0, len(f.Text())).Draw(t, "offset")
		before := f.Text()[:offset]
		start := strings.LastIndexByte(before, '\n') + 1
		line := strings.Count(before, "\n") + 1
		if got, want := f.Location(offset, source.Bytes), (source.Location{Line: line, Column: offset - start + 1}); got != want {
			t.Fatalf("bytes: %v, want %v", got, want)
		}
		if !utf8.ValidString(before) {
			return
		}
		column := len(utf16.Encode([]rune(before[start:]))) + 1
		if got, want := f.Location(offset, source.UTF16), (source.Location{Line: line, Column: column}); got != want {
			t.Fatalf("UTF-16: %v, want %v", got, want)
		}
	})
}

// TestRoundTrip goes from each character to its location and back.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawFile(t)
		for offset := range f.Text() {
			if offset > 0 && strings.HasPrefix(f.Text()[offset-1:], "\r\n") {
				continue // inside a line break
			}
			for _, u := range []source.Unit{source.Bytes, source.UTF16} {
				if got := f.Offset(f.Location(offset, u), u); got != offset {
					t.Fatalf("%d in unit %d comes back as %d", offset, u, got)
				}
			}
		}
	})
}

// TestWidthRoundTrip does the same in cells, where characters that take none
// share their column with the next one: the column must come back.
func TestWidthRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		characters := rapid.SliceOf(rapid.SampledFrom(wideAndNarrow)).Draw(t, "characters")
		f := source.NewFile("a", strings.Join(characters, ""))
		offset := 0
		for _, c := range characters {
			at := f.Location(offset, source.Width)
			if got := f.Location(f.Offset(at, source.Width), source.Width); got != at {
				t.Fatalf("%v before %q comes back as %v", at, c, got)
			}
			offset += len(c)
		}
	})
}

// wideAndNarrow are characters that do not join with their neighbours.
var wideAndNarrow = []string{
	"a", " ", "\t", "\n", "\r\n", "é", "e\u0301", "漢", "😀", "🇩🇪", "\u200b", "\x1b", "한",
	"👩‍👩‍👧", "👍🏽", "1️⃣", "…",
}

// TestLongLines holds the columns of long lines, which are looked up, against
// counting.
func TestLongLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		part := strings.Join(rapid.SliceOfN(rapid.SampledFrom(wideAndNarrow), 1, 20).Draw(t, "part"), "")
		part = strings.NewReplacer("\n", "", "\r", "").Replace(part) + "x"
		line := strings.Repeat(part, 1+rapid.IntRange(1, 20_000).Draw(t, "bytes")/len(part))
		f := source.NewFile("a", "(first)\n"+line+"\n(last)\n")
		for range 20 {
			n := rapid.IntRange(0, len(line)).Draw(t, "offset")
			for _, u := range units {
				want := source.Location{Line: 2, Column: source.Len(line[:n], u) + 1}
				if got := f.Location(n+8, u); got != want {
					t.Fatalf("%d in unit %d: %v, want %v", n, u, got, want)
				}
			}
		}
	})
}

// TestWidthIsTheSameEverywhere sets what go-runewidth takes from the locale.
func TestWidthIsTheSameEverywhere(t *testing.T) {
	before := runewidth.DefaultCondition.EastAsianWidth
	defer func() { runewidth.DefaultCondition.EastAsianWidth = before }()
	for _, asian := range []bool{false, true} {
		runewidth.DefaultCondition.EastAsianWidth = asian
		if got := source.Len("…“α→", source.Width); got != 4 {
			t.Errorf("%d cells where the locale is East Asian: %t", got, asian)
		}
	}
}

// TestLinesMakeTheText puts the text together from its lines.
func TestLinesMakeTheText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawFile(t)
		at := 0
		for n := 1; n <= f.LineCount(); n++ {
			if start := f.Offset(source.Location{Line: n, Column: 1}, source.Bytes); start != at {
				t.Fatalf("line %d starts at %d, want %d", n, start, at)
			}
			if !strings.HasPrefix(f.Text()[at:], f.Line(n)) {
				t.Fatalf("line %d is %q", n, f.Line(n))
			}
			rest := f.Text()[at+len(f.Line(n)):]
			length := strings.IndexByte(rest, '\n') + 1
			if length > 2 || strings.Trim(rest[:length], "\r\n") != "" {
				t.Fatalf("line %d ends before %q", n, rest)
			}
			at += len(f.Line(n)) + length
		}
		if at != len(f.Text()) {
			t.Fatalf("the lines end at %d of %d", at, len(f.Text()))
		}
	})
}

// TestAnyBytes asks everything about text that is none.
func TestAnyBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := source.NewFile("a", string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")))
		n := rapid.IntRange(-3, len(f.Text())+3)
		for _, u := range units {
			at := f.Location(n.Draw(t, "offset"), u)
			if at.Line < 1 || at.Line > f.LineCount() || at.Column < 1 {
				t.Fatalf("location %v", at)
			}
			offset := f.Offset(source.Location{Line: n.Draw(t, "line"), Column: n.Draw(t, "column")}, u)
			if offset < 0 || offset > len(f.Text()) {
				t.Fatalf("offset %d", offset)
			}
		}
	})
}

// TestLenAdds holds the length of a text against those of its parts, in the
// units in which characters do not join.
func TestLenAdds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.String().Draw(t, "a"), rapid.String().Draw(t, "b")
		for _, u := range []source.Unit{source.Bytes, source.UTF16} {
			if source.Len(a+b, u) != source.Len(a, u)+source.Len(b, u) {
				t.Fatalf("unit %d", u)
			}
		}
	})
}

// TestConcurrentUse is for the race detector: lines are found on demand.
func TestConcurrentUse(t *testing.T) {
	f := source.NewFile("a", strings.Repeat("(a)\n", 100))
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			if at := f.Location(4*i, source.UTF16); at.Line != i+1 {
				t.Errorf("%d is on line %d", 4*i, at.Line)
			}
		})
	}
	wg.Wait()
}

// drawFile returns any valid UTF-8, with line breaks often enough.
func drawFile(t *rapid.T) *source.File {
	return source.NewFile("a", strings.Join(rapid.SliceOf(rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
		"\n", "\r\n", "\r", "a", "漢", "😀", "e\u0301", "\t", "👩‍👩‍👧",
	}))).Draw(t, "parts"), ""))
}
