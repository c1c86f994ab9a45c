package behaviour

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/validate"
)

// errRelational is why a trace that an engine found does not count.
var errRelational = errors.New("a trace was found that differs only by what the versions choose where `post` leaves a choice")

// witness makes a witness of an answer about the product: it takes the trace
// apart, and runs it in both versions. An error that is errRelational says that
// it is none; any other one is a mistake in mantrac.
func (c *comparison) witness(x *product, d *difference, s *start, found *validate.Witness) (*Witness, error) {
	state, steps := found.Init, found.Steps
	if len(x.opened) > 0 {
		// The first call only equalises the variables. The trace begins after it.
		state, steps = steps[0].State, steps[1:]
	}
	w := &Witness{Old: stateOf(c.old, state), New: stateOf(c.new, state), Rough: found.Rough}
	if len(s.names) > 0 {
		w.Case = s.names[0]
	}
	watched := steps[len(steps)-1].Call.Tool
	for _, step := range steps {
		w.Calls = append(w.Calls, step.Call)
		if step.Call.Tool == watched {
			break // with AnyWitness, a trace may go on after the difference
		}
	}
	if d.goal != nil {
		// The last call only compares the goals.
		w.Calls = w.Calls[:len(w.Calls)-1]
		w.Open = c.openTo(s, w.Calls, d.goal)
		return w, c.confirmGoal(d, w)
	}
	// In the product, the last call has another tool; the versions know the original.
	w.Calls[len(w.Calls)-1].Tool = d.tool.name
	w.Open = c.openTo(s, w.Calls, nil)
	return w, c.confirm(d, w)
}

// openTo returns the variables that calls, or a goal after them, read and whose values a start leaves
// open, by their names in the new version, or else in the old one, in the order
// of declaration.
func (c *comparison) openTo(s *start, calls []tool.Call, g *goal) []string {
	wanted := make(map[string]bool)
	var order []string
	for _, v := range []*version{c.new, c.old} {
		read := v.reads(calls)
		if g != nil {
			maps.Copy(read, g.reads(map[*version]*CaseRef{c.old: g.old, c.new: g.new}[v]))
		}
		for _, w := range v.model.Vars {
			name := w.Name()
			if to := v.partners[w]; v == c.old && to != nil {
				name = to.Name()
			}
			// A variable counts if either version reads it and does not know it.
			wanted[name] = wanted[name] || read[w] && !types.Complete(s.of(c.pair, v)[w], w.Type)
			order = lists.Include(order, name)
		}
	}
	return slices.DeleteFunc(order, func(name string) bool { return !wanted[name] })
}

// reads returns the variables whose present values the transitions of calls
// read.
func (v *version) reads(calls []tool.Call) map[*checker.Var]bool {
	read := make(map[*checker.Var]bool)
	for _, c := range calls {
		if t := v.model.Transition(c.Tool); t != nil {
			for _, w := range v.presents(t.Unit, t.Decl) {
				read[w] = true
			}
		}
	}
	return read
}

func stateOf(v *version, product interp.State) interp.State {
	s := make(interp.State, len(v.model.Vars))
	for _, w := range v.model.Vars {
		s[w.Name()] = product[v.names[w]]
	}
	return s
}

// confirm runs a trace in both versions.
func (c *comparison) confirm(d *difference, w *Witness) error {
	// The interpreter judges, independently of the product and the engines.
	allowing, refusing := c.oldMachine, c.newMachine
	here, there := w.Old, w.New
	if d.allowing == c.new {
		allowing, refusing, here, there = refusing, allowing, there, here
	}
	yes, err := judge(allowing, d.allowing, here, w.Calls)
	if err != nil {
		return err
	}
	no, err := judge(refusing, d.refusing, there, w.Calls)
	switch {
	case err != nil:
		return err
	case yes.allowed && !no.allowed && no.complete:
		// A refusal counts only if all possible states were looked at.
		w.Refused = no.refusal
		return nil
	case !yes.certain || !no.certain:
		return errRelational
	case d.tool.doubt != nil:
		return d.tool.doubt
	}
	return fmt.Errorf("the trace %v is allowed by the version that allows it: %v, by the one that does not: %v", w.Calls, yes.allowed, no.allowed)
}

// A judgement is what a version says of a trace.
type judgement struct {
	allowed  bool
	complete bool // no possible state was left out
	certain  bool // there was never more than one, and none was left out
	refusal  Refusal
	last     interp.State // one that is possible at the end
}

func judge(x *interp.Machine, v *version, init interp.State, calls []tool.Call) (judgement, error) {
	j := judgement{allowed: true, complete: true, certain: true, last: init}
	t := interp.Trace{Init: init}
	for _, call := range calls {
		// The schema refuses the call before the model is asked.
		if why := unacceptable(v, call); why != "" {
			return judgement{complete: true, certain: true, refusal: Refusal{Schema: why}}, nil
		}
		t.Steps = append(t.Steps, interp.Step{Call: call})
	}
	r, err := x.Run(t)
	if err != nil {
		return j, err
	}
	for i := range r.Steps {
		o := &r.Steps[i]
		j.complete = j.complete && o.Complete
		// With several states after a call, the versions may have made different choices.
		j.certain = j.certain && o.Complete && len(o.After) <= 1
		if !o.Allowed() {
			j.allowed = false
			j.refusal = Refusal{Broken: o.Broken, Gone: o.Known == interp.Unknown, Stuck: o.Stuck}
			break
		}
		j.last = o.After[0]
	}
	return j, nil
}

// unacceptable says why a version's schemas do not accept a call.
func unacceptable(v *version, c tool.Call) string {
	known := v.model.Tools.Lookup(c.Tool)
	if known == nil {
		return ""
	}
	for _, a := range c.Args {
		if p := known.Param(a.Name); p != nil {
			if ok, why := p.Schema.Accepts(a.Value); !ok {
				return "`" + a.Name + "`: " + why
			}
		} else if known.Input.Closed {
			return "`" + a.Name + "` is no argument of it"
		}
	}
	for _, name := range v.read[c.Tool] { // others are left out of traces, as no model reads them
		if p := known.Param(name); p != nil && p.Required {
			if _, given := c.Args.Get(name); !given {
				return "`" + name + "` is missing, and required"
			}
		}
	}
	return ""
}
