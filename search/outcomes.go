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

// An outlook is what a settler collects of the outcomes of the call at work.
type outlook struct {
	params []*param
	opened []int
	seen   different
}

// outcomes returns the ways that call i may go with some arguments and next
// values given. The list is to be discarded when it is done with.
func (w *settler) outcomes(i int, state []cell, args []cell, fixed []setting) []outcome {
	x, p := w.expand, w.sequence.actions[i]
	x.load(state)
	x.fixed = fixed
	for k, c := range args {
		x.cells[p.params[k].slot] = c
	}
	w.outlook = outlook{params: p.params, opened: x.opened(p)}
	if n := len(w.discarded); n > 0 {
		w.outlook.seen.list, w.discarded = w.discarded[n-1], w.discarded[:n-1]
	}
	x.emit = w.collecting
	x.expand(p)
	for _, a := range p.params {
		// A slot that is set counts as known, so the arguments must not stay.
		x.cells[a.slot] = unset
	}
	x.fixed = nil
	return w.outlook.seen.list
}

// discard leaves the memory of outcomes to others.
func (w *settler) discard(list []outcome) {
	if cap(list) > 0 {
		w.discarded = append(w.discarded, list[:0])
	}
}

// collect takes up the outcome that the expander came to.
func (w *settler) collect() {
	x := w.expand
	n := len(x.out)
	m := n + len(w.outlook.params)
	cells := append(w.cells(m+len(w.outlook.opened)), x.out...)
	for _, a := range w.outlook.params {
		cells = append(cells, x.cells[a.slot])
	}
	for _, l := range w.outlook.opened {
		cells = append(cells, x.cells[l+len(x.search.model.leaves)])
	}
	w.outlook.seen.add(outcome{state: cells[:n:n], args: cells[n:m:m], next: cells[m:], broke: x.broke, guessed: x.guessed, pending: x.pending, cells: cells})
}

// cells returns room for so many cells.
func (w *settler) cells(n int) []cell {
	if cap(w.slab)-len(w.slab) < n {
		w.slab = make([]cell, 0, max(n, 256))
	}
	at := len(w.slab)
	w.slab = w.slab[:at+n]
	return w.slab[at : at : at+n]
}

// copied returns a copy of some cells.
func (w *settler) copied(list []cell) []cell { return append(w.cells(len(list)), list...) }

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
		for i := range d.list {
			if o.same(&d.list[i]) {
				return
			}
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
func (o *outcome) same(p *outcome) bool {
	return o.broke == p.broke && o.guessed == p.guessed && o.pending == p.pending && slices.Equal(o.cells, p.cells)
}

// key is the same for outcomes of one call that are the same.
func (o outcome) key() string {
	return string(appendCells([]byte{byte(truth(o.broke)), byte(truth(o.guessed))}, append(o.cells, cell(o.pending))))
}
