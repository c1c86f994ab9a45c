package search

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
)

// An outcome is a way that a call may go.
type outcome struct {
	state []cell
	args  []cell
	next  []cell // of the leaves that the call leaves open
	broke bool

	guessed bool   // it rests on a vague value
	pending int    // the slot of an argument whose value it takes to tell, or -1
	cells   []cell // state, args and next, one after the other
}

// outcomes returns the ways that call i may go with some arguments and next
// values given.
func (w *settler) outcomes(i int, state []cell, args []cell, fixed []setting) []outcome {
	x, p := w.expand, w.sequence.actions[i]
	x.load(state)
	x.fixed = fixed
	for k, c := range args {
		x.cells[p.params[k].slot] = c
	}
	opened := x.opened(p)
	seen := different{}
	x.emit = func() {
		n, m := len(x.out), len(x.out)+len(p.params)
		cells := append(make([]cell, 0, m+len(opened)), x.out...)
		for _, a := range p.params {
			cells = append(cells, x.cells[a.slot])
		}
		for _, l := range opened {
			cells = append(cells, x.cells[l+len(x.search.model.leaves)])
		}
		seen.add(outcome{state: cells[:n:n], args: cells[n:m:m], next: cells[m:], broke: x.broke, guessed: x.guessed, pending: x.pending, cells: cells})
	}
	x.expand(p)
	for _, a := range p.params {
		x.cells[a.slot] = unset
	}
	x.fixed = nil
	return seen.list
}

// opened returns the leaves of the state that a call may leave open.
func (x *expander) opened(p *action) []int {
	if p.rule == nil || x.Kind == system.ChecksAlone {
		return nil
	}
	var list []int
	for _, l := range p.rule.transition.Open {
		if x.at[l] >= 0 {
			list = append(list, l)
		}
	}
	return list
}

// different are different outcomes, in the order in which they came.
type different struct {
	list []outcome
	keys map[string]bool // nil while they are few
}

// fewOutcomes is up to how many outcomes are compared one by one.
const fewOutcomes = 8

func (d *different) add(o outcome) {
	if d.keys == nil {
		if slices.ContainsFunc(d.list, o.same) {
			return
		}
		if d.list = append(d.list, o); len(d.list) == fewOutcomes {
			d.keys = make(map[string]bool)
			for _, had := range d.list {
				d.keys[had.key()] = true
			}
		}
		return
	}
	if key := o.key(); !d.keys[key] {
		d.keys[key] = true
		d.list = append(d.list, o)
	}
}

// same reports whether two outcomes of one call are the same.
func (o outcome) same(p outcome) bool {
	return o.broke == p.broke && o.guessed == p.guessed && o.pending == p.pending && slices.Equal(o.cells, p.cells)
}

// key is the same for outcomes of one call that are the same.
func (o outcome) key() string {
	return string(appendCells([]byte{byte(truth(o.broke)), byte(truth(o.guessed))}, append(o.cells, cell(o.pending))))
}
