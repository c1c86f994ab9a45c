package report

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/jsontext"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// A piece is a bit of source of which the tests know how it must look.
// Pieces do not join with their neighbours into one character.
type piece struct {
	text  string
	shown string
	cells int // that it takes when shown
	width int // that it takes by source.Width, where hidden characters may take none
}

var visiblePieces = []piece{
	{"a", "a", 1, 1},
	{"x1", "x1", 2, 2},
	{"(", "(", 1, 1},
	{")", ")", 1, 1},
	{" ", " ", 1, 1},
	{`"`, `"`, 1, 1},
	{`\`, `\`, 1, 1},
	{"\t", " ", 1, 1},
	{"é", "é", 1, 1},
	{"e\u0301", "e\u0301", 1, 1},
	{"漢", "漢", 2, 2},
	{"👩‍👩‍👧", "👩‍👩‍👧", 2, 2},
	{"🇩🇪", "🇩🇪", 2, 2},
}

var allPieces = append([]piece{
	{"\x1b", "\uFFFD", 1, 1},
	{"\x00", "\uFFFD", 1, 1},
	{"\x7f", "\uFFFD", 1, 1},
	{"\u202e", "\uFFFD", 1, 0},
	{"\xff", "\uFFFD", 1, 1},
	{"\n", "", 0, 0},
	{"\n", "", 0, 0},
	{"\r\n", "", 0, 0},
}, visiblePieces...)

// A text is a source file of which the tests know every piece.
type text struct {
	file   *source.File
	pieces []piece
	bounds []int // offset of each piece, and of the end
}

func drawText(t *rapid.T, name string) text {
	x := text{pieces: rapid.SliceOfN(rapid.SampledFrom(allPieces), 0, 50).Draw(t, "pieces")}
	var b strings.Builder
	for _, k := range x.pieces {
		x.bounds = append(x.bounds, b.Len())
		b.WriteString(k.text)
	}
	x.bounds = append(x.bounds, b.Len())
	x.file = source.NewFile(name, b.String())
	return x
}

func (x text) drawSpan(t *rapid.T) source.Span {
	i := rapid.IntRange(0, len(x.pieces)).Draw(t, "start")
	j := rapid.IntRange(i, min(len(x.pieces), i+8)).Draw(t, "end")
	return x.file.Span(x.bounds[i], x.bounds[j])
}

// drawEdits returns edits that do not overlap and each change something.
func (x text) drawEdits(t *rapid.T) []diag.Edit {
	at := rapid.SliceOfN(rapid.IntRange(0, len(x.pieces)), 2, 6).Draw(t, "edits")
	slices.Sort(at)
	var edits []diag.Edit
	for i := 0; i+1 < len(at); i += 2 {
		e := diag.Edit{Span: x.file.Span(x.bounds[at[i]], x.bounds[at[i+1]]), New: drawNew(t)}
		if e.Span.Text() != e.New {
			edits = append(edits, e)
		}
	}
	return edits
}

func drawNew(t *rapid.T) string {
	var b strings.Builder
	for _, k := range rapid.SliceOfN(rapid.SampledFrom(visiblePieces), 0, 5).Draw(t, "new") {
		b.WriteString(k.text)
	}
	if rapid.IntRange(0, 3).Draw(t, "break") == 0 {
		b.WriteString(rapid.SampledFrom([]string{"\n", "\r\n", "\n  b"}).Draw(t, "line break"))
	}
	return b.String()
}

// words are messages as hostile as they can be.
var words = rapid.Custom(func(t *rapid.T) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{
		"the", "`name`", " ", "%", "%0A", ":", "::error::", ",", "\n", "\r", "\x1b[31m", "\u202e", "\u0085",
		"\"", "\\", "é", "漢", "👩‍👩‍👧", "{0}", "<&>", "---", "= note: ", "\u2028",
	}), 1, 6).Draw(t, "words"), "")
})

var names = []string{
	"a.wm", "sub dir/b.wm", "/abs/c.wm", "100%0A%41.wm", "x:1:2.wm", `back\slash.wm`, "資料.wm", "l\nf.wm", "e\x1b[0m.wm",
	"::error::,.wm", "q?#[1].wm", "../up.wm",
}

// drawDiagnostic returns a diagnostic about one or two files.
func drawDiagnostic(t *rapid.T) (diag.Diagnostic, []text) {
	named := rapid.SliceOfNDistinct(rapid.SampledFrom(names), 1, 2, rapid.ID).Draw(t, "names")
	texts := jsontext.Each(named, func(name string) text { return drawText(t, name) })
	some := rapid.SampledFrom(texts)
	d := diag.Diagnostic{
		Code:     diag.Code(fmt.Sprintf("MC%04d", rapid.IntRange(0, 9999).Draw(t, "code"))),
		Severity: rapid.SampledFrom([]diag.Severity{diag.Error, diag.Warning, diag.Lint}).Draw(t, "severity"),
		Message:  words.Draw(t, "message"),
		Notes:    rapid.SliceOfN(words, 0, 2).Draw(t, "notes"),
		Help:     rapid.SliceOfN(words, 0, 2).Draw(t, "help"),
		Tags: rapid.SliceOfNDistinct(rapid.SampledFrom([]diag.Tag{diag.Unnecessary, diag.Deprecated}), 0, 2, rapid.ID).
			Draw(t, "tags"),
	}
	if rapid.IntRange(0, 9).Draw(t, "placed") > 0 {
		d.Primary = texts[0].drawSpan(t)
		d.Role = drawRole(t)
	}
	for range rapid.IntRange(0, 4).Draw(t, "secondary") {
		d.Also(some.Draw(t, "file").drawSpan(t), drawRole(t))
	}
	for range rapid.IntRange(0, 3).Draw(t, "fixes") {
		var edits []diag.Edit
		for _, x := range texts[:rapid.IntRange(1, len(texts)).Draw(t, "files")] {
			edits = append(edits, x.drawEdits(t)...)
		}
		if len(edits) > 0 {
			d.Fix(words.Draw(t, "fix"), edits...).As(rapid.SampledFrom([]diag.Level{diag.Certain, diag.Suggestion, diag.Placeholder}).Draw(t, "level"))
		}
	}
	return d, texts
}

func drawRole(t *rapid.T) string {
	if rapid.Bool().Draw(t, "has role") {
		return words.Draw(t, "role")
	}
	return ""
}

// position finds out about an offset in the plainest way there is, to hold
// the projections against.
func (x text) position(offset int) jsonPosition {
	before := x.file.Text()[:offset]
	start := strings.LastIndexByte(before, '\n') + 1
	return jsonPosition{
		Offset: offset,
		Line:   strings.Count(before, "\n") + 1,
		Column: offset - start + 1,
		UTF16:  len(utf16.Encode([]rune(before[start:]))) + 1,
		Width:  x.sum(start, offset, func(k piece) int { return k.width }) + 1,
	}
}

// cells returns how many cells the text between two offsets takes.
func (x text) cells(start, end int) int {
	return x.sum(start, end, func(k piece) int { return k.cells })
}

func (x text) sum(start, end int, of func(piece) int) int {
	n := 0
	for i, k := range x.pieces {
		if start <= x.bounds[i] && x.bounds[i] < end {
			n += of(k)
		}
	}
	return n
}

// shownLines returns a text line by line as it must be shown.
func shownLines(s string) []string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		line = strings.TrimSuffix(line, "\r")
		for _, k := range allPieces {
			if k.shown != k.text && k.shown != "" {
				line = strings.ReplaceAll(line, k.text, k.shown)
			}
		}
		lines[i] = line
	}
	return lines
}
