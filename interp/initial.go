package interp

import (
	"fmt"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/types"
)

// Initial returns what a case says of the initial state, and the leaves it
// says nothing of, in order of declaration. Variables of which it says nothing
// are not in known, and records lack the fields that it leaves out. A map with
// keys that are free is in both, as a [types.OpenDict].
func (x *Machine) Initial(k *checker.Case) (known State, free []system.Leaf) {
	known = make(State, len(k.Init))
	for _, i := range k.Init {
		known[i.Var.Name()] = i.Value
	}
	// After earlier calls anything may have been seen, so what was seen stays free.
	if !k.Midway {
		known = x.remembered(known)
	}
	known, _ = x.partial(known) // the checker has looked at each
	return known, x.free(known)
}

func (x *Machine) free(known State) []system.Leaf {
	var list []system.Leaf
	for _, l := range x.leaves {
		if v := l.In(known); v == nil || isOpen(v) {
			list = append(list, l)
		}
	}
	return list
}

// An Opening is what a case says of the initial state, for many questions about it.
type Opening struct {
	machine *Machine
	Known   State         // see [Machine.Initial]
	Free    []system.Leaf // likewise
}

// Opening returns the opening of a case.
func (x *Machine) Opening(k *checker.Case) *Opening {
	known, free := x.Initial(k)
	return &Opening{machine: x, Known: known, Free: free}
}

// Start is [Opening.Start] for a single question.
func (x *Machine) Start(k *checker.Case, given State) (State, error) {
	return x.Opening(k).Start(given)
}

// Start returns the initial state of a case that has the values given; they
// may leave out what the case says. It is an error if they differ from that,
// are of another type, or leave out a leaf that is free.
func (o *Opening) Start(given State) (State, error) {
	x := o.machine
	// A flat state lacks nothing, so that nothing is added to it below.
	if !x.flat(given) {
		known, err := x.partial(given)
		if err != nil {
			return nil, err
		}
		given = known
	}
	for _, l := range x.leaves {
		said, value := l.In(o.Known), l.In(given)
		switch {
		case (said == nil || isOpen(said)) && value == nil:
			return nil, fmt.Errorf("`%s` is free, and no value is given", l.Name())
		case said == nil || value == nil:
			// One of them says nothing, so they cannot differ.
		default:
			if err := agrees(l.Name(), said, value); err != nil {
				return nil, err
			}
		}
		if value == nil {
			l.Set(given, said)
		}
	}
	return x.Canonical(given)
}

// completions returns the states that a partial one may stand for. If there
// are too many to be listed it is an error that names the free leaves.
func (x *Machine) completions(known State) ([]State, error) {
	known, err := x.partial(x.remembered(known))
	if err != nil {
		return nil, err
	}
	free := x.free(known)
	list := []State{known}
	for _, l := range free {
		values, ok := domain(l.Type, MaxStates)
		if !ok || len(list)*len(values) > MaxStates {
			return nil, &TooFree{free}
		}
		var longer []State
		for _, s := range list {
			for _, v := range values {
				if open, ok := l.In(known).(types.OpenDict); ok && !includes(v.(types.Dict), open) {
					continue
				}
				longer = append(longer, with(s, l, v))
			}
		}
		list = longer
	}
	// Only now do all leaves have values, so that the whole can be made canonical.
	for i, s := range list {
		if list[i], err = x.Canonical(s); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// A TooFree is an initial state that leaves so much open that its states cannot be
// listed.
type TooFree struct{ Leaves []system.Leaf }

// mostNamed is how many leaves the message names.
const mostNamed = 8

// Error implements error.
func (e *TooFree) Error() string {
	text := diag.Some(e.Leaves, mostNamed, func(l system.Leaf) string { return "`" + l.Name() + "`" })
	return fmt.Sprintf("the initial state leaves %s free, which may have more than %d values together: "+
		"give them in the trace's `init`", text, MaxStates)
}

// Goal reports whether a clause of a goal holds in a state, and the values of
// what occurs in it. The suite is one of the machine's model, without errors;
// u is the unit of the goal, [ast.Case.Goal].
func (x *Machine) Goal(suite *checker.Suite, u *ast.Unit, e ast.Expr, s State) (bool, []Operand) {
	sc := x.goalScope(suite, u, s)
	return sc.truth(e), sc.operands(e)
}

func (x *Machine) goalScope(suite *checker.Suite, u *ast.Unit, s State) *scope {
	return x.GoalSite(suite, u).scope(Environment{Now: s})
}

// From returns a case that begins in a state, and is otherwise as it is.
func (x *Machine) From(k *checker.Case, init State) *checker.Case {
	out := *k
	out.Init = nil
	for _, v := range x.model.Vars {
		out.Init = append(out.Init, checker.Initial{Var: v, Value: init[v.Name()]})
	}
	return &out
}
