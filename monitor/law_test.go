package monitor_test

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
	"pgregory.net/rapid"
)

// A sample is one JSON value three times over: as it is written in a check,
// as the language has it, and as plain Go, which compares without our code.
type sample struct {
	source string
	value  types.Value
	plain  any
}

func scalar(text string) sample {
	switch text {
	case "null":
		return sample{text, types.Null{}, nil}
	case "true", "false":
		return sample{text, types.Boolean(text == "true"), text == "true"}
	}
	if text[0] == '"' {
		s, _ := types.Unquote(text)
		return sample{text, types.Text(s), s}
	}
	n, _ := types.ParseNumber(text)
	f, _ := strconv.ParseFloat(text, 64)
	return sample{text, n, f}
}

var scalars = []string{"null", "true", "false", "0", "-0", "1", "1.0", "10e-1", "0.5", "5e-1",
	`""`, `"1"`, `"null"`, `"a"`, `"\u0061"`, `"A"`, `"é"`, `"e\u0301"`}

// samples draws values, often equal ones that are written differently.
func samples(depth int) *rapid.Generator[sample] {
	flat := rapid.Custom(func(t *rapid.T) sample { return scalar(rapid.SampledFrom(scalars).Draw(t, "scalar")) })
	if depth == 0 {
		return flat
	}
	return rapid.OneOf(flat, flat, lists(depth), records(depth))
}

func lists(depth int) *rapid.Generator[sample] {
	return rapid.Custom(func(t *rapid.T) sample {
		s := sample{"(array", types.List{}, []any{}}
		for _, x := range rapid.SliceOfN(samples(depth-1), 0, 2).Draw(t, "list") {
			s.source += " " + x.source
			s.value = append(s.value.(types.List), x.value)
			s.plain = append(s.plain.([]any), x.plain)
		}
		s.source += ")"
		return s
	})
}

func records(depth int) *rapid.Generator[sample] {
	return rapid.Custom(func(t *rapid.T) sample {
		s := sample{"(record", types.Object{}, nil}
		plain := map[string]any{}
		for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"f", "g"}), 0, 2, rapid.ID).Draw(t, "fields") {
			x := samples(depth-1).Draw(t, name)
			s.source += " (" + name + " " + x.source + ")"
			s.value = append(s.value.(types.Object), types.Member{Name: name, Value: x.value})
			plain[name] = x.plain
		}
		s.source, s.plain = s.source+")", plain
		return s
	})
}

// A plainCall is a pattern or a call with its arguments as samples.
type plainCall struct {
	tool string
	args map[string]sample
}

func plainCalls(pool []sample) *rapid.Generator[plainCall] {
	return rapid.Custom(func(t *rapid.T) plainCall {
		c := plainCall{rapid.SampledFrom([]string{"a", "b", "a"}).Draw(t, "tool"), map[string]sample{}}
		for _, name := range []string{"x", "y", "z"} {
			if rapid.IntRange(0, 2).Draw(t, "absent") > 0 {
				c.args[name] = rapid.SampledFrom(pool).Draw(t, name)
			}
		}
		for len(c.args) > 0 && rapid.Bool().Draw(t, "fewer") {
			delete(c.args, slices.Min(slices.Collect(maps.Keys(c.args))))
		}
		return c
	})
}

func (c plainCall) call() tool.Call {
	out := tool.Call{Tool: c.tool}
	for name, x := range c.args { // in any order
		out.Args = append(out.Args, types.Member{Name: name, Value: x.value})
	}
	return out
}

func (c plainCall) atom(keyword string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "(%s %s", keyword, c.tool)
	for name, x := range c.args {
		fmt.Fprintf(&b, " (%s %s)", name, x.source)
	}
	return b.String() + ")"
}

// normal is the call with the defaults of lawTools.
func (c plainCall) normal() plainCall {
	if c.tool != "a" {
		return c
	}
	out := plainCall{c.tool, maps.Clone(c.args)}
	for name, x := range map[string]sample{"x": scalar("1"), "y": scalar("null")} {
		if _, given := out.args[name]; !given {
			out.args[name] = x
		}
	}
	return out
}

func (c plainCall) matches(p plainCall) bool {
	for name, want := range p.args {
		if x, given := c.args[name]; !given || !reflect.DeepEqual(x.plain, want.plain) {
			return false
		}
	}
	return c.tool == p.tool
}

const lawTools = `[
  {"type": "function", "function": {"name": "a", "description": "A tool.", "parameters": {"type": "object",
    "properties": {"x": {"default": 1}, "y": {"default": null}, "z": {}}}}},
  {"type": "function", "function": {"name": "b", "description": "A tool.", "parameters": {"type": "object",
    "properties": {"x": {}, "y": {}, "z": {}}}}}
]`

// A drawnForm is the text of a form with the patterns of its atoms.
type drawnForm struct {
	text     string
	patterns []plainCall
}

func (f *drawnForm) atom(t *rapid.T, g *rapid.Generator[plainCall], keywords ...string) string {
	p := g.Draw(t, "pattern")
	if n := len(f.patterns); n > 0 && rapid.IntRange(0, 3).Draw(t, "same") == 0 {
		p = f.patterns[n-1]
	}
	f.patterns = append(f.patterns, p)
	return p.atom(rapid.SampledFrom(keywords).Draw(t, "keyword"))
}

func (f *drawnForm) or(t *rapid.T, g *rapid.Generator[plainCall], depth int) string {
	text := "(or"
	for range rapid.IntRange(1, 3).Draw(t, "operands") {
		if depth > 0 && rapid.IntRange(0, 3).Draw(t, "nested") == 0 {
			text += " " + f.or(t, g, depth-1)
		} else {
			text += " " + f.atom(t, g, "call", "no_call")
		}
	}
	return text + ")"
}

func drawForm(t *rapid.T, g *rapid.Generator[plainCall]) drawnForm {
	var f drawnForm
	switch form := rapid.SampledFrom([]string{"atom", "or", "after", "before", "follows", "precedes"}).Draw(t, "form"); form {
	case "atom":
		f.text = f.atom(t, g, "call", "no_call")
	case "or":
		f.text = f.or(t, g, 2)
	case "after", "before":
		f.text = "(" + form + " " + f.atom(t, g, "call", "no_call") + " " + f.atom(t, g, "call") + ")"
	default:
		f.text = "(" + form + " " + f.atom(t, g, "call") + " " + f.atom(t, g, "call") + ")"
	}
	return f
}

// The automaton agrees with the table on random checks and traces, and its
// verdicts before the end are kept.
func TestAgreesWithTheTable(t *testing.T) {
	set, faults := tool.Read(source.NewFile("tools.json", lawTools), tool.Auto)
	for _, d := range faults {
		t.Fatal(d.Message)
	}
	rapid.Check(t, func(t *rapid.T) {
		g := plainCalls(rapid.SliceOfN(samples(2), 1, 3).Draw(t, "pool"))
		f := drawForm(t, g)
		c := check(t, f.text)
		plain := rapid.SliceOfN(g, 0, 6).Draw(t, "trace")
		trace := make([]tool.Call, len(plain))
		for i, x := range plain {
			trace[i] = set.Normalise(x.call())
			plain[i] = x.normal()
		}
		var steps []moment
		for _, x := range plain {
			steps = append(steps, moment{call: x.call()})
		}
		s := c.Start()
		for n := 0; ; n++ {
			v, want := c.Verdict(s), meaning(c.Property, steps[:n])
			if v.Holds() != want {
				t.Fatalf("%s on %v: %s after %d calls", f.text, trace, v, n)
			}
			if got := c.Holds(trace[:n]); got != want {
				t.Fatalf("%s on %v: Holds of the first %d calls is %v", f.text, trace, n, got)
			}
			if n == len(trace) {
				return
			}
			next := c.Step(s, c.Letter(trace[n]))
			if v.Final() && next != s {
				t.Fatalf("%s on %v: %s is left", f.text, trace, v)
			}
			s = next
		}
	})
}

// Letters say what matches, by a comparison of plain values; and P implies Q
// if the smallest call that matches P matches Q.
func TestLetters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := plainCalls(rapid.SliceOfN(samples(2), 1, 3).Draw(t, "pool"))
		p, q, x := g.Draw(t, "p"), g.Draw(t, "q"), g.Draw(t, "call")
		c := check(t, "(or "+p.atom("call")+" "+q.atom("no_call")+")")
		want := []bool{x.matches(p), x.matches(q)}
		if got := c.Letter(x.call()); !slices.Equal([]bool{got[0] == monitor.Matched, got[1] == monitor.Matched}, want) {
			t.Fatalf("%v, want %v", got, want)
		}
		if got := c.Atoms[0].Implies(c.Atoms[1].Pattern); got != p.matches(q) {
			t.Fatalf("implies: %v", got)
		}
	})
}

// Equal values have equal keys, and no others.
func TestKey(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := samples(2).Draw(t, "a"), samples(2).Draw(t, "b")
		if got, want := monitor.Key(a.value) == monitor.Key(b.value), types.Equal(a.value, b.value); got != want {
			t.Fatalf("%s and %s: equal keys %v, equal values %v", a.source, b.source, got, want)
		}
	})
}

// Values have different keys if they differ only in what is in what.
func TestKeyNesting(t *testing.T) {
	one := types.NewInt(1)
	list := func(v ...types.Value) types.Value { return types.List(v) }
	object := func(v types.Value) types.Value { return types.Object{{Name: "a", Value: v}} }
	seen := make(map[string]types.Value)
	for _, v := range []types.Value{
		list(), list(list()), list(list(), list()), list(list(list())), list(list(), list(list())), list(list(list()), list()),
		list(one, types.NewInt(11)), list(types.NewInt(11), one), list(one, one), list(one, list(one)), list(list(one), one), list(list(one, one)), list(list(one), list(one)),
		object(one), object(list(one)), list(object(one)), object(object(one)), list(object(one), one), list(object(list(one)), one),
		types.Text("1"), one, types.Text("[1,]"), types.Text("null"), types.Null{},
	} {
		key := monitor.Key(v)
		if w, ok := seen[key]; ok {
			t.Errorf("%s and %s have the key %s", v, w, key)
		}
		seen[key] = v
	}
}

// An alternative that occurs twice is observed once.
func TestSameAlternative(t *testing.T) {
	once, twice := check(t, "(or (no_call a) (no_call b))"), check(t, "(or (no_call a) (no_call b) (no_call a))")
	if once.Start() != twice.Start() {
		t.Errorf("the states %q and %q differ", once.Start(), twice.Start())
	}
}

// A step depends on its arguments alone and changes neither of them, nor any
// state that was there before.
func TestStepIsPure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := check(t, rapid.SampledFrom(append(smallChecks(), newChecks...)).Draw(t, "check"))
		word := rapid.SliceOfN(rapid.SampledFrom(alphabet(c)), 0, 5).Draw(t, "word")
		var states []monitor.State
		var copies []string
		s := c.Start()
		for _, sym := range word {
			l := sym.Letter
			states, copies = append(states, s), append(copies, strings.Clone(string(s)))
			before := slices.Clone(l)
			next := c.Step(s, l)
			if !slices.Equal(l, before) {
				t.Fatalf("the letter was %v and is %v", before, l)
			}
			s = next
		}
		for i := len(word) - 1; i >= 0; i-- { // again, in another order
			if string(states[i]) != copies[i] {
				t.Fatalf("the state was %q and is %q", copies[i], states[i])
			}
			if again := c.Step(states[i], word[i].Letter); again != s {
				t.Fatalf("%q on %v: first %q, then %q", states[i], word[i], s, again)
			}
			s = states[i]
		}
	})
}
