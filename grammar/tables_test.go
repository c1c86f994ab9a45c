package grammar_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/keywords"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/syntax/syntaxtest"
)

// A row is a row of one of the tables in lang.
type row struct {
	table, word, page string
	list              bool // it heads a list
}

func rows() (list []row) {
	for _, o := range ops.All() {
		list = append(list, row{"ops", o.String(), o.Info().Page, true})
	}
	for _, f := range forms.All() {
		list = append(list, row{"forms", f.String(), f.Info().Page, true})
	}
	for _, k := range keywords.All() {
		list = append(list, row{"keywords", k.String(), k.Info().Page, k.IsList()})
	}
	return list
}

// Each word of the tables is in the EBNF, in the section of the specification
// that its row names, in the TextMate grammar, and in what the generators draw.
func TestTablesAreCovered(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	ebnf, spec, colours := read("mantra.ebnf"), read("spec.md"), read("mantra.tmLanguage.json")
	drawn := drawnHeads()
	for _, r := range rows() {
		name := fmt.Sprintf("%s of lang/%s", r.word, r.table)
		if !strings.Contains(ebnf, `"`+r.word+`"`) {
			t.Errorf("%s is not in mantra.ebnf", name)
		}
		if section := sectionOf(spec, r.page); !regexp.MustCompile("[(`\"]" + regexp.QuoteMeta(r.word) + "[ `\"]").MatchString(section) {
			t.Errorf("%s is not in section %s of spec.md", name, r.page)
		}
		if !coloured(colours, r.word) {
			t.Errorf("%s is not in mantra.tmLanguage.json", name)
		}
		if r.list && !drawn[r.word] {
			t.Errorf("%s is in no text of lang/syntax/syntaxtest", name)
		}
	}
}

// sectionOf returns the section with a number: from its heading to the next one.
func sectionOf(text, number string) string {
	_, section, _ := strings.Cut(text, "\n### "+number+" ")
	section, _, _ = strings.Cut(section, "\n##")
	return section
}

// coloured reports whether a regular expression of the TextMate grammar has a
// word among its alternatives.
func coloured(grammar, word string) bool {
	return regexp.MustCompile(`[:("|](?:\\\\)?` + regexp.QuoteMeta(word) + `[)"|(]`).MatchString(grammar)
}

// draws is how many texts of each language the generators draw to cover the
// tables. They are the same in every run, also with -short: whether a word occurs
// is no matter of luck.
const draws = 300

// drawnHeads returns the heads of lists in generated texts.
func drawnHeads() map[string]bool {
	heads := make(map[string]bool)
	texts := rapid.Custom(func(t *rapid.T) [][]string { return [][]string{syntaxtest.Model(t), syntaxtest.Suite(t)} })
	for seed := range draws {
		for _, tokens := range texts.Example(seed) {
			for i, token := range tokens {
				if token == "(" {
					heads[tokens[i+1]] = true
				}
			}
		}
	}
	return heads
}
