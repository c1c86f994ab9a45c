package search

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// fill makes a trace of what is settled: the leaves of no matter have the first
// of their values, or what the calls make of it.
func (w *settler) fill(first []cell) *system.Trace {
	n := &namer{s: w.question.search, names: make(map[string]string)}
	t := &system.Trace{}
	full := w.whole(first)
	alone := w.Kind == system.ChecksAlone
	if !alone {
		t.Init = n.state(full)
	}
	for i, s := range w.trace {
		p := w.sequence.actions[i]
		call := tool.Call{Tool: p.tool.Name, Args: types.Object{}}
		for k, c := range s.args {
			if c != absent {
				call.Args = append(call.Args, types.Member{Name: p.params[k].Name, Value: n.argument(w.given(p.params[k], c), p.params[k].typ)})
			}
		}
		step := system.TraceStep{Call: call}
		if !alone {
			full = w.after(full, p, s)
			step.State = n.state(full)
		}
		t.Steps = append(t.Steps, step)
	}
	return t
}

// given returns the JSON value of an argument.
func (w *settler) given(p *param, c cell) types.Value {
	if c == null {
		return types.Null{}
	}
	return w.question.search.tab.valueOf(c, p.typ)
}

// whole returns the values of all leaves in the first state.
func (w *settler) whole(first []cell) []cell {
	s := w.question.search
	full := make([]cell, len(s.model.leaves))
	for i := range full {
		switch {
		case s.init[i] != unset:
			full[i] = s.init[i]
		case w.at[i] >= 0:
			full[i] = first[w.at[i]]
		default:
			full[i] = w.smallestLeaf(i, true)
		}
	}
	return full
}

// after returns the values of all leaves after a call.
func (w *settler) after(full []cell, p *action, s settled) []cell {
	next := slices.Clone(full)
	if p.rule == nil {
		return next
	}
	e := w.expand.env
	copy(e.cells, full)
	w.params = p.params
	for k, a := range p.params {
		e.cells[a.slot] = s.args[k]
	}
	for _, l := range p.rule.transition.Open {
		next[l] = w.smallestLeaf(l, false)
	}
	for i := range p.rule.assigns {
		w.assignAll(&p.rule.assigns[i], full, next)
	}
	for i, l := range w.leaves {
		next[l] = s.state[i]
	}
	for _, a := range p.params {
		e.cells[a.slot] = unset
	}
	return next
}

// assignAll gives the leaves of an assignment their next values.
func (w *settler) assignAll(a *assignment, full, next []cell) {
	e := w.expand.env
	e.need = -1
	if !e.all(a.guards, true) {
		return
	}
	out := e.scratch[:len(a.Leaves)]
	made := a.value(e, out)
	if e.need >= 0 {
		w.fail(errLost)
	}
	for i, l := range a.Leaves {
		if next[l] = full[l]; made {
			next[l] = out[i]
		}
	}
}

// A namer gives strangers the names that witnesses call them by, in the order
// in which they are met.
type namer struct {
	s     *Search
	base  string
	names map[string]string
}

func (n *namer) state(full []cell) map[string]types.Value {
	out := make(map[string]types.Value)
	for i, l := range n.s.model.leaves {
		v := n.named(n.s.tab.valueOf(full[i], l.Type))
		out[l.Var.Name()] = types.WithAt(out[l.Var.Name()], l.Path, v)
	}
	for _, v := range n.s.model.system.Model.Vars {
		if out[v.Name()] == nil {
			out[v.Name()] = types.Object{}
		}
	}
	return out
}

// argument returns a value of an argument with the strangers in it named. A list
// whose members stand in the order of a set keeps to that.
func (n *namer) argument(v types.Value, t types.Type) types.Value {
	named := n.named(v)
	if _, ok := t.(*types.Array); !ok {
		return named
	}
	if set := interp.Conform(v, t); set != nil && types.Equal(set, v) {
		return interp.Conform(named, t)
	}
	return named
}

// named returns a value with the strangers in it named.
func (n *namer) named(v types.Value) types.Value {
	switch v := v.(type) {
	case types.Text:
		if _, ok := strangerIn(string(v)); ok {
			return types.Text(n.name(string(v)))
		}
	case types.List:
		list := make(types.List, len(v))
		for i, m := range v {
			list[i] = n.named(m)
		}
		return list
	case types.Object:
		object := make(types.Object, len(v))
		for i, m := range v {
			object[i] = types.Member{Name: m.Name, Value: n.named(m.Value)}
		}
		return object
	}
	return v
}

func (n *namer) name(stranger string) string {
	if n.base == "" {
		n.base = "new"
		for slices.ContainsFunc(n.s.ranking().texts, func(s string) bool { return strings.HasPrefix(s, n.base) }) {
			n.base += "_"
		}
	}
	if n.names[stranger] == "" {
		n.names[stranger] = system.Numbered(n.base, len(n.names))
	}
	return n.names[stranger]
}
