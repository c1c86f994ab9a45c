package monitor

// Remembered calls do for each value of a variable that a state remembers, by
// the index of the basic form that has the variable. The value is written as
// [Bound] was given it; one that is remembered twice may be named twice.
func (c *Check) Remembered(s State, do func(basic int, variable, value string)) {
	if s == satisfied || s == violated {
		return
	}
	if _, ok := c.automaton.(*product); !ok {
		return
	}
	r := &Run{check: c, parts: newParts(c)}
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
