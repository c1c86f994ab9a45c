package gate_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/validate/behaviour"
	"github.com/mantrac/mantrac/validate/gate"
)

// engines returns options that ask libz3 as well, where it is there.
func engines(bound int) validate.Options {
	o := validate.Options{Bound: bound, Timeout: 5 * time.Second, States: 2000}
	if lib, err := z3.Load(); err == nil {
		o.NewSolver = func(limit time.Duration) (smt.Solver, error) { return lib.NewSolver(z3.Options{Timeout: limit}) }
	}
	return o
}

// files are the texts of a project by name.
type files map[string]string

var base = files{
	"mantra.yaml": "document_path: manual.md\ntools: tools.json\nmodel: desk.wm\nvalidation:\n  z3_trace_bound: 12\n",
	"manual.md":   "# Desk\nLook first.\n## Paying\nAt least 1.\n",
	"tools.json": `{"tools": [
  {"name": "look", "inputSchema": {"type": "object", "properties": {"kind": {"type": "string", "enum": ["a", "b"]}}, "required": ["kind"]}},
  {"name": "pay", "inputSchema": {"type": "object", "properties": {"amount": {"type": "integer", "minimum": 1}, "note": {"type": "string"}, "way": {"type": "string", "default": "card"}}, "required": ["amount"]}},
  {"name": "wait", "inputSchema": {"type": "object", "properties": {}}}]}`,
	"desk.wm": `(model
  (var looked Bool)
  (var frozen Bool)
  (var state (Enum "open" "paid"))
  (transition look (params) (pre) (post (= (next looked) true)))
  (transition pay (params (amount a))
    (pre (= frozen false)
         (<= (param a) 10))
    (post (= (next state) "paid"))))
`,
	"desk.checks": `(case one
  (init (looked false) (frozen false) (state "open"))
  (checks
    (paid (call pay))
    (first (after (call pay) (call look)))))

(case two
  (init (looked false))
  (checks
    (card (no_call pay (way "cash"))))
  (goal (= looked true)))
`,
}

// with returns the files with texts replaced: name, old text, new text. A file
// whose text becomes empty is gone.
func (f files) with(t *testing.T, list ...string) files {
	t.Helper()
	out := make(files)
	maps.Copy(out, f)
	for i := 0; i+2 < len(list); i += 3 {
		name, old, new := list[i], list[i+1], list[i+2]
		switch {
		case old == "":
			out[name] += new
		case !strings.Contains(out[name], old):
			t.Fatalf("%s has no %s", name, old)
		default:
			out[name] = strings.Replace(out[name], old, new, 1)
		}
		if out[name] == "" {
			delete(out, name)
		}
	}
	return out
}

// version writes files into a folder, and checks them.
func (f files) version(t *testing.T) gate.Version {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range f {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	found, errs := project.Find([]string{dir}, project.FindOptions{Kinds: []project.Kind{project.ModelFile, project.SuiteFile}})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	r := project.Check(found, project.Options{Projects: true})
	for _, d := range r.Diagnostics {
		if d.Severity == diag.Error && d.Code != project.MalformedWaiverCode {
			t.Fatalf("%s: %s", d.Primary, d.Message)
		}
	}
	return gate.Version{Set: &edit.Set{Models: r.Models, Suites: r.Suites}, Projects: r.Projects, Prefix: dir + string(filepath.Separator)}
}

// judge judges the change from one version to another.
func judge(t *testing.T, old, new files) *gate.Report {
	t.Helper()
	return judgeVersions(t, old.version(t), new.version(t))
}

func judgeVersions(t *testing.T, a, b gate.Version) *gate.Report {
	t.Helper()
	in := gate.Input{Old: a, New: b}
	d := edit.DiffOptions{Old: a.Prefix, New: b.Prefix}
	var err error
	if in.Edits, err = edit.Diff(a.Set, b.Set, d); err != nil {
		t.Fatal(err)
	}
	if in.Places, err = edit.Places(a.Set, b.Set, in.Edits, d); err != nil {
		t.Fatal(err)
	}
	if in.Behaviour, err = behaviour.Run(context.Background(), a.Set, b.Set, in.Edits, d, behaviour.Options{Options: engines(6), Beyond: true}); err != nil {
		t.Fatal(err)
	}
	return gate.Judge(in)
}

// told tells of the changes: the class, the rule and the words of each, with what
// shows that it is looser, or else stricter.
func told(r *gate.Report) []string {
	var list []string
	for i := range r.Changes {
		c := &r.Changes[i]
		text := fmt.Sprintf("%s %s: %s", c.Class(), c.Rule, c.Words(func(s string) string { return s }))
		for _, s := range []behaviour.Side{c.Looser, c.Stricter} {
			if s.Answer == validate.Found && s.Witness != nil {
				var calls []string
				for _, call := range s.Witness.Calls {
					calls = append(calls, call.Tool)
				}
				text += " [" + strings.Join(calls, " ") + "]"
				break
			}
		}
		for range c.Waived {
			text += " waived"
		}
		list = append(list, text)
	}
	slices.Sort(list)
	return list
}

// TestJudge tells of each kind of change what it is.
func TestJudge(t *testing.T) {
	const tools, model, suite, yaml, manual = "tools.json", "desk.wm", "desk.checks", "mantra.yaml", "manual.md"
	both := func(name string) []string { return []string{name, base[name], ""} }
	for _, c := range []struct {
		name string
		edit []string
		want string // lines
	}{
		{"nothing", nil, ""},

		// models
		{"a clause less", []string{model, "(= frozen false)\n", ""}, "looser remove-precondition: removed (= frozen false) from pay [pay]"},
		{"a clause more", []string{model, "(params) (pre)", "(params) (pre (= frozen false))"}, "stricter add-precondition: added (= frozen false) to look [look]"},
		{"an effect that no later call can see, and no goal reads", []string{model, `(= (next state) "paid")`, `(= (next state) "open")`}, `equal replace-postcondition: changed postcondition in pay from (= (next state) "paid") to (= (next state) "open")`},
		{"an effect that a goal reads", []string{model, `(= (next state) "paid")`, `(= (next state) "paid") (= (next looked) true)`},
			"equal add-postcondition: added (= (next looked) true) to pay\nlooser goal: after which traces the goal of two holds, by the effects of calls [pay]"},
		{"what one edit allows and another forbids", []string{model, "(<= (param a) 10)", "(not (> (param a) 10))"}, "equal replace-precondition: changed precondition in pay from (<= (param a) 10) to (not (> (param a) 10))"},
		{"a name of an enum, in states that a case leaves open", []string{model, `"open" "paid"`, `"open" "paid" "late"`}, `looser add-enum-name: added enum name "late" to state`},

		// checks, cases, goals
		{"a weaker form", []string{suite, "(after (call pay) (call look))", "(precedes (call look) (call pay))"},
			"looser replace-form-of-a-check: changed form of check first in one from (after (call pay) (call look)) to (precedes (call look) (call pay)) [pay look pay]"},
		{"a pin more", []string{suite, "(call pay))\n    (first", "(call pay (amount 1)))\n    (first"}, "stricter add-pinned-argument: added pinned argument (amount 1) to one [look pay]"},
		{"a pin less", []string{suite, `(no_call pay (way "cash"))`, `(no_call pay)`}, `stricter remove-pinned-argument: removed pinned argument (way "cash") from two [pay]`},
		{"a check less", []string{suite, "\n    (first (after (call pay) (call look)))", ""}, "looser remove-check: removed check (first (after (call pay) (call look))) from one [pay]"},
		{"a check more", []string{suite, "(paid (call pay))", "(paid (call pay)) (still (no_call wait))"}, "stricter add-check: added check (still (no_call wait)) to one [wait look pay]"},
		{"a check that others imply", []string{suite, "(paid (call pay))", "(paid (call pay)) (also (or (call pay) (call wait)))"}, "equal add-check: added check (also (or (call pay) (call wait))) to one"},
		{"a name of a check", []string{suite, "(paid (call pay))", "(payed (call pay))"}, "equal rename-check: renamed check paid in one to payed"},
		{"a name of a case", []string{suite, "(case one", "(case uno"}, "equal rename-case: renamed case one to uno"},
		{"a case less", []string{suite, base[suite][strings.Index(base[suite], "(case two"):], ""}, "looser remove-case: removed case two"},
		{"a case more", []string{suite, "", "(case three (checks (w (call wait))))"}, "stricter add-case: added case three"},
		{"a goal less", []string{suite, "\n  (goal (= looked true))", ""}, "looser remove-goal: removed goal (= looked true) from two []"},
		{"a goal more", []string{suite, "(goal (= looked true))", "(goal (= looked true) (= frozen false))"}, "stricter add-goal: added goal (= frozen false) to two [look]"},
		{"a prompt", []string{suite, "(case two", "(case two (prompt \"Look.\")"}, `equal add-prompt: added prompt (prompt "Look.") to two`},
		{"a suite less", both(suite), "looser remove-case: removed case one\nlooser remove-case: removed case two\nlooser unused-model: no case is about model desk.wm any more"},
		{"a case in another file", []string{suite, base[suite][strings.Index(base[suite], "(case two"):], "", "more.checks", "", base[suite][strings.Index(base[suite], "(case two"):]},
			"equal add-case: added case two\nequal remove-case: removed case two"},
		{"a case in another file, and weaker", []string{suite, base[suite][strings.Index(base[suite], "(case two"):], "", "more.checks", "",
			`(case two (init (looked false)) (checks (card (no_call pay (way "cash") (amount 1)))) (goal (= looked true)))`},
			"equal add-case: added case two\nlooser remove-case: removed case two [pay]"},

		// starts
		{"more starts", []string{suite, "(init (looked false) (frozen false) ", "(init (looked false) "}, "looser remove-initial-value: removed initial value (frozen false) from one"},
		{"fewer starts", []string{suite, "(init (looked false))", "(init (looked false) (frozen false))"}, "both add-initial-value: added initial value (frozen false) to two"},
		{"other starts", []string{suite, "(init (looked false) (frozen false)", "(init (looked true) (frozen false)"}, "both replace-initial-value: changed initial value looked in one from false to true"},
		{"starts of a new variable", []string{model, "(var frozen Bool)", "(var frozen Bool) (var late Bool)", suite, "(init (looked false))", "(init (looked false) (late true))"},
			"equal add-initial-value: added initial value (late true) to two\nequal add-variable: added variable late"},

		// schemas
		{"no minimum", []string{tools, `, "minimum": 1`, ""}, "looser tool-schema: removed minimum 1 from pay.amount"},
		{"the same minimum", []string{tools, `"minimum": 1`, `"exclusiveMinimum": 0`}, "equal tool-schema: changed minimum of pay.amount from 1 to 0 (exclusive)"},
		{"a maximum", []string{tools, `"minimum": 1`, `"minimum": 1, "maximum": 5`}, "stricter tool-schema: added maximum 5 to pay.amount"},
		{"required", []string{tools, `, "required": ["amount"]`, ""}, "looser tool-schema: changed required of pay.amount from true to false"},
		{"an enum", []string{tools, `["a", "b"]`, `["a", "b", "c"]`}, `looser tool-schema: changed enum of look.kind from "a", "b" to "a", "b", "c"`},
		{"another enum", []string{tools, `["a", "b"]`, `["a", "c"]`}, `both tool-schema: changed enum of look.kind from "a", "b" to "a", "c"`},
		{"a type", []string{tools, `"note": {"type": "string"}`, `"note": {"type": ["string", "integer"]}`}, "looser tool-schema: changed type of pay.note from string to integer, string"},
		{"null", []string{tools, `"note": {"type": "string"}`, `"note": {"type": ["string", "null"]}`}, "looser tool-schema: changed nullable of pay.note from false to true"},
		{"const", []string{tools, `"note": {"type": "string"}`, `"note": {"type": "string", "const": "x"}`}, `stricter tool-schema: added const "x" to pay.note`},
		{"a pattern", []string{tools, `"note": {"type": "string"}`, `"note": {"type": "string", "pattern": "x"}`}, `stricter tool-schema: added pattern "x" to pay.note`},
		{"an argument, where any is accepted", []string{tools, `"note": {"type": "string"}, `, ""}, "looser tool-schema: removed argument note from pay.note"},
		{"no others", []string{tools, `"properties": {}}`, `"properties": {}, "additionalProperties": false}`}, "stricter tool-schema: changed additionalProperties of wait from true to false"},
		{"a default that a check pins", []string{tools, `"default": "card"`, `"default": "cash"`},
			"equal tool-schema: changed default of pay.way from \"card\" to \"cash\"\nstricter check-default: check card of two reads calls with another default [pay]"},
		{"a default that a transition reads", []string{tools, `"minimum": 1`, `"minimum": 1, "default": 2`}, "unknown tool-schema: added default 2 to pay.amount"},
		{"a tool less", []string{tools, `,
  {"name": "wait", "inputSchema": {"type": "object", "properties": {}}}`, ""}, "stricter remove-tool: removed tool wait"},
		{"a tool more", []string{tools, `{"name": "wait"`, `{"name": "refund", "inputSchema": {"type": "object"}}, {"name": "wait"`}, "looser add-tool: added tool refund"},
		{"an effect", []string{tools, `{"name": "wait"`, `{"name": "wait", "annotations": {"readOnlyHint": true}`}, "equal tool-effect: changed effect of wait from unknown to read"},

		// the project and the manual
		{"the bound", []string{yaml, "12", "8"}, "looser setting: changed setting validation/z3_trace_bound from 12 to 8"},
		{"a larger bound", []string{yaml, "12", "20"}, "stricter setting: changed setting validation/z3_trace_bound from 12 to 20"},
		{"a setting that no trace depends on", []string{yaml, "", "logging: {level: INFO}\n"}, "equal setting: added setting logging/level INFO"},
		{"the manual", []string{manual, "At least 1.", "At least 2."}, "equal manual: changed section Paying of manual manual.md"},
		{"another model", []string{yaml, "desk.wm", "other.wm", "other.wm", "", strings.Replace(base[model], "(= frozen false)", "", 1)},
			"equal add-model: added model other.wm\nequal setting: changed setting model from desk.wm to other.wm\nlooser other-model: what calls of pay are allowed, as desk.checks is about another model [pay]\nlooser unused-model: no case is about model desk.wm any more"},
		{"the same model in another file, by its use", []string{"other.wm", "", base[model], suite, "(case one", "(use \"other.wm\")\n(case one"},
			"equal add-model: added model other.wm\nequal add-use: added use (use \"other.wm\")\nlooser unused-model: no case is about model desk.wm any more"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := strings.Join(told(judge(t, base, base.with(t, c.edit...))), "\n")
			if got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// A list with a bound beside it has only the values that the bound leaves.
func TestListWithinABound(t *testing.T) {
	const bounds = `"minimum": 1, "maximum": 2`
	old := base.with(t, "tools.json", `"minimum": 1`, bounds)
	new := base.with(t, "tools.json", `"minimum": 1`, `"minimum": 1, "maximum": 1, "enum": [1, 2]`)
	list := lists.Filter(told(judge(t, old, new)), func(line string) bool { return strings.Contains(line, "tool-schema") })
	if len(list) == 0 {
		t.Error("nothing is told of the schema")
	}
	for _, line := range list {
		if !strings.HasPrefix(line, "stricter") {
			t.Errorf("told is %s, and 2 is refused now", line)
		}
	}
}

// TestCitedLines tells which @manual lines lead to lines of a manual that are
// not as they were.
func TestCitedLines(t *testing.T) {
	const manual = "# Desk\nLook first.\nThen pay.\n## Paying\nAt least 1.\nAt most 10.\n## Late\nNever.\n"
	with := func(manual, links string) files {
		return base.with(t, "manual.md", base["manual.md"], manual, "desk.wm", "(model\n", "(model\n"+links)
	}
	const links = "  ; @manual manual.md#L2-L3\n  ; @manual manual.md#L5\n  ; @manual manual.md#L8\n  ; @manual manual.md#Paying\n"
	for _, c := range []struct{ name, old, new, links, want string }{
		{"a line of its own section", "At least 1.", "At least 2.", links, "changed section Paying: Paying L5"},
		{"another line of the section", "At most 10.", "At most 12.", links, "changed section Paying: Paying"},
		{"a line above, of another section", "Then pay.", "Then pay.\nOr not.", links, "changed section Desk: L5 L8"},
		{"a new link follows its lines", "Then pay.", "Then pay.\nOr not.", strings.NewReplacer("L5", "L6", "L8", "L9").Replace(links), ""},
		{"a section less", "## Paying\nAt least 1.\nAt most 10.\n", "", links, "removed section Paying: L5 L8"},
		{"layout", "At least 1.", "At least 1. ", links, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, k := range judge(t, with(manual, links), with(strings.Replace(manual, c.old, c.new, 1), c.links)).Changes {
				line := strings.TrimSuffix(k.Words(func(s string) string { return s }), " of manual manual.md") + ":"
				for _, at := range k.Cited {
					line += strings.TrimPrefix(at.Text(), "manual.md#") + " "
				}
				if k.Rule == "manual" && len(k.Cited) > 0 {
					got = append(got, strings.TrimSpace(line))
				}
			}
			if got := strings.Join(got, "\n"); got != strings.ReplaceAll(c.want, ": ", ":") {
				t.Errorf("got %q, expected %q", got, c.want)
			}
		})
	}
}
