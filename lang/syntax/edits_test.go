package syntax_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	format "github.com/mantrac/mantrac/fmt"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax/syntaxtest"
)

// drawText draws a well-formed file, as somebody might write it or laid out
// canonically.
func drawText(t *rapid.T) string {
	kind, draw := ast.ChecksFile, syntaxtest.Suite
	if rapid.Bool().Draw(t, "model") {
		kind, draw = ast.ModelFile, syntaxtest.Model
	}
	text := syntaxtest.Spread(t, draw(t), syntaxtest.Comments)
	if !rapid.Bool().Draw(t, "canonical") {
		return text
	}
	out, err := format.Source(source.NewFile("file", text), kind)
	if err != nil {
		t.Fatalf("%v in %q", err, text)
	}
	return string(out)
}

// typed is what editors insert.
var typed = []string{
	"", "(", ")", ")))", "\n", "\n\n", " ", "\"", ";", "x", "; c\n", "(model\n", "(case a\n", "\n(case b\n", "(use \"m.wm\")\n",
	"\n  (var v Bool)\n", "\n(var v Bool)\n", "(transition t (params) (pre) (post))", "(transition t (params)", "(post)", "\n(post x)\n", "\n    (pre)", "(checks (a (call b)))", "\n)", "\ufeff",
}

// drawEdit draws a text that somebody might make of another in one go.
func drawEdit(t *rapid.T, text string) string {
	offsets := rapid.IntRange(0, len(text))
	if rapid.IntRange(0, 3).Draw(t, "at token") > 0 {
		offsets = rapid.SampledFrom(tokenStarts(text))
	}
	start := offsets.Draw(t, "start")
	end := min(len(text), start+rapid.SampledFrom([]int{0, 0, 1, 1, 2, 7, 50}).Draw(t, "deleted"))
	if rapid.IntRange(0, 9).Draw(t, "line") == 0 {
		end = start + len(strings.SplitAfter(text[start:], "\n")[0])
	}
	return text[:start] + rapid.SampledFrom(typed).Draw(t, "inserted") + text[end:]
}

func tokenStarts(text string) []int {
	starts := []int{len(text)}
	for _, p := range parse(text, nil).Pieces {
		for _, tok := range p.Tokens {
			starts = append(starts, p.Start+tok.Start)
		}
	}
	return starts
}

// edits draws a file and a history of edits, and reads every version with
// the help of the one before.
func edits(t *rapid.T) {
	text := drawText(t)
	t.Logf("first %q", text)
	tree := parse(text, nil)
	for range rapid.IntRange(1, 4).Draw(t, "edits") {
		text = drawEdit(t, text)
		t.Logf("then %q", text)
		tree = parse(text, tree)
		if tree.Print() != text {
			t.Fatalf("printed, it is %q", tree.Print())
		}
		checkPieces(t, tree)
		checkSame(t, tree, parse(text, nil))
		for _, d := range tree.Faults {
			checkFault(t, tree.File, d)
		}
	}
}

func TestEdits(t *testing.T) { rapid.Check(t, edits) }

func FuzzEdits(f *testing.F) {
	for _, seed := range syntaxtest.Seeds() {
		f.Add(seed)
	}
	f.Fuzz(rapid.MakeFuzz(edits))
}
