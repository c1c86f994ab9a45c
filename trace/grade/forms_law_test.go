package grade_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
)

// A taken step is a call, or the answer to one.
type taken struct {
	call   tool.Call
	answer types.Value // nil: it is the call
}

func (s taken) bind(p *property.Pattern) (map[string]types.Value, bool) {
	if (p.Answer != nil) != (s.answer != nil) {
		return nil, false
	}
	return p.Bind(s.call, s.answer)
}

// binds returns how a step matches one side of a form: each way once.
func (s taken) binds(side []*property.Pattern) (list []map[string]types.Value) {
	for _, p := range side {
		if b, ok := s.bind(p); ok {
			list = append(list, b)
		}
	}
	return list
}

func agreeing(a, b map[string]types.Value) bool {
	for name, v := range a {
		if w, ok := b[name]; ok && !types.Equal(v, w) {
			return false
		}
	}
	return true
}

// means reads the definitions of the forms as they stand.
func means(p *property.Property, tau []taken) bool {
	if p.Basic != nil {
		return meansBasic(p.Basic, tau)
	}
	return slices.ContainsFunc(p.Parts, func(x *property.Property) bool { return means(x, tau) == (p.Op == forms.Or) }) == (p.Op == forms.Or)
}

func meansBasic(b *property.Basic, tau []taken) bool {
	exists := func(from, to int, side []*property.Pattern, with map[string]types.Value) bool {
		return slices.ContainsFunc(tau[max(from, 0):max(from, to, 0)], func(s taken) bool {
			return slices.ContainsFunc(s.binds(side), func(x map[string]types.Value) bool { return agreeing(x, with) })
		})
	}
	// target asks whether some, or else every, match of the target is as asked.
	target := func(every bool, is func(i int, x map[string]types.Value) bool) bool {
		for i, s := range tau {
			for _, x := range s.binds(b.Target) {
				if is(i, x) != every {
					return !every
				}
			}
		}
		return every
	}
	earlier := func(i int, x map[string]types.Value) bool { return exists(0, i, b.Anchor, x) != b.Forbid }
	later := func(i int, x map[string]types.Value) bool { return exists(i+1, len(tau), b.Anchor, x) != b.Forbid }
	n := 0
	for _, s := range tau {
		n += min(1, len(s.binds(b.Target)))
	}
	switch b.Form {
	case forms.Call, forms.Answered:
		return n > 0
	case forms.NoCall:
		return n == 0
	case forms.AtLeast:
		return n >= b.Limit
	case forms.EveryCall:
		return !slices.ContainsFunc(tau, func(s taken) bool {
			return s.answer == nil && s.call.Tool == b.Target[0].Tool && len(s.binds(b.Target)) == 0
		})
	case forms.After:
		return target(true, earlier)
	case forms.Before:
		return target(true, later)
	case forms.Follows:
		return target(false, earlier)
	case forms.Precedes:
		return target(false, later)
	case forms.EachAfter:
		return target(true, func(i int, x map[string]types.Value) bool {
			for j := range i {
				if exists(j, j+1, b.Anchor, x) && !exists(j+1, i, b.Target, x) {
					return true
				}
			}
			return false
		})
	}
	return !crowd(tau, b.Target, b.Limit+1, nil)
}

// crowd reports whether n of the steps match and agree with each other, and
// with some bindings.
func crowd(tau []taken, side []*property.Pattern, n int, with []map[string]types.Value) bool {
	if n == 0 {
		return true
	}
	for i, s := range tau {
		for _, x := range s.binds(side) {
			if !slices.ContainsFunc(with, func(y map[string]types.Value) bool { return !agreeing(x, y) }) && crowd(tau[i+1:], side, n-1, append(slices.Clip(with), x)) {
				return true
			}
		}
	}
	return false
}

const formTools = `[
  {"type": "function", "function": {"name": "a", "parameters": {"type": "object", "additionalProperties": false, "required": ["x"],
    "properties": {"x": {"enum": ["1", "2", "3"]}, "y": {"enum": ["1", "2"]}}}}},
  {"type": "function", "function": {"name": "b", "parameters": {"type": "object", "additionalProperties": false, "required": [],
    "properties": {"x": {"enum": ["1", "2", "3"]}, "y": {"enum": [1, 2, 5], "default": 2}}}}}
]`

// A formGen draws checks.
type formGen struct{ *rapid.T }

func (g formGen) one(of ...string) string { return rapid.SampledFrom(of).Draw(g.T, "one") }

func (g formGen) call(vars bool) string {
	if g.one("a", "b") == "a" {
		return "a" + g.test("x", vars) + g.one("", g.test("y", false))
	}
	return "b" + g.one("", g.test("x", vars)) + g.one("", ` (y (< 3))`, ` (y (not 2))`, ` (y 2)`, ` (y (>= 2) (< 5))`)
}

func (g formGen) test(name string, vars bool) string {
	if vars {
		return " (" + name + " ?o)"
	}
	return " (" + name + " " + g.one(`"1"`, `"2"`, `(in "1" "2")`, `(not "1")`, `(like "*1")`, `present`, `absent`) + ")"
}

func (g formGen) pattern(vars bool) string {
	switch g.one("call", "call", "answered") {
	case "answered":
		return "(answered (call " + g.call(false) + ")" + map[bool]string{true: g.one(` (s ?o)`, ` ("" ?o)`), false: g.one("", ` (s "1")`, ` ("" "2")`, ` (s (not "1"))`, ` (s absent)`)}[vars] + ")"
	}
	return "(call " + g.named(vars) + ")"
}

// named is a call that binds ?o, if it is to.
func (g formGen) named(vars bool) string {
	if vars {
		return g.one("a", "b") + " (x ?o)"
	}
	return g.call(false)
}

func (g formGen) side(vars bool) string {
	if g.one("one", "or") == "or" {
		return "(or " + g.pattern(vars) + " " + g.pattern(vars) + ")"
	}
	return g.pattern(vars)
}

func (g formGen) form(depth int) string {
	if depth > 0 && rapid.IntRange(0, 2).Draw(g.T, "nested") == 0 {
		return "(" + g.one("and", "or") + " " + g.form(depth-1) + " " + g.form(depth-1) + ")"
	}
	vars := rapid.Bool().Draw(g.T, "variables")
	switch f := g.one("call", "no_call", "every_call", "after", "before", "follows", "precedes", "each_after", "at_most", "at_least", "answered"); f {
	case "call", "no_call", "every_call":
		return "(" + f + " " + g.call(false) + ")"
	case "at_most":
		return "(at_most " + g.one("0", "1", "2") + " " + g.side(vars) + ")"
	case "at_least":
		return "(at_least " + g.one("1", "2") + " " + g.side(false) + ")"
	case "answered":
		return "(answered (call " + g.call(false) + ") (s \"1\"))"
	case "after", "before":
		if g.one("one", "no") == "no" {
			return "(" + f + " (no_call " + g.named(vars) + ") " + g.side(vars) + ")"
		}
		return "(" + f + " " + g.side(vars) + " " + g.side(vars) + ")"
	default:
		return "(" + f + " " + g.side(vars) + " " + g.side(vars) + ")"
	}
}

// A life is a call of a drawn trace, and what became of it.
type life struct {
	call   tool.Call
	hidden []string
	group  int
	failed bool
	answer string // "" for none
	later  int    // before how many further calls the answer comes
}

var formCalls = func() (list []tool.Call) {
	text := func(s string) types.Value { return types.Text(s) }
	for _, x := range []string{"1", "2", "3"} {
		list = append(list, tool.Call{Tool: "a", Args: types.Object{{Name: "x", Value: text(x)}}},
			tool.Call{Tool: "b", Args: types.Object{{Name: "x", Value: text(x)}}})
		for _, y := range []string{"1", "2"} {
			list = append(list, tool.Call{Tool: "a", Args: types.Object{{Name: "x", Value: text(x)}, {Name: "y", Value: text(y)}}})
		}
		for _, y := range []int64{1, 2, 5} {
			list = append(list, tool.Call{Tool: "b", Args: types.Object{{Name: "x", Value: text(x)}, {Name: "y", Value: types.NewInt(y)}}})
		}
	}
	for _, y := range []int64{1, 2, 5} {
		list = append(list, tool.Call{Tool: "b", Args: types.Object{{Name: "y", Value: types.NewInt(y)}}})
	}
	return append(list, tool.Call{Tool: "b"})
}()

var formAnswers = []string{`{"s": "1"}`, `{"s": "2"}`, `{"s": "3", "t": 1}`, `"2"`, `2 and more`, `1`, `[]`}

func answerOf(text string) types.Value {
	switch text {
	case formAnswers[0], formAnswers[1]:
		return types.Object{{Name: "s", Value: types.Text(text[7:8])}}
	case formAnswers[2]:
		return types.Object{{Name: "s", Value: types.Text("3")}, {Name: "t", Value: types.NewInt(1)}}
	case formAnswers[3]:
		return types.Text("2")
	case formAnswers[4]:
		return types.Text(text)
	case formAnswers[5]:
		return types.NewInt(1)
	}
	return types.List{}
}

func drawLives(t *rapid.T, hide, answers bool) []*life {
	var list []*life
	group := 0
	for range rapid.IntRange(0, 5).Draw(t, "length") {
		x := &life{call: rapid.SampledFrom(formCalls).Draw(t, "call")}
		if rapid.IntRange(0, 2).Draw(t, "apart") > 0 {
			group = rapid.IntRange(0, 9).Draw(t, "group") % 5
		}
		x.group = group
		if hide && rapid.IntRange(0, 2).Draw(t, "hides") == 0 {
			for _, m := range x.call.Args {
				if rapid.Bool().Draw(t, "hidden") {
					x.hidden = append(x.hidden, m.Name)
				}
			}
		}
		if answers && rapid.IntRange(0, 3).Draw(t, "answered") > 0 {
			x.failed = rapid.IntRange(0, 4).Draw(t, "fails") == 0
			x.answer = rapid.SampledFrom(formAnswers).Draw(t, "answer")
			x.later = rapid.SampledFrom([]int{0, 0, 1, 2, 9}).Draw(t, "later")
		}
		list = append(list, x)
	}
	return list
}

// eventsOf returns the events of a trace, and its steps; an answer to a call
// waits for the calls that are made side by side.
func eventsOf(lives []*life, set *tool.Set, ignore bool) (events []trace.Event, tau []taken) {
	var held []taken
	answers := func(i int, last bool) {
		for j, x := range lives[:min(i+1, len(lives))] {
			if due := j + x.later; x.answer == "" || due != i && !(last && due > i) {
				continue
			}
			e := trace.Event{Seq: len(events) + 1, Kind: trace.Result, CallID: fmt.Sprint(j), Text: x.answer, Status: trace.OK}
			if x.failed {
				e.Status = trace.Failed
			} else {
				held = append(held, taken{set.Normalise(x.call), answerOf(x.answer)})
			}
			events = append(events, e)
		}
	}
	for i, x := range lives {
		e := trace.Event{Seq: len(events) + 1, Kind: trace.Call, CallID: fmt.Sprint(i), Tool: x.call.Tool, Args: x.call.Args, State: trace.ArgsOK, Group: x.group}
		if len(x.hidden) > 0 {
			e.State, e.Hidden, e.Args = trace.ArgsRedacted, x.hidden, withPlaceholders(x.call.Args, x.hidden, false)
		}
		events = append(events, e)
		if !ignore || !x.failed {
			tau = append(tau, taken{call: set.Normalise(x.call)})
		}
		answers(i, i == len(lives)-1)
		if x.group == 0 || i == len(lives)-1 || lives[i+1].group != x.group {
			tau, held = append(tau, held...), nil
		}
	}
	return events, tau
}

// completed returns the traces that a trace with hidden arguments may be.
func completed(t *rapid.T, lives []*life) [][]*life {
	all := [][]*life{nil}
	for _, x := range lives {
		var longer [][]*life
		for _, c := range formCalls {
			if c.Tool != x.call.Tool || !sameBut(c.Args, x.call.Args, x.hidden) {
				continue
			}
			y := *x
			y.call = c
			for _, had := range all {
				longer = append(longer, append(slices.Clip(had), &y))
			}
		}
		if all = longer; len(all) > 500 {
			t.Skip("too many completions")
		}
	}
	return all
}

// TestFormsMeanTheirDefinitions: verdicts of random nested checks, on traces
// with answers, failed calls and calls side by side, are what the definitions
// say; where arguments are hidden, what they say of every completion, or
// inconclusive.
func TestFormsMeanTheirDefinitions(t *testing.T) {
	var n [3]int
	open := 0
	modeltest.Law(t, 1000, func(t *rapid.T) {
		text := formGen{t}.form(2)
		p, err := modeltest.Load(formTools, "(model (var v Bool))", `(use "model.wm") (case k (checks (c `+text+`)))`)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		o := grade.Options{Failed: rapid.SampledFrom([]grade.FailedCalls{grade.CountFailed, grade.IgnoreFailed}).Draw(t, "failed calls")}
		k := p.Suite.Cases[0]
		plan := planOf(t, p, k, o)
		f := p.Suite.Property(k.Checks[0])
		for range 3 {
			lives := drawLives(t, rapid.Bool().Draw(t, "hide"), true)
			events, _ := eventsOf(lives, p.Tools, o.Failed == grade.IgnoreFailed)
			all := completed(t, lives)
			want := agreedOn(all, func(lives []*life) grade.Verdict {
				_, tau := eventsOf(lives, p.Tools, o.Failed == grade.IgnoreFailed)
				return verdictOf(means(f, tau))
			})
			if !slices.ContainsFunc(lives, func(x *life) bool { return x.answer != "" }) && strings.Contains(text, "answered") {
				continue // a trace without answers
			}
			got := plan.Grade(&trace.Trace{Events: events}).Checks[0]
			exact := !strings.Contains(text, "?") && !strings.Contains(text, "answered") || len(all) == 1
			switch {
			case got.Verdict == want:
			case exact || got.Verdict != grade.Inconclusive:
				t.Fatalf("%s: %s (%s), and by the definition in %d completions %s\n%s", text, got.Verdict, got.Message, len(all), want, showAll(events))
			default:
				open++
			}
			if got.Verdict == grade.Fail && (got.Message == "" || got.Class == "" || len(got.Evidence) == 0 && len(events) > 0) {
				t.Fatalf("%s fails and says %+v\n%s", text, got, showAll(events))
			}
			n[slices.Index([]grade.Verdict{grade.Pass, grade.Fail, grade.Inconclusive}, got.Verdict)]++
		}
	})
	t.Logf("%d passed, %d failed, %d were inconclusive, %d of these needlessly", n[0], n[1], n[2], open)
	if slices.Min(n[:]) < 20 && !testing.Short() {
		t.Error("the law says too little")
	}
}

func agreedOn(all [][]*life, verdict func([]*life) grade.Verdict) grade.Verdict {
	v := verdict(all[0])
	for _, x := range all[1:] {
		if verdict(x) != v {
			return grade.Inconclusive
		}
	}
	return v
}

func showAll(events []trace.Event) string {
	s := ""
	for _, e := range events {
		s += fmt.Sprintf("%d %s group %d %s %s %v hidden %v %s %s\n", e.Seq, e.Kind, e.Group, e.CallID, e.Tool, e.Args, e.Hidden, e.Status, e.Text)
	}
	return s
}

// TestFormsOfUnknownSteps: what is said of a trace without answers stays so with
// any answers, and of a trace of which a record is lost, with any call and answer.
func TestFormsOfUnknownSteps(t *testing.T) {
	decided := 0
	modeltest.Law(t, 600, func(t *rapid.T) {
		text := formGen{t}.form(2)
		p, err := modeltest.Load(formTools, "(model (var v Bool))", `(use "model.wm") (case k (checks (c `+text+`)))`)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		k := p.Suite.Cases[0]
		plan := planOf(t, p, k, grade.Options{})
		f := p.Suite.Property(k.Checks[0])
		damaged := rapid.Bool().Draw(t, "damaged")
		for range 3 {
			lives := drawLives(t, false, damaged)
			events, _ := eventsOf(lives, p.Tools, false)
			var r *grade.Result
			g := grade.NewGrader(func(*trace.Header) (*grade.Plan, error) { return plan, nil }, func(x *grade.Result) error { r = x; return nil })
			g.Begin(&trace.Header{})
			for i := range events {
				g.Event(&events[i])
			}
			if damaged {
				g.Problem(trace.Problem{Message: "no JSON"})
			}
			g.End()
			if r.Checks[0].Verdict == grade.Inconclusive {
				continue
			}
			decided++
			for range 5 {
				other := completion(t, lives, damaged)
				_, tau := eventsOf(other, p.Tools, false)
				if want := verdictOf(means(f, tau)); r.Checks[0].Verdict != want {
					t.Fatalf("%s: %s, and with other steps %s: %v\n%s", text, r.Checks[0].Verdict, want, tau, showAll(events))
				}
			}
		}
	})
	if decided < 50 && !testing.Short() {
		t.Error("the law says too little")
	}
}

// completion draws what a trace may have been: with a lost call, or with answers
// that were not recorded.
func completion(t *rapid.T, lives []*life, damaged bool) []*life {
	if damaged {
		lost := &life{call: rapid.SampledFrom(formCalls).Draw(t, "lost"), answer: rapid.SampledFrom(append(formAnswers, "")).Draw(t, "its answer")}
		at := rapid.IntRange(0, len(lives)).Draw(t, "at")
		if at > 0 && at < len(lives) && lives[at-1].group == lives[at].group {
			lost.group = lives[at].group
		}
		var list []*life
		for j, x := range lives {
			y := *x
			if j < at && j+x.later >= at {
				y.later++ // the answer stays where it is
			}
			list = append(list, &y)
		}
		return slices.Insert(list, at, lost)
	}
	var list []*life
	for _, x := range lives {
		y := *x
		y.answer = rapid.SampledFrom(append(formAnswers, "")).Draw(t, "answer")
		y.later = rapid.IntRange(0, 3).Draw(t, "later")
		y.group = 0
		list = append(list, &y)
	}
	return list
}
