package monitor_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
)

// holds reads the table of the forms as it stands: m(i, a) says whether call
// i of n matches atom a.
func holds(c *monitor.Check, n int, m func(i, a int) bool) bool {
	some := func(from, to, atom int) bool {
		for i := from; i < to; i++ {
			if m(i, atom) {
				return true
			}
		}
		return false
	}
	p := c.Atoms[0]
	switch c.Form {
	case forms.Or:
		for a, x := range c.Atoms {
			if some(0, n, a) != x.No {
				return true
			}
		}
		return false
	case forms.After, forms.Before:
		for i := range n {
			if !m(i, 0) {
				continue
			}
			from, to := 0, i
			if c.Form == forms.Before {
				from, to = i+1, n
			}
			if some(from, to, 1) == p.No {
				return false
			}
		}
		return true
	case forms.Follows:
		for i := range n {
			if m(i, 0) && some(0, i, 1) {
				return true
			}
		}
		return false
	case forms.Precedes:
		for i := range n {
			if m(i, 0) && some(i+1, n, 1) {
				return true
			}
		}
		return false
	}
	panic("no such form")
}

// onLetters is holds on a word of letters.
func onLetters(c *monitor.Check, word []monitor.Letter) bool {
	return holds(c, len(word), func(i, a int) bool { return word[i][a] })
}

// alphabet returns the letters of all calls, without duplicates. The calls
// of tools and arguments that occur in the check, with the values that occur
// and one that does not, have them all.
func alphabet(c *monitor.Check) []monitor.Letter {
	universe := []tool.Call{{Tool: "another"}}
	for _, a := range c.Atoms {
		values := map[string][]types.Value{}
		for _, b := range c.Atoms {
			for _, pin := range b.Pins {
				values[pin.Name] = append(values[pin.Name], pin.Value)
			}
		}
		universe = append(universe, product(tool.Call{Tool: a.Tool}, values)...)
	}
	var letters []monitor.Letter
	seen := map[string]bool{}
	for _, call := range universe {
		l := c.Letter(call)
		if s := fmt.Sprint(l); !seen[s] {
			seen[s] = true
			letters = append(letters, l)
		}
	}
	return letters
}

// product returns the call with each combination of arguments.
func product(call tool.Call, values map[string][]types.Value) []tool.Call {
	list := []tool.Call{call}
	for name, options := range values {
		for _, c := range list {
			for _, v := range append(options, types.Text("a value of its own")) {
				args := append(types.Object{{Name: name, Value: v}}, c.Args...)
				list = append(list, tool.Call{Tool: c.Tool, Args: args})
			}
		}
	}
	return list
}

// words returns all words up to a length, the empty one first.
func words(letters []monitor.Letter, length int) [][]monitor.Letter {
	list := [][]monitor.Letter{nil}
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

// Verdicts are exact, and states minimal: on every check of smallChecks the
// automaton says after every short trace what all short continuations say.
// Three more calls are enough to decide these.
func TestExact(t *testing.T) {
	length := 3
	if testing.Short() {
		length = 2
	}
	for _, form := range smallChecks() {
		c := check(t, form)
		letters := alphabet(c)
		continuations := words(letters, 3)
		futures := map[string]monitor.State{}
		states := map[monitor.State]string{}
		for _, w := range words(letters, length) {
			s := c.Start()
			for _, l := range w {
				s = c.Step(s, l)
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

// futureOf returns what the table says of each continuation of w.
func futureOf(c *monitor.Check, w []monitor.Letter, continuations [][]monitor.Letter) string {
	future := make([]byte, len(continuations))
	whole := make([]monitor.Letter, 0, len(w)+3)
	for i, more := range continuations {
		whole = append(append(whole[:0], w...), more...)
		future[i] = 'f'
		if onLetters(c, whole) {
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
	for _, form := range smallChecks() {
		c := check(t, form)
		states := map[monitor.State]bool{}
		for _, w := range words(alphabet(c), 3) {
			s := c.Start()
			states[s] = true
			for _, l := range w {
				s = c.Step(s, l)
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
