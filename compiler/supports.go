package compiler

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/types"
)

// Supports returns an error that says why the formulas of this package do not
// say exactly what the checks of a case demand. Questions that look at the
// checks are then not to be put to a solver. The system is that of its model.
func Supports(m *system.System, sc *system.Scenario, q system.Query) error {
	if sc.Vague != "" {
		return fmt.Errorf("more is asked of strings than can be told: %s", sc.Vague)
	}
	if q.Kind != system.ChecksAlone {
		if err := quantifiable(m, sc); err != nil {
			return err
		}
	}
	for _, t := range sc.Tools {
		if err := answerable(&t); err != nil {
			return err
		}
	}
	// Questions of reach do not look at the checks.
	if q.Kind == system.Reach {
		return nil
	}
	for _, t := range sc.Tools {
		for _, p := range t.Inputs() {
			if err := supports(&t, p); err != nil {
				return err
			}
		}
	}
	for _, p := range sc.Patterns() {
		if err := testable(sc, p); err != nil {
			return err
		}
	}
	for _, p := range sc.Properties() {
		for _, b := range p.Basics() {
			if b.Form == forms.AtMost && slices.ContainsFunc(b.Target, func(q *property.Pattern) bool { return !sameVariables(q, b.Target[0]) }) {
				return fmt.Errorf("the alternatives of an `%s` have different variables", b.Form)
			}
		}
	}
	return nil
}

// answerable returns an error if checks ask for a part of an answer that overlaps
// one that a transition binds.
func answerable(t *system.Tool) error {
	if t.Transition == nil {
		return nil
	}
	for _, p := range t.Answers {
		for _, r := range t.Transition.Results {
			if p.Name != r.Path && (strings.HasPrefix(p.Name, r.Path+"/") || strings.HasPrefix(r.Path, p.Name+"/")) {
				return fmt.Errorf("checks ask for %q of the answer to %s, of which the transition binds %q", p.Name, t.Name, r.Path)
			}
		}
	}
	return nil
}

func sameVariables(p, q *property.Pattern) bool {
	x, y := p.Variables(), q.Variables()
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// supports returns an error if a parameter of a tool has values that formulas do
// not tell apart, and checks do.
func supports(t *system.Tool, p *system.Parameter) error {
	if p.Answer {
		for _, q := range t.Answers {
			if q != p && strings.HasPrefix(q.Name, p.Name+"/") {
				return fmt.Errorf("checks ask for %q and %q of the answer to %s, which is part of it", p.Name, q.Name, t.Name)
			}
		}
	}
	switch {
	case p.Vague != "":
		return fmt.Errorf("%s: %s", p.In(t.Name), p.Vague)
	case p.Joined && !system.Scalar(p.Type):
		return fmt.Errorf("a variable is bound to %s, which is not a string, number or truth value", p.In(t.Name))
	}
	return nil
}

// testable returns an error if a pattern tests what a symbol does not tell.
func testable(sc *system.Scenario, p *property.Pattern) error {
	t := sc.Tools[sc.Place(p.Tool)]
	check := func(tests []property.Test, answer bool) error {
		for _, x := range tests {
			i := slices.IndexFunc(t.Inputs(), func(q *system.Parameter) bool { return q.Name == x.Of && q.Answer == answer })
			if in := t.Inputs()[i]; !in.Chosen() && !tellable(in, &x) {
				return fmt.Errorf("a test of %s is about values that formulas do not tell apart", in.In(t.Name))
			}
		}
		return nil
	}
	if err := check(p.Tests, false); err != nil || p.Answer == nil {
		return err
	}
	return check(p.Answer.Tests, true)
}

func tellable(p *system.Parameter, t *property.Test) bool {
	switch t.Kind {
	case forms.TestEqual, forms.TestIn, forms.TestNot, forms.TestPresent, forms.TestAbsent:
		return true
	case forms.TestContains:
		array, ok := p.Type.(*types.Array)
		if !ok {
			return p.Type != types.Invalid
		}
		// This encoder is only there to make the constant.
		e := newEncoder(nil)
		return system.Scalar(array.Elem) && p.Schema != nil && p.Schema.Items != nil && e.proper(e.constant(t.Values[0], array.Elem)).IsTrue()
	}
	return p.Type != types.Invalid
}
