package behaviour

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/validate"
)

// A Goal is what became of the goal of a case that both versions have: looser is
// a trace that both versions allow and after which the new goal holds and the
// old one does not. So a goal may be looser although its text is the same, if
// the effects of calls changed.
type Goal struct {
	Case string
	Difference
}

// A goal is the goal of a case in both versions; a case without one is nil.
type goal struct {
	name     string
	old, new *CaseRef
}

// goals adds the questions about the goals of the cases that both versions have.
func (c *comparison) compareGoals(old, new []*checker.Suite) {
	for _, k := range MatchCases(old, new, c.RenameCases) {
		if k.Old == nil || k.New == nil || len(k.Old.Case.Goals)+len(k.New.Case.Goals) == 0 {
			continue
		}
		g := &goal{k.New.Name(), k.Old, k.New}
		// A pseudo-tool: it is in no list of tools and only names the question.
		t := &toolPair{name: fmt.Sprintf("%sgoal%s%d", c.mark, c.mark, len(c.goals)), inOld: true, inNew: true}
		c.goals = append(c.goals, g)
		before, after := c.old.goalText(k.Old), c.new.goalText(k.New)
		for _, stricter := range []bool{true, false} {
			// A trace differs if one version's goal holds at its end and the other's does not.
			d := &difference{tool: t, goal: g, allowing: c.old, refusing: c.new, asked: before != after, pre: []string{before, not(after)}}
			if !stricter {
				d.allowing, d.refusing, d.pre = c.new, c.old, []string{after, not(before)}
			}
			c.differences = append(c.differences, d)
		}
	}
}

// goalText writes the goals of a case, which is about this version, as one
// expression of the product.
func (v *version) goalText(k *CaseRef) string {
	// A case without a goal reaches it always.
	list := []string{"true"}
	for _, e := range k.Case.Goals {
		list = append(list, v.textIn(e, func(n ast.Node) checker.Object { return k.Suite.ObjectOf(k.Case.Decl.Goal, n) }))
	}
	// Sorted and without duplicates, so that equal goals have equal texts.
	slices.Sort(list)
	return allOf(slices.Compact(list))
}

// reads returns the variables that the goal reads in a version.
func (g *goal) reads(k *CaseRef) map[*checker.Var]bool {
	read := make(map[*checker.Var]bool)
	for _, e := range k.Case.Goals {
		for _, w := range varsOf[*ast.Ref](e, func(n ast.Node) checker.Object { return k.Suite.ObjectOf(k.Case.Decl.Goal, n) }) {
			read[w] = true
		}
	}
	return read
}

// hedgeGoal makes the answer unknown that there is no trace where the goal reads
// what calls choose, and a difference may filter the choices of one version
// alone: the product makes the same choices in both.
func (c *comparison) hedgeGoal(g *goal, s Side) Side {
	if s.Answer != validate.None {
		return s
	}
	for v, k := range map[*version]*CaseRef{c.old: g.old, c.new: g.new} {
		chosen := v.chosen()
		for w := range g.reads(k) {
			if chosen[w] && c.touched[w] {
				return Side{Reason: errChoice}
			}
		}
	}
	return s
}

// confirmGoal runs a trace in both versions, and looks at the goals.
func (c *comparison) confirmGoal(d *difference, w *Witness) error {
	var holds [2]bool
	for i, side := range []struct {
		machine *interp.Machine
		v       *version
		init    interp.State
		k       *CaseRef
	}{{c.oldMachine, c.old, w.Old, d.goal.old}, {c.newMachine, c.new, w.New, d.goal.new}} {
		j, err := judge(side.machine, side.v, side.init, w.Calls)
		switch {
		case err != nil:
			return err
		case !j.certain:
			// With several possible states, the goal may hold in some of them only.
			return errRelational
		case !j.allowed && len(c.doubtful()) > 0:
			return c.doubtful()[0] // the schemas of a call before the end cannot be compared
		case !j.allowed:
			return fmt.Errorf("the trace %v is not allowed by the %s version", w.Calls, side.v.tag)
		}
		holds[i] = !slices.ContainsFunc(side.k.Case.Goals, func(e ast.Expr) bool {
			yes, _ := side.machine.Goal(side.k.Suite, side.k.Case.Decl.Goal, e, j.last)
			return !yes
		})
	}
	if here, there := holds[0], holds[1]; d.allowing == c.old && (!here || there) || d.allowing == c.new && (here || !there) {
		return fmt.Errorf("after the trace %v the goal holds in the old version: %v, in the new one: %v", w.Calls, here, there)
	}
	return nil
}
