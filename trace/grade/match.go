package grade

import "slices"

// show shows a call to the checks.
func (r *run) show(c *call) {
	c.tool.shown++
	mode := r.plan.options.Parallel
	if mode == AnyOrder || mode == AllOrder {
		if r.group.id != c.group {
			r.track.close(&r.group)
			r.group.reset(c.group)
		}
	} else {
		c.group = 0
	}
	p := c.tool.plan
	if p == nil || len(p.watches) == 0 {
		return
	}
	if c.none || len(c.hidden) > 0 {
		r.guess(c, p)
		return
	}
	r.match(c, p)
	for _, a := range r.atoms {
		r.track.seen[a].hit(&c.point)
	}
	if c.group != 0 {
		r.group.add(r.atoms, 1)
		return
	}
	r.track.read(r.atoms, &c.point)
}

// match finds the atoms that a call matches whose arguments are known, or
// known to be no object.
func (r *run) match(c *call, p *toolPlan) {
	for i := range p.patterns {
		q := &p.patterns[i]
		r.matched[i] = len(q.pins) == 0 || !c.bad && q.matches(c.args)
	}
	r.atoms = r.atoms[:0]
	for _, w := range p.watches {
		if r.matched[w.pattern] {
			r.atoms = append(r.atoms, w.atom)
		}
	}
}

// guess shows a call to the checks of whose arguments not all are known.
func (r *run) guess(c *call, p *toolPlan) {
	g := make(guess, len(r.plan.units))
	for u := range g {
		list := p.within(r.plan, u)
		if len(list) == 0 {
			continue
		}
		options, ok := p.options(list, &c.knowledge)
		r.note(c, list, options)
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

// within returns the atoms of a tool that are of the checks of a unit.
func (t *toolPlan) within(p *Plan, u int) []watched {
	in := p.units[u]
	return slices.DeleteFunc(slices.Clone(t.watches), func(w watched) bool {
		c := p.atoms[w.atom].check
		return c < in.from || c >= in.to
	})
}

// note keeps which atoms a call matches for certain, and which checks cannot
// tell.
func (r *run) note(c *call, list []watched, options [][]int) {
	for _, w := range list {
		n := 0
		for _, letter := range options {
			if slices.Contains(letter, w.atom) {
				n++
			}
		}
		check := r.plan.atoms[w.atom].check
		switch {
		case n == len(options) && n > 0:
			r.track.seen[w.atom].hit(&c.point)
		case (n > 0 || len(options) == 0) && !r.track.unsure[check].is:
			r.track.unsure[check].set(&c.point)
		}
	}
}
