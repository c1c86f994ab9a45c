package behaviour

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/parallel"
)

// A Cause is what one edit of a list changes by itself.
type Cause struct {
	Edit int   // its index in the list
	With []int // the edits without which it does not check, ascending

	// Of an edit of a model: what the old version with these edits does, as the
	// new one, compared with the old version. That there is no trace is asked
	// up to the bound alone.
	Model Difference
	// Cases are the cases whose checks another trace passes with the edit.
	Cases []Case
	// Reason is why nothing is said of the edit.
	Reason error

	tools [2][]string // those that are stricter and looser by it
}

// Tools returns the tools that are stricter and those that are looser by the edit.
func (c *Cause) Tools() (stricter, looser []string) { return c.tools[0], c.tools[1] }

// attribute tells of each edit of a model what it changes by itself: it is made
// to the old version alone, or with as few others as make it one without
// errors, and the result compared with the old version. The list leads from old
// to new.
//
// The cases of the new version tell what variables start as that are added.
func attribute(ctx context.Context, old, new Version, edits []edit.Edit, o Options) ([]Cause, error) {
	a := &attribution{ctx: ctx, old: old, new: new, edits: edits, Options: o}
	return parallel.Each(max(1, o.Workers), a.all(), a.cause)
}

var errGoal = errors.New("a goal is compared as a whole: see what is said of the case")

// An attribution is one call of [attribute].
type attribution struct {
	Options
	ctx      context.Context
	old, new Version     // of the model that edits of models are about
	set      *edit.Set   // that edits of suites are about
	edits    []edit.Edit // of that model, or of that set
}

func (a *attribution) cause(i int) (Cause, error) {
	c := Cause{Edit: i, Model: NoDifference()}
	// The goals are compared in the whole comparison; moving a clause changes nothing.
	if e := a.edits[i]; e.At.Kind() == edit.Goal && e.Op != edit.Move {
		c.Reason = errGoal
		return c, nil
	}
	of, set := a.edits[i].At.Kind().InModel(), a.set
	if of {
		set = &edit.Set{Models: []*checker.Model{a.old.Model}}
	}
	made, with, err := a.made(set, i)
	if err != nil {
		c.Reason = err
		return c, nil
	}
	c.With = with
	if of {
		return a.model(c, made.Models[0])
	}
	return a.cases(c, made.Suites)
}

// model compares the old version of the model with an edited one.
func (a *attribution) model(c Cause, edited *checker.Model) (Cause, error) {
	o := a.Options
	// The edits are already spread over the workers.
	o.Workers, o.Rename, o.Plain = 1, Renames(a.chosen(append(slices.Clone(c.With), c.Edit))), true
	o.NewFixedpoint = nil // what is shown of an edit is a trace
	x := newComparison(a.ctx, newPair(a.old.Model, edited, o.Rename), o)
	// The cases of the new version may use names that this single edit does not introduce.
	x.new.earlier = earlier(Renames(a.edits))
	if !o.Any {
		x.begins = x.starts(a.old.Suites, a.new.Suites)
	}
	r, err := x.run()
	if err != nil {
		return c, err
	}
	c.Model = r.Whole
	for _, t := range r.Tools {
		for i, side := range []Side{t.Stricter, t.Looser} {
			if side.Witness != nil {
				c.tools[i] = append(c.tools[i], t.Name)
			}
		}
	}
	return c, nil
}

// earlier turns new names by old ones into old names by new ones.
func earlier(renames map[string]string) map[string]string {
	names := make(map[string]string)
	for old, new := range renames {
		names[new] = old
	}
	return names
}

// Renames returns the new names that edits give to variables and constants, by
// their old ones.
func Renames(edits []edit.Edit) map[string]string { return renamed(edits, edit.Var, edit.Const) }

// RenamedCases returns the new names that edits give to cases, by their old ones.
func RenamedCases(edits []edit.Edit) map[string]string { return renamed(edits, edit.Case) }

func renamed(edits []edit.Edit, kinds ...edit.Kind) map[string]string {
	names := make(map[string]string)
	for _, e := range edits {
		if e.Op == edit.Rename && slices.Contains(kinds, e.At.Kind()) {
			names[e.At.Path[1]] = e.To
		}
	}
	return names
}

// cases compares the checks of the old suites with those of edited ones.
func (a *attribution) cases(c Cause, edited []*checker.Suite) (Cause, error) {
	for _, p := range MatchCases(a.set.Suites, edited, a.RenameCases) {
		// Equal pointers: Apply kept the case as it was.
		if p.Old == nil || p.New == nil || p.Old.Case == p.New.Case {
			continue
		}
		changed, d := compareChecks(p)
		if changed {
			c.Cases = append(c.Cases, Case{Name: p.New.Name(), Changed: true, Checks: d})
		}
	}
	return c, nil
}

// made makes an edit with as few others as lead to a set without errors. Those
// are looked for first that share a declared name with it, then those that share
// one with these, then anywhere. Which of several choices is taken is a matter
// of the order of the list.
func (a *attribution) made(set *edit.Set, i int) (*edit.Set, []int, error) {
	alone, err := a.apply(set, []int{i})
	if err == nil {
		return alone, nil, nil
	}
	// The circles grow, so the first one that checks is a small superset of the edit.
	for _, chosen := range a.circles(i) {
		if a.ctx.Err() != nil {
			return nil, nil, context.Cause(a.ctx)
		}
		var made *edit.Set
		if made, err = a.apply(set, chosen); err == nil {
			return a.fewest(set, i, chosen, made)
		}
	}
	return nil, nil, fmt.Errorf("it cannot be made apart from the others: %w", err)
}

// circles returns growing lists of edits around one.
func (a *attribution) circles(i int) [][]int {
	near := []int{i}
	var list [][]int
	for {
		wider := a.around(near)
		if len(wider) == len(near) {
			break
		}
		list, near = append(list, wider), wider
	}
	// The last resort is the whole list, which leads to the new version.
	if len(near) < len(a.edits) {
		list = append(list, a.all())
	}
	return list
}

// all returns the indices of all edits.
func (a *attribution) all() []int {
	return lists.Range(0, len(a.edits))
}

// chosen returns the edits with some indices.
func (a *attribution) chosen(list []int) []edit.Edit {
	return lists.Map(list, func(i int) edit.Edit { return a.edits[i] })
}

// around returns some edits with those that declare what they speak of, or
// speak of what they declare.
func (a *attribution) around(list []int) []int {
	var wider []int
	for j, e := range a.edits {
		if slices.Contains(list, j) || slices.ContainsFunc(list, func(i int) bool {
			return declares(a.edits[i], e) || declares(e, a.edits[i])
		}) {
			wider = append(wider, j)
		}
	}
	return wider
}

// declares reports whether an edit is one of a declaration, a name of which
// another one speaks of.
func declares(d, e edit.Edit) bool {
	// e is a copy of the caller's edit.
	e.Text = e.Expect + " " + e.Text // what is gone speaks of it as well
	return slices.ContainsFunc(d.Declares(), e.Mentions)
}

// fewest drops edits from a list as long as the rest leads to a set without
// errors.
func (a *attribution) fewest(set *edit.Set, i int, chosen []int, made *edit.Set) (*edit.Set, []int, error) {
	// One pass from the back: an edit that has to stay is not tried again.
	for _, j := range slices.Backward(slices.Clone(chosen)) {
		if j == i {
			continue
		}
		fewer := slices.DeleteFunc(slices.Clone(chosen), func(k int) bool { return k == j })
		if less, err := a.apply(set, fewer); err == nil {
			chosen, made = fewer, less
		}
	}
	return made, slices.DeleteFunc(chosen, func(k int) bool { return k == i }), nil
}

func (a *attribution) apply(set *edit.Set, list []int) (*edit.Set, error) {
	r, err := edit.Apply(set, a.chosen(list), edit.ApplyOptions{Brief: true})
	if err != nil {
		return nil, err
	}
	return r.Set, nil
}
