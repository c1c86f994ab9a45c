package validate_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mantrac/mantrac/compiler/system"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/validate"
)

// dim renders a witness, with what is irrelevant in it.
func dim(w *validate.Witness) string {
	var b strings.Builder
	fmt.Fprint(&b, "(", strings.Join(w.Irrelevant, " "), ")")
	for _, s := range w.Steps {
		fmt.Fprint(&b, " ", s.Call.Tool)
		for _, a := range s.Call.Args {
			if slices.Contains(s.Irrelevant, a.Name) {
				fmt.Fprintf(&b, " (%s)", a.Name)
			} else {
				fmt.Fprint(&b, " ", a.Name)
			}
		}
	}
	return b.String()
}

// A shop has all that makes a value matter, or not.
const (
	shopTools = `{"tools": [
	  {"name": "order", "inputSchema": {"type": "object", "required": ["item", "n", "to"], "properties": {
	    "item": {"type": "string"}, "n": {"type": "integer"}, "to": {"type": "string", "enum": ["home", "work"]}, "note": {"type": "string"}}}},
	  {"name": "pay", "inputSchema": {"type": "object", "required": ["sum"], "properties": {"sum": {"type": "number"}}}},
	  {"name": "flip", "inputSchema": {"type": "object", "properties": {}}},
	  {"name": "ask", "inputSchema": {"type": "object", "required": ["rush"], "properties": {"rush": {"type": "boolean"}}}}]}`
	shopModel = `(model
	  (var open Bool) (var rush Bool) (var stock Int) (var last String) (var to (Enum "home" "work")) (var paid Real) (var gift Bool)
	  (var r (Record (seen Bool) (count Int)))
	  (transition order (params (item item) (n n) (to to) (note note))
	    (pre open (> stock 0))
	    (post (= (next last) (param item)) (= (next stock) (- stock 1)) (= (next to) (param to))))
	  (transition pay (params (sum sum))
	    (pre (or rush (> (param sum) 0)))
	    (post (= (next paid) (/ (param sum) 2))))
	  (transition flip (params)
	    (pre)
	    (post (=> rush (= (next gift) true)) (=> (not rush) (= (next gift) gift)) (= (field (next r) seen) (not (field r seen)))))
	  (transition ask (params (rush rush)) (pre) (post (= (next rush) (param rush)))))`
)

// TestIrrelevantValues: of each witness, which values it rests on.
func TestIrrelevantValues(t *testing.T) {
	for _, test := range []struct{ body, compliant, forward string }{
		// Nothing but what the broken clause reads matters.
		{`(checks (a (call order)))`, "(rush last to paid gift r.seen r.count) order (item) (n) (to)", "(rush stock last to paid gift r.seen r.count) order (item) (n) (to)"},
		// Pinned arguments matter to the check; an argument that is absent is none.
		{`(checks (a (call order (item "x") (note "y"))))`, "(rush last to paid gift r.seen r.count) order item (n) (to) note", "(rush stock last to paid gift r.seen r.count) order item (n) (to) note"},
		{`(checks (a (call order)) (b (no_call order (to "work"))))`, "(rush last to paid gift r.seen r.count) order (item) (n) to", "(rush stock last to paid gift r.seen r.count) order (item) (n) to"},
		// A clause that rush makes true does not look at the sum.
		{`(init (rush true)) (checks (a (call pay)))`, "(open stock last to paid gift r.seen r.count) pay (sum)",
			"(open rush stock last to paid gift r.seen r.count) ask rush pay sum"},
		// The second call repeats the first, and does so whatever else may be.
		{`(init (open true) (stock 1)) (checks (a (call order (item "x"))))`, "(rush last to paid gift r.seen r.count) order item (n) (to)",
			"(rush last to paid gift r.seen r.count) order item n to order item n to"},
		// What the goal reads matters.
		{`(init (stock 5)) (checks (a (call order))) (goal (= last "x") (> stock 2))`, "(rush last to paid gift r.seen r.count) order item (n) (to)", "(rush last to paid gift r.seen r.count) order item (n) (to)"},
		// Each value of rush has its own next state, none of which matters.
		{`(checks (a (call flip)))`, "(open rush stock last to paid gift r.seen r.count) flip", ""},
		{`(init (gift true)) (checks (a (call flip))) (goal gift)`, "(open rush stock last to paid r.seen r.count) flip", ""},
		{`(init (gift false)) (checks (a (call flip))) (goal gift)`, "(open stock last to paid gift r.seen r.count) flip", ""},
		{`(init (r (record (seen false)))) (checks (a (call flip))) (goal (field r seen))`, "(open rush stock last to paid gift r.count) flip", ""},
	} {
		p, err := modeltest.Load(shopTools, shopModel, "(case c "+test.body+")")
		if err != nil {
			t.Fatal(err)
		}
		c := ask(t, p, 2)
		if got := dim(c.Compliant.Witness); got != test.compliant {
			t.Errorf("%s\ncompliant: %s\nand not    %s", test.body, got, test.compliant)
		}
		switch w := c.Forward.Witness; {
		case (w == nil) != (test.forward == ""):
			t.Errorf("%s\na forward conflict: %v", test.body, w != nil)
		case w != nil && dim(w) != test.forward:
			t.Errorf("%s\nforward: %s\nand not  %s", test.body, dim(w), test.forward)
		}
	}
}

// A repeat is one whatever else may be: the arguments of both calls matter.
func TestRepeatStaysOne(t *testing.T) {
	for _, test := range []struct{ body, want string }{
		{`(init (locked true) (opened true)) (checks (a (call unlock)))`, "(opened) unlock unlock"},
		{`(init (locked true) (opened true)) (checks (a (call unlock (key "a"))) (b (call unlock (key "b"))))`, "(opened) unlock key unlock key"},
		{`(init (locked true)) (checks (a (call open (wide true))))`, "(opened) open wide"},
	} {
		if c := ask(t, door(t, test.body), 2); dim(c.Forward.Witness) != test.want {
			t.Errorf("%s\n%s\nand not %s", test.body, dim(c.Forward.Witness), test.want)
		}
	}
}

// A second call that is no repeat does not become one by values that are said not
// to matter: some argument has to tell the two apart.
func TestNoRepeatComesOfOtherValues(t *testing.T) {
	const rest = `(init (open true) (stock 1)) (checks (a `
	for _, test := range []struct{ body, want string }{
		// The pin of the second call, and that the first has another value.
		{`(call order (n 1))) (b (follows (call order) (call order))))`, "order (item) n (to) order (item) n (to)"},
		// The pin of the first call, and that the second has another value.
		{`(precedes (call order (n 1)) (call order))))`, "order (item) n (to) order (item) n (to)"},
		// Only one of the two has the argument.
		{`(call order (note "y"))) (b (follows (call order) (call order))))`, "order (item) (n) (to) order (item) (n) (to) note"},
		{`(precedes (call order (note "y")) (call order))))`, "order (item) (n) (to) note order (item) (n) (to)"},
	} {
		p, err := modeltest.Load(shopTools, shopModel, "(case c "+rest+test.body+")")
		if err != nil {
			t.Fatal(err)
		}
		f := ask(t, p, 2).Forward
		if got := strings.TrimPrefix(dim(f.Witness), "(rush last to paid gift r.seen r.count) "); got != test.want || f.Class == validate.Repeat || f.Step != 2 {
			t.Errorf("%s\n%s at step %d: %s\nand not %s", test.body, f.Class, f.Step, dim(f.Witness), test.want)
		}
	}
}

// The same where the model and no pin says what tells the two apart: the first
// call has to have a 1, and the second may have what it likes, but not that.
func TestNoRepeatComesOfOtherValuesOfTheModel(t *testing.T) {
	p, err := modeltest.Load(`{"tools": [{"name": "go", "inputSchema": {"type": "object", "required": ["p"], "properties": {"p": {"type": "integer"}}}}]}`,
		`(model (var done Bool) (transition go (params (p p)) (pre (or done (= (param p) 1)) (not done)) (post (= (next done) true))))`,
		`(case c (init (done false)) (checks (a (follows (call go) (call go)))))`)
	if err != nil {
		t.Fatal(err)
	}
	f := ask(t, p, 2).Forward
	if got, want := dim(f.Witness), "() go p go p"; got != want || f.Class == validate.Repeat {
		t.Errorf("%s: %s\nand not %s", f.Class, got, want)
	}
}

// An assignment that may fail leaves what was there before, behind the violation
// as well: what it is given matters to the goal, though each value that it can
// make is as the goal has it.
func TestAssignmentThatMayFail(t *testing.T) {
	p, err := modeltest.Load(`{"tools": [
	  {"name": "zap", "inputSchema": {"type": "object", "properties": {}}},
	  {"name": "share", "inputSchema": {"type": "object", "required": ["among", "note"], "properties": {
	    "among": {"type": "integer", "enum": [0, 3]}, "note": {"type": "string"}}}}]}`,
		`(model (var never Bool) (var each Int) (var last String)
		  (transition zap (params) (pre never) (post))
		  (transition share (params (among n) (note note)) (pre) (post (= (next each) (/ 6 (param n))) (= (next last) (param note)))))`,
		`(case c (init (never false) (each 1)) (checks (a (follows (call share) (call zap))) (b (after (call share) (call zap)))) (goal (= each 2)))`)
	if err != nil {
		t.Fatal(err)
	}
	c := ask(t, p, 3)
	if got, want := dim(c.Forward.Witness), "(each last) zap share among (note)"; got != want {
		t.Errorf("%s\nand not %s", got, want)
	}
}

// What is known of parts of a clause decides it where its values are too many, and
// an assignment can be made where each of its arguments has a value of its type.
func TestIrrelevantBesideOthers(t *testing.T) {
	const tools = `{"tools": [
	  {"name": "go", "inputSchema": {"type": "object", "required": ["n", "k", "e"], "properties": {
	    "n": {"type": "integer"}, "k": {"type": "integer", "enum": [1, 2]}, "e": {"type": "string", "enum": ["a", "b"]}}}},
	  {"name": "maybe", "inputSchema": {"type": "object", "required": ["n", "k", "e"], "properties": {
	    "n": {"type": "integer"}, "k": {"type": ["integer", "null"], "enum": [1, 2, null]}, "e": {"type": ["string", "null"], "enum": ["a", "b", null]}}}}]}`
	const vars = `(var yes Bool) (var sum Int) (var e (Enum "a" "b")) (var m (Map Int Int)) (var q (Map Int Real))`
	for _, test := range []struct{ tool, pre, post, want string }{
		{"go", "(or yes (> (param n) 0))", "", "(sum e m q) go (n) (k) (e)"},
		{"go", "(and yes (or yes (> (param n) 0)))", "", "(sum e m q) go (n) (k) (e)"},
		{"go", "(not (and (not yes) (> (param n) 0)))", "", "(sum e m q) go (n) (k) (e)"},
		{"go", "(=> (not yes) (> (param n) 0))", "", "(sum e m q) go (n) (k) (e)"},
		{"go", "(and yes (> (param n) 0))", "", "(sum e m q) go n (k) (e)"},
		{"go", "", "(= (next sum) (+ (param n) (param k)))", "(yes sum e m q) go (n) (k) (e)"},
		{"go", "", "(= (get (next m) (param k)) 1)", "(yes sum e m q) go (n) (k) (e)"},
		{"go", "", "(= (get (next q) (param k)) (/ 6 (param n)))", "(yes sum e m q) go n (k) (e)"},
		{"go", "", "(= (next e) (param e))", "(yes sum e m q) go (n) (k) (e)"},
		// A call with null could not be made.
		{"maybe", "", "(= (next e) (param e))", "(yes sum e m q) maybe (n) (k) e"},
		{"maybe", "", "(= (next sum) (+ (param n) (param k)))", "(yes sum e m q) maybe (n) k (e)"},
	} {
		p, err := modeltest.Load(tools, "(model "+vars+" (transition "+test.tool+" (params (n n) (k k) (e e)) (pre "+test.pre+") (post "+test.post+")))",
			"(case c (init (yes true)) (checks (a (call "+test.tool+"))))")
		if err != nil {
			t.Errorf("%s %s: %v", test.pre, test.post, err)
			continue
		}
		if c := ask(t, p, 2); c.Compliant.Witness == nil || dim(c.Compliant.Witness) != test.want {
			t.Errorf("%s %s: %s\nand not %s", test.pre, test.post, dim(c.Compliant.Witness), test.want)
		}
	}
}

// The first clause that is broken stays the first, also in front of the one that the
// question is about.
func TestFirstViolationStays(t *testing.T) {
	p, err := modeltest.Load(`{"tools": [{"name": "one", "inputSchema": {"type": "object", "properties": {}}}, {"name": "two", "inputSchema": {"type": "object", "properties": {}}}]}`,
		`(model (var x Bool) (var y Bool) (transition one (params) (pre x) (post)) (transition two (params) (pre y) (post)))`,
		`(case c (init (x false)) (checks (a (follows (call two) (call one)))))`)
	if err != nil {
		t.Fatal(err)
	}
	s := validate.NewSession(validate.Options{Bound: 2, NewSolver: solvers(library(t))})
	sc, q := system.NewScenario(p.Suite, p.Suite.Cases[0]), system.Query{Kind: system.Forward, Tool: "two"}
	f, err := s.Ask(context.Background(), sc, q)
	if err != nil || f.Witness == nil {
		t.Fatal(f, err)
	}
	f.Witness.Irrelevant = nil
	if err := s.Mark(context.Background(), sc, q, f.Witness); err != nil || dim(f.Witness) != "() one two" {
		t.Errorf("%s, %v", dim(f.Witness), err)
	}
}

func TestPlainSaysNothingOfValues(t *testing.T) {
	p := door(t, shut+`(checks (a (call open)))`)
	c := validatedWith(t, p, validate.Options{Bound: 2, Plain: true, NewSolver: solvers(library(t))})
	if w := c.Forward.Witness; w == nil || w.Irrelevant != nil || w.Steps[0].Irrelevant != nil {
		t.Errorf("%s", document(t, c))
	}
}

// TestIrrelevanceLaw puts other values in the place of irrelevant ones, all at
// once, and walks: some run with the same tools and the same other values
// answers the same question, and breaks the same clause first.
func TestIrrelevanceLaw(t *testing.T) {
	t.Parallel()
	lib := library(t)
	count := make(map[string]int)
	for name, gen := range map[string]*rapid.Generator[*modeltest.Project]{"tiny": modeltest.Projects(modeltest.Tiny), "small": modeltest.Projects(modeltest.Small)} {
		t.Run(name, func(t *testing.T) {
			modeltest.Law(t, 30, func(t *rapid.T) {
				p := gen.Draw(t, "project")
				k := rapid.SampledFrom(p.Suite.Cases).Draw(t, "case")
				c := validated(t, lib, p.Suite, k, 3, 3*time.Second)
				l := law{walker: newWalker(p.Suite, k), project: p, c: c, count: count}
				for _, q := range questions(k) {
					if a, w := l.result(q); a == validate.Found {
						l.general(t, q, w)
					}
				}
			})
		})
	}
	t.Log(tally(count))
	for _, what := range []string{"forward stays", "compliant stays", "commission stays", "omission stays", "goal stays"} {
		if count[what] == 0 && !testing.Short() {
			t.Errorf("no %s: the law says too little", what)
		}
	}
}

func (l *law) general(t *rapid.T, q question, w *validate.Witness) {
	leaves := system.Leaves(l.project.Model)
	for _, s := range w.Steps {
		l.count["arguments"] += len(s.Call.Args)
		l.count["arguments, irrelevant"] += len(s.Irrelevant)
	}
	l.count["initial values"] += len(leaves)
	l.count["initial values, irrelevant"] += len(w.Irrelevant)
	for range 4 {
		init, calls := l.other(t, w)
		switch ok, known := l.stays(q, w, init, calls, 0, l.start(init)); {
		case ok:
			l.count[q.kind+" stays"]++
		case known:
			t.Fatalf("%v: with init %v and calls %v there is no answer\n%s\n%s", q, init, calls, dim(w), document(t, l.c))
		}
	}
}

// other draws other values in the place of those that are irrelevant.
func (l *law) other(t *rapid.T, w *validate.Witness) (interp.State, []tool.Call) {
	drawn, err := l.machine.Canonical(modeltest.States(l.project).Draw(t, "state"))
	if err != nil {
		t.Fatal(err)
	}
	init := make(interp.State)
	for name, v := range w.Init {
		init[name] = mixed(v, drawn[name], name, w.Irrelevant)
	}
	var calls []tool.Call
	pool := append(modeltest.Calls(l.project).Draw(t, "calls"), modeltest.Calls(l.project).Draw(t, "calls")...)
	for _, s := range w.Steps {
		call := tool.Call{Tool: s.Call.Tool, Args: types.Object{}}
		for _, a := range s.Call.Args {
			if v := l.argument(t, pool, s, a); v != nil {
				call.Args = append(call.Args, types.Member{Name: a.Name, Value: v})
			}
		}
		calls = append(calls, call)
	}
	return init, calls
}

func mixed(v, drawn types.Value, name string, irrelevant []string) types.Value {
	if slices.Contains(irrelevant, name) {
		return drawn
	}
	object, ok := v.(types.Object)
	if !ok {
		return v
	}
	out := slices.Clone(object)
	for i, m := range object {
		other, _ := drawn.(types.Object).Get(m.Name)
		out[i].Value = mixed(m.Value, other, name+"."+m.Name, irrelevant)
	}
	return out
}

// argument draws a value for an argument: nil for none.
func (l *law) argument(t *rapid.T, pool []tool.Call, s validate.Step, a types.Member) types.Value {
	if !slices.Contains(s.Irrelevant, a.Name) {
		return a.Value
	}
	values := []types.Value{a.Value}
	for _, c := range pool {
		if c.Tool == s.Call.Tool {
			v, _ := l.project.Tools.Normalise(c).Args.Get(a.Name)
			values = append(values, v)
		}
	}
	return rapid.SampledFrom(values).Draw(t, "value")
}

// stays looks for states along calls that make them an answer with the violation
// of the witness. It is not known that there are none where they cannot all be
// listed.
func (l *law) stays(q question, w *validate.Witness, init interp.State, calls []tool.Call, i int, p position) (ok, known bool) {
	if i == len(calls) {
		return l.solves(q, p), true
	}
	broken := l.machine.Pre(p.state, calls[i])
	if q.kind == "forward" && p.first < 0 {
		if had := w.Steps[i].Broken; (len(broken) > 0) != (len(had) > 0) || len(had) > 0 && broken[0].Expr != had[0].Expr {
			return false, true
		}
		if len(broken) > 0 {
			seen := &validate.Witness{}
			for _, c := range calls {
				seen.Steps = append(seen.Steps, validate.Step{Call: c})
			}
			if l.class(seen, i) != l.class(w, i) {
				return false, true
			}
		}
	}
	next, complete := l.machine.Next(p.state, calls[i])
	known = complete
	for _, s := range next {
		after, possible := l.step(p, calls[i], len(broken) > 0, s)
		if !possible {
			return false, true
		}
		ok, sure := l.stays(q, w, init, calls, i+1, after)
		if ok {
			return true, true
		}
		known = known && sure
	}
	return false, known
}
