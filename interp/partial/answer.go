package partial

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/types"
)

// A Fact is what an answer says of the state: a part of it that is tied, or a part
// of post that restricts it.
type Fact struct {
	Expr  ast.Expr    // the tie, or the restriction
	Given types.Value // the part of the answer; nil for a restriction
	Says  *Term       // the condition that the fact is so
	Slots []Slot      // what it looks at, each once
	Wrong bool        // the answer is none that the model knows, whatever the state is

	// Value is what the model says that the answer is, of a tie.
	Value Value
}

// A Slot is a leaf of the state, or a key of one that is a map.
type Slot struct {
	Leaf int
	Key  types.Value // nil for a whole leaf
}

// Same reports whether two slots are the same.
func (x Slot) Same(y Slot) bool {
	return x.Leaf == y.Leaf && types.Equal(x.Key, y.Key)
}

// Meets reports whether two slots have a part in common.
func (x Slot) Meets(y Slot) bool {
	return x.Leaf == y.Leaf && (x.Key == nil || y.Key == nil || types.Equal(x.Key, y.Key))
}

// Name names a slot in messages.
func (x *Model) Name(slot Slot) string {
	name := "`" + x.vars.leaves[slot.Leaf].Name() + "`"
	if slot.Key != nil {
		return name + " of " + slot.Key.String()
	}
	return name
}

// Forget returns the world in which nothing is known of a slot, at a time in words.
func (w *World) Forget(slot Slot, when string) *World {
	out := *w
	out.leaves = slices.Clone(w.leaves)
	l := w.model.vars.leaves[slot.Leaf]
	fresh := w.space.unknownLeaf(l.Name(), l.Type, when)
	if t, ok := l.Type.(*types.Map); ok && slot.Key != nil {
		had := w.leaves[slot.Leaf]
		if had == nil {
			had = w.space.constant(l.In(w.state), l.Type)
		}
		key := w.space.constant(slot.Key, t.Key)
		fresh = w.space.write(had, key, w.space.unknownEntry(fresh, key, t))
	}
	out.leaves[slot.Leaf] = fresh
	return &out
}

// facts returns what the answer of a call says, given the world after it.
func (m *stepping) facts(after *World) (list []Fact) {
	if m.call.Answer == nil {
		return nil
	}
	m.scope.next = make([]*Term, len(m.vars.leaves))
	for leaf, l := range m.vars.leaves {
		if m.scope.next[leaf] = after.leaves[leaf]; m.scope.next[leaf] == nil {
			m.scope.next[leaf] = m.constant(l.In(after.state), l.Type)
		}
	}
	for i := range m.rule.ties {
		t := &m.rule.ties[i]
		given := property.At(m.call.Answer, t.Result.Path)
		if _, null := given.(types.Null); given == nil || null {
			continue // what is missing tells nothing
		}
		f := Fact{Expr: t.Expr, Given: given, Slots: m.slots(t.Value), Value: m.fits(m.term(t.Value), t.Result.Type)}
		value := interp.Conform(given, t.Result.Type)
		if f.Wrong = value == nil; f.Wrong {
			f.Says = m.Truth(false)
		} else {
			f.Says = m.equals(m.valueOf(value, t.Result.Type), f.Value)
		}
		list = append(list, f)
	}
	for _, r := range m.restrictions {
		says := m.told(r.guards, r.holds)
		list = append(list, Fact{Expr: r.holds, Says: says, Slots: m.slots(append(slices.Clip(r.guards), r.holds)...)})
	}
	m.scope.next = nil
	return list
}

// slots returns what expressions look at. A key of a map counts by itself where it
// is known.
func (m *stepping) slots(list ...ast.Expr) (slots []Slot) {
	add := func(s Slot) {
		if !slices.ContainsFunc(slots, s.Same) {
			slots = append(slots, s)
		}
	}
	var visit func(n ast.Node)
	visit = func(n ast.Node) {
		if op, ok := n.(*ast.Op); ok && op.Op == ops.Get {
			if v, _, _ := m.model.place(m.rule.site, op.Args[0], nil); v != nil {
				if key, ok := m.term(op.Args[1]).known(); ok && key != nil {
					add(Slot{m.vars.leaf(v, nil), key})
					return
				}
			}
		}
		if e, ok := n.(ast.Expr); ok {
			if v, path, _ := m.model.place(m.rule.site, e, nil); v != nil {
				for _, leaf := range m.vars.under(v, path) {
					add(Slot{Leaf: leaf})
				}
				return
			}
		}
		for _, child := range ast.Children(n) {
			visit(child)
		}
	}
	for _, e := range list {
		visit(e)
	}
	return slots
}

// part returns a part of the answer, or of a field of it.
func (s *scope) part(p *checker.Param, path []string) Value {
	t := types.TypeAt(p.Type, path)
	if t == nil {
		return s.undefined()
	}
	if s.answer != nil {
		return s.valueOf(interp.Read(types.ValueAt(property.At(s.answer, p.Path), path), t), t)
	}
	if tie := checker.TieOf(s.ties, p); tie != nil {
		return s.at(s.fits(s.term(tie.Value), p.Type), path)
	}
	v, had := s.parts[p]
	if !had {
		about := fmt.Sprintf("the answer of event %d", s.event)
		v = s.unknownOf(p.Type, about)
		v.Def = s.Unknown(types.Bool, about)
		// The part is the same wherever the transition speaks of it.
		s.parts[p] = v
	}
	return s.at(v, path)
}

// seen returns the condition that an answer has shown a leaf, or a key of a map.
func (s *scope) seen(e *ast.SeenExpr) *Term {
	v, ok := s.site.ObjectOf(e).(*checker.Var)
	if !ok {
		return s.no
	}
	shown := Value{Def: s.yes, Term: s.leaf(s.vars.leaf(v, nil), false)}
	if v.Seen.Map {
		return s.contains(shown, s.term(e.Of.(*ast.Op).Args[1]))
	}
	return shown.Term
}
