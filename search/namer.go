package search

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/types"
)

// A namer gives strangers the names that witnesses call them by, in the order
// in which they are met.
type namer struct {
	s     *Search
	base  string
	names map[string]string
}

// A rendered is a state as traces have it, which is the same in all of them: it has no strangers.
type rendered struct {
	cells []cell
	state map[string]types.Value
}

// mostRendered is how many states are kept for other traces of the case: they mostly begin alike.
const mostRendered = 8

// state returns a state as a trace has it. It is not to be changed.
func (n *namer) state(full []cell) map[string]types.Value {
	for i := range n.s.rendered {
		if r := &n.s.rendered[i]; slices.Equal(r.cells, full) {
			return r.state
		}
	}
	out := n.render(full)
	if n.names == nil && len(n.s.rendered) < mostRendered {
		n.s.rendered = append(n.s.rendered, rendered{slices.Clone(full), out})
	}
	return out
}

func (n *namer) render(full []cell) map[string]types.Value {
	out := make(map[string]types.Value, len(n.s.model.leaves))
	for i, l := range n.s.model.leaves {
		v := n.named(n.s.tab.valueOf(full[i], l.Type))
		if name := l.Var.Name(); len(l.Path) == 0 {
			out[name] = v
		} else {
			out[name] = types.WithAt(out[name], l.Path, v)
		}
	}
	if len(out) == len(n.s.model.system.Model.State()) {
		return out
	}
	// A variable without leaves is in the state all the same: it is a record without fields.
	for _, v := range n.s.model.system.Model.State() {
		if out[v.Name()] == nil {
			out[v.Name()] = types.Object{}
		}
	}
	return out
}

// argument returns a value of an argument with the strangers in it named. A list
// whose members are in the order of a set keeps to that, unless positions matter.
func (n *namer) argument(v types.Value, p *param) types.Value {
	named := n.named(v)
	if _, ok := p.typ.(*types.Array); !ok || p.Lists > 0 {
		return named
	}
	if set := interp.Conform(v, p.typ); set != nil && types.Equal(set, v) {
		// The names sort otherwise than the strangers, so the set is put in order again.
		return interp.Conform(named, p.typ)
	}
	return named
}

// named returns a value with the strangers in it named.
func (n *namer) named(v types.Value) types.Value {
	switch v := v.(type) {
	case types.Text:
		// Only strings that the search has made up need another name.
		if _, ok := strangerIn(string(v)); ok || n.s.invented[string(v)] {
			return types.Text(n.name(string(v)))
		}
	case types.List:
		list := make(types.List, len(v))
		for i, m := range v {
			list[i] = n.named(m)
		}
		return list
	case types.Dict:
		return n.namedDict(v)
	case types.Object:
		object := make(types.Object, len(v))
		for i, m := range v {
			object[i] = types.Member{Name: m.Name, Value: n.named(m.Value)}
		}
		return object
	}
	return v
}

// given reports whether a string occurs, or is the name of another one.
func (n *namer) given(s string) bool {
	occurs := n.s.occurs(s)
	for _, name := range n.names {
		occurs = occurs || name == s
	}
	return occurs
}

func (n *namer) name(stranger string) string {
	name, had := n.names[stranger]
	if !had {
		name = n.newName(stranger)
		if n.names == nil {
			n.names = make(map[string]string)
		}
		n.names[stranger] = name
	}
	return name
}

// newName returns a name for a stranger that has none. It may be "".
func (n *namer) newName(stranger string) string {
	if texts := n.s.scenario.Texts; texts != nil {
		// The name has to match the same patterns of `like` as the stranger.
		return texts.Fresh(texts.Class(stranger), n.given)
	}
	if n.base == "" {
		n.base = "new"
		// No string of the case begins with the base, so no numbered name can clash.
		for slices.ContainsFunc(n.s.ranking().texts, func(s string) bool { return strings.HasPrefix(s, n.base) }) {
			n.base += "_"
		}
	}
	return system.Numbered(n.base, len(n.names))
}

// namedDict returns a map with the strangers in it named.
func (n *namer) namedDict(d types.Dict) types.Dict {
	list := make([]types.Entry, len(d))
	for i, e := range d {
		list[i] = types.Entry{Key: n.named(e.Key), Value: n.named(e.Value)}
	}
	return types.NewDict(list)
}
