package format_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	format "github.com/mantrac/mantrac/fmt"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lang/syntax/syntaxtest"
)

// formatText formats a text and returns the layout, or "" and the error.
func formatText(kind ast.Kind, text string) (string, error) {
	out, err := format.Source(source.NewFile("file", text), kind)
	return string(out), err
}

// checkLayout fails unless out is a layout of text: the laws of the package,
// checked without its guard.
func checkLayout(t errorer, kind ast.Kind, text, out string) {
	if again, err := formatText(kind, out); err != nil || again != out {
		t.Errorf("the layout is not stable: %v\n--- first\n%s\n--- second\n%s", err, out, again)
	}
	was, is := lexemes(text), lexemes(out)
	if kind == ast.ChecksFile { // parts of cases change places
		slices.Sort(was)
		slices.Sort(is)
	}
	if !slices.Equal(was, is) {
		t.Errorf("tokens or comments differ\n--- before\n%s\n--- after\n%s", text, out)
	}
	checkLines(t, out)
}

type errorer interface{ Errorf(string, ...any) }

// lexemes returns the tokens of a text and, after them, its comments.
func lexemes(text string) []string {
	var tokens, comments []string
	for _, p := range syntax.Parse(source.NewFile("file", text), nil).Pieces {
		for _, t := range p.Tokens {
			switch s := p.Text(t.Start, t.End); t.Kind {
			case syntax.Space:
			case syntax.Comment:
				comments = append(comments, strings.TrimRight(s, " \t\r"))
			default:
				tokens = append(tokens, s)
			}
		}
	}
	return append(tokens, comments...)
}

// checkLines fails if a line has white space at its end, or a blank line
// stands where there should be none.
func checkLines(t errorer, out string) {
	if out == "" {
		return
	}
	lines := strings.Split(out, "\n")
	if last := lines[len(lines)-1]; last != "" {
		t.Errorf("the last line is not ended: %q", last)
	}
	lines = lines[:len(lines)-1]
	for i, line := range lines {
		switch {
		case line != strings.TrimRight(line, " \t\r"):
			t.Errorf("line %d has white space at its end: %q", i+1, line)
		case line == "" && (i == 0 || i == len(lines)-1 || lines[i-1] == ""):
			t.Errorf("line %d is blank", i+1)
		}
	}
}

// drawFile draws the tokens of a well-formed file of either language.
func drawFile(t *rapid.T) (ast.Kind, []string) {
	if rapid.Bool().Draw(t, "model") {
		return ast.ModelFile, syntaxtest.Model(t)
	}
	return ast.ChecksFile, syntaxtest.Suite(t)
}

// lawful draws a file with comments everywhere, and checks its layout.
func lawful(t *rapid.T) {
	kind, tokens := drawFile(t)
	text := syntaxtest.Spread(t, tokens, syntaxtest.Comments)
	out, err := formatText(kind, text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	checkLayout(t, kind, text, out)
}

func TestLaws(t *testing.T) { rapid.Check(t, lawful) }

// The same of models that are well typed, and their suites.
func TestLawsOnProjects(t *testing.T) {
	modeltest.Law(t, 40, func(t *rapid.T) {
		p := modeltest.Everything(modeltest.Small).Draw(t, "project")
		for kind, text := range map[ast.Kind]string{ast.ModelFile: p.ModelText, ast.ChecksFile: p.SuiteText} {
			out, err := formatText(kind, text)
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			checkLayout(t, kind, text, out)
		}
	})
}

func FuzzLaws(f *testing.F) {
	for _, seed := range syntaxtest.Seeds() {
		f.Add(seed)
	}
	f.Fuzz(rapid.MakeFuzz(lawful))
}

// One canonical layout: where there are no comments and no blank lines, it
// depends on the tokens alone.
func TestCanonical(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind, tokens := drawFile(t)
		want, err := formatText(kind, strings.Join(tokens, " "))
		if err != nil {
			t.Fatal(err)
		}
		text := syntaxtest.Spread(t, tokens, syntaxtest.Spaces)
		if got, err := formatText(kind, text); err != nil || got != want {
			t.Fatalf("%v\n--- from\n%s\n--- layout\n%s\n--- layout of the tokens on one line\n%s", err, text, got, want)
		}
	})
}

// FuzzFormat formats any text at all.
func FuzzFormat(f *testing.F) {
	for _, e := range examples(f) {
		f.Add(e.text, e.kind == ast.ModelFile)
	}
	for _, s := range []string{"", "\ufeff", "; c", ";\r\n", "(model", "(model)", "(model ; a\n; b\n) ; c", "(case x (goal) ; a\n(prompt \"\") ; b\n) ; c"} {
		f.Add(s, true)
		f.Add(s, false)
	}
	f.Fuzz(func(t *testing.T, text string, model bool) {
		kind := ast.ChecksFile
		if model {
			kind = ast.ModelFile
		}
		out, err := formatText(kind, text)
		var invalid *format.Invalid
		switch {
		case errors.As(err, &invalid):
			if out != "" || len(invalid.Faults) == 0 {
				t.Errorf("%v, and yet %q", err, out)
			}
		case err != nil:
			t.Error(err)
		default:
			checkLayout(t, kind, text, out)
		}
	})
}
