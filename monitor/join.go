package monitor

import (
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/property"
)

// maxBindings is how many bindings of variables a part keeps at a time. Where
// there are more, nothing is said of it any more.
const maxBindings = 1 << 16

// A join is the part of a basic form whose variables have to agree. It keeps
// bindings of the steps so far, in its groups:
//
//	after, follows                       of the anchors
//	precedes, before with a no_call      of the targets
//	before with a call                   of the targets that no anchor has followed
//	each_after                           of the anchors, and of the targets that no anchor has followed
//
// In conditional forms, the target binds all variables of the anchor.
type join struct {
	form             forms.Form
	forbid           bool
	limit            int
	targets, anchors []*group
	links            []link
	peers            []link  // each_after: between targets
	counts           tally   // at_most
	end              Verdict // Holding as long as nothing is decided; Unknown: there were too many bindings
}

// A group is the atoms of one side that bind the same variables, so far as
// these matter.
type group struct {
	vars  []string
	atoms []source
	seen  relation
	now   []row // of the step that is read
}

// A source is an atom, and where its match has the variables of its group.
type source struct {
	atom int
	at   projection
}

// A link says how two groups agree: the values that one has in common with the
// other are equal to those that the other has in common with it.
type link struct {
	a, b     *group
	ofA, ofB projection
	inA, inB int // indices of what they have seen
}

func newJoin(c *Check, b *property.Basic, target, anchor []int) *join {
	j := &join{form: b.Form, forbid: b.Forbid, limit: b.Limit, end: Holding}
	targets, anchors := c.bound(target), c.bound(anchor)
	if b.Form == forms.AtMost || b.Form == forms.EachAfter {
		anchors = targets // they have to agree with each other
	}
	j.targets, j.anchors = c.groups(target, anchors), c.groups(anchor, targets)
	for _, t := range j.targets {
		for _, a := range j.anchors {
			j.links = append(j.links, newLink(t, a))
		}
		if b.Form == forms.EachAfter {
			for _, u := range j.targets {
				j.peers = append(j.peers, newLink(t, u))
			}
		}
	}
	j.counts = tally{vars: slices.Compact(sorted(targets)), single: len(j.targets) == 1}
	return j
}

func newLink(a, b *group) link {
	common := intersection(a.vars, b.vars)
	l := link{a: a, b: b, ofA: project(a.vars, common), ofB: project(b.vars, common)}
	l.inA, l.inB = a.seen.index(l.ofA), b.seen.index(l.ofB)
	return l
}

// groups groups atoms by those of their variables that matter.
func (c *Check) groups(atoms []int, matter []string) []*group {
	var list []*group
	for _, i := range atoms {
		all := c.Atoms[i].vars
		vars := intersection(all, matter)
		k := slices.IndexFunc(list, func(g *group) bool { return slices.Equal(g.vars, vars) })
		if k < 0 {
			k = len(list)
			list = append(list, &group{vars: vars})
		}
		list[k].atoms = append(list[k].atoms, source{i, project(all, vars)})
	}
	return list
}

func (j *join) reset() {
	for _, g := range j.targets {
		g.seen.reset()
	}
	for _, g := range j.anchors {
		g.seen.reset()
	}
	j.counts.counts = nil
	j.end = Holding
}

func (j *join) step(l Letter) bool {
	if j.end != Holding {
		return false
	}
	targets, anchors := j.match(j.targets, l), j.match(j.anchors, l)
	if !targets && !anchors {
		return false
	}
	j.advance()
	if j.kept() > maxBindings || j.counts.full() {
		j.end = Unknown
	}
	if j.end != Holding {
		// What is decided needs no bindings, so all such states are the same.
		end := j.end
		j.reset()
		j.end = end
	}
	return true
}

// match notes with which bindings a step matches some groups.
func (j *join) match(groups []*group, l Letter) (any bool) {
	for _, g := range groups {
		g.now = g.now[:0]
		for _, s := range g.atoms {
			if l[s.atom] == NoMatch {
				continue
			}
			any = true
			g.now = lists.Include(g.now, s.at.of(row(l[s.atom][len(Matched):])))
		}
	}
	return any
}

// advance reads the step that is noted. Order is strict: a step does not anchor
// itself.
func (j *join) advance() {
	switch {
	case j.form == forms.AtMost:
		j.tally()
	case j.form == forms.Before && !j.forbid:
		// A target does not anchor itself, so the anchor of its own step must not pay for it.
		j.pay()
		add(j.targets)
	case j.form == forms.Before, j.form == forms.Precedes:
		if j.meets(true) {
			j.decide()
		}
		add(j.targets)
	case j.form == forms.Follows, j.forbid:
		if j.meets(false) {
			j.decide()
		}
		add(j.anchors)
	default: // After and EachAfter
		if !j.anchored() {
			j.end = Violated
		}
		if j.form == forms.EachAfter {
			// The anchor of the same step is there for the next target.
			add(j.targets)
			j.pay()
		}
		add(j.anchors)
	}
}

func (j *join) decide() {
	j.end = Violated
	if j.form.Positive() {
		j.end = Satisfied
	}
}

func add(groups []*group) {
	for _, g := range groups {
		for _, r := range g.now {
			g.seen.add(r)
		}
	}
}

// meets reports whether an anchor agrees with an earlier target, or else a
// target with an earlier anchor.
func (j *join) meets(anchor bool) bool {
	return slices.ContainsFunc(j.links, func(l link) bool {
		if anchor {
			return l.metA()
		}
		return slices.ContainsFunc(l.a.now, func(r row) bool { return l.b.seen.has(l.inB, l.ofA.of(r)) })
	})
}

// metA reports whether the step matches the second group and agrees with an
// earlier one of the first.
func (l *link) metA() bool {
	return slices.ContainsFunc(l.b.now, func(r row) bool { return l.a.seen.has(l.inA, l.ofB.of(r)) })
}

// anchored reports whether each target that the step matches has an earlier
// anchor that agrees, and, if each has to have one of its own, no target that
// agrees has come since.
func (j *join) anchored() bool {
	for _, t := range j.targets {
		for _, r := range t.now {
			anchored := slices.ContainsFunc(j.links, func(l link) bool { return l.a == t && l.b.seen.has(l.inB, l.ofA.of(r)) })
			used := slices.ContainsFunc(j.peers, func(l link) bool { return l.a == t && l.b.seen.has(l.inB, l.ofA.of(r)) })
			if !anchored || used {
				return false
			}
		}
	}
	return true
}

// pay forgets the targets that an anchor agrees with.
func (j *join) pay() {
	for _, l := range j.links {
		for _, r := range l.b.now {
			l.a.seen.remove(l.inA, l.ofB.of(r))
		}
	}
}

func (j *join) tally() {
	var rows []row
	for _, g := range j.targets {
		for _, r := range g.now {
			rows = append(rows, j.counts.wide(g.vars, r))
		}
	}
	if j.counts.note(rows) > j.limit {
		j.end = Violated
	}
}

// kept counts the bindings.
func (j *join) kept() (n int) {
	for _, g := range j.targets {
		n += len(g.seen.rows)
	}
	for _, g := range j.anchors {
		n += len(g.seen.rows)
	}
	return n
}

func (j *join) verdict() Verdict {
	switch {
	case j.end != Holding:
		return j.end
	case j.form.Positive():
		return Failing
	case j.form != forms.Before || j.forbid:
		return Holding
	}
	for _, g := range j.targets {
		if len(g.seen.rows) > 0 {
			return Failing
		}
	}
	return Holding
}

// The first byte of the state of a join. One that is decided has no other.
const (
	brokenKey = iota
	fulfilledKey
	lostKey
	openKey
)

func (j *join) append(b []byte) []byte {
	switch j.end {
	case Violated:
		return append(b, brokenKey)
	case Satisfied:
		return append(b, fulfilledKey)
	case Unknown:
		return append(b, lostKey)
	}
	b = append(b, openKey)
	for _, g := range j.targets {
		b = g.seen.append(b)
	}
	for _, g := range j.anchors {
		b = g.seen.append(b)
	}
	return j.counts.append(b)
}

func (j *join) read(from string) string {
	j.reset()
	switch from[0] {
	case brokenKey:
		j.end = Violated
	case fulfilledKey:
		j.end = Satisfied
	case lostKey:
		j.end = Unknown
	}
	from = from[1:]
	if j.end != Holding {
		return from
	}
	for _, g := range j.targets {
		from = g.seen.read(from)
	}
	for _, g := range j.anchors {
		from = g.seen.read(from)
	}
	return j.counts.read(from)
}

// Remembered calls do for each value of a variable that a state remembers, by
// the index of the basic form that has the variable. The value is written as
// [Bound] was given it; one that is remembered twice may be named twice.
func (c *Check) Remembered(s State, do func(basic int, variable, value string)) {
	r := NewRun(c)
	r.Load(s)
	for i, x := range r.parts {
		if j, ok := x.(*join); ok {
			j.remembered(func(variable, value string) { do(i, variable, value) })
		}
	}
}

func (j *join) remembered(do func(variable, value string)) {
	for _, side := range [][]*group{j.targets, j.anchors} {
		for _, g := range side {
			for r := range g.seen.rows {
				each(g.vars, r, do)
			}
		}
	}
	for r := range j.counts.counts {
		each(j.counts.vars, r, func(variable, value string) {
			switch {
			case j.counts.single:
				do(variable, value)
			case value != "":
				do(variable, value[len("="):])
			}
		})
	}
}

// each calls do for the values of a row of some variables.
func each(vars []string, r row, do func(variable, value string)) {
	for _, v := range vars {
		var value string
		value, r = readText(r)
		do(v, value)
	}
}
