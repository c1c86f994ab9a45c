package lint

import (
	"slices"

	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/monitor"
)

// A table says which of some checks known runs pass: a row for each beginning
// of a run, a column for each check.
type table [][]bool

// table returns the table of the items of a case.
func (w *world) table(s *subject, items []item) table {
	var t table
	monitors := make([]*monitor.Check, len(items))
	for n, i := range items {
		if i.check != nil {
			monitors[n] = monitor.In(s.suite, i.check)
		}
	}
	for _, r := range s.start.runs {
		states := make([]monitor.State, len(items))
		for i, state := range r.states {
			row := make([]bool, len(items))
			for n, m := range monitors {
				switch {
				case m == nil:
					// The goal is about the state alone, and has no automaton.
					row[n] = w.reaches(s, state)
					continue
				case i == 0:
					states[n] = m.Start()
				default:
					states[n] = m.Step(states[n], m.Letter(r.calls[i-1]))
				}
				row[n] = m.Verdict(states[n]).Holds()
			}
			t = append(t, row)
		}
	}
	return t
}

// reaches reports whether a state satisfies the goal of a case.
func (w *world) reaches(s *subject, state interp.State) bool {
	for _, e := range s.decl.Goals {
		if ok, _ := w.machine.Goal(s.suite, s.decl.Decl.Goal, ast.Expr(e), state); !ok {
			return false
		}
	}
	return true
}

// passes reports whether a run passes a check.
func (t table) passes(n int) bool {
	return slices.ContainsFunc(t, func(row []bool) bool { return row[n] })
}

// fails reports whether a run fails a check and passes all others.
func (t table) fails(n int) bool {
	for _, row := range t {
		alone := !row[n]
		for m, passed := range row {
			alone = alone && (m == n || passed)
		}
		if alone {
			return true
		}
	}
	return false
}
