package search

import (
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// An equality says that a leaf has a value.
type equality struct {
	leaf  int
	value cell
}

func (q equality) holds(e *env) bool { return e.read(q.leaf) == q.value }

// equalities takes apart what equates a variable, or a part of one, with a
// constant: a record is equal to another one if all of its leaves are. It returns
// nothing of what is of another form.
func (b *builder) equalities(t *system.Term) []equality {
	if !t.Is(ops.Equal) || len(t.Args) != 2 {
		return nil
	}
	for i, a := range t.Args {
		if constant := t.Args[1-i]; a.Kind == system.Before && len(constant.Reads) == 0 {
			return b.equal(a.Leaves, len(a.Path), b.site.Value(constant.Expr, interp.Environment{}))
		}
	}
	return nil
}

// equal returns what each of some leaves has to be, from what all of them are
// together, behind so many fields.
func (b *builder) equal(leaves []int, depth int, v types.Value) []equality {
	var list []equality
	for _, l := range leaves {
		leaf := b.m.leaves[l]
		if part := types.ValueAt(v, leaf.Path[depth:]); part != nil {
			if part = interp.Conform(part, leaf.Type); part != nil {
				if c, fits := b.tab.cellOf(part, leaf.Type); fits {
					list = append(list, equality{l, c})
				}
			}
		}
	}
	if len(list) < len(leaves) {
		return nil
	}
	return list
}

// together is the code of equalities that hold together.
func together(list []equality) cond {
	if len(list) == 1 {
		return list[0].holds
	}
	conds := make([]cond, len(list))
	for i, q := range list {
		conds[i] = q.holds
	}
	return func(e *env) bool { return e.all(conds, true) }
}
