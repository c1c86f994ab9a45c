package grammar

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// valueIn finds values in a table, as "`splits` 1" and "`priority` is `"high"`".
var valueIn = regexp.MustCompile("`([a-z.]+)` (?:is )?`?(true|false|-?[\\d.]+|\"\\w+\"|\\{[^`]*\\})`?")

// machine returns the machine of a model without errors.
func machine(t *testing.T, model, schema string) (*interp.Machine, *checker.Model) {
	t.Helper()
	var tools *tool.Set
	if schema != "" {
		tools = schemas(t, schema)
	}
	m := checker.CheckModel(parse(model, ast.ModelFile), tools, checker.Options{}, nil)
	for _, d := range m.Diagnostics {
		if d.Severity.String() == "error" {
			t.Fatalf("%s\n%s", model, shown(m.Diagnostics))
		}
	}
	return interp.New(m), m
}

// traceOf reads a trace of a model.
func traceOf(t *testing.T, m *checker.Model, text string) interp.Trace {
	t.Helper()
	trace, err := interp.ReadTrace(source.NewFile("trace.json", text), m)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return trace
}

// TestSpecNextStates holds the first table of 9.5 against the model of 9.4.
func TestSpecNextStates(t *testing.T) {
	var model string
	for _, e := range examples(t) {
		if strings.HasPrefix(e.section, "9.4") {
			model = e.text
		}
	}
	x, m := machine(t, model, splitSchema)
	for _, c := range tables(t, "| arguments | next state, without `cost`, which is 30 |") {
		state := `"cost": 30`
		for _, v := range valueIn.FindAllStringSubmatch("`"+c[1], -1) {
			state += fmt.Sprintf(", %q: %s", v[1], v[2])
		}
		trace := traceOf(t, m, `{"init": {"cost": 30, "share": 0, "mode": "equal", "splits": 0}, "steps": [{"tool": "split_bill", "args": `+c[0]+`, "state": {`+state+`}}]}`)
		next, complete := x.Next(trace.Init, trace.Steps[0].Call)
		if !complete || len(next) != 1 || !next[0].Equal(trace.Steps[0].State) {
			t.Errorf("%s: by spec.md the next state is %s, and it is %v", c[0], state, next)
		}
	}
}

// relations are the declarations that the second table of 9.5 speaks of.
const relations = `(model (var priority (Enum "low" "mid" "high"))
	(var order (Record (status (Enum "open" "closed")) (count Int)))
	(var level Int) (var a Int) (var b Int) (var n Int) (var m (Map String Int))
	(transition t (params (r r) (k k)) (pre) %s))`

// TestSpecRelations holds the second table of 9.5 against the interpreter. What
// a row does not give has some value, and `r` is left out.
func TestSpecRelations(t *testing.T) {
	post := ""
	for _, c := range tables(t, "| `post` | from | next states |") {
		if c[0] != "the same" {
			post = c[0]
		}
		x, m := machine(t, fmt.Sprintf(relations, post), `[{"name": "t", "input_schema": {"type": "object", "properties": {"r": {"type": "boolean"}, "k": {"type": "string"}}}}]`)
		values := map[string]string{"m": "{}", "priority": `"low"`, "level": "0", "a": "7", "b": "5", "n": "1"}
		args := ""
		for _, v := range valueIn.FindAllStringSubmatch("`"+c[1], -1) {
			if v[1] == "r" || v[1] == "k" {
				args = fmt.Sprintf("%q: %s", v[1], v[2])
			} else {
				values[v[1]] = v[2]
			}
		}
		init := `"order": {"status": "open", "count": 1}`
		for name, v := range values {
			init += fmt.Sprintf(", %q: %s", name, v)
		}
		for _, args := range []string{args, strings.TrimPrefix(args, `"r": false`)} { // "`r` false, or absent"
			trace := traceOf(t, m, `{"init": {`+init+`}, "steps": [{"tool": "t", "args": {`+args+`}}]}`)
			next, complete := x.Next(trace.Init, trace.Steps[0].Call)
			if !described(c[2], trace.Init, next, complete) {
				t.Errorf("%s from %s: by spec.md %s, and there are %v, complete %v", post, c[1], c[2], next, complete)
			}
		}
	}
}

// described reports whether next states are as a cell of the table says.
func described(cell string, before interp.State, next []interp.State, complete bool) bool {
	switch count, rest, _ := strings.Cut(cell, ":"); {
	case count == "none":
		return len(next) == 0
	case strings.HasPrefix(cell, "the state itself"):
		return complete && len(next) == 1 && next[0].Equal(before)
	case strings.HasPrefix(cell, "one for each "):
		return !complete && len(next) > 1
	case count == "three":
		return complete && len(next) == 3
	case count == "one":
		v := valueIn.FindStringSubmatch(rest)
		return v != nil && complete && len(next) == 1 && strings.Contains(shownLeaf(next[0], v[1]), v[2])
	}
	return false
}

// shownLeaf returns the JSON of a leaf.
func shownLeaf(s interp.State, path string) string {
	name, field, isField := strings.Cut(path, ".")
	v := s[name]
	if isField {
		v, _ = v.(types.Object).Get(field)
	}
	return string(interp.ToJSON(v))
}

var walked = regexp.MustCompile("^`?([a-z ]+)`?(?:, with `n` ([\\d, ]+))?$")

// TestSpecPaths holds the table of 9.6 against replays.
func TestSpecPaths(t *testing.T) {
	clauses := ""
	for _, c := range tables(t, "| model | path from `n` 0 | |") {
		if c[0] != "the same" {
			clauses = c[0]
		}
		x, m := machine(t, "(model (var n Int) (transition inc (params) "+clauses+"))", "")
		w := walked.FindStringSubmatch(strings.ReplaceAll(c[1], "`,", ","))
		if w == nil {
			t.Fatalf("%q is no path", c[1])
		}
		states := strings.Split(w[2], ", ")
		text := `{"init": {"n": 0}, "steps": [`
		for i, name := range strings.Fields(w[1]) {
			text += strings.Repeat(",", min(i, 1)) + fmt.Sprintf(`{"tool": %q`, name)
			if i+1 < len(states) {
				text += `, "state": {"n": ` + states[i+1] + `}`
			}
			text += "}"
		}
		r, err := x.Run(traceOf(t, m, text+"]}"))
		if err != nil {
			t.Fatal(err)
		}
		if got := pathWord(r); !strings.HasPrefix(c[2], got) {
			t.Errorf("%s, %s: by spec.md %s, and it is %s", clauses, c[1], c[2], got)
		}
	}
}

// pathWord says what a replay was, in the words of the table.
func pathWord(r *interp.Replay) string {
	word := "a run"
	for _, o := range r.Steps {
		switch {
		case o.Stuck:
			return "no path with these calls"
		case len(o.Impossible) > 0:
			return "no path"
		case len(o.Broken) > 0:
			word = "a path and no run"
		}
	}
	return word
}
