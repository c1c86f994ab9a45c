package search

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
)

// assign sets the leaves that assignments give a value, and those that keep theirs
// and that relations read. What post mentions and no assignment sets is left open.
func (x *expander) assign() bool {
	p := x.action
	if p.rule == nil || x.Kind == system.ChecksAlone {
		return true
	}
	n := len(x.search.model.leaves)
	x.unsure = x.unsure[:0]
	for _, l := range p.rule.transition.Mentioned {
		// Unset means that the call leaves the leaf open, unless an assignment below sets it.
		x.cells[n+l] = unset
	}
	for _, l := range p.rule.kept {
		if x.entries[l] {
			x.cells[n+l] = kept
		} else if x.cells[n+l] = x.cells[l]; x.cells[l] == unset {
			// Relations read the leaf after the call too, so its value must be known.
			x.need = l
			return false
		}
	}
	for _, a := range p.assigns {
		if !x.assignOne(a, n) || x.need >= 0 {
			return false
		}
	}
	for _, s := range x.fixed {
		if c := x.cells[n+s.leaf]; c != unset && c != s.cell && !slices.Contains(x.unsure, s.leaf) {
			return false
		}
		x.cells[n+s.leaf] = s.cell
	}
	return true
}

func (x *expander) assignOne(a *assignment, n int) bool {
	holds := x.all(a.guards, true)
	if x.need >= 0 && x.guesswork(x.need) {
		return x.assignVague(a, n, false)
	}
	if !holds || x.need >= 0 {
		return true
	}
	out := x.scratch[:len(a.Leaves)]
	made := a.value(x.env, out)
	if x.need >= 0 && x.guesswork(x.need) {
		return x.assignVague(a, n, true)
	}
	if x.need >= 0 {
		return true
	}
	for i, l := range a.Leaves {
		if !x.inside[l] {
			continue
		}
		c := out[i]
		if !made {
			c = x.read(l)
		}
		// Two assignments that disagree on a leaf mean that the call cannot happen.
		if had := x.cells[n+l]; had != unset && !abstract(had) && had != c && !slices.Contains(x.unsure, l) {
			return false
		}
		x.set(n, l, c)
	}
	return true
}

// set gives a leaf the value that it has after the call for certain.
func (x *expander) set(n, leaf int, c cell) {
	x.cells[n+leaf] = c
	x.unsure = slices.DeleteFunc(x.unsure, func(l int) bool { return l == leaf })
}

// assignVague makes an assignment of which is not known whether it is made, unless that is
// certain, or of what. A leaf that it may set has any value after the call, or one of those that the
// assignments which may be made give it, where one of them is made (covered). One
// that is set for certain has what it was set to, or there is no such call.
func (x *expander) assignVague(a *assignment, n int, certain bool) bool {
	x.guessed = true
	x.need = -1
	for _, l := range a.Leaves {
		if !x.inside[l] {
			continue
		}
		had, unsure := x.cells[n+l], slices.Contains(x.unsure, l)
		switch {
		case x.entries[l]:
			// Entries of the keys that may be assigned are no longer known.
			x.cells[n+l] = x.assignUnknown(a, l)
		case had != unset && !unsure: // another assignment sets it
		case certain:
			x.set(n, l, x.rangeOf(a, l, unset))
		default:
			if x.cells[n+l] = vague; x.action.rule.transition.Covers(l) {
				x.cells[n+l] = x.rangeOf(a, l, had)
			}
			if !unsure {
				x.unsure = append(x.unsure, l)
			}
		}
	}
	return true
}
