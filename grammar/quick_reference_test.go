package grammar

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/keywords"
	"github.com/mantrac/mantrac/lang/ops"
)

// TestQuickReferenceExamples checks the models of quick-reference.md and of
// conformance/other-forms.md, each with the suite that comes after it. Each word that the
// paper's grammar lacks is in one.
func TestQuickReferenceExamples(t *testing.T) {
	var model *checker.Model
	var all strings.Builder
	for _, e := range slices.Concat(examplesIn(t, "quick-reference.md"), examplesIn(t, "conformance/other-forms.md")) {
		switch e.language {
		case "wm":
			model = checker.CheckModel(parse(e.text, ast.ModelFile), nil, checker.Options{}, nil)
			noErrors(t, model.Diagnostics)
		case "checks":
			noErrors(t, checker.CheckSuite(parse(e.text, ast.ChecksFile), model, nil, checker.Options{}).Diagnostics)
		}
		all.WriteString(e.text)
	}
	for _, word := range extensions() {
		if !regexp.MustCompile(`[\s(]` + regexp.QuoteMeta(word) + `[\s)]`).MatchString(all.String()) {
			t.Errorf("no example of quick-reference.md or conformance/other-forms.md has `%s`", word)
		}
	}
}

// extensions returns the words of forms, operators, tests and sections that the
// paper's grammar lacks.
func extensions() (list []string) {
	for _, o := range ops.All() {
		if o.Info().Extension {
			list = append(list, o.String())
		}
	}
	for _, f := range forms.All() {
		if f.Info().Extension {
			list = append(list, f.String())
		}
	}
	for _, x := range forms.Tests() {
		if word := x.Info().Word; word != "" {
			list = append(list, word)
		}
	}
	for _, k := range keywords.All() {
		if k.Info().Extension {
			list = append(list, k.String())
		}
	}
	return append(list, ast.OpenWord)
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
