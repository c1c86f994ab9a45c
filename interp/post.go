package interp

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/tool"
)

// Post returns what keeps next from being a state after the call: clauses of
// `post` in source order, then frames in order of declaration; nothing if next
// is possible. It does not look at preconditions. If next is no state of the
// model, the one Broken of kind Domain says why; otherwise it need not be
// canonical.
func (x *Machine) Post(s State, c tool.Call, next State) []Broken {
	r := x.rules[c.Tool]
	next, err := x.Canonical(next)
	if err != nil {
		b := Broken{Kind: Domain, Why: err.Error(), file: x.model.File}
		if r != nil {
			b.Transition = r.transition
		}
		return []Broken{b}
	}
	if r == nil {
		return x.frames(nil, s, next)
	}
	sc := x.scope(r, s, x.normalised(c))
	sc.kept, sc.next = r.unassignable(sc), next
	var list []Broken
	for _, e := range r.post {
		if !sc.truth(e) {
			list = append(list, x.broken(r, sc, Broken{Kind: Post, Expr: e}, e))
		}
	}
	return append(append(list, x.keyFrames(r, sc)...), x.frames(r, s, next)...)
}

// frames returns the leaves that have another value next although nothing
// says so. Without a rule, nothing says anything.
func (x *Machine) frames(r *rule, s, next State) []Broken {
	var list []Broken
	for i, l := range x.leaves {
		if r != nil && slices.Contains(r.open, i) {
			continue
		}
		before, after := l.In(s), l.In(next)
		if compare(before, after) == 0 {
			continue
		}
		b := Broken{Kind: Frame, Leaf: l.Name(), file: x.model.File}
		b.Values = []Operand{{nowText(l), before}, {nextText(l), after}}
		if r != nil {
			b.Transition = r.transition
		}
		list = append(list, b)
	}
	return list
}

// nowText and nextText write the leaf as an expression.
func nowText(l system.Leaf) string  { return fieldText(l.Var.Name(), l.Path) }
func nextText(l system.Leaf) string { return fieldText("(next "+l.Var.Name()+")", l.Path) }

func fieldText(text string, path []string) string {
	for _, f := range path {
		text = "(field " + text + " " + f + ")"
	}
	return text
}
