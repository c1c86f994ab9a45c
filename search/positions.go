package search

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A list argument whose positions matter has as values the lists of so many members as
// are enough (see system.Parameter), or else of as many as questions look at. A string
// that occurs nowhere may be at several positions, the same or another one at each:
// the n-th that a list has is the n-th stranger, since they can be exchanged for
// each other. Where order does not matter, members are in the order of preference.

// positioned lists the lists of an argument whose positions matter.
func (v *values) positioned(t *types.Array) ([]types.Value, error) {
	p := v.param
	g := &lister{most: p.Enough, distinct: true, sorted: !p.Paired && len(p.Pins) == 0}
	n, all := system.Positions(p.Schema)
	if g.most == 0 || g.most > n {
		g.most, g.distinct = n, false
		if v.d.x.approximate && !all {
			return nil, cannot("%s may have longer lists", v.name())
		}
		// Longer lists are left out, so nothing is proved for traces of every length.
		v.d.cut = v.d.cut || !all
	}
	var inner []types.Value
	for _, pin := range p.Pins {
		if list, ok := pin.(types.List); ok {
			inner = append(inner, list...)
			g.most = max(g.most, len(list))
		}
	}
	var err error
	if g.items, err = v.items(t, system.ItemsOf(p.Schema), inner); err != nil {
		return nil, err
	}
	if v.d.group(textsAt(v.place)).alike {
		return nil, cannot("%s is a list of strings that patterns tell apart", v.name()).or("list the members in the schema: an `enum` of `items`")
	}
	g.tab, g.taken = v.d.x.search.tab, v.d.texts(v.d.group(textsAt(v.place)))
	if !g.extend(types.List{}, 0, 0) {
		return nil, cannot("%s may have more than %d lists", v.name(), mostValues).or("list the members in the schema: an `enum` of few `items`")
	}
	slices.SortStableFunc(g.lists, v.beforeList(t, p.Schema, p.Pins, p.Lists))
	return v.accepted(g.lists, p.Schema), nil
}

// items returns what may be at a position.
func (v *values) items(t *types.Array, s *tool.Schema, pins []types.Value) ([]types.Value, error) {
	inner := *v
	inner.within++
	list, err := inner.list(t.Elem, s, pins)
	v.varies = v.varies || inner.varies
	if err != nil {
		return nil, err
	}
	if s != nil && s.Nullable && !slices.Contains(list, types.Value(types.Null{})) {
		list = append(list, types.Null{})
	}
	return list, nil
}

// A lister makes lists of items.
type lister struct {
	tab      *table
	items    []types.Value
	taken    []cell // strings that occur somewhere
	most     int    // members
	sorted   bool   // order does not matter
	distinct bool   // nor does it matter how often a member is there, where order does not
	lists    []types.Value
}

// extend adds a list that ends with the item before from, and all that begin with it.
// So many strangers are in it that occur nowhere else. It reports false if the lists
// are too many.
func (g *lister) extend(list types.List, from, strangers int) bool {
	if len(g.lists) >= mostValues {
		return false
	}
	g.lists = append(g.lists, list)
	if len(list) == g.most {
		return true
	}
	// Where order matters, each position may have every item.
	if !g.sorted {
		from = 0
	}
	for i := from; i < len(g.items); i++ {
		// A repeated item would make no difference here, but a stranger may recur under another name.
		next := i
		if _, fresh := g.fresh(g.items[i], 0); g.sorted && g.distinct && !fresh {
			next++
		}
		// Each stranger that is in the list may recur, or one more comes in.
		for k := 0; k <= strangers; k++ {
			item, fresh := g.fresh(g.items[i], k)
			if !fresh && k > 0 {
				break
			}
			now := strangers
			if fresh && k == strangers {
				now++
			}
			if !g.extend(append(slices.Clip(list), item), next, now) {
				return false
			}
		}
	}
	return true
}

// fresh returns an item with the k-th stranger of those that occur nowhere in the
// place of the one in it. It reports false if there is none in it.
func (g *lister) fresh(item types.Value, k int) (types.Value, bool) {
	return renamed(item, func(s string) (string, bool) {
		if _, strange := strangerIn(s); !strange || slices.Contains(g.taken, g.tab.text(s)) {
			return s, false
		}
		for i := 0; ; i++ {
			if c := g.tab.stranger(i); !slices.Contains(g.taken, c) {
				if k == 0 {
					return string(g.tab.value(c).(types.Text)), true
				}
				k--
			}
		}
	})
}

// renamed returns a value in which strings have other names, and whether any has.
func renamed(v types.Value, name func(string) (string, bool)) (types.Value, bool) {
	switch v := v.(type) {
	case types.Text:
		s, changed := name(string(v))
		return types.Text(s), changed
	case types.List:
		out, any := make(types.List, len(v)), false
		for i, m := range v {
			x, changed := renamed(m, name)
			out[i], any = x, any || changed
		}
		return out, any
	case types.Object:
		out, any := make(types.Object, len(v)), false
		for i, m := range v {
			x, changed := renamed(m.Value, name)
			out[i], any = types.Member{Name: m.Name, Value: x}, any || changed
		}
		return out, any
	}
	return v, false
}
