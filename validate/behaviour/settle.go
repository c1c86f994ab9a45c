package behaviour

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// Some questions are settled by the text of the clauses, for traces of every
// length and from every start, without an engine and whatever choices `post`
// leaves. Two facts are used.
//
// # Fewer clauses refuse less
//
// A tool is *narrower* in version A than in version R if R's clauses are among
// those of A, A's schema accepts no more than R's, and both give a next value to
// the same variables. Then each step that A's transition allows is one that R's
// transition allows, implicit preconditions included. If that is so for all
// tools, then by induction each run of A is a run of R: no trace is allowed by A
// and refused by R. So a change that only adds clauses is not looser.
//
// # What a difference cannot reach
//
// Let some tools not be narrower. A variable is *touched* if it may have other
// values in A than in R for their sake: a differing clause of such a tool gives
// it its next value; or it has a value that some call chose, and such a clause
// reads it, so that the clause may filter the choices; or a clause of any tool
// has a touched variable in it, and gives this one its next value, or may filter
// the choices of this one. All clauses of a tool whose schemas cannot be compared
// count as differing.
//
// Every clause of either version then speaks of touched variables and of
// variables with one value only, or of no touched variable. So the set of states
// that are possible after a trace is a product of its projections on the touched
// variables and on the others, and by induction the projection of A's set on the
// others is a part of that of R's set, as long as both versions allow the trace.
// A narrower tool none of whose clauses in R reads the present value of a touched
// variable is therefore allowed by R wherever it is by A: its clauses say the same
// of the next values in both, since what they read is the same.
//
// Both facts hold for each direction, so a tool that is narrower both ways and
// reads nothing touched is equal. A tool without a transition reads nothing.

// settle finds the tools of which no trace is allowed by one version alone.
func (p *pair) settle() {
	for _, t := range p.tools {
		t.settled = make(map[*version]bool)
	}
	p.touched = make(map[*checker.Var]bool)
	// p.touched has no direction: a tool counts that is not narrower either way.
	either := p.reached(func(t *toolPair) bool { return !p.narrower(t, p.old, p.new) || !p.narrower(t, p.new, p.old) })
	for _, v := range []*version{p.old, p.new} {
		for _, w := range v.model.State() {
			p.touched[w] = either[v.names[w]]
		}
	}
	// For each direction: v.allowing must not have a trace that v.refusing lacks.
	for _, v := range []struct{ allowing, refusing *version }{{p.old, p.new}, {p.new, p.old}} {
		wider := func(t *toolPair) bool { return !p.narrower(t, v.allowing, v.refusing) }
		touched := p.reached(wider)
		for _, t := range p.tools {
			t.settled[v.allowing] = t.inOld && t.inNew && !wider(t) && !v.refusing.readsAny(v.refusing.clausesOf(t), touched)
		}
	}
}

// clausesOf returns all clauses of a tool in a version.
func (v *version) clausesOf(t *toolPair) []clause {
	own := v.model.Transition(t.name)
	return slices.Concat(v.pre(own), v.post(own))
}

// narrower reports whether each step that a version allows is one that another
// version allows, as far as the texts of the clauses tell.
func (p *pair) narrower(t *toolPair, in, than *version) bool {
	// Clauses that cannot be compared, or a wider schema: not narrower.
	if t.doubt != nil || !p.acceptsLess(t, in, than) {
		return false
	}
	mine, theirs := in.model.Transition(t.name), than.model.Transition(t.name)
	if mine != nil && theirs != nil && !slices.EqualFunc(mine.Results, theirs.Results, func(a, b *checker.Param) bool { return a.Path == b.Path && types.Identical(a.Type, b.Type) }) {
		return false // what the clauses say of them may mean something else
	}
	pre, post := in.pre(mine), in.post(mine)
	// in asks for everything that than asks for.
	if !among(than.pre(theirs), pre) || !among(than.post(theirs), post) {
		return false
	}
	written := make(map[string]bool)
	had := texts(than.post(theirs))
	for _, c := range than.post(theirs) {
		for _, v := range c.next {
			written[than.names[v]] = true
		}
	}
	// The clauses that in has beside may only give next values that than gives as well.
	for _, c := range post {
		if slices.Contains(had, c.text) {
			continue
		}
		for _, v := range c.next { // than keeps the value of what it does not write, and of each field
			if _, record := v.Type.(*types.Record); record || !written[in.names[v]] {
				return false
			}
		}
		if len(c.shows) > 0 {
			return false // its answer gives what the other one's may not
		}
	}
	return true
}

// among reports whether the texts of some clauses are among those of others.
func among(some, all []clause) bool {
	had := texts(all)
	return every(some, func(c clause) bool { return slices.Contains(had, c.text) })
}

// acceptsLess reports whether one version's schema accepts no more than that of
// another one, where that is a matter of bounds and of lists.
func (p *pair) acceptsLess(t *toolPair, in, than *version) bool {
	return every(t.wide, func(w *tool.Property) bool {
		mine, theirs := in.model.Tools.Lookup(t.name).Param(w.Name), than.model.Tools.Lookup(t.name).Param(w.Name)
		a, b := mine.Schema, theirs.Schema
		return (mine.Required || !theirs.Required) && (!a.Nullable || b.Nullable) &&
			tighter(a.Minimum, b.Minimum, 1) && tighter(a.Maximum, b.Maximum, -1) &&
			every(a.Enum, func(v types.Value) bool {
				return b.Enum == nil || types.Contains(b.Enum, v)
			})
	})
}

// tighter reports whether a bound rules out all that another one does. Sign is 1
// for a minimum and -1 for a maximum.
func tighter(a, b *tool.Bound, sign int) bool {
	if a == nil || b == nil {
		return b == nil
	}
	c := a.Value.Cmp(b.Value) * sign
	return c > 0 || c == 0 && (a.Exclusive || !b.Exclusive)
}

// reached returns the names of the touched variables, where some tools are not
// narrower.
func (p *pair) reached(wider func(*toolPair) bool) map[string]bool {
	// By name in the product; a choice in either version counts.
	choice := make(map[string]bool)
	for _, v := range []*version{p.old, p.new} {
		for w, is := range v.chosen() {
			choice[v.names[w]] = choice[v.names[w]] || is
		}
	}
	// A link is a clause: its variables, those it gives a next value, and whether it differs.
	type link struct {
		all, next []string
		seed      bool
	}
	var links []link
	for _, t := range p.tools {
		if !t.inOld || !t.inNew {
			continue // its calls are in no trace that both versions allow, but as the last one
		}
		differs := wider(t)
		old, new := p.old.clausesOf(t), p.new.clausesOf(t)
		// The order of the map does not matter: the links are a set for the fixed point.
		for v, list := range map[*version][2][]clause{p.old: {old, new}, p.new: {new, old}} {
			had := texts(list[1])
			for _, c := range list[0] {
				links = append(links, link{v.mentioned(c), v.namesOf(slices.Concat(c.next, c.shows)), differs && (t.doubt != nil || !slices.Contains(had, c.text))})
			}
		}
	}
	// Least fixed point: touched variables spread along the links.
	touched := make(map[string]bool)
	for changed := true; changed; {
		changed = false
		for _, l := range links {
			if !l.seed && !slices.ContainsFunc(l.all, func(n string) bool { return touched[n] }) {
				continue
			}
			for _, name := range l.all {
				// A variable with one value that the clause only reads cannot be filtered.
				if (choice[name] || slices.Contains(l.next, name)) && !touched[name] {
					touched[name], changed = true, true
				}
			}
		}
	}
	return touched
}

// mentioned returns the names of the variables in a clause.
func (v *version) mentioned(c clause) []string {
	return slices.Concat(v.present(c), v.namesOf(c.next), v.namesOf(c.shows))
}

// present returns the names of the variables whose present values a clause reads.
func (v *version) present(c clause) []string {
	return v.namesOf(v.presents(c.unit, c.expr))
}

func (v *version) namesOf(vars []*checker.Var) []string {
	return lists.Map(vars, func(w *checker.Var) string { return v.names[w] })
}

// readsAny reports whether clauses read the present value of any of some variables.
func (v *version) readsAny(list []clause, touched map[string]bool) bool {
	return slices.ContainsFunc(list, func(c clause) bool {
		return slices.ContainsFunc(v.present(c), func(n string) bool { return touched[n] })
	})
}
