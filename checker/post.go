package checker

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// A part is a conjunct of a post clause with the guards of the implications
// that it is under, outermost first (grammar/spec.md, 4.12).
type part struct {
	clause, expr ast.Expr
	guards       []ast.Expr
}

// parts splits a clause.
func parts(clause, e ast.Expr, guards []ast.Expr) []part {
	op, ok := e.(*ast.Op)
	switch {
	case ok && op.Op == ops.And:
		return lists.FlatMap(op.Args, func(a ast.Expr) []part { return parts(clause, a, guards) })
	case ok && op.Op == ops.Implies && len(op.Args) == 2:
		// Limit the capacity: sibling parts share the prefix of guards and must not overwrite each
		// other.
		return parts(clause, op.Args[1], append(guards[:len(guards):len(guards)], op.Args[0]))
	}
	return []part{{clause, e, guards}}
}

// post checks the post section beyond the types of its clauses.
func (t *typer) post(b *ast.Block) {
	// The borders of the clauses are unknown, so their split into parts would be arbitrary.
	if t.garbled {
		return
	}
	all := lists.FlatMap(b.Exprs, func(e ast.Expr) []part { return parts(e, e, nil) })
	// Ties come first: assignments that read a result look up how it is tied.
	for _, p := range all {
		t.tie(p)
	}
	// Second phase: assignments and hidden guards.
	for _, p := range all {
		t.part(p)
	}
	// Third phase: what remains open, given all assignments.
	keyed := t.keyed()
	t.wholeMaps(keyed)
	for _, p := range all {
		t.otherKeys(p, keyed)
		if op, ok := p.expr.(*ast.Op); ok && op.Op == ops.Or && mentionsNext(op) {
			t.openAlternatives(op, keyed)
		}
	}
	// A `(next …)` in a tie does not mention the leaf (spec 4.17). DeleteFunc reuses all, its last
	// use.
	t.openLeaves(slices.DeleteFunc(all, func(p part) bool { return t.isTie(p.expr) }), keyed)
}

// part checks that a part says something about the next state, and notes the
// assignment that it makes.
func (t *typer) part(p part) {
	if t.unknown(p.expr) && !mentionsNext(p.expr) {
		return // what could not be read may be what it lacks
	}
	guarded := slices.ContainsFunc(p.guards, func(g ast.Expr) bool { return mentionsNext(g) })
	// A relation over the answer alone is legal in post: it describes what the tool answers.
	if !guarded && !mentionsNext(p.expr) && p.readsResult() {
		return // it restricts the answer
	}
	// Without next and result the part would restrict the call silently (spec 4.12).
	if !guarded && !mentionsNext(p.expr) {
		t.report(t.hiddenGuard(p))
		return
	}
	op, ok := p.expr.(*ast.Op)
	// A guard that mentions next makes the part a relation and no assignment.
	if ok && op.Op == ops.Equal && len(op.Args) == 2 && !guarded && !t.isTie(p.expr) {
		// Try both directions. At most one succeeds, since the value may not mention next.
		t.assignment(p, op, op.Args[0], op.Args[1])
		t.assignment(p, op, op.Args[1], op.Args[0])
	}
}

// text returns an expression as a message shows it.
func (t *typer) text(e ast.Expr) string {
	if len(t.info.places) > 0 { // it may be of a definition
		return ast.Source(e)
	}
	return t.unit.Compact(e)
}

// mentionsNext reports whether a (next …) occurs in e.
func mentionsNext(e ast.Node) bool { return ast.Has[*ast.NextRef](e) }

// hiddenGuard is the problem of a part without next, which belongs into pre.
// It can be moved there by itself if it is under no guard, else together
// with its clause if the clause has no other part.
func (t *typer) hiddenGuard(p part) hiddenGuard {
	problem := hiddenGuard{At: t.span(p.expr)}
	// Offer `(next v)` only for a variable whose next value occurs nowhere in this transition.
	if ref := target(p.expr); ref != nil {
		if v, ok := t.info.objects[ref].(*Var); ok && !t.info.sets[v] {
			problem.Var = t.span(ref)
		}
	}
	moved := p.expr
	// A part under a guard cannot move alone: its guard would be left without a consequence.
	if len(p.guards) > 0 {
		moved = p.clause
	}
	pre := t.transition.Decl.Pre
	// `pre` cannot take a clause that mentions next elsewhere.
	if pre == nil || mentionsNext(moved) || moved != p.clause && len(t.info.places) > 0 {
		return problem // the clause may be of a definition
	}
	if ref := target(p.expr); ref != nil && setsItself(p.expr, ref) {
		return problem // `(= n (+ n 1))` would be a condition that never holds
	}
	problem.Text = t.span(moved).Text()
	// Directly before the closing parenthesis of pre.
	problem.Into = t.unit.Fragment.Source.Span(pre.End-1, pre.End-1)
	problem.Clause = t.span(moved)
	// White space goes with it: what is after it if it is the first clause,
	// else what is before it, but not from after a comment.
	text, start := t.unit.Fragment.Source.Text(), moved.Pos().Start
	if all := t.transition.Decl.Post.Exprs; len(all) > 1 && moved == all[0] {
		if next := all[1].Pos().Start; strings.TrimSpace(text[moved.Pos().End:next]) == "" {
			problem.Clause = t.unit.Fragment.Source.Span(start, next)
			return problem
		}
	}
	for start > 0 && strings.IndexByte(" \t\r\n", text[start-1]) >= 0 {
		start--
	}
	// After a comment the line break must stay, or the next clause becomes part of the comment.
	if !inComment(t.unit, start) {
		problem.Clause = t.unit.Fragment.Source.Span(start, moved.Pos().End)
	}
	return problem
}

// target returns the name that a condition speaks of first, if it is an
// equality or a Bool by itself.
func target(e ast.Expr) *ast.Ref {
	switch e := e.(type) {
	case *ast.Ref:
		return e
	case *ast.FieldExpr:
		return target(e.Record)
	case *ast.Op:
		if (e.Op == ops.Equal || e.Op == ops.Not || e.Op == ops.Get) && len(e.Args) > 0 {
			return target(e.Args[0])
		}
	}
	return nil
}

// setsItself reports whether e is an equality of a name with something in which
// the name occurs.
func setsItself(e ast.Expr, name *ast.Ref) bool {
	op, ok := e.(*ast.Op)
	if !ok || op.Op != ops.Equal || len(op.Args) != 2 || op.Args[0] != ast.Expr(name) {
		return false
	}
	return ast.Any(op.Args[1], func(ref *ast.Ref) bool { return ref.Name == name.Name })
}

// commented reports whether there is a comment on the line of n or directly above
// it.
func commented(u *ast.Unit, n ast.Node) bool {
	text, at := u.Fragment.Source.Text(), n.Pos()
	// Go back two line breaks: the range begins with the line above n.
	start := strings.LastIndexByte(text[:at.Start], '\n')
	start = strings.LastIndexByte(text[:max(0, start)], '\n') + 1
	end := len(text)
	if i := strings.IndexByte(text[at.End:], '\n'); i >= 0 {
		end = at.End + i
	}
	for _, tok := range u.Fragment.Tokens {
		if tok.Kind.IsTrivia() && tok.Start < end && tok.End > start && strings.Contains(u.Fragment.Text(tok.Start, tok.End), ";") {
			return true
		}
	}
	return false
}

// inComment reports whether a comment ends at the offset.
func inComment(u *ast.Unit, at int) bool {
	for _, tok := range u.Fragment.Tokens {
		if tok.End == at {
			return tok.Kind.IsTrivia() && strings.HasPrefix(u.Fragment.Text(tok.Start, tok.End), ";")
		}
	}
	return false
}

func (t *typer) assignment(p part, op *ast.Op, target, value ast.Expr) {
	next, path := assigned(target)
	var key ast.Expr
	if next == nil {
		next, key = assignedKey(target)
	}
	if next == nil || mentionsNext(value) {
		return
	}
	v, ok := t.info.objects[next].(*Var)
	if !ok {
		return
	}
	// The equality itself type-checks in Real, so the rounding is detected only here.
	if t.natural(target) == types.Int && t.natural(value) == types.Real {
		t.report(realIntoInt{At: t.span(value), Target: t.text(target)})
	}
	t.info.assignments = append(t.info.assignments, Assignment{
		Clause: p.clause, Expr: op, Guards: p.guards, Target: target, Var: v, Path: path, Key: key, Value: value, Effect: t.effect(p, target, value),
	})
}

// assigned takes apart what an assignment assigns to: a next reference, or
// fields of one.
func assigned(e ast.Expr) (*ast.NextRef, []string) {
	switch e := e.(type) {
	case *ast.NextRef:
		return e, nil
	case *ast.FieldExpr:
		if next, path := assigned(e.Record); next != nil && e.Field != nil {
			return next, append(path, e.Field.Name)
		}
	}
	return nil, nil
}

// complete reports whether, as far as their shape tells, in every state all
// guards of one of the lists hold.
func (t *typer) complete(lists [][]ast.Expr) bool {
	// Group the lists by their first guard, compared by truth; heads keeps the order of the source.
	after := make(map[string][][]ast.Expr)
	var heads []ast.Expr
	for _, l := range lists {
		if len(l) == 0 {
			// An empty list of guards holds in every state.
			return true
		}
		text := t.truth(l[0])
		if after[text] == nil {
			heads = append(heads, l[0])
		}
		after[text] = append(after[text], l[1:])
	}
	// Recurse on the tails: a head is in whole if its tails cover all states in which it holds.
	var whole []ast.Expr // the guards behind which everything is covered
	for _, h := range heads {
		if t.complete(after[t.truth(h)]) {
			whole = append(whole, h)
		}
	}
	for _, h := range whole {
		// Case split on h: complete under h and complete under its negation.
		if rest := after[negation(t.truth(h))]; rest != nil && t.complete(rest) {
			return true
		}
	}
	return t.coversEnum(whole)
}

// openGuard is the problem of a spot whose leaves the part leaves open.
func (t *typer) openGuard(p part, guards [][]ast.Expr, s spot) openGuard {
	// Build the frame `(=> otherwise (= next now))`, where otherwise negates the disjunction of all
	// lists.
	var texts []string
	for _, l := range guards {
		text := t.text(l[0])
		if len(l) > 1 {
			all := lists.Map(l, t.text)
			text = "(and " + strings.Join(all, " ") + ")"
		}
		texts = append(texts, text)
	}
	otherwise := negation(texts[0])
	if len(texts) > 1 {
		otherwise = "(not (or " + strings.Join(texts, " ") + "))"
	}
	at := t.span(p.clause)
	return openGuard{At: t.span(p.guards[0]), Leaf: s.now, Insert: at.File.Span(at.End, at.End),
		Indent: t.indentOf(p.clause), Frame: "(=> " + otherwise + " (= " + s.next + " " + s.now + "))"}
}

// negation negates the source of an expression.
func negation(text string) string {
	if inner, ok := strings.CutPrefix(text, "(not "); ok {
		return strings.TrimSuffix(inner, ")")
	}
	return "(not " + text + ")"
}

// indentOf returns a line break and the white space that puts a new clause
// below n.
func (t *typer) indentOf(n ast.Node) string {
	text, start := t.unit.Fragment.Source.Text(), n.Pos().Start
	line := strings.LastIndexByte(text[:start], '\n')
	if line < 0 {
		return " "
	}
	return "\n" + strings.Repeat(" ", source.Len(text[line+1:start], source.Width))
}

// truth returns the source of a Bool expression in a form in which `x`,
// `(= x true)` and `(not (= x false))` are the same.
func (t *typer) truth(e ast.Expr) string {
	op, ok := e.(*ast.Op)
	if !ok {
		return ast.Source(e)
	}
	if op.Op == ops.Not && len(op.Args) == 1 {
		return negation(t.truth(op.Args[0]))
	}
	if op.Op == ops.Equal && len(op.Args) == 2 {
		for i, a := range op.Args {
			// An argument may be absent, and then it is neither.
			if l, ok := a.(*ast.Literal); ok && !t.fromArgument(op.Args[1-i]) {
				switch l.Value {
				case types.Boolean(true):
					return t.truth(op.Args[1-i])
				case types.Boolean(false):
					return negation(t.truth(op.Args[1-i]))
				}
			}
		}
	}
	return ast.Source(e)
}

func (t *typer) coversEnum(guards []ast.Expr) bool {
	seen := make(map[string]map[string]bool)
	for _, g := range guards {
		term, name, enum := t.enumTest(g)
		if enum == nil {
			continue
		}
		text := ast.Source(term)
		if seen[text] == nil {
			seen[text] = make(map[string]bool)
		}
		seen[text][name] = true
		// Tests of one term against all names of its enum cover every state.
		if len(seen[text]) == len(enum.Names) {
			return true
		}
	}
	return false
}

// enumTest takes (= TERM "name") apart.
func (t *typer) enumTest(e ast.Expr) (ast.Expr, string, *types.Enum) {
	op, ok := e.(*ast.Op)
	if !ok || op.Op != ops.Equal || len(op.Args) != 2 {
		return nil, "", nil
	}
	for i, a := range op.Args {
		l, ok := a.(*ast.Literal)
		if !ok {
			continue
		}
		name, ok := l.Value.(types.Text)
		enum, isEnum := t.info.types[op.Args[1-i]].(*types.Enum)
		// An argument may be absent, and then every comparison with it is false.
		if ok && isEnum && !t.fromArgument(op.Args[1-i]) {
			return op.Args[1-i], string(name), enum
		}
	}
	return nil, "", nil
}

func (t *typer) spans(list []ast.Expr) []source.Span {
	return lists.Map(list, func(e ast.Expr) source.Span { return t.span(e) })
}
