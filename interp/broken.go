package interp

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A Kind says what kind of rule was broken.
type Kind int

const (
	Pre      Kind = iota // a clause of pre
	Implicit             // that an assigned value is there and in its type
	Post                 // a clause of post
	Frame                // that what post does not mention keeps its value
	Domain               // that each variable has a value of its type
	Answered             // that the answer is what the model says
)

// String returns "pre", "implicit", "post", "frame", "domain" or "answer".
func (k Kind) String() string {
	return [...]string{"pre", "implicit", "post", "frame", "domain", "answer"}[k]
}

// A Broken is a rule of a model that did not hold.
type Broken struct {
	Kind       Kind
	Transition *checker.Transition // nil where a tool has none, so that the whole state is its frame
	Expr       ast.Expr            // the clause, the assignment of an Implicit, or the tie of an Answered, if it has one; nil for Frame and Domain
	Leaf       string              // the target of an Implicit, the leaf of a Frame, both as `v` or `r.f`; the name of the result of an Answered
	Why        string              // of Implicit, Domain and Answered: what is wrong with the value
	Values     []Operand           // what occurs in the clause, or in the assigned value, in source order

	file   *ast.File
	reason func() string // of Pre and Post
}

// Span returns the place of the clause or the assignment in the model's file;
// for Frame and Domain that of the transition's name.
func (b Broken) Span() source.Span {
	if b.Transition == nil {
		return source.Span{}
	}
	at := b.Transition.Declared()
	if b.Expr != nil {
		at = b.Transition.Unit.Span(b.Expr)
	}
	return b.file.Tree.Resolve(at)
}

// Text returns the source of the clause or the assignment on one line; "" for
// Frame and Domain.
func (b Broken) Text() string {
	if b.Expr == nil {
		return ""
	}
	return b.Transition.Unit.Compact(b.Expr)
}

// An Operand is a variable, a constant, an argument, a field of one of them, or a
// number that is computed from a collection, in an expression.
type Operand struct {
	Text  string      // its source
	Value types.Value // nil where it is undefined
}

// operands returns the operands in expressions, each once.
func (s *scope) operands(list ...ast.Expr) []Operand {
	var found []Operand
	for _, e := range operandsIn(list...) {
		if s.unbound(e) {
			continue
		}
		found = append(found, Operand{Text: ast.Source(e), Value: s.term(e)})
	}
	return found
}

// operandsIn returns the expressions that are operands in expressions, each text
// once. Of a map from which a key is read, only the key counts.
func operandsIn(list ...ast.Expr) (found []ast.Expr) {
	seen := make(map[string]bool)
	var visit func(ast.Node) bool
	visit = func(n ast.Node) bool {
		x, ok := n.(ast.Expr)
		if !ok || !isOperand(x) {
			return true
		}
		if text := ast.Source(x); !seen[text] {
			seen[text] = true
			found = append(found, x)
		}
		if key := keyRead(x); key != nil {
			ast.Inspect(key, visit)
		}
		return false
	}
	for _, e := range list {
		ast.Inspect(e, visit)
	}
	return found
}

func isOperand(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ref, *ast.ParamRef, *ast.ResultRef, *ast.SeenExpr, *ast.NextRef:
		return true
	case *ast.FieldExpr:
		return isOperand(e.Record)
	}
	if isMeasure(e) {
		return true
	}
	return keyRead(e) != nil && isOperand(e.(*ast.Op).Args[0])
}

// isMeasure reports whether an expression is a number that is computed from a
// collection.
func isMeasure(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Op:
		return e.Op.Family() == ops.Measure
	case *ast.Quantified:
		return e.Op.Info().Result == ops.Number
	}
	return false
}

// unbound reports whether an expression has a value only inside of a quantifier.
func (s *scope) unbound(e ast.Expr) bool {
	own := make(map[checker.Object]bool)
	for b := range ast.Each[*ast.Binder](e) {
		for _, name := range b.Names {
			own[s.objectOf(name)] = true
		}
	}
	return ast.Any(e, func(ref *ast.Ref) bool {
		b, ok := s.objectOf(ref).(*checker.Bound)
		return ok && !own[b] && !s.bound.has(b)
	})
}

// keyRead returns the key of a map that an expression reads, nil for others.
func keyRead(e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.Op:
		if e.Op == ops.Get {
			return e.Args[1]
		}
	case *ast.FieldExpr:
		return keyRead(e.Record)
	}
	return nil
}

// Pre returns the preconditions that a call breaks in a state: clauses of
// `pre` in source order, then implicit ones in source order. There are none of
// a tool that has no transition. The call need not be normalised.
func (x *Machine) Pre(s State, c tool.Call) []Broken {
	r := x.rules[c.Tool]
	if r == nil {
		return nil
	}
	sc := x.scope(r, s, x.normalised(c))
	var list []Broken
	for _, e := range r.pre {
		if !sc.truth(e) {
			list = append(list, x.broken(r, sc, Broken{Kind: Pre, Expr: e}, e))
		}
	}
	byKey := withoutEffects(r.keyed(sc))
	wrongKeys := brokenKeys(byKey)
	for i := range r.assignments {
		a := &r.assignments[i]
		if a.Effect {
			continue // agents do not choose answers
		}
		b := Broken{Kind: Implicit, Expr: a.Expr, Leaf: sc.target(a)}
		if k, wrong := wrongKeys[a.Expr]; wrong {
			b.Why = sc.whyUnmade(k, byKey)
			list = append(list, x.broken(r, sc, b, a.Key, a.Value))
		} else if value, ok := sc.assigns(a); ok && value == nil {
			b.Why = sc.whyNot(a)
			list = append(list, x.broken(r, sc, b, a.Value))
		}
	}
	return list
}

// broken completes a Broken with the values in expressions.
func (x *Machine) broken(r *rule, sc *scope, b Broken, in ...ast.Expr) Broken {
	b.Transition, b.file = r.transition, x.model.File
	b.Values = sc.operands(in...)
	if b.Kind == Pre || b.Kind == Post {
		b.reason = func() string { return sc.reason(in[0]) }
	}
	return b
}

// assigns returns the value that an assignment gives its target, in the form
// of the target's type; nil if it is undefined or out of range. It is not ok
// if one of the guards does not hold.
func (s *scope) assigns(a *checker.Assignment) (value types.Value, ok bool) {
	for _, g := range a.Guards {
		if !s.truth(g) {
			return nil, false
		}
	}
	return within(s.term(a.Value), a.Type()), true
}

// unassignable returns the assignments that the call should make and cannot.
func (r *rule) unassignable(s *scope) map[*ast.Op]*checker.Assignment {
	var kept map[*ast.Op]*checker.Assignment
	for i := range r.assignments {
		a := &r.assignments[i]
		// Assignments of keys are looked at together below, since two may meet on one key.
		if value, ok := s.assigns(a); !ok || value != nil || a.Key != nil {
			continue
		}
		if kept == nil {
			kept = make(map[*ast.Op]*checker.Assignment)
		}
		kept[a.Expr] = a
	}
	for _, a := range unmade(r.keyed(s)) {
		if kept == nil {
			kept = make(map[*ast.Op]*checker.Assignment)
		}
		kept[a.Expr] = a.Assignment
	}
	return kept
}

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
		answer = noAnswer
	}
	broken, _ := x.after(s, c, next, answer, true)
	return broken
}

// noAnswer is the whole answer of a call without results.
var noAnswer types.Value = types.Object{}

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
		one := sc
		// Reasons are computed later, so each choice has a scope of its own.
		if len(choices) > 1 {
			one = new(scope)
			*one = *sc
		}
		one.chosen = chosen
		one.kept = r.unassignable(one)
		list := x.failing(r, one)
		if i == 0 || len(list) < len(broken) {
			broken = list
		}
		if len(list) == 0 {
			complete = true
			break
		}
	}
	frames := x.frames(r, s, next)
	// A broken frame, or a clause that reads no answer, does not rest on a guess.
	complete = complete || len(frames) > 0 || slices.ContainsFunc(broken, whateverAnswer)
	return append(broken, frames...), complete
}

// whateverAnswer reports whether a rule is a clause that reads no answer.
func whateverAnswer(b Broken) bool {
	return b.Expr != nil && !ast.Has[*ast.ResultRef](b.Expr)
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
