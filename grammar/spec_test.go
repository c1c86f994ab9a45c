package grammar

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
)

// An example is a fenced block of spec.md. README.md says what the words
// behind the fence mean.
type example struct {
	language, production, flaw string
	text                       string
	place                      string
	section                    string
}

// examples returns the fenced blocks of spec.md that have a language.
func examples(t *testing.T) []example {
	t.Helper()
	var list []example
	var section string
	open := false
	for i, line := range strings.SplitAfter(readFile(t, "spec.md"), "\n") {
		fence, isFence := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "```")
		switch {
		case isFence && open:
			open = false
		case isFence:
			open = true
			words := append(strings.Fields(fence), "", "", "")
			list = append(list, example{language: words[0], production: words[1], flaw: words[2], place: fmt.Sprintf("spec.md:%d", i+1), section: section})
		case open:
			list[len(list)-1].text += line
		case strings.HasPrefix(line, "#"):
			section = strings.TrimSpace(strings.TrimLeft(line, "#"))
		}
	}
	return slices.DeleteFunc(list, func(e example) bool { return e.language == "" || e.language == "text" })
}

// TestSpecExamples runs the examples.
func TestSpecExamples(t *testing.T) {
	g := readGrammar(t)
	list := examples(t)
	if len(list) < 70 {
		t.Errorf("only %d examples found", len(list))
	}
	for _, e := range list {
		t.Run(e.place, func(t *testing.T) {
			switch e.language {
			case "wm", "checks":
				g.try(t, e)
			case "json":
				e.schema(t)
			case "ebnf", "yaml":
			default:
				t.Errorf("there is no language %q", e.language)
			}
		})
	}
}

// around are the files that a fragment is put into, by its production, with
// its place.
var around = map[string]string{
	"Clause": "(model %s)", "Expr": "(model (transition t (params) (pre %s) (post)))",
	"Case": "%s", "Part": "(case c (checks (look (call t))) %s)", "Check": "(case c (checks %s))",
}

// try holds an example against the grammar, the parser and the checker.
func (g *grammar) try(t *testing.T, e example) {
	kind, _ := kindOf("x." + e.language)
	production, text := e.production, e.text
	if production == "" {
		production = start(kind)
	} else if frame := around[production]; frame != "" {
		text = strings.Replace(frame, "%s", "\n"+text, 1)
	}
	file := parse(text, kind)
	wellFormed := g.several(production, words(parse(e.text, kind).Tree)) && !slices.ContainsFunc(file.Faults, lexical)
	if wellFormed == (e.flaw == "malformed") {
		t.Errorf("by mantra.ebnf, this is an instance of %s: %v", production, wellFormed)
	}
	if faults := beyond(file.Faults); (faults == "") != wellFormed {
		t.Errorf("the parser finds: %s", faults)
	}
	if e.flaw != "malformed" {
		e.judge(t, check(file))
	}
}

// several reports whether the words are instances of a production, one after
// the other.
func (g *grammar) several(production string, words []lexeme) bool {
	r := recogniser{grammar: g, words: words, memo: make(map[spot][]int)}
	seen := map[int]bool{}
	for open := []int{0}; len(open) > 0; open = open[1:] {
		for _, end := range r.production(production, open[0]) {
			if end == len(words) {
				return true
			}
			if !seen[end] {
				seen[end] = true
				open = append(open, end)
			}
		}
	}
	return false
}

// check returns what is found in a file by itself.
func check(f *ast.File) []diag.Diagnostic {
	if f.Kind == ast.ModelFile {
		return checker.CheckModel(f, nil, checker.Options{}, nil).Diagnostics
	}
	empty := checker.CheckModel(parse("(model)", ast.ModelFile), nil, checker.Options{}, nil)
	return checker.CheckSuite(f, empty, nil, checker.Options{}).Diagnostics
}

// undeclared are the errors of names that a fragment leaves to the rest of the
// file, and a suite to its model; standing are those of expressions that are
// no clause of `pre` by themselves.
var (
	undeclared = []diag.Code{"MC0201", "MC0410", "MC0605", "MC0608"}
	standing   = []diag.Code{"MC0302", "MC0401"}
)

// judge holds the errors in an example against what it is marked as.
func (e example) judge(t *testing.T, found []diag.Diagnostic) {
	errors := slices.DeleteFunc(slices.Clone(found), func(d diag.Diagnostic) bool {
		return d.Severity != diag.Error || e.fragment() && slices.Contains(undeclared, d.Code) ||
			e.production == "Expr" && slices.Contains(standing, d.Code)
	})
	if (len(errors) > 0) != (e.flaw == "invalid") {
		t.Errorf("the example is marked %q, and there is: %s", e.flaw, shown(found))
	}
}

// fragment reports whether an example is not all that its names come from.
func (e example) fragment() bool {
	return e.language == "checks" || e.production != "" && e.production != "Model"
}

// schema reads an example of tool schemas or labels.
func (e example) schema(t *testing.T) {
	file := source.NewFile("tools.json", e.text)
	if strings.Contains(e.text, "tool_type") {
		labels, problems := tool.ReadEffects(file)
		if len(labels) != 2 || len(problems) > 0 {
			t.Errorf("%d labels and %s", len(labels), shown(problems))
		}
		return
	}
	set, problems := tool.Read(file, tool.Auto)
	if len(problems) > 0 || !slices.Equal(set.Names(), []string{"check_inventory"}) {
		t.Errorf("the tools are %q, and there is: %s", set.Names(), shown(problems))
	}
}

// TestSpecProductions checks that the productions in spec.md are those of
// mantra.ebnf, each once.
func TestSpecProductions(t *testing.T) {
	var text strings.Builder
	for _, e := range examples(t) {
		if e.language == "ebnf" {
			text.WriteString(e.text)
		}
	}
	inSpec, whole := parseGrammar(t, text.String()), readGrammar(t)
	slices.Sort(inSpec.order)
	slices.Sort(whole.order)
	if diff := cmp.Diff(inSpec.order, whole.order); diff != "" {
		t.Errorf("the productions in spec.md -, in mantra.ebnf +\n%s", diff)
	}
	for _, name := range whole.order {
		if inSpec.rules[name] != nil && inSpec.rules[name].String() != whole.rules[name].String() {
			t.Errorf("spec.md: %s = %s .\nmantra.ebnf: %s = %s .", name, inSpec.rules[name], name, whole.rules[name])
		}
	}
}

var row = regexp.MustCompile(`(?m)^\| (MC\d{4}) \| (\w+) \| (.+) \| ([\d.]+) \|$`)

// TestSpecDiagnostics holds the table of chapter 10 against the codes in the
// sources, and its sections against the document.
func TestSpecDiagnostics(t *testing.T) {
	spec := readFile(t, "spec.md")
	_, table, ok := strings.Cut(spec, "\n## 10. Diagnostics\n")
	if !ok {
		t.Fatal("spec.md has no chapter 10")
	}
	listed := make(map[string]string)
	last := ""
	for _, m := range row.FindAllStringSubmatch(table, -1) {
		listed[m[1]] = m[2]
		if m[1] <= last {
			t.Errorf("%s stands behind %s", m[1], last)
		}
		last = m[1]
		if !regexp.MustCompile(`(?m)^#+ ` + regexp.QuoteMeta(m[4]) + `\.? `).MatchString(spec) {
			t.Errorf("%s belongs to section %s, which there is not", m[1], m[4])
		}
	}
	if diff := cmp.Diff(listed, sourceCodes(t)); diff != "" {
		t.Errorf("codes in spec.md -, in the sources +\n%s", diff)
	}
}

// TestSpecLinks checks that every link within spec.md leads to a heading.
func TestSpecLinks(t *testing.T) {
	spec := readFile(t, "spec.md")
	anchors := make(map[string]bool)
	for _, m := range regexp.MustCompile(`(?m)^#+ (.+)$`).FindAllStringSubmatch(spec, -1) {
		anchors[anchor(m[1])] = true
	}
	for _, m := range regexp.MustCompile(`\]\(#([^)]+)\)`).FindAllStringSubmatch(spec, -1) {
		if !anchors[m[1]] {
			t.Errorf("no heading has the anchor #%s", m[1])
		}
	}
}

// anchor returns the anchor that a heading has on the usual sites.
func anchor(heading string) string {
	heading = strings.ToLower(regexp.MustCompile(`[^\p{L}\p{N} _-]`).ReplaceAllString(heading, ""))
	return strings.ReplaceAll(heading, " ", "-")
}
