package monitor_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
)

// A symbol is a letter, and a step that has it.
type symbol struct {
	monitor.Letter
	moment
}

// alphabet returns the letters of all steps, without duplicates. The calls of
// tools and arguments that occur in the check, with values that occur and
// others, have them all.
func alphabet(c *monitor.Check) []symbol {
	universe := []moment{{call: tool.Call{Tool: "another"}}}
	for _, a := range c.Atoms {
		for _, x := range samplesOf(c, "x") {
			for _, y := range samplesOf(c, "y") {
				call := tool.Call{Tool: a.Tool}
				for name, v := range map[string]types.Value{"x": x, "y": y} {
					if v != nil {
						call.Args = append(call.Args, types.Member{Name: name, Value: v})
					}
				}
				universe = append(universe, moment{call: call})
				if a.Answer != nil {
					universe = append(universe, moment{call: call, answer: types.NewInt(1)}, moment{call: call, answer: types.Text("a")})
				}
			}
		}
	}
	var letters []symbol
	seen := map[string]bool{}
	for _, s := range universe {
		l := s.letter(c)
		if key := fmt.Sprintf("%q", l); !seen[key] {
			seen[key] = true
			s.known = make(map[*property.Pattern]bound)
			letters = append(letters, symbol{l, s})
		}
	}
	return letters
}

// samplesOf returns what an argument may be: nil, if a check says nothing of
// it.
func samplesOf(c *monitor.Check, name string) []types.Value {
	for _, a := range c.Atoms {
		for _, t := range a.Tests {
			if t.Of == name {
				return []types.Value{nil, types.Null{}, types.NewInt(0), types.NewInt(1), types.NewInt(2), types.NewInt(3), types.Text("a"), types.Text("aa"), types.Text("ab"), types.Text("ba")}
			}
		}
		for _, v := range a.Vars {
			if v.Of == name {
				return []types.Value{nil, types.NewInt(1), types.NewInt(2)}
			}
		}
	}
	return []types.Value{nil}
}

// words returns all words up to a length, the empty one first.
func words(letters []symbol, length int) [][]symbol {
	list := [][]symbol{nil}
	for from := 0; length > 0; length-- {
		to := len(list)
		for _, w := range list[from:to] {
			for _, l := range letters {
				list = append(list, append(w[:len(w):len(w)], l))
			}
		}
		from = to
	}
	return list
}

// smallChecks are all checks over a few patterns with every relation between
// two: equal, one implies the other, compatible, of different tools, with
// different values for the same argument.
func smallChecks() []string {
	patterns := []string{"a", "a (x 1)", "a (y null)", "a (x 2.0)", "b"}
	var atoms []string
	for _, p := range patterns {
		atoms = append(atoms, "(call "+p+")", "(no_call "+p+")")
	}
	var list []string
	for i, p := range atoms {
		list = append(list, p)
		for _, q := range patterns {
			for _, form := range []string{"after", "before", "follows", "precedes"} {
				if form == "after" || form == "before" || !strings.HasPrefix(p, "(no_") {
					list = append(list, fmt.Sprintf("(%s %s (call %s))", form, p, q))
				}
			}
		}
		for j, q := range atoms[:i+1] {
			list = append(list, fmt.Sprintf("(or %s %s)", p, q))
			for _, r := range atoms[:j+1] {
				list = append(list, fmt.Sprintf("(or %s (or %s %s))", r, p, q))
			}
		}
	}
	return list
}

// newChecks have forms that the paper's grammar lacks, or tests, but no
// variables.
var newChecks = []string{
	"(every_call a)", "(every_call a (x 1))", "(every_call a (x (in 1 2)) (y present))", "(each_after (call a) (call b))", "(each_after (call a) (call a))",
	"(each_after (call a) (call a (x 1)))", "(each_after (call a (x 1)) (call a))", "(at_most 0 (call a))", "(at_most 2 (call a))", "(at_least 1 (call a))",
	"(at_least 3 (call a))", "(at_most 1 (or (call a (x 1)) (call b)))", "(at_least 2 (or (call a (x 1)) (call a (x 2))))",
	"(answered (call a))", "(answered (call a (x 1)) (\"\" 1))", "(after (call b) (answered (call a) (\"\" 1)))",
	"(and (call a) (call b))", "(and (call a) (no_call a))", "(and (call a (x 1)) (no_call a))", "(and (call a) (no_call a (x 1)))", "(and (call a (x 1)) (every_call a (x (in 1 2))))",
	"(and (call a (x (< 1))) (every_call a (x (> 1))))", "(and (after (call a) (call b)) (before (call a) (call b)))", "(and (call a) (after (call a) (call b)) (no_call b))",
	"(and (follows (call a) (call b)) (at_most 1 (call b)))", "(and (precedes (call a) (call b)) (precedes (call b) (call a)))", "(and (at_least 2 (call a)) (at_most 1 (call a)))",
	"(and (at_least 2 (call a)) (at_most 2 (call a)))", "(and (at_least 1 (call a (x 1))) (at_most 1 (call a)) (call a (x 2)))",
	"(or (after (call a) (call b)) (call b))", "(or (after (call a) (call b)) (no_call a))", "(or (at_most 1 (call a)) (call b))", "(or (at_most 1 (call a)) (at_least 2 (call a)))",
	"(or (before (call a) (call b)) (before (call b) (call a)))", "(or (and (call a) (no_call b)) (and (call b) (no_call a)))", "(or (each_after (call a) (call b)) (at_least 2 (call a)))",
	"(after (call a) (or (call b) (call a (x 1))))", "(after (or (call a (x 1)) (call b)) (or (call a) (call b)))", "(before (no_call a) (or (call b) (call a (x 1))))",
	"(or (no_call a (x (in 1 2))) (no_call a (x 1)) (no_call a (x 2)))", "(or (no_call a (x (in 1 2))) (call a (x 1)) (call a (x 2)))", "(or (no_call a (x (in 1 2))) (call a (x 1)))",
	"(or (no_call a (x (> 0) (< 2))) (no_call a (x (not 1))))", "(or (no_call a (x absent)) (no_call a (x present)) (no_call b))", "(or (call a (x absent)) (no_call a (x present)) (no_call a))",
	"(and (no_call a (x (like \"a*\"))) (call a (x (like \"*a\"))) (no_call a (x (like \"a*a\"))))", "(and (call a (x (like \"a*\"))) (every_call a (x (like \"*a\"))) (no_call a (x (like \"a*a\"))))",
	"(and (call a (x (like \"a*\"))) (every_call a (x (like \"*a\"))) (no_call a (x (like \"a*a\"))) (no_call a (x \"a\")))",
}

// Verdicts are exact, and states minimal: on every check the automaton says
// after every short trace what all short continuations say. Three more calls
// are enough to decide these.
func TestExact(t *testing.T) {
	length := 3
	if testing.Short() {
		length = 2
	}
	for _, form := range append(smallChecks(), newChecks...) {
		c := check(t, form)
		letters := alphabet(c)
		n := length
		if len(letters) > 6 {
			n = 2
		}
		continuations := words(letters, 3)
		futures := map[string]monitor.State{}
		states := map[monitor.State]string{}
		for _, w := range words(letters, n) {
			s := c.Start()
			for _, l := range w {
				s = c.Step(s, l.Letter)
			}
			future := futureOf(c, w, continuations)
			if got, want := c.Verdict(s), verdictOf(future); got != want {
				t.Fatalf("%s after %v: %s, want %s", form, w, got, want)
			}
			if other, known := futures[future]; known && other != s {
				t.Fatalf("%s after %v: %q and %q have the same future", form, w, s, other)
			}
			if other, known := states[s]; known && other != future {
				t.Fatalf("%s after %v: %q has two futures", form, w, s)
			}
			futures[future], states[s] = s, future
		}
	}
}

// joinedChecks have variables that have to agree, but for one.
var joinedChecks = []string{
	"(after (call a (x ?o)) (call b (x ?o)))", "(after (no_call a (x ?o)) (call b (x ?o)))", "(before (call a (x ?o)) (call b (x ?o)))",
	"(before (no_call a (x ?o)) (call b (x ?o)))", "(follows (call a (x ?o)) (call b (x ?o)))", "(precedes (call a (x ?o)) (call b (x ?o)))",
	"(each_after (call a (x ?o)) (call b (x ?o)))", "(at_most 1 (call a (x ?o)))", "(or (at_most 1 (call a (x ?o))) (call b))",
	"(and (call b) (after (call a (x ?o)) (call b (x ?o))))", "(call a (x ?o) (y ?o))", "(after (call a (x ?o)) (or (call b (x ?o)) (call b)))",
	"(or (after (call a (x ?o)) (call b (x ?o))) (call c))", "(and (call c) (follows (call a (x ?o)) (call b (x ?o))))",
}

// With variables, what is decided is right, whatever comes.
func TestDecidedWithVariables(t *testing.T) {
	for _, form := range joinedChecks {
		c := check(t, form)
		letters := alphabet(c)
		continuations := words(letters, 2)
		for _, w := range words(letters, 3) {
			s := c.Start()
			for _, l := range w {
				s = c.Step(s, l.Letter)
			}
			if v, want := c.Verdict(s), verdictOf(futureOf(c, w, continuations)); v.Holds() != want.Holds() || v.Final() && v != want {
				t.Fatalf("%s after %v: %s, want %s", form, w, v, want)
			}
		}
	}
}

// futureOf returns what the definitions say of each continuation of w.
func futureOf(c *monitor.Check, w []symbol, continuations [][]symbol) string {
	future := make([]byte, len(continuations))
	var whole []moment
	for i, more := range continuations {
		whole = whole[:0]
		for _, l := range w {
			whole = append(whole, l.moment)
		}
		for _, l := range more {
			whole = append(whole, l.moment)
		}
		future[i] = 'f'
		if meaning(c.Property, whole) {
			future[i] = 'h'
		}
	}
	return string(future)
}

func verdictOf(future string) monitor.Verdict {
	switch {
	case !strings.Contains(future, "f"):
		return monitor.Satisfied
	case !strings.Contains(future, "h"):
		return monitor.Violated
	case future[0] == 'h':
		return monitor.Holding
	}
	return monitor.Failing
}

// No state of a check is the beginning of another.
func TestStatesAreKeys(t *testing.T) {
	for _, form := range append(smallChecks(), newChecks...) {
		c := check(t, form)
		states := map[monitor.State]bool{}
		for _, w := range words(alphabet(c), 2) {
			s := c.Start()
			states[s] = true
			for _, l := range w {
				s = c.Step(s, l.Letter)
				states[s] = true
			}
		}
		for s := range states {
			for r := range states {
				if s != r && strings.HasPrefix(string(r), string(s)) {
					t.Fatalf("%s: %q begins with %q", form, r, s)
				}
			}
		}
	}
}
