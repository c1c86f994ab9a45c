package compiler

import (
	"math/big"
	"slices"

	"github.com/mantrac/mantrac/compiler/smt"
)

// fewValues is up to how many values of a leaf are told apart.
const fewValues = 8

// values are what a term may be in states that calls lead to from the initial
// one: a few constants, or anything.
type values struct {
	any  bool
	list []*smt.Term
}

var anything = values{any: true}

func (v values) has(t *smt.Term) bool { return v.any || slices.Contains(v.list, t) }

// with returns the values of both; too many are any.
func (v values) with(w values) values {
	if v.any || w.any {
		return anything
	}
	list := slices.Clone(v.list)
	for _, t := range w.list {
		if !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	if len(list) > fewValues {
		return anything
	}
	return values{list: list}
}

// A reach is what the terms for the leaves may be. It begins with what the case
// says of the initial state and grows by what tools assign, until nothing is
// new: then it holds what the leaves are in every state of every trace. A tool
// whose preconditions have to hold is left aside as long as one of them is
// false whatever its operands are of these values; one that is left aside to
// the end is called in no trace. Operands are taken one by one, not together,
// so that more values may seem possible than are, and never fewer.
type reach struct {
	b    *smt.Builder
	of   map[*smt.Term]values // of constants of the survey
	memo map[*smt.Term]values
}

// dead returns the tools that no trace calls, of those whose preconditions have
// to hold, and for each leaf whether it keeps its initial value, which is known,
// in every trace.
func (p *survey) dead(moves []*surveyed, strict func(j int) bool) (dead []bool, constant []bool) {
	r := &reach{b: p.e.Builder, of: make(map[*smt.Term]values)}
	initial := p.e.initial(p.sc)
	for i := range p.leaves {
		for k, t := range p.now[i].terms() {
			r.of[t] = anything
			if s := initial[i]; s != nil && s.terms()[k].Sort() == t.Sort() && len(s.terms()[k].Args()) == 0 {
				r.of[t] = values{list: []*smt.Term{s.terms()[k]}}
			}
		}
	}
	dead = make([]bool, len(moves))
	for again := true; again; {
		again = false
		r.memo = make(map[*smt.Term]values)
		for j, m := range moves {
			dead[j] = m != nil && strict(j) && slices.ContainsFunc(m.conds, func(c *smt.Term) bool { return !r.values(c).has(r.b.Bool(true)) })
			if m == nil || dead[j] {
				continue
			}
			for i := range p.leaves {
				if o, ok := m.outcomes[i]; ok && r.write(p.now[i].terms(), o) {
					again = true
				}
			}
		}
	}
	constant = make([]bool, len(p.leaves))
	for i := range p.leaves {
		constant[i] = initial[i] != nil && !slices.ContainsFunc(p.now[i].terms(), func(t *smt.Term) bool {
			return r.of[t].any || len(r.of[t].list) != 1
		})
	}
	return dead, constant
}

// write adds what an outcome makes of a leaf, and reports whether any of it is
// new.
func (r *reach) write(terms []*smt.Term, o outcome) (grown bool) {
	open := r.values(o.open).has(r.b.Bool(true))
	for k, t := range terms {
		had := r.of[t]
		now := anything
		if !open && o.value != nil {
			now = had.with(r.values(o.value.terms()[k]))
		}
		if now.any != had.any || len(now.list) != len(had.list) {
			r.of[t] = now
			grown = true
		}
	}
	return grown
}

// values returns what a term may be.
func (r *reach) values(t *smt.Term) values {
	if v, ok := r.memo[t]; ok {
		return v
	}
	v := r.compute(t)
	r.memo[t] = v
	return v
}

func (r *reach) compute(t *smt.Term) values {
	args := t.Args()
	switch t.Op() {
	case smt.Truth, smt.Number:
		return values{list: []*smt.Term{t}}
	case smt.Var:
		if v, ok := r.of[t]; ok {
			return v
		}
	case smt.Not:
		v := r.values(args[0])
		return r.truths(v.has(r.b.Bool(false)), v.has(r.b.Bool(true)))
	case smt.And, smt.Or:
		return r.junction(t)
	case smt.Implies:
		p, q := r.values(args[0]), r.values(args[1])
		return r.truths(p.has(r.b.Bool(false)) || q.has(r.b.Bool(true)), p.has(r.b.Bool(true)) && q.has(r.b.Bool(false)))
	case smt.Ite:
		return r.ite(args)
	case smt.Eq:
		return r.pairs(args, r.b.Eq)
	case smt.Le:
		return r.pairs(args, r.b.Le)
	case smt.Lt:
		return r.pairs(args, r.b.Lt)
	case smt.Add:
		return r.folded(args, func(x, y *smt.Term) *smt.Term { return r.b.Add(x, y) })
	case smt.Mul:
		return r.folded(args, func(x, y *smt.Term) *smt.Term { return r.b.Mul(x, y) })
	case smt.ToReal:
		return r.mapped(r.values(args[0]), func(x *smt.Term) *smt.Term { return r.b.Number(new(big.Rat).Set(x.Rat()), smt.Real) })
	}
	return anything
}

// truths are the truth values that are possible.
func (r *reach) truths(yes, no bool) values {
	switch {
	case yes && no:
		return anything
	case yes:
		return values{list: []*smt.Term{r.b.Bool(true)}}
	}
	return values{list: []*smt.Term{r.b.Bool(false)}}
}

func (r *reach) junction(t *smt.Term) values {
	neutral := r.b.Bool(t.Op() == smt.And)
	absorbed, left := false, true
	for _, a := range t.Args() {
		v := r.values(a)
		absorbed = absorbed || v.has(r.b.Not(neutral))
		left = left && v.has(neutral)
	}
	if neutral.IsTrue() {
		return r.truths(left, absorbed)
	}
	return r.truths(absorbed, left)
}

func (r *reach) ite(args []*smt.Term) values {
	c := r.values(args[0])
	out := values{}
	if c.has(r.b.Bool(true)) {
		out = out.with(r.values(args[1]))
	}
	if c.has(r.b.Bool(false)) {
		out = out.with(r.values(args[2]))
	}
	return out
}

// pairs returns what an operation on two operands may be, which folds
// constants.
func (r *reach) pairs(args []*smt.Term, op func(x, y *smt.Term) *smt.Term) values {
	v, w := r.values(args[0]), r.values(args[1])
	if v.any || w.any {
		return anything
	}
	out := values{}
	for _, x := range v.list {
		for _, y := range w.list {
			out = out.with(values{list: []*smt.Term{op(x, y)}})
		}
	}
	return out
}

func (r *reach) folded(args []*smt.Term, op func(x, y *smt.Term) *smt.Term) values {
	out := r.values(args[0])
	for _, a := range args[1:] {
		v := r.values(a)
		if out.any || v.any {
			return anything
		}
		next := values{}
		for _, x := range out.list {
			next = next.with(r.mapped(v, func(y *smt.Term) *smt.Term { return op(x, y) }))
		}
		out = next
	}
	return out
}

func (r *reach) mapped(v values, op func(*smt.Term) *smt.Term) values {
	if v.any {
		return v
	}
	out := values{}
	for _, x := range v.list {
		out = out.with(values{list: []*smt.Term{op(x)}})
	}
	return out
}
