package interp

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// Post returns what keeps next from being a state after the call: clauses of
// `post` in source order, then frames in order of declaration; nothing if next
// is possible. It does not look at preconditions. If next is no state of the
// model, the one Broken of kind Domain says why; otherwise it need not be
// canonical.
//
// What the call answers is not known: next is possible if it is with some answer.
// complete says that what is returned does not rest on answers that were only
// guessed. Where it is false, next is not possible with those, and may be with
// another one.
func (x *Machine) Post(s State, c tool.Call, next State) (broken []Broken, complete bool) {
	return x.after(s, c, next, nil, false)
}

// PostAnswered is [Machine.Post] of a call whose answer is on record: what the
// answer contradicts comes after the clauses, and what it lacks tells nothing. The
// answer is JSON, and a string if it is none; nil is one that is not known.
func (x *Machine) PostAnswered(s State, c tool.Call, answer types.Value, next State) (broken []Broken, complete bool) {
	return x.after(s, c, next, answer, false)
}

// PostWhole is [Machine.Post] of a call whose whole answer is known, as it is in a
// witness: what the answer lacks is undefined. The answer of a call without results
// may be nil.
func (x *Machine) PostWhole(s State, c tool.Call, answer types.Value, next State) []Broken {
	if answer == nil {
		answer = types.Object{}
	}
	broken, _ := x.after(s, c, next, answer, true)
	return broken
}

func (x *Machine) after(s State, c tool.Call, next State, answer types.Value, whole bool) (broken []Broken, complete bool) {
	r := x.rules[c.Tool]
	next, err := x.Canonical(next)
	if err != nil {
		b := Broken{Kind: Domain, Why: err.Error(), file: x.model.File}
		if r != nil {
			b.Transition = r.transition
		}
		return []Broken{b}, true
	}
	if r == nil {
		return x.frames(nil, s, next), true
	}
	sc := x.scope(r, s, x.normalised(c))
	sc.answer, sc.whole, sc.next = answer, whole, next
	choices, complete := x.choices(r, sc)
	for i, chosen := range choices {
		one := *sc
		one.chosen = chosen
		one.kept = r.unassignable(&one)
		list := x.failing(r, &one)
		if i == 0 || len(list) < len(broken) {
			broken = list
		}
		if len(list) == 0 {
			complete = true
			break
		}
	}
	frames := x.frames(r, s, next)
	complete = complete || len(frames) > 0 || slices.ContainsFunc(broken, whateverAnswer)
	return append(broken, frames...), complete
}

// whateverAnswer reports whether a rule is a clause that reads no answer.
func whateverAnswer(b Broken) bool {
	if b.Expr == nil {
		return false
	}
	for range ast.Each[*ast.ResultRef](b.Expr) {
		return false
	}
	return true
}

// failing returns the clauses of post that do not hold, and what the answer
// contradicts.
func (x *Machine) failing(r *rule, sc *scope) []Broken {
	var list []Broken
	for _, e := range r.post {
		if !sc.clause(r, e) {
			list = append(list, x.broken(r, sc, Broken{Kind: Post, Expr: e}, e))
		}
	}
	return append(append(list, x.keyFrames(r, sc)...), x.contradictions(r, sc)...)
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
