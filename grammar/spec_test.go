package grammar

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
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
func examples(t *testing.T) []example { return examplesIn(t, "spec.md") }

func examplesIn(t *testing.T, name string) []example {
	t.Helper()
	var list []example
	var section string
	open := false
	for i, line := range strings.SplitAfter(readFile(t, name), "\n") {
		fence, isFence := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "```")
		switch {
		case isFence && open:
			open = false
		case isFence:
			open = true
			words := append(strings.Fields(fence), "", "", "")
			list = append(list, example{language: words[0], production: words[1], flaw: words[2], place: fmt.Sprintf("%s:%d", name, i+1), section: section})
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
	if faults := beyond(file.Faults); wellFormed && faults != "" || !wellFormed && len(file.Faults) == 0 {
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

// tables returns the rows of the tables in spec.md that have the given head,
// as their cells, without the marks of code in the first two.
func tables(t *testing.T, head string) [][]string {
	t.Helper()
	var list [][]string
	_, rest, found := strings.Cut(readFile(t, "spec.md"), "\n"+head+"\n|-")
	for ; found; _, rest, found = strings.Cut(rest, "\n"+head+"\n|-") {
		for line := range strings.Lines(rest[strings.Index(rest, "\n")+1:]) {
			if !strings.HasPrefix(line, "|") {
				break
			}
			cells := strings.Split(strings.Trim(line, "| \n"), " | ")
			cells[0], cells[1] = strings.Trim(cells[0], "`"), strings.Trim(cells[1], "`")
			list = append(list, cells)
		}
	}
	if len(list) == 0 {
		t.Fatalf("spec.md has no table %s", head)
	}
	return list
}

// inventory is the schema that stands above the tables of 9.2.
func inventory(t *testing.T) string {
	for _, e := range examples(t) {
		if e.language == "json" && strings.HasPrefix(e.section, "9.2") {
			return e.text
		}
	}
	t.Fatal("section 9.2 has no schema")
	return ""
}

// values are what the table of 9.3 is evaluated in, with the schema of the
// tool that brings its arguments.
const (
	values = `(model (var n Int) (var half Real) (var status (Enum "open" "closed"))
	(transition t (params (flag flag) (x x) (word word) (tags tags) (more more) (none none)) (pre %s) (post)))`
	valuesSchema = `[{"name": "t", "input_schema": {"type": "object", "properties": {
	"flag": {"type": "boolean"}, "x": {"type": "integer"}, "word": {"type": "string"},
	"tags": {"type": "array", "items": {"type": "string"}}, "more": {"type": "array", "items": {"type": "string"}},
	"none": {"type": "array", "items": {"type": "string"}}}}}]`
)

// TestSpecConditions evaluates the conditions in the tables of 9.2 and 9.3.
func TestSpecConditions(t *testing.T) {
	state := interp.State{"n": types.NewInt(0), "half": decimal(t, "0.5"), "status": types.Text("open")}
	for _, c := range tables(t, "| condition | is | because |") {
		breaks := broken(t, fmt.Sprintf(values, c[0]), valuesSchema, state, "t", `{"word": "lost", "tags": ["a", "b", "a"], "more": ["b", null]}`)
		agree(t, c[0], c[1] == "true", len(breaks) == 0)
	}
	params := "(params (item item) (count count) (note note) (tags tags) (to to))"
	for _, c := range tables(t, "| arguments | condition | is | because |") {
		model := "(model (transition check_inventory " + params + " (pre " + c[1] + ") (post)))"
		breaks := broken(t, model, inventory(t), interp.State{}, "check_inventory", c[0])
		agree(t, c[0]+" "+c[1], c[2] == "true", len(breaks) == 0)
	}
}

// splitSchema is the schema that section 9.4 describes.
const splitSchema = `[{"name": "split_bill", "input_schema": {"type": "object", "properties": {
	"people": {"type": "number"}, "mode": {"type": "string"}, "keep_mode": {"type": "boolean"}}}}]`

// TestSpecPreconditions holds the table of 9.4 against the model above it.
func TestSpecPreconditions(t *testing.T) {
	var model string
	for _, e := range examples(t) {
		if strings.HasPrefix(e.section, "9.4") {
			model = e.text
		}
	}
	state := interp.State{"cost": types.NewInt(30), "share": types.NewInt(0), "mode": types.Text("equal"), "splits": types.NewInt(0)}
	for _, c := range tables(t, "| arguments | breaks |") {
		breaks := broken(t, model, splitSchema, state, "split_bill", c[0])
		agree(t, c[0], strings.HasPrefix(c[1], "nothing"), len(breaks) == 0)
	}
}

// broken returns the preconditions that a call breaks in a state of a model.
func broken(t *testing.T, model, schema string, state interp.State, name, args string) []interp.Broken {
	t.Helper()
	m := checker.CheckModel(parse(model, ast.ModelFile), schemas(t, schema), checker.Options{}, nil)
	if slices.ContainsFunc(m.Diagnostics, func(d diag.Diagnostic) bool { return d.Severity == diag.Error }) {
		t.Fatalf("%s\n%s", model, shown(m.Diagnostics))
	}
	steps := `[{"tool": "` + name + `", "args": ` + args + `}]`
	trace, err := interp.ReadTrace(source.NewFile("trace.json", steps), m)
	if err != nil {
		t.Fatal(err)
	}
	return interp.New(m).Pre(state, trace.Steps[0].Call)
}

func schemas(t *testing.T, text string) *tool.Set {
	set, problems := tool.Read(source.NewFile("tools.json", text), tool.Auto)
	if len(problems) > 0 {
		t.Fatal(shown(problems))
	}
	return set
}

func decimal(t *testing.T, text string) types.Number {
	n, err := types.ParseNumber(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func agree(t *testing.T, what string, want, got bool) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v by spec.md, and it is %v", what, want, got)
	}
}

// TestSpecTraces holds the tables of pins and of traces, 9.2 and 9.7, against
// the monitors.
func TestSpecTraces(t *testing.T) {
	for _, c := range tables(t, "| check | trace | holds |") {
		var trace []tool.Call
		for name := range strings.FieldsSeq(strings.Trim(c[1], "ε")) {
			trace = append(trace, tool.Call{Tool: name})
		}
		agree(t, c[0]+" on "+c[1], c[2] == "yes", monitored(c[0]).Holds(trace))
	}
	tools := schemas(t, inventory(t))
	for _, c := range tables(t, "| pin | arguments | matches | because |") {
		call := tool.Call{Tool: "check_inventory", Args: object(t, c[1])}
		holds := monitored("(call check_inventory " + c[0] + ")").Holds([]tool.Call{tools.Normalise(call)})
		agree(t, c[0]+" and "+c[1], c[2] == "yes", holds)
	}
}

// monitored returns the monitor of a check.
func monitored(form string) *monitor.Check {
	file := parse("(case c (checks (k "+form+")))", ast.ChecksFile)
	empty := checker.CheckModel(parse("(model)", ast.ModelFile), nil, checker.Options{}, nil)
	suite := checker.CheckSuite(file, empty, nil, checker.Options{})
	return monitor.In(suite, suite.Cases[0].Checks[0])
}

// object reads a JSON object.
func object(t *testing.T, text string) types.Object {
	empty := checker.CheckModel(parse("(model)", ast.ModelFile), nil, checker.Options{}, nil)
	steps := `[{"tool": "check_inventory", "args": ` + text + `}]`
	trace, err := interp.ReadTrace(source.NewFile("trace.json", steps), empty)
	if err != nil {
		t.Fatal(err)
	}
	return trace.Steps[0].Call.Args
}

var row = regexp.MustCompile(`(?m)^\| (MC\d{4}) \| (\w+) \| (.+) \| ([\d.]+) \|$`)

// TestSpecDiagnostics compares the table of chapter 10 with the codes in the
// sources, the titles of their pages, and the sections of the document.
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
		if page := readFile(t, "../docs/errors/"+m[1]+".md"); !strings.HasPrefix(page, "# "+m[1]+": "+m[3]+"\n") {
			t.Errorf("the page of %s has another title than %q", m[1], m[3])
		}
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
