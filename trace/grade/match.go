package grade

import (
	"slices"

	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/monitor"
)

// show shows a call to the checks.
func (r *run) show(c *call) {
	var list []watched
	if p := c.tool.plan; p != nil {
		list = c.seen(p.watches)
	}
	// The call of the user that no check sees must not end a group of the agent's.
	if len(list) == 0 && c.by == tool.ByUser {
		return
	}
	c.tool.shown++
	if r.plan.options.Parallel.reorders() {
		if r.group.id != c.group {
			// Calls side by side are adjacent, so another group number ends the group.
			r.track.close(&r.group)
			r.group.reset(c.group)
		}
	} else {
		// Where the listed order counts, groups do not matter.
		c.group = 0
	}
	if len(list) == 0 {
		return
	}
	// Which atoms match depends on the completion.
	if c.none || len(c.hidden) > 0 {
		r.guess(c, list)
		return
	}
	r.match(c, list)
	r.track.note(r.hits, &c.point)
	if c.group != 0 {
		r.group.add(r.hits, 1)
		return
	}
	r.track.read(r.hits, &c.point)
}

// note keeps which atoms a step matches for certain.
func (t *tracker) note(hits []hit, at *point) {
	last := -1
	for _, h := range hits {
		t.seen[h.atom].hit(at)
		// A step counts once for a part, however many alternatives of its target match.
		if a := &t.plan.atoms[h.atom]; !a.anchor && a.part != last {
			last = a.part
			t.targets[last]++
		}
	}
}

// match finds the atoms that a call matches whose arguments are known, or
// known to be no object.
func (r *run) match(c *call, list []watched) {
	p := c.tool.plan
	for i := range p.patterns {
		switch q := &p.patterns[i]; {
		case !q.asks():
			r.matched[i] = monitor.Matched
		// Patterns of answers are matched when the answer comes.
		case c.bad || q.source.Answer != nil:
			r.matched[i] = monitor.NoMatch
		default:
			r.matched[i] = p.match(q, c.args)
		}
	}
	r.hits = r.hits[:0]
	for _, w := range list {
		if m := w.of(r.matched[w.pattern]); m != monitor.NoMatch {
			r.hits = append(r.hits, hit{w.atom, m})
		}
	}
}

// of returns how a step matches the atom that matches its pattern so.
func (w *watched) of(m monitor.Match) monitor.Match {
	switch {
	case !w.other:
		return m
	// An every_call looks for calls of its tool that do not match.
	case m == monitor.NoMatch:
		return monitor.Matched
	}
	return monitor.NoMatch
}

// guess shows a call to the checks of whose arguments not all are known.
func (r *run) guess(c *call, watches []watched) {
	g := make(guess, len(r.plan.units))
	for u := range g {
		list := within(r.plan, u, watches)
		if len(list) == 0 {
			continue
		}
		options, ok := c.tool.plan.options(list, &c.knowledge)
		// The evidence is noted before vague hits are dropped, since it tells certain from vague.
		r.noteOptions(&c.point, list, options)
		r.withoutVague(options)
		switch {
		case !ok:
			r.track.lose(u, tooManyWorlds)
		case c.group != 0:
			g[u] = options
		case len(options) == 1:
			r.track.read(options[0], &c.point)
		default:
			r.track.guess(u, options)
		}
	}
	switch {
	case c.group == 0:
	// The guesses multiply, so their number is bounded as worlds are.
	case len(r.group.guesses) < maxWorlds:
		r.group.guesses = append(r.group.guesses, g)
	default:
		for u := range g {
			if len(g[u]) > 0 {
				r.track.lose(u, tooManyWorlds)
			}
		}
	}
}

// withoutVague drops hits with values of variables that are not known: that
// they may be there is a doubt.
func (r *run) withoutVague(options [][]hit) {
	for i := range options {
		options[i] = slices.DeleteFunc(options[i], func(h hit) bool {
			// What a decided part says no longer depends on the step.
			if h.match == vague && !r.track.settled(r.plan.atoms[h.atom].part) {
				r.track.doubted(h.atom)
			}
			return h.match == vague
		})
	}
}

// within returns those of some atoms that are of the checks of a unit.
func within(p *Plan, u int, list []watched) []watched {
	return slices.DeleteFunc(slices.Clone(list), func(w watched) bool { return !p.isOf(u, w.atom) })
}

// noteOptions keeps which atoms a step matches for certain, and which parts
// cannot tell.
func (r *run) noteOptions(at *point, list []watched, options [][]hit) {
	var certain []hit
	for _, w := range list {
		n, sure := 0, true
		for _, letter := range options {
			if i := slices.IndexFunc(letter, func(h hit) bool { return h.atom == w.atom }); i >= 0 {
				n++
				sure = sure && letter[i].match != vague
			}
		}
		part := r.plan.atoms[w.atom].part
		switch {
		case n == len(options) && n > 0 && sure:
			// The match is not used by note.
			certain = append(certain, hit{atom: w.atom})
		// Without options there were too many to look at, so any may match.
		case (n > 0 || len(options) == 0) && !r.track.doubts[part].at.is:
			r.track.doubts[part].at.set(at)
		}
	}
	r.track.note(certain, at)
}
