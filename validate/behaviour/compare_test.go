package behaviour_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/validate/behaviour"
)

const desk = `{"tools": [
  {"name": "look", "inputSchema": {"type": "object", "properties": {"kind": {"type": "string", "enum": ["a", "b"]}}, "required": ["kind"]}},
  {"name": "pay", "inputSchema": {"type": "object", "properties": {"amount": {"type": "integer"}}, "required": ["amount"]}},
  {"name": "wait", "inputSchema": {"type": "object", "properties": {}}}
]}`

const model = `(model
  (var looked Bool)
  (var state (Enum "open" "paid"))
  (var n Int)
  (transition look (params) (pre) (post (= (next looked) true)))
  (transition pay (params (amount amt)) (pre (= looked true) (<= (param amt) 10))
    (post (= (next state) "paid") (= (next n) (+ n (param amt))))))`

const suite = `(case one (init (looked false) (state "open") (n 0)) (checks (a (call pay))))`

// choice makes the effect of look a choice, which nothing that differs reads.
var choice = []string{"(params) (pre) (post (= (next looked) true))", "(params) (pre) (post (= (next looked) true) (or (= (next state) \"paid\") (= (next state) state)))"}

// TestCompare tells of each change what it means. A line is the name of a tool
// and its class, with the traces; "" is no line.
func TestCompare(t *testing.T) {
	for _, c := range []struct {
		name string
		edit []string // what is replaced in the model, and by what
		old  []string // the same in the old model
		new  func(tools, suite string) (string, string)
		any  bool
		want string

		tools *strings.Replacer // of the tools of both versions
	}{
		{name: "nothing changed", want: "equal proved"},
		{name: "a condition that is implicit of a string for an enum",
			old:   []string{"(params) (pre) (post (= (next looked) true))", "(params (kind k)) (pre) (post (= (next state) (param k)) (= (next looked) true))"},
			edit:  []string{"(params) (pre) (post (= (next looked) true))", `(params (kind k)) (pre (or (= (param k) "open") (= (param k) "paid"))) (post (= (next state) (param k)) (= (next looked) true))`},
			tools: strings.NewReplacer(`"string", "enum": ["a", "b"]`, `"string"`), want: "equal proved"},
		{name: "a name of an argument", edit: []string{"amt", "sum"}, want: "equal proved"},
		{name: "order and layout", edit: []string{"(= looked true) (<= (param amt) 10)", "(and (<= (param amt) 10)\n (= looked true))"}, want: "equal proved"},
		{name: "the same in other words", edit: []string{"(<= (param amt) 10)", "(not (> (param amt) 10))"}, want: "equal proved"},
		{name: "not the same for an argument that is absent", edit: []string{"(<= (param amt) 10)", "(< (param amt) 11)"}, want: "equal proved"},
		{name: "a clause went", edit: []string{"(= looked true) ", ""}, want: "looser; pay looser: now pay (amount 0)"},
		{name: "a clause came", edit: []string{"(params) (pre)", "(params) (pre (= state \"open\"))"},
			want: "stricter; look stricter: gone look, pay (amount 0), look"},
		{name: "a limit", edit: []string{"10", "20"}, want: "looser; pay looser: now look, pay (amount 11)"},
		{name: "both", edit: []string{"(<= (param amt) 10)", "(>= (param amt) 10)"},
			want: "both; pay both: now look, pay (amount 11); gone look, pay (amount 0)"},
		{name: "an effect", edit: []string{`(next state) "paid"`, `(next state) "open"`}, want: "equal proved"},
		{name: "an effect that is seen elsewhere", edit: []string{"(= (next looked) true)", "(= (next looked) looked)"},
			want: "stricter; pay stricter: gone look, pay (amount 0)"},
		{name: "an effect that is seen, in any state", edit: []string{"(= (next looked) true)", "(= (next looked) false)"}, any: true,
			want: "stricter; pay stricter: gone look, pay (amount 0)"},
		{name: "a tool without a transition", edit: []string{`(transition look (params) (pre) (post (= (next looked) true)))`, ""},
			want: "stricter; pay stricter: gone look, pay (amount 0)"},
		{name: "a tool that went", new: func(tools, suite string) (string, string) {
			return strings.Replace(tools, `,
  {"name": "wait", "inputSchema": {"type": "object", "properties": {}}}`, "", 1), suite
		}, want: "stricter; wait stricter: gone wait"},
		{name: "a new variable, free", edit: []string{"(var n Int)", "(var n Int) (var ready Bool)", "(= looked true)", "(= looked true) (= ready true)"},
			want: "stricter; pay stricter: gone look, pay (amount 0)"},
		{name: "a new variable, given", edit: []string{"(var n Int)", "(var n Int) (var ready Bool)", "(= looked true)", "(= looked true) (= ready true)"},
			new: func(tools, suite string) (string, string) {
				return tools, strings.Replace(suite, "(n 0)", "(n 0) (ready true)", 1)
			},
			want: "equal proved"},
		{name: "a renamed variable", edit: []string{"looked", "seen", "(var n Int)", "(var n Int)"},
			new:  func(tools, suite string) (string, string) { return tools, strings.Replace(suite, "looked", "seen", 1) },
			want: "equal proved"},
		{name: "a name of an enum more", edit: []string{`(Enum "open" "paid")`, `(Enum "open" "paid" "late")`}, want: "equal proved"},
		{name: "a name of an enum more, in any state", edit: []string{`(Enum "open" "paid")`, `(Enum "open" "paid" "late")`, "(= looked true)", `(= looked true) (not (= state "late"))`},
			any: true, want: "equal; pay equal: "},
		{name: "a wider number", edit: []string{"(var n Int)", "(var n Real)", "(= looked true)", "(= looked true) (< n 5)"},
			want: "stricter; pay stricter: gone look, pay (amount 5), pay (amount 0)"},
		{name: "another type", edit: []string{"(var n Int)", "(var n Bool)", "(= (next n) (+ n (param amt)))", "(= (next n) true)", "(= looked true)", "(= looked true) (= n false)"}, any: true,
			new:  func(tools, suite string) (string, string) { return tools, strings.Replace(suite, "(n 0)", "", 1) },
			want: "unknown: `n` is of type Int in the old version and of type Bool in the new one, and no case says what it starts as in both"},
		{name: "another type, given", edit: []string{"(var n Int)", "(var n Bool)", "(= (next n) (+ n (param amt)))", "(= (next n) true)", "(= looked true)", "(= looked true) (= n false)"},
			new: func(tools, suite string) (string, string) {
				return tools, strings.Replace(suite, "(n 0)", "(n false)", 1)
			},
			want: "stricter; pay stricter: gone look, pay (amount 0), pay (amount 0)"},
		{name: "a schema that a transition reads", new: func(tools, suite string) (string, string) {
			return strings.Replace(tools, `"integer"`, `"integer", "maximum": 5`, 1), suite
		}, want: "stricter; pay stricter: gone look, pay (amount 6)"},
		{name: "a schema that a transition reads, of another type", new: func(tools, suite string) (string, string) {
			return strings.Replace(tools, `"integer"`, `"number"`, 1), suite
		}, edit: []string{"(var n Int)", "(var n Real)"}, want: "unknown: the schema of the argument `amount` of `pay` changed"},
		{name: "a name of an argument's enum more", edit: []string{"look (params) (pre)", `look (params (kind k)) (pre (not (= (param k) "b")))`},
			new: func(tools, suite string) (string, string) {
				return strings.Replace(tools, `"a", "b"`, `"a", "b", "c"`, 1), suite
			},
			old:  []string{"look (params) (pre)", `look (params (kind k)) (pre (not (= (param k) "b")))`},
			want: `looser; look looser: now look (kind "c")`},
		{name: "a schema that nothing reads", new: func(tools, suite string) (string, string) {
			return strings.Replace(tools, `["a", "b"]`, `["a"]`, 1), suite
		}, want: "equal proved"},
		{name: "a value that may not be there", edit: []string{`(= (next state) "paid")`, `(= (next state) "paid") (= (next looked) (> (/ 10 n) 1))`}, any: true,
			want: "stricter; pay stricter: gone pay (amount 0), pay (amount 0)"},
		{name: "a division", edit: []string{"(+ n (param amt))", "(+ n (/ 10 (param amt)))"},
			want: "stricter; pay stricter: gone look, pay (amount 0)"},
		{name: "effects that contradict each other", edit: []string{`(= (next state) "paid")`, `(= (next state) "paid") (=> (= state "paid") (= (next state) "open"))`},
			want: "stricter; pay stricter: gone look, pay (amount 0), pay (amount 0)"},
		{name: "relations, and a clause more", old: choice, edit: append(choice, "(params) (pre)", "(params) (pre (= state \"open\"))"), any: true,
			want: "stricter; look stricter: gone look"},
		{name: "relations, and a clause less", old: append(choice, "(params) (pre)", "(params) (pre (= state \"open\"))"), edit: choice, any: true,
			want: "looser; look looser: now look"},
		{name: "relations, and a clause of post more, which writes the same", old: choice, edit: append(choice, "(or (= (next state) \"paid\") (= (next state) state))", "(or (= (next state) \"paid\") (= (next state) state)) (=> looked (= (next state) \"paid\"))"), any: true,
			want: "equal proved"},
		{name: "an argument that may be left out", old: []string{"look (params) (pre)", `look (params (kind k)) (pre (not (= (param k) "b")))`}, edit: []string{"look (params) (pre)", `look (params (kind k)) (pre (not (= (param k) "b")))`},
			new: func(tools, suite string) (string, string) {
				return strings.Replace(tools, `, "required": ["kind"]`, "", 1), suite
			},
			want: "looser; look looser: now look"},
		{name: "an argument with parts that may be left out", edit: []string{"look (params) (pre)", `look (params (kind k)) (pre (contains (param k) "b"))`}, old: []string{"look (params) (pre)", `look (params (kind k)) (pre (contains (param k) "b"))`},
			tools: strings.NewReplacer(`"string", "enum": ["a", "b"]`, `"array", "items": {"type": "string"}`),
			new: func(tools, suite string) (string, string) {
				return strings.Replace(tools, `, "required": ["kind"]`, "", 1), suite
			},
			want: "unknown: the schema of the argument `kind` of `look` changed"},
		{name: "an argument that may be null", edit: []string{"(<= (param amt) 10)", "(not (> (param amt) 10))", "(= (next n) (+ n (param amt)))", "(= (next n) n)"}, old: []string{"(<= (param amt) 10)", "(not (> (param amt) 10))", "(= (next n) (+ n (param amt)))", "(= (next n) n)"},
			new: func(tools, suite string) (string, string) {
				return strings.Replace(tools, `"integer"`, `["integer", "null"]`, 1), suite
			},
			want: "looser; pay looser: now look, pay (amount null)"},
		{name: "a choice", edit: []string{`(= (next state) "paid")`, `(or (= (next state) "paid") (= (next state) state))`}, want: "equal proved"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tools, checks := desk, suite
			if c.tools != nil {
				tools = c.tools.Replace(tools)
			}
			before := tools
			first, text := edited(t, c.old), edited(t, c.edit)
			if c.new != nil {
				tools, checks = c.new(tools, checks)
			}
			old, err := modeltest.Load(before, first, suite)
			if err != nil {
				t.Fatal(err)
			}
			new, err := modeltest.Load(tools, text, checks)
			if err != nil {
				t.Fatal(err)
			}
			o := behaviour.Options{Options: engines(6), Any: c.any}
			if strings.Contains(text, "seen") {
				o.Rename = map[string]string{"looked": "seen"}
			}
			r, err := behaviour.Compare(context.Background(), version(old), version(new), o)
			if err != nil {
				t.Fatal(err)
			}
			if got := told(r); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// edited returns the model with texts replaced.
func edited(t *testing.T, list []string) string {
	t.Helper()
	text := model
	for i := 0; i < len(list); i += 2 {
		if !strings.Contains(text, list[i]) {
			t.Fatalf("%s does not occur", list[i])
		}
		text = strings.ReplaceAll(text, list[i], list[i+1])
	}
	return text
}

// told tells of a comparison what differs.
func told(r *behaviour.Comparison) string {
	text := string(r.Whole.Class())
	if r.Whole.Proved() && r.Whole.Class() == behaviour.Equal {
		return text + " proved"
	}
	if r.Whole.Class() == behaviour.Unknown {
		for _, s := range []behaviour.Side{r.Whole.Stricter, r.Whole.Looser} {
			if s.Reason != nil {
				return text + ": " + s.Reason.Error()
			}
		}
	}
	for _, t := range r.Tools {
		if t.Class() == behaviour.Equal && t.Proved() {
			continue
		}
		var traces []string
		for i, s := range []behaviour.Side{t.Looser, t.Stricter} {
			if s.Answer == validate.Found {
				traces = append(traces, []string{"now ", "gone "}[i]+calls(s.Witness))
			}
		}
		text += "; " + t.Name + " " + string(t.Class()) + ": " + strings.Join(traces, "; ")
	}
	return text
}

func calls(w *behaviour.Witness) string {
	var list []string
	for _, c := range w.Calls {
		text := c.Tool
		for _, a := range c.Args {
			text += fmt.Sprintf(" (%s %s)", a.Name, a.Value)
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

// TestForbids holds the gate against what it promises.
func TestForbids(t *testing.T) {
	found, none, unknown := behaviour.Side{Answer: validate.Found}, behaviour.Side{Answer: validate.None}, behaviour.Side{}
	for _, c := range []struct {
		d           behaviour.Difference
		classes     []behaviour.Class
		found, open bool
	}{
		{behaviour.Difference{Stricter: found, Looser: none}, []behaviour.Class{behaviour.Looser, behaviour.Both}, false, false},
		{behaviour.Difference{Stricter: found, Looser: none}, []behaviour.Class{behaviour.Stricter}, true, false},
		{behaviour.Difference{Stricter: found, Looser: found}, []behaviour.Class{behaviour.Looser}, true, false},
		{behaviour.Difference{Stricter: found, Looser: found}, []behaviour.Class{behaviour.Both}, true, false},
		{behaviour.Difference{Stricter: found, Looser: unknown}, []behaviour.Class{behaviour.Looser}, false, true},
		{behaviour.Difference{Stricter: found, Looser: unknown}, []behaviour.Class{behaviour.Both}, false, true},
		{behaviour.Difference{Stricter: none, Looser: unknown}, []behaviour.Class{behaviour.Both}, false, false},
		{behaviour.Difference{Stricter: unknown, Looser: none}, []behaviour.Class{behaviour.Looser}, false, false},
		{behaviour.Difference{Stricter: unknown, Looser: found}, []behaviour.Class{behaviour.Looser, behaviour.Both}, true, false},
		{behaviour.Difference{Stricter: none, Looser: none}, []behaviour.Class{behaviour.Equal}, true, false},
		{behaviour.Difference{Stricter: none, Looser: unknown}, []behaviour.Class{behaviour.Equal}, false, true},
		{behaviour.Difference{Stricter: found, Looser: unknown}, []behaviour.Class{behaviour.Unknown}, true, false},
		{behaviour.Difference{Stricter: found, Looser: found}, nil, false, false},
	} {
		if found, open := c.d.Forbids(c.classes); found != c.found || open != c.open {
			t.Errorf("%v %v: found %v, open %v", c.d, c.classes, found, open)
		}
	}
}

// TestCases tells what became of cases.
func TestCases(t *testing.T) {
	const before = `(case gone (checks (a (call pay))))
(case same (checks (a (call wait))))
(case checks (init (looked false)) (checks (a (call look)) (first (after (call pay) (call look)))))
(case model (init (looked true) (n 0)) (checks (a (call pay)) (b (no_call look)) (c (no_call pay (amount 11)))))`
	const after = `(case came (checks (a (call pay))))
(case same (checks (a (call wait))))
(case checks (init (looked false)) (checks (a (call look)) (first (precedes (call look) (call pay)))))
(case model (init (looked true) (n 0)) (checks (a (call pay)) (b (no_call look)) (c (no_call pay (amount 11)))))`
	old, err := modeltest.Load(desk, model, before)
	if err != nil {
		t.Fatal(err)
	}
	new, err := modeltest.Load(desk, strings.Replace(model, "10", "12", 1), after)
	if err != nil {
		t.Fatal(err)
	}
	list, err := behaviour.CompareCases(context.Background(), []*checker.Suite{old.Suite}, []*checker.Suite{new.Suite}, behaviour.Options{Options: engines(6)})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range list {
		text := fmt.Sprintf("%s: %q %q", c.Name, c.Old, c.New)
		if c.Changed {
			text += " " + string(c.Checks.Class())
			for _, s := range []behaviour.Side{c.Checks.Looser, c.Checks.Stricter} {
				if s.Witness != nil {
					text += "; " + calls(s.Witness)
				}
			}
		}
		got = append(got, text)
	}
	want := []string{
		`came: "" "forward-conflict"`,
		`same: "consistent" "consistent"`,
		`checks: "forward-conflict" "forward-conflict" both; pay, look, pay; look`,
		`model: "forward-conflict" "forward-conflict"`,
		`gone: "forward-conflict" ""`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
