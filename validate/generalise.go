package validate

import (
	"cmp"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
)

// generalise finds out which of a witness's initial values and arguments it
// does not depend on: all of them may have any other values of their types, and
// arguments any that the schemas accept, at once, and the trace stays an answer
// to the question, if of a case that does not say these initial values. Of a
// forward conflict the step, the clause and the class stay what they are; of a
// backward one, the step.
//
// The trace is run on sets of values: what may be anything is the set of its
// type, if it is small, or just unknown, and what comes out of a call is the set
// of what may. A clause is computed by the interpreter for each combination of
// the values that it reads; where there are too many, its operands are, and what
// is left open may be true or false. A value is irrelevant only if all that the
// answer rests on comes out one way. That is sound, since the sets have all that
// can be, but not complete: what no solver is asked, such as whether x < x + 1,
// stays essential. So no library is needed for it, and it is fast.
//
// A post that leaves a choice does so for each combination: the values that the
// witness has are chosen where they are possible.
//
// Values are tried from the last to the first, in the order in which witnesses
// are settled (arguments of the last call first, initial values at the end), and
// each that may be dropped with those before it is.
func (v *validator) generalise(q system.Query, w *Witness) {
	// Answers are not followed by the abstract run, so nothing is marked.
	if v.answers() {
		return
	}
	if w == nil || q.Kind == system.ChecksAlone {
		return
	}
	g := newGeneraliser(v, q, w)
	for _, c := range g.irrelevant() {
		if c.step < 0 {
			w.Irrelevant = append(w.Irrelevant, g.leaves[c.leaf].Name())
		} else {
			s := &w.Steps[c.step]
			s.Irrelevant = append(s.Irrelevant, s.Call.Args[c.arg].Name)
		}
	}
}

// generaliseAll does so for all witnesses of a case.
func (v *validator) generaliseAll(c *Case) {
	v.generalise(system.Query{Kind: system.Compliant}, c.Compliant.Witness)
	for _, f := range append([]Forward{c.Forward}, c.Conflicts...) {
		v.generalise(f.query, f.Witness)
	}
	for _, b := range slices.Concat(c.Backward, c.Omissions) {
		// The question is rebuilt from the class of its answer.
		q := system.Query{Kind: system.Omission, Check: b.Decl}
		if b.Class == Commission || b.Class == ByOthers {
			q.Kind, q.Others = system.Commission, b.Class == ByOthers
		}
		v.generalise(q, b.Witness)
	}
}

// answers reports whether a tool's answer may matter: the values that it rests on
// are not tried.
func (v *validator) answers() bool {
	return slices.ContainsFunc(v.scenario.Model.Transitions, func(t *checker.Transition) bool { return len(t.Results) > 0 })
}

// A candidate is a value of a witness that may be irrelevant: an initial one, or
// an argument of a call.
type candidate struct {
	step      int // of an argument, from 0 on; -1 of an initial value
	leaf, arg int
}

// A generaliser tries which values of a witness may be others.
type generaliser struct {
	*validator
	query    system.Query
	w        *Witness
	leaves   []system.Leaf
	tools    map[string]*transition
	read     map[*system.Term]reads
	goals    []*system.Term
	goalSite *interp.Site
	first    int // the call whose violation is to stay, from 0 on; -1 if there is none
	asked    int // the call that breaks what the query names
}

func newGeneraliser(v *validator, q system.Query, w *Witness) *generaliser {
	g := &generaliser{validator: v, query: q, w: w, leaves: system.Leaves(v.scenario.Model), tools: make(map[string]*transition), read: make(map[*system.Term]reads)}
	g.first = slices.IndexFunc(w.Steps, func(s Step) bool { return len(s.Broken) > 0 })
	// The call that the question names may come after the first that breaks anything.
	g.asked = slices.IndexFunc(w.Steps, func(s Step) bool { return v.violates(q, &s) })
	if k := v.scenario.Case; len(k.Goals) > 0 {
		g.goals, g.goalSite = v.system.Goals(v.scenario.Suite, k), v.machine.GoalSite(v.scenario.Suite, k.Decl.Goal)
	}
	return g
}

// irrelevant returns the candidates that may be anything, in their order. What
// nothing reads needs no trying.
func (g *generaliser) irrelevant() []candidate {
	var idle, list []candidate
	read := g.readLeaves()
	for i := range g.leaves {
		// A leaf that nothing reads is irrelevant without a trial.
		if c := (candidate{step: -1, leaf: i}); read[i] {
			list = append(list, c)
		} else {
			idle = append(idle, c)
		}
	}
	for i, s := range g.w.Steps {
		for j, a := range s.Call.Args {
			// Without a schema, a check that tells null apart keeps the argument essential.
			if g.property(s.Call.Tool, a.Name) != nil || !g.pinsNull(s.Call.Tool, a.Name) {
				list = append(list, candidate{step: i, arg: j})
			}
		}
	}
	// The last arguments are tried first and initial values last; see generalise.
	slices.Reverse(list)
	found := g.more(idle, list)
	// Initial values have step -1, so they come first.
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.step, b.step), cmp.Compare(a.leaf, b.leaf), cmp.Compare(a.arg, b.arg))
	})
	return found
}

// readLeaves returns the leaves that the calls, the goal and the question look at.
func (g *generaliser) readLeaves() map[int]bool {
	read := make(map[int]bool)
	add := func(r reads) {
		for _, i := range r.leaves {
			read[i] = true
		}
	}
	for _, s := range g.w.Steps {
		if r := g.of(s.Call.Tool); r != nil {
			add(r.all)
		}
	}
	add(g.readsOf(g.goals...))
	for i, l := range g.leaves {
		read[i] = read[i] || l.Key() == g.query.Changed
	}
	return read
}

// more adds to candidates that may be anything those of a list that may be
// beside them: the whole list if it can be, else what of each half. What comes
// out is what comes out of trying one after the other, since fewer values that
// may be anything leave fewer traces to judge.
func (g *generaliser) more(free, list []candidate) []candidate {
	all := slices.Concat(free, list)
	switch {
	case len(list) == 0 || g.stays(all):
		return all
	case len(list) == 1:
		return free
	}
	// The second half is tried beside what came out of the first: order decides ties.
	half := len(list) / 2
	return g.more(g.more(free, list[:half]), list[half:])
}

// stays reports whether the trace stays an answer whatever values the candidates
// have. False may mean that this is not known.
func (g *generaliser) stays(free []candidate) bool {
	f := &abstractRun{generaliser: g}
	// The run starts with the witness's own values, and frees those of the candidates.
	f.now = lists.Map(g.leaves, func(l system.Leaf) possible { return exactly(l.In(g.w.Init)) })
	for _, s := range g.w.Steps {
		args := make([]possible, len(s.Call.Args))
		for j, a := range s.Call.Args {
			args[j] = exactly(a.Value)
		}
		f.args = append(f.args, args)
	}
	for _, c := range free {
		if c.step < 0 {
			f.now[c.leaf] = anyOf(g.leaves[c.leaf].Type)
		} else {
			f.args[c.step][c.arg] = g.accepted(c)
		}
	}
	// The checks depend on the calls alone, so they are judged before any state is computed.
	if !f.checks() {
		return false
	}
	for i := range g.w.Steps {
		if !f.step(i) {
			return false
		}
	}
	return f.goal()
}

// wanted returns the expected truth values of the conditions of a call, by clause or
// assignment: whether it holds, as it does or does not in the witness. Those
// that are not in it may be broken or not.
func (g *generaliser) wanted(i int, t *checker.Transition) map[ast.Expr]bool {
	want := make(map[ast.Expr]bool)
	s := &g.w.Steps[i]
	// Before the first violation, and outside F, every condition has to come out as it did.
	all := i < g.first || g.query.Kind != system.Forward || !g.named(s.Call.Tool)
	upTo := i == g.first || i == g.asked // the first that is broken
	for _, c := range g.scenario.Conditions(t) {
		e := c.Expr()
		breaks := slices.ContainsFunc(s.Broken, func(b interp.Broken) bool { return b.Expr == e })
		if all || upTo || i == g.asked && e == g.query.Broken {
			// The rest of a violating call may come out either way: its first broken clause decides.
			want[e] = !breaks
		}
		upTo = upTo && !breaks
	}
	return want
}
