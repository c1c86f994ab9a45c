package validate

import (
	"github.com/mantrac/mantrac/compiler/system"
)

// conflicts looks for more conflicts than the one that is shown for each
// question: forward ones that differ from it and from each other in the clause,
// and omissions of checks that are refused for a commission.
//
// Each condition of each tool of the checks is asked for by itself, in the order
// of the model: whether a trace is accepted in which it is the first that is
// broken, which is what a conflict counts for. So no condition is lost that the
// smallest trace breaks after another one.
func (v *validator) conflicts(c *Case) error {
	if v.AllConflicts == 0 {
		return nil
	}
	// Empty and not nil: they were asked for.
	c.Conflicts, c.Omissions = []Forward{}, []Backward{}
	if err := v.moreForward(c); err != nil {
		return err
	}
	if v.Brief {
		return nil
	}
	return v.moreBackward(c)
}

func (v *validator) moreForward(c *Case) error {
	if c.Forward.Answer != Found {
		return nil // none breaks any condition, or it is not known whether one does
	}
	var unknown *Forward
	for _, q := range v.conditionQueries(c.Forward) {
		// The conflict in c.Forward counts as well.
		if 1+len(c.Conflicts) >= v.AllConflicts {
			break
		}
		f, err := v.forwardOf(q)
		if err != nil {
			return err
		}
		switch {
		case f.Answer == Unknown && unknown == nil:
			// Only the first unknown answer is kept, and listed last.
			unknown = &f
		case f.Answer == Found, f.Disturbed:
			c.Conflicts = append(c.Conflicts, f)
		}
	}
	if unknown != nil {
		c.Conflicts = append(c.Conflicts, *unknown)
	}
	return nil
}

// conditionQueries returns the questions about single conditions but for the one
// whose answer is known: the smallest conflict of all is the smallest that
// breaks first what it breaks first.
func (v *validator) conditionQueries(known Forward) []system.Query {
	var list []system.Query
	for _, t := range v.scenario.Tools {
		if !t.MayBreak() || t.Transition == nil {
			continue
		}
		for _, c := range v.scenario.Conditions(t.Transition) {
			if c.Expr() != known.Broken[0].Expr {
				list = append(list, system.Query{Kind: system.Forward, Tool: t.Name, Broken: c.Expr(), First: true})
			}
		}
	}
	return list
}

// moreBackward asks for the omissions that were not asked for because there is a
// commission. A run that is refused with a call that the check speaks of is
// nothing new.
func (v *validator) moreBackward(c *Case) error {
	for i, b := range c.Backward {
		// In all other cases the omission was asked for already.
		if b.Answer != Found || b.Class != Commission {
			continue
		}
		a, err := v.ask(system.Query{Kind: system.Omission, Check: b.Decl})
		if err != nil {
			return err
		}
		o := backwardAnswer(b.Check, b.Decl, Omission, a)
		if a.witness != nil {
			if v.speaks(i, a.witness) {
				continue
			}
			_, o.Step = a.witness.Judge(v.checks[i])
		}
		if o.Answer != None {
			c.Omissions = append(c.Omissions, o)
		}
	}
	return nil
}

// speaks reports whether a call of a witness matches a pattern of a check that is
// no anchor.
func (v *validator) speaks(check int, w *Witness) bool {
	for _, call := range w.Calls() {
		for _, a := range v.checks[check].Atoms {
			if !a.Anchor && a.Matches(call) {
				return true
			}
		}
	}
	return false
}

// questionName names a question so that a reader knows it from others about the
// case: "forward of open: (not locked)", with "first" after it where nothing is
// to be broken before that.
func (v *validator) questionName(q system.Query) string {
	name := queryName(q)
	if q.Tool != "" {
		name += " of " + q.Tool
	}
	if t := v.scenario.Model.Transition(q.Tool); t != nil && q.Broken != nil {
		name += ": " + t.Unit.Compact(q.Broken)
	}
	if q.First {
		name += " first"
	}
	return name
}
