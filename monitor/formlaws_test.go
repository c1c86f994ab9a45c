package monitor_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// The laws are tested with a target P, `(call a (x 1))`, and an anchor Q,
// `(call a (y 1))`, on all traces of up to four of these steps.
var lawSteps = map[rune]moment{
	'P': lawStep("x"),
	'Q': lawStep("y"),
	'B': lawStep("x", "y"), // both
	'N': lawStep("z"),      // neither
	'A': {call: lawStep("x").call, answer: types.Object{{Name: "s", Value: types.NewInt(1)}}},
}

func lawStep(arguments ...string) moment {
	c := tool.Call{Tool: "a"}
	for _, name := range arguments {
		c.Args = append(c.Args, types.Member{Name: name, Value: types.NewInt(1)})
	}
	return moment{call: c}
}

var lawTraces = func() (list []string) {
	list = []string{""}
	for from := 0; len(list[from]) < 4; from++ {
		for _, step := range "PQBNA" {
			list = append(list, list[from]+string(step))
		}
	}
	return list
}()

// formText writes a form with P, or not P, as target, Q as anchor and n as
// number. It is "" if there is no such form.
func formText(f forms.Form, forbid bool, n int) string {
	target := "(call a (x 1))"
	if forbid {
		target = "(no_call a (x 1))"
	}
	switch operand, _ := f.Operand(0); {
	case forbid && (f.Shape() != forms.Ordering || !operand.Takes(forms.NoCall)), n == 0 && f == forms.AtLeast:
		return ""
	case f.Shape() == forms.Pattern:
		return fmt.Sprintf("(%s a (x 1))", f)
	case f.Shape() == forms.Ordering:
		return fmt.Sprintf("(%s %s (call a (y 1)))", f, target)
	case f.Shape() == forms.Counting:
		return fmt.Sprintf("(%s %d %s)", f, n, target)
	case f.Shape() == forms.Answer:
		return fmt.Sprintf("(%s %s (s 1))", f, target)
	}
	return ""
}

// negatedText writes a form as the law about negations has it: a conditional one
// with its target forbidden, and one that asks for calls with a number that is
// one more.
func negatedText(f forms.Form) string {
	if f.Info().Vacuous {
		return formText(f, f.Conditional(), 2)
	}
	return formText(f, false, 3)
}

// holding returns whether a form holds on each trace.
func holding(t *testing.T, form string, traces []string) (list []bool) {
	t.Helper()
	c := check(t, form)
	for _, trace := range traces {
		s := c.Start()
		for _, step := range trace {
			s = c.Step(s, lawSteps[step].letter(c))
		}
		list = append(list, c.Verdict(s).Holds())
	}
	return list
}

// The laws in the table are those of the automata: each that a row states holds
// on all traces, and each that it does not state fails on some.
func TestLawsOfForms(t *testing.T) {
	not := func(list []bool) (all []bool) {
		for _, b := range list {
			all = append(all, !b)
		}
		return all
	}
	swapped := strings.NewReplacer("P", "Q", "Q", "P")
	var backwards, exchanged []string
	for _, trace := range lawTraces {
		steps := []byte(trace)
		slices.Reverse(steps)
		backwards = append(backwards, string(steps))
		exchanged = append(exchanged, swapped.Replace(trace))
	}
	for _, f := range forms.All() {
		i := f.Info()
		if i.Shape == forms.Owned {
			continue // its laws are those of its pattern
		}
		if i.Shape == forms.Combination {
			combinationLaws(t, f)
			continue
		}
		// law tests what a form is said to have with another one.
		law := func(name string, g, stated forms.Form, left, right string, of func(left, right string) bool) {
			if left == "" || right == "" {
				if g == stated {
					t.Errorf("%s: %s: there is no such form of %s", f, name, g)
				}
			} else if got := of(left, right); got != (g == stated) {
				t.Errorf("%s: %s: the table says %q, and %s with %s is always so: %t", f, name, stated, left, right, got)
			}
		}
		plain := formText(f, false, 2)
		for _, g := range forms.All() {
			if o := g.Info(); o.Shape == i.Shape {
				law("negation", g, i.Negation, negatedText(f), negatedText(g), func(left, right string) bool {
					return slices.Equal(holding(t, left, lawTraces), not(holding(t, right, lawTraces)))
				})
				law("reversal", g, i.Reversal, plain, formText(g, false, 2), func(left, right string) bool {
					return slices.Equal(holding(t, left, backwards), holding(t, right, lawTraces))
				})
				if i.Shape == forms.Ordering {
					law("mirror", g, i.Mirror, plain, formText(g, false, 2), func(left, right string) bool {
						return slices.Equal(holding(t, left, exchanged), holding(t, right, lawTraces))
					})
				}
			}
			if i.Shape == forms.Counting && g.Shape() == forms.Pattern {
				least := 0
				if formText(f, false, 0) == "" {
					least = 1
				}
				law("least", g, i.Least, formText(f, false, least), formText(g, false, 0), func(left, right string) bool {
					return slices.Equal(holding(t, left, lawTraces), holding(t, right, lawTraces))
				})
			}
		}
		if got := holding(t, plain, []string{""})[0]; got != i.Vacuous {
			t.Errorf("%s: the table says vacuous: %t, and a trace without calls satisfies it: %t", f, i.Vacuous, got)
		}
	}
}

// combinationLaws tests the laws of `and` and `or`.
func combinationLaws(t *testing.T, f forms.Form) {
	i := f.Info()
	const p, notP, q, notQ = "(call a (x 1))", "(no_call a (x 1))", "(no_call a (y 1))", "(call a (y 1))"
	const r = "(follows (call a (x 1)) (call a (y 1)))"
	same := func(left, right string) bool {
		return slices.Equal(holding(t, left, lawTraces), holding(t, right, lawTraces))
	}
	if got := same(fmt.Sprintf("(%s %s %s)", f, p, r), fmt.Sprintf("(%s %s %s)", f, r, p)); got != i.Commutative {
		t.Errorf("%s: the table says commutative: %t, and it is %t", f, i.Commutative, got)
	}
	if got := same(fmt.Sprintf("(%[1]s (%[1]s %[2]s %[3]s) %[4]s)", f, p, q, r), fmt.Sprintf("(%[1]s %[2]s (%[1]s %[3]s %[4]s))", f, p, q, r)); got != i.Associative {
		t.Errorf("%s: the table says associative: %t, and it is %t", f, i.Associative, got)
	}
	for _, g := range forms.All() {
		if g.Shape() != forms.Combination {
			continue
		}
		left, right := holding(t, fmt.Sprintf("(%s %s %s)", f, p, q), lawTraces), holding(t, fmt.Sprintf("(%s %s %s)", g, notP, notQ), lawTraces)
		dual := true
		for n := range left {
			dual = dual && left[n] != right[n]
		}
		if dual != (g == i.Dual) {
			t.Errorf("%s: the table says that its dual is %q, and %s is dual: %t", f, i.Dual, g, dual)
		}
	}
}

// One more call, at any place of a trace, does to a form what the polarity of
// the operand says that it matches.
func TestPolarityOfForms(t *testing.T) {
	for _, f := range forms.All() {
		for _, forbid := range []bool{false, true} {
			text := formText(f, forbid, 2)
			if text == "" {
				continue
			}
			c := check(t, text)
			target := "P"
			switch f.Shape() {
			case forms.Answer:
				target = "A"
			case forms.Pattern:
				if c.Atoms[0].Other {
					target = "N"
				}
			}
			for _, one := range []struct {
				step   string
				anchor bool
			}{{target, false}, {"Q", true}} {
				if one.anchor && f.Shape() != forms.Ordering {
					continue
				}
				got, said := polarity(t, text, one.step), f.Target()
				if one.anchor {
					said = c.Basics[0].Polarity(true)
				}
				if said != got {
					t.Errorf("%s: one more %s: the table says %d, and it is %d", text, one.step, said, got)
				}
			}
		}
	}
}

// polarity returns what one more step does to a form.
func polarity(t *testing.T, form, step string) forms.Polarity {
	var before, after []string
	for _, trace := range lawTraces {
		for i := range len(trace) + 1 {
			before, after = append(before, trace), append(after, trace[:i]+step+trace[i:])
		}
	}
	was, is := holding(t, form, before), holding(t, form, after)
	met, broken := false, false
	for i := range was {
		met, broken = met || !was[i] && is[i], broken || was[i] && !is[i]
	}
	switch {
	case met && !broken:
		return forms.Meets
	case broken && !met:
		return forms.Breaks
	}
	return forms.Either
}

// A form that is met because one of its parts is met stays met if another one is
// met, too: the polarity of the operands of combinations.
func TestPolarityOfCombinations(t *testing.T) {
	for _, f := range forms.All() {
		if f.Shape() != forms.Combination {
			continue
		}
		operand, _ := f.Operand(0)
		for _, other := range []string{"(call a (y 1))", "(no_call a (y 1))"} {
			// Where the weaker operand is met and the stronger is not, only one becomes true.
			strong, weak := fmt.Sprintf("(%s (at_least 2 (call a (x 1))) %s)", f, other), fmt.Sprintf("(%s (at_least 1 (call a (x 1))) %s)", f, other)
			if got := implies(t, strong, weak); got != (operand.Polarity == forms.Meets) {
				t.Errorf("%s: the table says %d, and %s implies %s: %t", f, operand.Polarity, strong, weak, got)
			}
		}
	}
}

func implies(t *testing.T, left, right string) bool {
	l, r := holding(t, left, lawTraces), holding(t, right, lawTraces)
	for i := range l {
		if l[i] && !r[i] {
			return false
		}
	}
	return true
}
