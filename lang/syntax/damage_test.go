package syntax_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/aymanbagabas/go-udiff"
	"pgregory.net/rapid"

	format "github.com/mantrac/mantrac/fmt"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lang/syntax/syntaxtest"
)

// drawCanonical draws an example or a random file in the canonical layout,
// filled as told if it is a random one.
func drawCanonical(t *rapid.T, with syntaxtest.Filling) string {
	if rapid.IntRange(0, 9).Draw(t, "example") == 0 {
		name := rapid.SampledFrom([]string{"procurement/procurement.wm", "procurement/after.checks", "arrays/dock.wm", "arrays/dock.checks"})
		text, err := os.ReadFile("../../examples/" + name.Draw(t, "name"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	kind, draw := ast.ChecksFile, syntaxtest.Suite
	if rapid.Bool().Draw(t, "model") {
		kind, draw = ast.ModelFile, syntaxtest.Model
	}
	text := syntaxtest.Spread(t, draw(t), with)
	out, err := format.Source(source.NewFile("file", text), kind)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// A file in the canonical layout with one parenthesis deleted or inserted is
// mended by the fixes of the faults of parentheses. Where it was a closing one
// among those that end a line, there is one fault, and its fix gives back the
// file. (A comment before a parenthesis hides what the line says, behind a
// parenthesis too many a name that is a keyword is taken for one, and in the
// checks of all cases, which are one form, such a parenthesis is noticed at
// their end only.)
func damage(t *rapid.T) {
	with := rapid.SampledFrom([]syntaxtest.Filling{syntaxtest.Blanks, syntaxtest.Comments}).Draw(t, "filling")
	text := drawCanonical(t, with)
	at := parentheses(text)
	if len(at) == 0 {
		return
	}
	i := rapid.SampledFrom(at).Draw(t, "where")
	inserted := rapid.SampledFrom([]string{"", ")", "("}).Draw(t, "inserted")
	damaged := text[:i] + inserted + text[i:]
	if inserted == "" {
		damaged = text[:i] + text[i+1:]
	}
	t.Logf("%s", damaged)
	faults := parse(damaged, nil).Faults
	mended := mend(t, damaged)
	for _, d := range parse(mended, nil).Faults {
		if d.Code == "MC0101" || d.Code == "MC0102" {
			t.Errorf("%s: %s, still", d.Primary, d.Message)
		}
	}
	if with == syntaxtest.Comments || inserted == "(" || !endsLine(text[i:]) || inserted == ")" && (keyword.MatchString(text[i:]) || inCommon(text[:i])) {
		return
	}
	if len(faults) != 1 || mended != text {
		t.Errorf("%d faults, mended to\n%s", len(faults), difference(text, mended))
	}
}

// keyword matches where the next line starts with the keyword of a clause or
// of a part of a case.
var keyword = regexp.MustCompile(`^\)*\n\s*\((const|var|transition|prompt|init|checks|goal)\b`)

// inCommon reports whether the last form of a file that begins in a text is
// (common …).
func inCommon(text string) bool {
	return strings.HasPrefix("\n"+text[strings.LastIndex("\n"+text, "\n("):], "\n(common")
}

func TestDamage(t *testing.T) { rapid.Check(t, damage) }

func FuzzDamage(f *testing.F) {
	for _, seed := range syntaxtest.Seeds() {
		f.Add(seed)
	}
	f.Fuzz(rapid.MakeFuzz(damage))
}

// endsLine reports whether there is nothing but closing parentheses in the
// line at the start of text.
func endsLine(text string) bool {
	line, _, _ := strings.Cut(text, "\n")
	return line != "" && strings.Trim(line, ")") == ""
}

// parentheses returns the offsets of the parentheses of a text.
func parentheses(text string) []int {
	var at []int
	for _, p := range parse(text, nil).Pieces {
		for _, tok := range p.Tokens {
			if tok.Kind == syntax.LParen || tok.Kind == syntax.RParen {
				at = append(at, p.Start+tok.Start)
			}
		}
	}
	return at
}

// mend applies the fixes of the faults of parentheses.
func mend(t failer, text string) string {
	tree := parse(text, nil)
	var faults []diag.Diagnostic
	for _, d := range diag.Canonical(tree.Faults) {
		if d.Code == "MC0101" || d.Code == "MC0102" {
			faults = append(faults, d)
		}
	}
	edits, _ := diag.Compatible(faults, diag.Suggestion)
	mended, err := diag.Apply(tree.File, edits)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return mended
}

// difference shows the lines that differ.
func difference(before, after string) string {
	return udiff.Unified("before", "after", before, after)
}
