package checker

import (
	"slices"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// lintTransition looks for what is doubtful in a transition by itself.
func (t *typer) lintTransition() {
	for _, p := range t.transition.Params {
		if !t.read[p] {
			t.report(unreadParam{At: t.span(p.Bind), Name: p.Name()})
		} else {
			t.unmodelled(p)
		}
	}
	t.lintResults()
	for _, b := range []*ast.Block{t.transition.Decl.Pre, t.transition.Decl.Post} {
		if b != nil {
			t.lintBlock(b)
		}
	}
}

func (t *typer) unmodelled(p *Param) {
	if p.Schema == nil {
		return
	}
	var words []string
	var at source.Span
	for _, k := range p.Schema.Schema.Unmodelled {
		if k.Name == "maxItems" && t.positions(p) {
			continue // questions keep to it
		}
		if words = append(words, k.Name); len(words) == 1 {
			at = k.Span
		}
	}
	if len(words) > 0 {
		t.report(unmodelled{At: t.span(p.Bind.Param), Name: p.Bind.Param.Name, Keywords: words, Schema: at})
	}
}

// positions reports whether the transition looks at the positions of a list that is
// an argument.
func (t *typer) positions(p *Param) bool {
	is := func(e ast.Expr) bool { return t.info.objects[e] == p }
	return ast.Any(t.transition.Decl, func(b *ast.Binder) bool { return slices.ContainsFunc(b.Lists(), is) }) ||
		ast.Any(t.transition.Decl, func(op *ast.Op) bool { return (op.Op == ops.Length || op.Op == ops.Size) && is(op.Args[0]) })
}

// lintBlock looks for clauses that repeat or contradict one another, and for
// clauses that are the same in every state.
func (t *typer) lintBlock(b *ast.Block) {
	first := make(map[string]ast.Expr)
	// One store of facts for each block: its clauses hold together, those of pre and post do not.
	facts := facts{constant: t.constant, typeOf: func(e ast.Expr) types.Type { return t.info.types[e] }}
	for _, e := range b.Exprs {
		text := ast.Source(e)
		if had := first[text]; had != nil {
			t.report(repeatedClause{At: t.span(e), First: t.span(had), Commented: commented(t.unit, e)})
			continue
		}
		first[text] = e
		// A decided clause adds no facts; each further finding about it would have the same cause.
		if value, ok := t.decided(e); ok {
			// A goal needs a clause left; removing the last one is no fix.
			t.report(decidedClause{At: t.span(e), Value: value, Needed: t.place == inGoal && !t.undecided(b)})
			continue
		}
		if against := facts.add(e); against != nil {
			t.report(contradiction{At: t.span(e), Against: t.span(against), Place: t.place})
		}
	}
}

// undecided reports whether a clause of a block may differ from state to state.
func (t *typer) undecided(b *ast.Block) bool {
	return slices.ContainsFunc(b.Exprs, func(e ast.Expr) bool { _, decided := t.decided(e); return !decided })
}

// decided returns the value of a clause that is the same in every state: a
// literal, or a comparison of constants or of a term with itself.
func (t *typer) decided(e ast.Expr) (value, ok bool) {
	switch e := e.(type) {
	case *ast.Literal:
		b, ok := e.Value.(types.Boolean)
		return bool(b), ok
	case *ast.Op:
		if e.Op == ops.Not && len(e.Args) == 1 {
			value, ok := t.decided(e.Args[0])
			return !value, ok
		}
		// Chains of comparisons are left undecided. The lint is incomplete, but never wrong.
		if len(e.Args) != 2 {
			return false, false
		}
		if holds, ok := t.decidedNumbers(e); ok {
			return holds, true
		}
		return t.decidedTerms(e)
	}
	return false, false
}

func (t *typer) decidedNumbers(e *ast.Op) (holds, ok bool) {
	a, okA := t.constant(e.Args[0])
	b, okB := t.constant(e.Args[1])
	if !okA || !okB {
		return false, false
	}
	c := a.Cmp(b)
	switch e.Op {
	case ops.Equal:
		return c == 0, true
	case ops.Less:
		return c < 0, true
	case ops.LessEqual:
		return c <= 0, true
	case ops.Greater:
		return c > 0, true
	case ops.GreaterEqual:
		return c >= 0, true
	}
	return false, false
}

// decidedTerms decides comparisons of a term with itself. An argument may be
// absent, and then the comparison is false: it decides nothing.
func (t *typer) decidedTerms(e *ast.Op) (holds, ok bool) {
	if ast.Source(e.Args[0]) != ast.Source(e.Args[1]) || !t.total(e.Args[0]) {
		return false, false
	}
	switch e.Op {
	case ops.Equal, ops.LessEqual, ops.GreaterEqual:
		return true, true
	case ops.Less, ops.Greater:
		return false, true
	}
	return false, false
}

// total reports whether an expression is defined in every state.
func (t *typer) total(e ast.Expr) bool {
	// A division, a `get` or the like inside the term may be undefined.
	partial := ast.Any(e, func(op *ast.Op) bool { return op.Op.Info().Definedness == ops.Partial })
	return !partial && !ast.Has[*ast.ParamRef](e) && !ast.Has[*ast.ResultRef](e) && !ast.Has[*ast.Bad](e)
}

// facts are what the clauses of a block say of terms by constants: which
// values they may still have.
type facts struct {
	constant func(ast.Expr) (types.Number, bool)
	typeOf   func(ast.Expr) types.Type
	terms    map[string]*fact
}

// name tells terms apart: by their trees, and by the type that they are
// computed in, since (/ a b) is another number in Int than in Real.
func (f *facts) name(e ast.Expr) string {
	if op, ok := e.(*ast.Op); ok && op.Op.Info().Result == ops.Number && f.typeOf(e) != nil {
		return ast.Source(e) + " in " + f.typeOf(e).String()
	}
	return ast.Source(e)
}

// A fact is what is known of one term.
type fact struct {
	is, isNot map[string]ast.Expr // values it has, or has not, as text
	low, high *types.Number
	lowOpen   bool
	highOpen  bool
	lowBy     ast.Expr
	highBy    ast.Expr
}

// add takes a clause in. It returns the earlier clause that it contradicts,
// or nil.
func (f *facts) add(e ast.Expr) ast.Expr {
	term, value, equal, ok := f.equality(e)
	if ok {
		return f.of(term).value(value, equal, e)
	}
	if op, ok := e.(*ast.Op); ok && len(op.Args) == 2 {
		if n, ok := f.constant(op.Args[1]); ok {
			return f.of(f.name(op.Args[0])).bound(op.Op, n, e)
		}
		if n, ok := f.constant(op.Args[0]); ok {
			// `3 < x` says `x > 3`.
			return f.of(f.name(op.Args[1])).bound(op.Op.Info().Mirror, n, e)
		}
	}
	return nil
}

func (f *facts) of(term string) *fact {
	if f.terms == nil {
		f.terms = make(map[string]*fact)
	}
	if f.terms[term] == nil {
		f.terms[term] = &fact{is: make(map[string]ast.Expr), isNot: make(map[string]ast.Expr)}
	}
	return f.terms[term]
}

// equality takes apart a clause that says that a term has, or has not, a
// literal value: (= t v), (not (= t v)), t, (not t).
func (f *facts) equality(e ast.Expr) (term, value string, equal, ok bool) {
	switch e := e.(type) {
	// A bare Bool term equals true. Its negation does not equal false: an absent argument is
	// neither.
	case *ast.Ref, *ast.ParamRef, *ast.ResultRef, *ast.FieldExpr, *ast.NextRef, *ast.Contains:
		return ast.Source(e), "true", true, true
	case *ast.Op:
		if e.Op == ops.Not && len(e.Args) == 1 {
			term, value, equal, ok = f.equality(e.Args[0])
			return term, value, !equal, ok
		}
		if e.Op != ops.Equal || len(e.Args) != 2 {
			return "", "", false, false
		}
		for i, a := range e.Args {
			// Two literals are a decided comparison and say nothing of a term.
			if l, isLit := a.(*ast.Literal); isLit && !isLiteral(e.Args[1-i]) {
				return f.name(e.Args[1-i]), l.Value.String(), true, true
			}
		}
	}
	return "", "", false, false
}

func (k *fact) value(v string, equal bool, by ast.Expr) ast.Expr {
	// A disequality contradicts only an equality with the same value.
	if !equal {
		k.isNot[v] = by
		return k.is[v]
	}
	if k.isNot[v] != nil {
		return k.isNot[v]
	}
	// Two different values of one term exclude each other.
	for other, had := range k.is {
		if other != v {
			return had
		}
	}
	k.is[v] = by
	// A numeric value is also a lower and an upper bound, so that it meets `<` and `>`.
	if n, err := types.ParseNumber(v); err == nil {
		if against := k.bound(ops.GreaterEqual, n, by); against != nil {
			return against
		}
		return k.bound(ops.LessEqual, n, by)
	}
	return nil
}

// bound narrows the range of a number. It returns the earlier clause with
// which no number is left.
func (k *fact) bound(op ops.Op, n types.Number, by ast.Expr) ast.Expr {
	switch op {
	case ops.Greater, ops.GreaterEqual:
		// Narrow only: a strict bound is narrower than a non-strict one at the same number.
		if k.low == nil || n.Cmp(*k.low) > 0 || n.Cmp(*k.low) == 0 && op == ops.Greater {
			k.low, k.lowOpen, k.lowBy = &n, op == ops.Greater, by
		}
	case ops.Less, ops.LessEqual:
		if k.high == nil || n.Cmp(*k.high) < 0 || n.Cmp(*k.high) == 0 && op == ops.Less {
			k.high, k.highOpen, k.highBy = &n, op == ops.Less, by
		}
	}
	if k.low == nil || k.high == nil {
		return nil
	}
	// The range is not empty if low < high, or if they are equal and both closed.
	if c := k.low.Cmp(*k.high); c < 0 || c == 0 && !k.lowOpen && !k.highOpen {
		return nil
	}
	// Return the clause on the other side: by is the new one.
	if k.lowBy == by {
		return k.highBy
	}
	return k.lowBy
}

// lint looks for variables that no transition mentions. A file with faults is
// left alone: what is missing may be there and unread. It stops looking once
// every variable has been met, which in most models is soon.
func (c *modelChecker) lint() {
	if c.File.Broken() || c.erroneous() {
		return
	}
	unmet := make(map[*Var]bool, len(c.Vars))
	c.lintSeen()
	for _, v := range c.Vars {
		unmet[v] = true
	}
	for _, t := range c.Transitions {
		if len(unmet) == 0 {
			return
		}
		// The usage is of expanded expressions, so variables in definitions count where these are
		// applied.
		u := c.units[t.Unit].usage
		for v := range u.reads {
			delete(unmet, v)
		}
		for v := range u.sets {
			delete(unmet, v)
		}
	}
	for _, v := range c.Vars {
		if unmet[v] {
			c.report(unusedVar{At: v.Declared(), Clause: v.Unit.Span(v.Decl)})
		}
	}
}

// usage is what is read and set: in a unit, or in all transitions of a model.
type usage struct {
	reads, sets map[*Var]bool
	consts      map[*Const]bool
}
