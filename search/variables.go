package search

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
)

// The variables of a check join arguments: their values meet in one group, and
// those that the state of the check remembers are among the values of the group
// that are there at the time.

var errJoined = errors.New("a variable of a check is bound to something that is not a string, number or truth value")

// A binding is an argument that a pattern binds to a variable.
type binding struct {
	slot  int
	first int             // the first binding of the pattern of the same variable
	at    int             // the place of the variable among those of the pattern
	keys  map[cell]string // of the values that came up
	value func(cell) types.Value
}

// bindings returns the bindings of an atom.
func (s *Search) bindings(c *caller, a *monitor.Atom) (list []binding) {
	for _, v := range a.Vars {
		p := c.param(v.Of)
		b := binding{slot: p.slot, first: len(list), at: slices.Index(a.Variables(), v.Name), keys: make(map[cell]string)}
		b.value = func(x cell) types.Value { return s.given(p, x) }
		if i := slices.IndexFunc(list, func(had binding) bool { return had.at == b.at }); i >= 0 {
			b.first = i
		}
		list = append(list, b)
	}
	return list
}

// key returns what is equal for equal values of the i-th binding, which is set.
func (a *atom) key(e *env, i int) string {
	b := &a.binds[i]
	c := e.cells[b.slot]
	key, had := b.keys[c]
	if !had {
		key = monitor.Key(b.value(c))
		b.keys[c] = key
	}
	return key
}

// bind notes what a call binds by the atoms that it matches, so far as that has to
// agree with other calls, and returns the number of that row.
func (w *monitorTable) bind(e *env, list []atom, matched uint64) int {
	if !w.agrees {
		return 0
	}
	return w.rowOf(e, list, matched)
}

// rowOf is bind for a check of which some atom binds what has to agree.
func (w *monitorTable) rowOf(e *env, list []atom, matched uint64) int {
	var row strings.Builder
	for i := range list {
		a := &list[i]
		if w.bound[a.index] = monitor.NoMatch; !a.agrees || len(a.binds) == 0 || matched&a.bit == 0 || a.other {
			continue
		}
		// Two bindings of one variable agree, so the row has one value for each variable.
		values := make([]string, 0, len(a.binds))
		for k := range a.binds {
			if a.binds[k].first == k {
				values = append(values, "")
			}
		}
		for k, b := range a.binds {
			values[b.at] = a.key(e, k)
		}
		w.bound[a.index] = monitor.Bound(values...)
		row.WriteString(string(w.bound[a.index]))
	}
	if row.Len() == 0 {
		return 0
	}
	if w.rows == nil {
		w.rows = make(map[string]int)
	}
	n, had := w.rows[row.String()]
	if !had {
		n = len(w.rows) + 1
		w.rows[row.String()] = n
	}
	return n
}

// agrees reports whether one of some atoms binds what has to agree.
func agrees(list []atom, some uint64) bool {
	return slices.ContainsFunc(list, func(a atom) bool { return some&a.bit != 0 && a.agrees && len(a.binds) > 0 })
}

// A joint is the arguments that a variable of a basic form is bound to.
type joint struct {
	monitor  *monitor.Check
	basic    int
	variable string
	params   []*param
}

// join takes up the variables of a check.
func (s *Search) join(m *monitor.Check) {
	for i := range m.Atoms {
		a := &m.Atoms[i]
		for _, v := range a.Vars {
			k := slices.IndexFunc(s.joints, func(j joint) bool { return j.monitor == m && j.basic == a.Basic && j.variable == v.Name })
			if k < 0 {
				k = len(s.joints)
				s.joints = append(s.joints, joint{monitor: m, basic: a.Basic, variable: v.Name})
			}
			s.joints[k].params = append(s.joints[k].params, s.caller(s.scenario.Place(a.Tool)).param(v.Of))
		}
	}
}

// joins reports whether a question depends on calls that agree.
func (q *question) joins() bool {
	return len(q.search.joints) > 0 && q.Kind != system.Reach && !q.relaxed
}

// repeats reports whether some pattern binds one variable to two arguments, which
// have to be equal: of vague values that is not known.
func (s *Search) repeats() bool {
	return slices.ContainsFunc(s.joints, func(j joint) bool {
		return slices.ContainsFunc(j.monitor.Atoms, func(a monitor.Atom) bool {
			n := 0
			for _, v := range a.Vars {
				if a.Basic == j.basic && v.Name == j.variable {
					n++
				}
			}
			return n > 1
		})
	})
}

// meet makes the arguments meet that variables join.
func (d *domains) meet() {
	for _, j := range d.x.search.joints {
		for _, at := range []func(int) place{textsAt, numbersAt} {
			for _, p := range j.params {
				d.parent[d.find(at(p.place))] = d.find(at(j.params[0].place))
			}
		}
	}
}

// join marks the groups of what variables join, and adds the names of enums, which
// other arguments of the group may be.
func (d *domains) join() {
	for _, j := range d.x.search.joints {
		texts, numbers := d.group(textsAt(j.params[0].place)), d.group(numbersAt(j.params[0].place))
		texts.joined, numbers.joined = d.x.joins(), d.x.joins()
		for _, p := range j.params {
			if enum, ok := p.typ.(*types.Enum); ok {
				for _, n := range enum.Names {
					texts.texts = append(texts.texts, d.x.search.tab.text(n))
				}
			}
		}
	}
}

// A remembered string is one that the state of a check has as the value of a
// variable, which is bound to an argument.
type remembered struct {
	param *param
	text  cell
}

// remembers returns the strings that a state remembers.
func (w *monitorTable) remembers(s *Search, state cell) []remembered {
	list, had := w.held[state]
	if had {
		return list
	}
	w.run.Remembered(w.states[state], func(basic int, variable, value string) {
		text, err := strconv.Unquote(value)
		if err != nil {
			return // a number, a truth value or null
		}
		for _, j := range s.joints {
			if j.monitor == w.check && j.basic == basic && j.variable == variable {
				list = append(list, remembered{j.params[0], s.tab.text(text)})
			}
		}
	})
	if w.held == nil {
		w.held = make(map[cell][]remembered)
	}
	w.held[state] = list
	return list
}

// remembered adds the strings of a group that the checks remember at the time.
func (d *domains) remembered(g *group, list []cell) []cell {
	q := d.x
	if q.before == nil {
		return list
	}
	for i, w := range q.monitors {
		for _, r := range w.remembers(q.search, q.before[len(q.leaves)+i]) {
			if d.find(textsAt(r.param.place)) == g.root {
				list = append(list, r.text)
			}
		}
	}
	return list
}

// Calls with strings that occur nowhere else may make a check remember ever more of
// them, so that the states never run out. That there is no answer of any length is
// therefore looked for with checks that are relaxed (package property) and remember
// nothing: every answer is one of that question, too.

// relaxed returns the monitor of a check that is relaxed.
func (s *Search) relaxed(i int, want bool) *monitorTable {
	c := s.monitors[i].check
	if !slices.ContainsFunc(c.Basics, (*property.Basic).Joins) {
		return s.monitors[i]
	}
	m := monitor.New(c.Name, s.scenario.Relax(c.Node, want, false).Property, c.Node)
	// A set of matching atoms is the bits of one word.
	if len(m.Atoms) > 64 { // then anything goes
		m = anything(c, want)
	}
	return newMonitorTable(m, m)
}

// withoutVariables finds out whether there is no answer of any length even if the
// checks are relaxed.
func (s *Search) withoutVariables(x task, l Limits) Result {
	x.relaxed = true
	r, _ := s.once(x, l, (*question).exhaust)
	return r
}
