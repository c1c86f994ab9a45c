package validate

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/monitor"
)

// Others returns the numbers of the steps of a witness, from 1 on, that others than
// the agent make: what a compliant trace needs of them.
func (w *Witness) Others() (list []int) {
	for i, s := range w.Steps {
		if s.By != tool.Agent {
			list = append(list, i+1)
		}
	}
	return list
}

// forwardOf asks a forward question. If the smallest conflict has a call of others
// that no check names, it asks for one without such calls. If there is none, the
// conflict is disturbed.
func (v *validator) forwardOf(q system.Query) (Forward, error) {
	a, err := v.ask(q)
	f := v.asForward(a)
	f.query = q
	if err != nil || a.answer != Found || !v.disturbed(a.witness) {
		return f, err
	}
	// The smallest conflict needs a step that the agent is not responsible for. Is there another?
	q.Undisturbed = true
	b, err := v.ask(q)
	switch {
	case err != nil:
		return Forward{}, err
	case b.answer == None:
		// f keeps the disturbed witness for the report. The answer None is that of b.
		f.Answer, f.Disturbed, f.Proved = None, true, b.proved
		return f, nil
	}
	f = v.asForward(b)
	f.query = q
	return f, nil
}

// disturbed reports whether a witness has a call of others that no check names.
func (v *validator) disturbed(w *Witness) bool {
	return slices.ContainsFunc(w.Steps, func(s Step) bool {
		return slices.ContainsFunc(v.scenario.Tools, func(t system.Tool) bool { return t.Name == s.Call.Tool && t.Disturbs() })
	})
}

// commission asks for a commission, and, if there is none, for one by others. It
// returns the last question with its answer, and whether it is proved that there is
// no commission.
func (v *validator) commission(check *ast.Check, m *monitor.Check) (q system.Query, a answer, never bool, err error) {
	q = system.Query{Kind: system.Commission, Check: check}
	if a, err = v.ask(q); err != nil || a.answer != None || !concerns(m) {
		return q, a, a.proved, err
	}
	never = a.proved
	q.Others = true
	a, err = v.ask(q)
	return q, a, never, err
}

// concerns reports whether a check speaks of calls of others.
func concerns(m *monitor.Check) bool {
	return slices.ContainsFunc(m.Atoms, func(a monitor.Atom) bool { return !a.Anchor && a.Owner != tool.Agent })
}
