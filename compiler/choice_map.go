package compiler

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/lang/types"
)

// mapping wants a map with few keys and small values. Of few keys each is rather
// not there, in their order. Of many, those that the formula mentions are counted,
// as the members of a set are (see set), and what they have is added up, so that
// the order in which the formula mentions them tells no two maps apart but such as
// have the same sums.
func (c *chooser) mapping(s *symbol, t *types.Map) {
	keys, few := fewKeys(t)
	if few {
		width := len(s.bits) / len(keys)
		for i := range keys {
			row := s.bits[i*width : (i+1)*width]
			c.rather(c.e.Not(row[0]))
			c.symbol(c.e.celled(row[1:], t.Value))
		}
		return
	}
	c.maps = append(c.maps, s)
	before, showing := c.probes(t.Key)
	each := c.countedKeys(s, t, before, nil)
	c.list = append(c.list, Choice{Nearest: c.adding(each)})
	c.keySums(each, before)
	for i := range cellSorts(t.Value) {
		c.cellSums(s, t, i, each, before)
	}
	for _, p := range append(before, showing...) {
		c.values = append(c.values, c.entry(s, t, p)...)
	}
	if len(showing) > 0 {
		c.late = append(c.late, Choice{Nearest: c.adding(c.countedKeys(s, t, showing, before))})
	}
}

// countedKeys says of each of some probes whether it is a key of a map that is
// neither before it in the list nor among those before.
func (c *chooser) countedKeys(s *symbol, t *types.Map, list, before []probe) []*smt.Term {
	before = slices.Clone(before)
	var each []*smt.Term
	for _, p := range list {
		in, _ := c.e.at(s, t, p.row[0])
		all := []*smt.Term{in, c.e.isValue(p.at, t.Key)}
		for _, q := range before {
			all = append(all, c.e.Not(c.e.And(c.e.isValue(q.at, t.Key), c.e.Eq(p.row[0], q.row[0]))))
		}
		each = append(each, c.e.And(all...))
		before = append(before, p)
	}
	return each
}

// keySums wants the keys of a map that has some to come to little.
func (c *chooser) keySums(each []*smt.Term, list []probe) {
	if any := c.e.Or(each...); !any.IsFalse() {
		sum := []*smt.Term{c.e.Int(0)}
		for k, p := range list {
			sum = append(sum, c.e.Ite(each[k], p.row[0], c.e.Int(0)))
		}
		c.list = append(c.list, Choice{Nearest: c.e.Add(sum...), If: any})
	}
}

// cellSums wants what the keys have in a part of their values to be little: few
// that is not blank, and then as near to it as can be, all together.
func (c *chooser) cellSums(s *symbol, t *types.Map, part int, each []*smt.Term, list []probe) {
	// A cell that is an array has no size.
	sort := cellSorts(t.Value)[part]
	if !scalarSort(sort) || c.e.Or(each...).IsFalse() {
		return
	}
	blank := c.e.blank(t.Value)[part]
	var other []*smt.Term
	zero := c.e.Int(0)
	if sort == smt.Real {
		zero = c.e.ToSort(zero, sort)
	}
	sum := []*smt.Term{zero}
	for k, p := range list {
		_, cells := c.e.at(s, t, p.row[0])
		x := cells[part]
		other = append(other, c.e.And(each[k], c.e.Not(c.e.Eq(x, blank))))
		if sort != smt.Bool {
			size := c.e.Ite(c.e.Lt(x, zero), c.e.Neg(x), x)
			sum = append(sum, c.e.Ite(each[k], size, zero))
		}
	}
	any := c.e.Or(each...)
	c.list = append(c.list, Choice{Nearest: c.adding(other), If: any})
	if sort != smt.Bool {
		c.list = append(c.list, Choice{Nearest: c.e.Add(sum...), If: any})
	}
}

func scalarSort(s smt.Sort) bool {
	_, array := s.(smt.Array)
	return !array
}

// entry prefers a small value for a key that is there. That comes after all
// else: which key it is must not depend on it. The key says in which order the values are settled, since the order in
// which the formula mentions the keys is an accident.
func (c *chooser) entry(s *symbol, t *types.Map, p probe) []Choice {
	in, cells := c.e.at(s, t, p.row[0])
	if in.IsFalse() {
		return nil
	}
	list := c.apart(c.e.celled(cells, t.Value), in)
	for i := range list {
		list[i].Key = p.row[0]
	}
	return list
}
