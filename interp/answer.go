package interp

import (
	"maps"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A Verdict says how a part of an answer goes with a model.
type Verdict int

const (
	Untold      Verdict = iota // no tie says what it is
	Agrees                     // it is the value of its tie, or both are missing
	Lacks                      // the answer lacks it, and the tie has a value: it tells nothing
	Contradicts                // it is another value than that of its tie, or its tie has none
	Mistyped                   // it is no value of the result's type, which contradicts the model
)

// String returns "untold", "agrees", "lacks", "contradicts" or "mistyped".
func (v Verdict) String() string {
	return [...]string{"untold", "agrees", "lacks", "contradicts", "mistyped"}[v]
}

// A Fact is what an answer says by one result of a transition, and what the
// model says of it in a state.
type Fact struct {
	Result *checker.Param
	Tie    *checker.Tie // nil if it has none
	Given  types.Value  // as it is in the answer; nil if it is missing or null
	Value  types.Value  // of the tie; nil if it has none, or is undefined
	Verdict
}

// Facts holds the answer of a call against the results of its transition, in
// their order. s is the state before the call, and next that after it, which may
// be nil if no tie reads it. The answer is JSON, and a string if it is none.
func (x *Machine) Facts(s State, c tool.Call, next State, answer types.Value) []Fact {
	r := x.rules[c.Tool]
	if r == nil {
		return nil
	}
	sc := x.scope(r, s, x.normalised(c))
	sc.next, sc.answer = next, answer
	return sc.facts(r.transition)
}

func (s *scope) facts(t *checker.Transition) []Fact {
	var list []Fact
	for _, p := range t.Results {
		f := Fact{Result: p, Tie: s.ties[p], Given: given(s.answer, p)}
		if f.Tie != nil {
			f.Value = s.tied(f.Tie)
		}
		f.Verdict = f.judge()
		list = append(list, f)
	}
	return list
}

func (f *Fact) judge() Verdict {
	value := conform(f.Given, f.Result.Type)
	switch {
	case mistyped(f.Given, f.Result.Type):
		return Mistyped
	case f.Tie == nil:
		return Untold
	case f.Given == nil && f.Value == nil:
		return Agrees
	case f.Given == nil:
		return Lacks
	case f.Value != nil && equal(value, f.Value):
		return Agrees
	}
	return Contradicts
}

// given returns a part of an answer; nil if it is missing or null.
func given(answer types.Value, p *checker.Param) types.Value {
	v := property.At(answer, p.Path)
	if v == (types.Null{}) {
		return nil
	}
	return v
}

// mistyped reports whether a JSON value has a part that is none of its type. That
// a part is missing or null makes it undefined and is no contradiction.
func mistyped(v types.Value, t types.Type) bool {
	if v == nil || v == (types.Null{}) {
		return false
	}
	switch t := t.(type) {
	case *types.Record:
		o, ok := v.(types.Object)
		return !ok || slices.ContainsFunc(t.Fields, func(f types.Field) bool {
			part, _ := o.Get(f.Name)
			return mistyped(part, f.Type)
		})
	case *types.Array:
		l, ok := v.(types.List)
		return !ok || slices.ContainsFunc(l, func(m types.Value) bool { return mistyped(m, t.Elem) })
	}
	return conform(v, t) == nil
}

// Answer returns what the ties of a call's transition make of its answer: an
// object with the part of each tie whose value is defined, or that value if the
// part is the whole answer. Parts without a tie are those of known, which may be
// nil. It returns known if the transition has no results.
func (x *Machine) Answer(s State, c tool.Call, next State, known types.Value) types.Value {
	r := x.rules[c.Tool]
	if r == nil || len(r.transition.Results) == 0 {
		return known
	}
	sc := x.scope(r, s, x.normalised(c))
	sc.next = next
	answer := known
	for _, p := range r.transition.Results {
		if tie := x.ties[p]; tie != nil {
			answer = property.With(answer, p.Path, sc.tied(tie))
		} else if answer == nil {
			answer = property.With(nil, p.Path, nil)
		}
	}
	return answer
}

// tied computes the value of a tie, in the form of the result's type; nil if it
// is undefined, none of the type, or an odd set.
func (s *scope) tied(t *checker.Tie) types.Value {
	return within(s.term(t.Value), t.Result.Type)
}

// result returns a part of the answer as it is given. What is not known of an
// answer is what its tie says, or what has been chosen for it.
func (s *scope) result(p *checker.Param) types.Value {
	switch tie := s.ties[p]; {
	case s.answer != nil:
		return given(s.answer, p)
	case tie != nil:
		return s.tied(tie)
	}
	return s.chosen[p]
}

// contradictions returns the facts of an answer that contradict the model.
func (x *Machine) contradictions(r *rule, sc *scope) []Broken {
	if sc.answer == nil {
		return nil
	}
	var list []Broken
	for _, f := range sc.facts(r.transition) {
		b := Broken{Kind: Answered, Leaf: f.Result.Name(), Transition: r.transition, file: x.model.File}
		switch f.Verdict {
		case Mistyped:
			b.Why = notOf(f.Given, f.Result.Type)
		case Lacks:
			// A record may be cut short, so what it lacks contradicts nothing.
			if !sc.whole {
				continue
			}
			b.Why = "the answer lacks it, and the model gives " + excerpt(f.Value.String())
		case Contradicts:
			b.Why = "the answer gives " + excerpt(f.Given.String()) + ", and the model " + valueOrNone(f.Value)
		default:
			continue
		}
		if f.Tie != nil {
			b.Expr = f.Tie.Expr
			b.Values = sc.operands(f.Tie.Value)
		}
		list = append(list, b)
	}
	return list
}

func valueOrNone(v types.Value) string {
	if v == nil {
		return "no value"
	}
	return excerpt(v.String())
}

// A choice is a value for each result that no tie says, of an answer that is not
// known; nil for one that is missing.
type choice map[*checker.Param]types.Value

// noChoice is what there is to choose where the answer is known: nothing.
var noChoice = []choice{nil}

// choices returns what the results without a tie may be that post reads. complete
// says that there is nothing else that changes what the call does.
func (x *Machine) choices(r *rule, sc *scope) (list []choice, complete bool) {
	// A recorded answer leaves nothing to choose.
	if sc.answer != nil {
		return noChoice, true
	}
	list, complete = []choice{nil}, true
	for _, p := range r.free {
		values, all := domain(p.Type, maxDomain)
		if !all {
			f := &search{Machine: x, rule: r, scope: sc}
			values, complete = f.guesses(p.Type), false
		}
		if r.counts && types.Has[*types.Array](p.Type) {
			// The values so far have each member of a list once.
			values, complete = append(values, repeated(p.Type)...), false
		}
		var longer []choice
		for _, c := range list {
			for _, v := range append([]types.Value{nil}, values...) {
				if len(longer) == maxChoices {
					complete = false
					break
				}
				longer = append(longer, c.with(p, v))
			}
		}
		list = longer
	}
	return list, complete
}

// Limits of the lists with repeated members that are tried for a result: how long they are, and
// how many different members they have together.
const maxRepeated, maxMembers = 8, 16

// maxChoices bounds the answers that are tried for a call whose answer is not
// known.
const maxChoices = 1 << 10

func (c choice) with(p *checker.Param, v types.Value) choice {
	out := choice{p: v}
	maps.Copy(out, c)
	return out
}

// counts reports whether an expression may tell lists with the same members apart: it has the
// length of one, goes through several at once, or counts or adds up.
func counts(e ast.Expr) bool {
	for op := range ast.Each[*ast.Op](e) {
		if op.Op == ops.Length {
			return true
		}
	}
	for q := range ast.Each[*ast.Quantified](e) {
		if q.Op == ops.Count || q.Op == ops.Sum {
			return true
		}
	}
	for range ast.Each[*ast.Zip](e) {
		return true
	}
	return false
}

// repeated returns some lists with members that come again, the shortest first; none of a type that
// is no list of few values.
func repeated(t types.Type) []types.Value {
	array, ok := t.(*types.Array)
	if !ok {
		return nil
	}
	elems, ok := domain(array.Elem, maxGuesses)
	if !ok {
		return nil
	}
	elems = elems[:min(len(elems), maxMembers)]
	var out []types.Value
	lists := []types.List{{}}
	for n := 0; n < len(lists) && len(out) < maxGuesses && len(lists[n]) < maxRepeated; n++ {
		for _, v := range elems {
			l := append(slices.Clip(lists[n]), v)
			if lists = append(lists, l); len(set(l)) < len(l) {
				out = append(out, l)
			}
		}
	}
	return out
}

// freeResults returns the results without a tie that post reads.
func (x *Machine) freeResults(r *rule) []*checker.Param {
	var list []*checker.Param
	for _, e := range r.post {
		for ref := range ast.Each[*ast.ResultRef](e) {
			p, ok := x.model.ObjectOf(r.transition.Unit, ref).(*checker.Param)
			if ok && x.ties[p] == nil && !slices.Contains(list, p) {
				list = append(list, p)
			}
		}
	}
	return list
}

// Records of answers are often cut short. What a part of post says of the answer is
// therefore not held against a record that lacks what it reads; of a forall over a
// list in the answer that is so for each part of its body, element by element.
// Assignments are made as they are with any answer.

// clause computes a clause of post.
func (s *scope) clause(r *rule, e ast.Expr) bool {
	if s.answer == nil || s.whole {
		return s.truth(e)
	}
	return s.told(r, nil, e)
}

// told computes a part of post with guards.
func (s *scope) told(r *rule, guards []ast.Expr, e ast.Expr) bool {
	if op, ok := e.(*ast.Op); ok {
		switch {
		case r.assigns(op):
			// To truth, an assignment that cannot be made says that its target keeps its value.
			return !s.all(guards) || s.truth(op)
		case op.Op == ops.And:
			return !slices.ContainsFunc(op.Args, func(a ast.Expr) bool { return !s.told(r, guards, a) })
		case op.Op == ops.Implies:
			return s.told(r, append(slices.Clip(guards), op.Args[0]), op.Args[1])
		}
	}
	if q := checker.EachElement(e, s.objectOf); q != nil {
		if list, _ := s.part(q.Binder.Over); missing(list) || s.lacks(guards...) || !s.all(guards) {
			return true
		}
		holds := true
		list := s.each(q.Binder, func(inner *scope) bool {
			holds = inner.told(r, nil, q.Body)
			return holds
		})
		return list && holds
	}
	return s.lacks(append(slices.Clip(guards), e)...) || !s.all(guards) || s.truth(e)
}

// untold reports whether a part of post, of which [scope.told] does not look at the
// parts one by one, or the guard of one, reads what a recorded answer lacks: then it
// tells nothing of the next state.
func (s *scope) untold(r *rule, e ast.Expr) bool {
	if s.answer == nil || s.whole {
		return false
	}
	if op, ok := e.(*ast.Op); ok {
		switch {
		case op.Op == ops.And || r.assigns(op):
			return false
		case op.Op == ops.Implies:
			return s.lacks(op.Args[0])
		}
	}
	return checker.EachElement(e, s.objectOf) == nil && s.lacks(e)
}

// assigns reports whether an expression is an assignment.
func (r *rule) assigns(e *ast.Op) bool {
	return slices.ContainsFunc(r.assignments, func(a checker.Assignment) bool { return a.Expr == e })
}

func (s *scope) all(list []ast.Expr) bool {
	return !slices.ContainsFunc(list, func(e ast.Expr) bool { return !s.truth(e) })
}

// lacks reports whether one of some expressions reads a part of the answer that
// the answer lacks.
func (s *scope) lacks(list ...ast.Expr) bool {
	return slices.ContainsFunc(list, func(e ast.Expr) bool { return ReadsMissing(e, s.objectOf, s.part) })
}

// part returns a part of the answer as it is there; false if it is of an element
// that is not bound yet.
func (s *scope) part(e ast.Expr) (types.Value, bool) {
	a, _ := s.argument(e)
	// The expression binds the name itself, so there is no element yet.
	if b, ok := checker.RootOf(e, s.objectOf).(*checker.Bound); ok && !s.bound.has(b) {
		return nil, false
	}
	return types.ValueAt(a.given, a.path), true
}

// ReadsMissing reports whether an expression reads a part of an answer that is missing
// there, or null. objectOf says what names are; given returns a part of the answer
// as it is there, and false if it is of an element that the expression binds itself.
func ReadsMissing(e ast.Expr, objectOf func(ast.Node) checker.Object, given func(ast.Expr) (types.Value, bool)) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if op, ok := n.(*ast.Op); ok && op.Op == ops.Length && checker.OfAnswer(op.Args[0], objectOf) {
			v, known := given(op.Args[0])
			found = found || known && missing(v)
			return false // what its elements lack does not matter
		}
		x, ok := n.(ast.Expr)
		if !ok || !checker.OfAnswer(x, objectOf) {
			return !found
		}
		v, known := given(x)
		found = found || known && holed(v, partType(x, objectOf))
		return false
	})
	return found
}

// partType returns the type of a part of the answer.
func partType(e ast.Expr, objectOf func(ast.Node) checker.Object) types.Type {
	if f, ok := e.(*ast.FieldExpr); ok {
		return types.TypeAt(partType(f.Record, objectOf), []string{f.Field.Name})
	}
	switch o := objectOf(e).(type) {
	case *checker.Param:
		return o.Type
	case *checker.Bound:
		return o.Type
	}
	return nil
}

// missing reports whether there is no value, or null in its place.
func missing(v types.Value) bool { return v == nil || v == types.Value(types.Null{}) }

// holed reports whether a part of an answer is missing, or lacks a part of its type.
func holed(v types.Value, t types.Type) bool {
	if missing(v) {
		return true
	}
	switch t := t.(type) {
	case *types.Record:
		o, ok := v.(types.Object)
		return ok && slices.ContainsFunc(t.Fields, func(f types.Field) bool {
			part, _ := o.Get(f.Name)
			return holed(part, f.Type)
		})
	case *types.Array:
		l, ok := v.(types.List)
		return ok && slices.ContainsFunc(l, func(m types.Value) bool { return holed(m, t.Elem) })
	}
	return false
}
