package monitor_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
	"pgregory.net/rapid"
)

// A former draws the text of a check of any form.
type former struct {
	*rapid.T
	vars    bool // there may be variables
	answers bool // there may be answers
}

func (f former) one(options ...string) string { return rapid.SampledFrom(options).Draw(f.T, "") }

// test draws what is asked of a value.
func (f former) test() string {
	number := func() string { return f.one("0", "1", "2") }
	value := func() string { return f.one("1", "2", `"a"`, "null", "(array 1)") }
	options := []string{
		value(), value(), "(in " + value() + " " + value() + ")", "(not " + value() + ")", "(not " + value() + " " + value() + ")",
		"(" + f.one("<", "<=", ">", ">=") + " " + number() + ")", "(contains " + f.one("1", `"a"`) + ")",
		"(like " + f.one(`"a*"`, `"*a"`, `"*"`) + ")", "present", "absent",
		"(> 0) (not " + value() + ")",
	}
	return f.one(options...)
}

// pins draws what is asked of an argument or a part of an answer, of those
// named.
func (f former) pins(variables bool, names ...string) string {
	var b strings.Builder
	for _, name := range names {
		switch rapid.IntRange(0, 3).Draw(f.T, "pin") {
		case 0:
			fmt.Fprintf(&b, " (%s %s)", name, f.test())
		case 1:
			if f.vars && variables {
				fmt.Fprintf(&b, " (%s %s)", name, f.one("?o", "?o", "?p"))
			}
		}
	}
	return b.String()
}

func (f former) call(keyword string, variables bool) string {
	return "(" + keyword + " " + f.one("a", "b") + f.pins(variables, "x", "y") + ")"
}

// pattern draws a target or an anchor that is one pattern.
func (f former) pattern(variables bool) string {
	if f.answers && rapid.IntRange(0, 2).Draw(f.T, "answered") == 0 {
		return "(answered " + f.call("call", variables) + f.pins(variables, "s", `""`) + ")"
	}
	return f.call("call", variables)
}

func (f former) operand(variables bool) string {
	if rapid.IntRange(0, 2).Draw(f.T, "one") > 0 {
		return f.pattern(variables)
	}
	return "(or " + f.pattern(variables) + " " + f.pattern(variables) + ")"
}

func (f former) basic() string {
	switch form := f.one("call", "no_call", "every_call", "after", "before", "follows", "precedes", "each_after", "at_most", "at_least", "answered"); form {
	case "call", "no_call", "every_call":
		return f.call(form, true)
	case "answered":
		return "(answered " + f.call("call", true) + f.pins(true, "s") + ")"
	case "at_most":
		return fmt.Sprintf("(at_most %s %s)", f.one("0", "1", "2"), f.operand(true))
	case "at_least":
		return fmt.Sprintf("(at_least %s %s)", f.one("1", "2", "3"), f.operand(false))
	case "follows", "precedes":
		return fmt.Sprintf("(%s %s %s)", form, f.operand(true), f.operand(true))
	default:
		return f.conditional(form)
	}
}

// conditional draws a form each of whose targets binds all variables of its
// anchors.
func (f former) conditional(form string) string {
	anchor := f.operand(true)
	bind := func() string {
		var pins string
		for i, v := range []string{"?o", "?p"} {
			if strings.Contains(anchor, v) {
				pins += fmt.Sprintf(" (%s %s)", []string{"x", "y"}[i], v)
			}
		}
		if pins == "" {
			return f.call("call", true)
		}
		return "(call " + f.one("a", "b") + pins + ")"
	}
	target := bind()
	switch {
	case form != "each_after" && rapid.IntRange(0, 3).Draw(f.T, "no") == 0:
		target = "(no_" + target[1:]
	case rapid.IntRange(0, 3).Draw(f.T, "two") == 0:
		target = "(or " + target + " " + bind() + ")"
	}
	return fmt.Sprintf("(%s %s %s)", form, target, anchor)
}

func (f former) form(depth int) string {
	if depth == 0 || rapid.IntRange(0, 2).Draw(f.T, "nested") == 0 {
		return f.basic()
	}
	text := "(" + f.one("and", "or")
	for range rapid.IntRange(1, 3).Draw(f.T, "parts") {
		text += " " + f.form(depth-1)
	}
	return text + ")"
}

// moments draws a step that some of the patterns match.
func (f former) moment() moment {
	value := func() types.Value {
		return rapid.SampledFrom([]types.Value{nil, types.NewInt(1), types.NewInt(1), types.NewInt(2), types.NewInt(3), types.Null{},
			types.Text("a"), types.Text("ab"), types.List{types.NewInt(1)}, types.List{types.NewInt(2), types.NewInt(1)}}).Draw(f.T, "value")
	}
	object := func(names ...string) (o types.Object) {
		for _, name := range names {
			if v := value(); v != nil {
				o = append(o, types.Member{Name: name, Value: v})
			}
		}
		return o
	}
	s := moment{call: tool.Call{Tool: f.one("a", "a", "b", "c"), Args: object("x", "y")}}
	if f.answers && rapid.Bool().Draw(f.T, "answer") {
		if s.answer = object("s", "t"); rapid.IntRange(0, 3).Draw(f.T, "whole") == 0 {
			if s.answer = value(); s.answer == nil {
				s.answer = types.Text("")
			}
		}
	}
	return s
}

// The automaton agrees with the definitions on every prefix of random traces,
// for random checks of all forms; what is decided stays so; and a run, which
// makes no keys, says the same as the states, which are keys.
func TestAgreesWithTheDefinitions(t *testing.T) {
	decided := 0
	modeltest.Law(t, 1000, func(t *rapid.T) {
		f := former{T: t, vars: rapid.Bool().Draw(t, "variables"), answers: rapid.Bool().Draw(t, "answers")}
		text := f.form(2)
		c := check(t, text)
		var trace []moment
		for range rapid.IntRange(0, 8).Draw(t, "steps") {
			trace = append(trace, f.moment())
		}
		s, run := c.Start(), monitor.NewRun(c)
		final := ""
		for n := 0; ; n++ {
			v, want := c.Verdict(s), meaning(c.Property, trace[:n])
			if v.Holds() != want {
				t.Fatalf("%s: %s after %d steps of %v", text, v, n, trace)
			}
			if run.Verdict() != v || run.State() != s {
				t.Fatalf("%s: the run says %s, %q and not %s, %q after %d steps of %v", text, run.Verdict(), run.State(), v, s, n, trace)
			}
			if final != "" && final != v.String() {
				t.Fatalf("%s: %s, then %s", text, final, v)
			}
			if v.Final() {
				final = v.String()
				decided++
			}
			if n == len(trace) {
				break
			}
			l := trace[n].letter(c)
			s = c.Step(s, l)
			run.Step(l)
		}
		if run.Reset(); run.State() != c.Start() {
			t.Fatalf("%s: %q is not the start", text, run.State())
		}
	})
	if decided == 0 {
		t.Error("no check was decided")
	}
}

// expanded returns the text of a basic form with each variable replaced by each
// of some values: what forbids holds with all, what demands with one.
func expanded(c *monitor.Check, text string, values ...string) string {
	op := "and"
	switch c.Basics[0].Form {
	case forms.Call, forms.Answered, forms.Follows, forms.Precedes:
		op = "or"
	}
	texts := []string{text}
	for _, v := range []string{"?o", "?p"} {
		var next []string
		for _, text := range texts {
			for _, value := range values {
				next = append(next, strings.ReplaceAll(text, v, value))
			}
		}
		texts = next
	}
	return "(" + op + " " + strings.Join(texts, " ") + ")"
}

// Where arguments have one of two values, a form with variables says what the
// forms without them say together.
func TestVariablesAgreeWithTheirValues(t *testing.T) {
	broken := 0
	modeltest.Law(t, 1000, func(t *rapid.T) {
		f := former{T: t, vars: true}
		text := f.basic()
		c := check(t, text)
		if c.Basics[0].Form == forms.EveryCall {
			t.Skip("a variable of every_call asks that there is a value")
		}
		plain := check(t, expanded(c, text, "1", `"a"`))
		s, p := c.Start(), plain.Start()
		value := rapid.SampledFrom([]types.Value{nil, types.NewInt(1), types.NewInt(1), types.Text("a")})
		for n := range rapid.IntRange(0, 8).Draw(t, "steps") {
			step := moment{call: tool.Call{Tool: f.one("a", "b")}}
			for _, name := range []string{"x", "y"} {
				if v := value.Draw(t, name); v != nil {
					step.call.Args = append(step.call.Args, types.Member{Name: name, Value: v})
				}
			}
			if rapid.IntRange(0, 2).Draw(t, "answer") == 0 {
				step.answer = types.Text("")
				if v := value.Draw(t, "s"); v != nil {
					step.answer = types.Object{{Name: "s", Value: v}}
				}
			}
			s, p = c.Step(s, step.letter(c)), plain.Step(p, step.letter(plain))
			if got, want := c.Verdict(s), plain.Verdict(p); got.Holds() != want.Holds() {
				t.Fatalf("%s: %s after %d steps, and %s where the values are written", text, got, n+1, want)
			}
			if strings.Contains(text, "?") && !c.Verdict(s).Holds() {
				broken++
			}
		}
	})
	if broken == 0 {
		t.Error("no check with variables failed")
	}
}
