package grammar

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
)

// TestQuickReferenceExamples checks the model and the suite of
// quick-reference.md, together.
func TestQuickReferenceExamples(t *testing.T) {
	var model, checks string
	for _, e := range examplesIn(t, "quick-reference.md") {
		switch e.language {
		case "wm":
			model = e.text
		case "checks":
			checks = e.text
		}
	}
	m := checker.CheckModel(parse(model, ast.ModelFile), nil, checker.Options{}, nil)
	noErrors(t, m.Diagnostics)
	noErrors(t, checker.CheckSuite(parse(checks, ast.ChecksFile), m, nil, checker.Options{}).Diagnostics)
}

// terminal finds the words of the grammar.
var terminal = regexp.MustCompile(`"([^"]+)"`)

// TestQuickReferenceIsComplete holds the words of the grammar against
// quick-reference.md: each stands in the first column of a table.
func TestQuickReferenceIsComplete(t *testing.T) {
	var first strings.Builder
	for line := range strings.Lines(readFile(t, "quick-reference.md")) {
		if cells := strings.Split(line, " | "); strings.HasPrefix(line, "| ") {
			first.WriteString(cells[0] + cells[1])
		}
	}
	listed := regexp.MustCompile("[^\\s`()]+").FindAllString(first.String(), -1)
	for _, word := range terminal.FindAllStringSubmatch(readFile(t, "mantra.ebnf"), -1) {
		if w := word[1]; !strings.Contains("()", w) && !slices.Contains(listed, w) && w != "model" && w != "null" {
			t.Errorf("quick-reference.md does not list `%s`", w)
		}
	}
}
