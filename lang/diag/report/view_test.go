package report

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// TestViewShowsWhatIsMarked cuts random lines, up to many times longer than
// what is looked at, and reads what the columns of a mark show.
func TestViewShowsWhatIsMarked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pieces := rapid.SliceOfN(rapid.SampledFrom(visiblePieces), 1, 60).Draw(t, "pieces")
		var b strings.Builder
		var bounds []int
		for range rapid.IntRange(1, 60).Draw(t, "times") {
			for _, k := range pieces {
				bounds = append(bounds, b.Len())
				b.WriteString(k.text)
			}
		}
		line := b.String()
		i := rapid.IntRange(0, len(bounds)-1).Draw(t, "start")
		j := rapid.IntRange(i, min(i+10, len(bounds)-1)).Draw(t, "end")
		start, end := bounds[i], bounds[j]
		v := viewOf(line, start, end)
		if n := source.Len(v.text, source.Width); n > maxCells {
			t.Fatalf("%d cells: %s", n, v.text)
		}
		if n := source.Len(v.text, source.Width); (v.from > 0 || v.to < len(line)) && n < maxCells-3 {
			t.Fatalf("only %d cells of a longer line: %s", n, v.text)
		}
		from, to, cut := v.columns(start, end)
		if v.from > 0 && v.to < len(line) && (from < maxCells/2-15 || to > maxCells/2+15) {
			t.Fatalf("columns %d to %d are not in the middle", from, to)
		}
		if cut {
			t.Fatalf("%d to %d is cut", start, end)
		}
		want := shownLines(line[start:end])[0]
		if want == "" {
			want = shownLines(line[start:bounds[min(i+1, len(bounds)-1)]])[0]
			to = from + source.Len(want, source.Width)
		}
		equal(t, "text at the mark", want, column(v.text, from, to))
		if (v.from > 0) != strings.HasPrefix(v.text, "…") || (v.to < len(line)) != strings.HasSuffix(v.text, "…") {
			t.Fatalf("bytes %d to %d of %d: %s", v.from, v.to, len(line), v.text)
		}
	})
}

// TestNoHalfCharacters looks at a long line that takes no room, so that both
// ends of what is looked at are in view.
func TestNoHalfCharacters(t *testing.T) {
	for shift := range 3 {
		line := strings.Repeat("a", shift) + strings.Repeat("\u0301", longLine)
		v := viewOf(line, longLine, longLine)
		if strings.Contains(v.text, "\uFFFD") || v.from == 0 || v.to == len(line) {
			t.Errorf("after %d: bytes %d to %d, %q", shift, v.from, v.to, v.text)
		}
	}
}

// column returns the characters of a shown line between two columns.
func column(shown string, from, to int) string {
	var b strings.Builder
	for _, c := range cellsOf(shown, 0, len(shown)) {
		if c.at >= from && c.at < to {
			b.WriteString(c.text)
		}
	}
	return b.String()
}

func TestMarks(t *testing.T) {
	for _, c := range []struct {
		name       string
		text       string
		start, end int
		want       string // the row under the line, without the gutter
	}{
		{"word", "(var a Bool)", 5, 6, "     ^"},
		{"empty", "(var a Bool)", 5, 5, "     ^"},
		{"empty at the end of the line", "(var\nx", 4, 4, "    ^"},
		{"empty file", "", 0, 0, "^"},
		{"line feed", "(var\nx", 4, 5, "    ^"},
		{"carriage return and line feed", "(var\r\nx", 4, 6, "    ^"},
		{"to the next line", "(var\nx", 1, 6, " ^^^ (to 2:1)"},
		{"a whole line", "(var\nx", 0, 5, "^^^^"},
		{"from the line feed on", "(var\nx", 4, 6, "    ^ (to 2:1)"},
		{"tab", "\t\tx", 1, 3, " ^^"},
		{"wide", "漢字x", 3, 6, "  ^^"},
		{"a part of a character", "e\u0301x", 1, 3, "^"},
		{"a mark alone", "\u0301x", 0, 2, "^"},
		{"zero width", "a\u200bx", 1, 4, " ^"},
		{"control", "\x1b[m", 0, 3, "^^^"},
		{"not UTF-8", "\xff\xfe", 1, 2, " ^"},
		{"carriage return", "a\rb", 1, 2, " ^"},
		{"carriage return at the end", "ab\r", 2, 3, "  ^"},
	} {
		f := source.NewFile("a.wm", c.text)
		got := project(t, asText, []diag.Diagnostic{{Code: "MC0001", Message: "m", Primary: f.Span(c.start, c.end)}})
		rows := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
		if last := rows[len(rows)-1]; last != "  | "+c.want {
			t.Errorf("%s: %q, want %q in\n%s", c.name, last, "  | "+c.want, got)
		}
	}
}

// TestLongLineIsCheap reports many findings on one line of 16 MiB, the largest
// that is read: what is written must not grow with the line.
func TestLongLineIsCheap(t *testing.T) {
	f := source.NewFile("a.wm", strings.Repeat("(漢 x) ", 16<<20/8))
	var list []diag.Diagnostic
	for i := range 300 {
		at := i * (len(f.Text()) / 300) / 8 * 8
		d := diag.Diagnostic{Code: "MC0001", Message: "m", Primary: f.Span(at, at+1)}
		d.Fix("remove it", diag.Edit{Span: d.Primary})
		d.Fix("replace it", diag.Edit{Span: d.Primary, New: "["})
		list = append(list, d)
	}
	for _, p := range projections {
		got := project(t, p.write, list)
		if len(got) > 30*maxCells*len(list) {
			t.Errorf("%d bytes of %s", len(got), p.name)
		}
	}
	if one, want := project(t, asText, list[150:151]), "| …"; strings.Count(one, want) != 2 {
		t.Errorf("cut in another way than at both ends:\n%s", one)
	}
}
