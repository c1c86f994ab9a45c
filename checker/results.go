package checker

import (
	"maps"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// bindResults makes the objects of the results section.
func (t *typer) bindResults() {
	if t.transition.Decl.Results == nil {
		return
	}
	for _, b := range t.transition.Decl.Results.Binds {
		if b.Path == nil || b.Local == nil {
			continue
		}
		p := t.result(b)
		if first := t.resultNamed(p.Name()); first != nil {
			t.report(localTwice{At: t.span(b.Local), Name: p.Name(), First: t.span(first.Bind.Local), Results: true})
			continue
		}
		// Overlapping parts would give the same value two names.
		if i := slices.IndexFunc(t.transition.Results, func(q *Param) bool { return overlap(p.Path, q.Path) }); i >= 0 {
			first := t.transition.Results[i]
			t.report(resultsOverlap{At: t.span(b.Path), First: t.span(first.Bind.Param), Same: first.Path == p.Path})
		}
		// The overlapping result is bound anyway, so that its uses cause no follow-on errors.
		t.transition.Results = append(t.transition.Results, p)
		t.info.objects[b.Local], t.info.objects[b.Path] = p, p
	}
}

// result makes the object of a binding in results.
func (t *typer) result(b *ast.ResultBind) *Param {
	// Give the result the shape of an argument's binding: most of the checker treats both alike.
	path := &ast.Ident{Range: b.Path.Pos(), Name: b.Pointer()}
	if id, ok := b.Path.(*ast.Ident); ok {
		path.Name = id.Name
	}
	p := &Param{Unit: t.unit, Bind: &ast.Bind{Range: b.Range, Param: path, Local: b.Local}, Result: true, Path: b.Pointer(), Type: types.Invalid}
	if t.transition.Decl.Tool != nil {
		p.Tool = t.transition.Decl.Tool.Name
	}
	// A written type takes precedence over outputSchema.
	if schema := t.transition.Tool; schema != nil {
		p.Output = schema.Answer(p.Path)
		if name, listed := schema.Unlisted(p.Path); name != "" {
			t.report(unlistedResult{At: t.span(b.Path), Tool: schema.Name, Name: name, Listed: listed})
		}
	}
	if b.Type != nil {
		p.Type = resolveType(t.unit, b.Type, t.info)
	} else if p.Output != nil {
		p.Type = SchemaType(p.Output)
	}
	return p
}

// overlap reports whether one of two JSON Pointers leads to the other's part of
// the answer, or to what it is in.
func overlap(p, q string) bool {
	return p == q || strings.HasPrefix(p, q+"/") || strings.HasPrefix(q, p+"/")
}

// resultNamed returns the result of the given local name, or nil.
func (t *typer) resultNamed(local string) *Param {
	if t.transition == nil {
		return nil
	}
	return paramNamed(t.transition.Results, local)
}

// bareResult returns the result that a name is most likely meant to be.
func (t *typer) bareResult(name string) *Param {
	if p := t.resultNamed(name); p != nil || t.transition == nil {
		return p
	}
	return lists.Find(t.transition.Results, func(p *Param) bool { return p.Bind.Param.Name == name })
}

// paramOf returns the argument or the result that an expression is, or nil.
func (t *typer) paramOf(e ast.Expr) *Param {
	switch e := e.(type) {
	case *ast.ParamRef:
		if e.Local != nil {
			return t.param(e.Local.Name)
		}
	case *ast.ResultRef:
		if e.Local != nil {
			return t.resultNamed(e.Local.Name)
		}
	}
	return nil
}

// untypedResults reports results of which nothing tells the type.
func (t *typer) untypedResults() {
	for _, p := range t.transition.Results {
		// An unused result needs no type, and its own lint reports it.
		if p.Type == types.Invalid && !t.unit.Broken() && !erroneous(t.info.diagnostics) && t.used(p) {
			t.report(untypedResult{At: t.span(p.Bind), Name: p.Name()})
		}
	}
}

// used reports whether post reads a result.
func (t *typer) used(p *Param) bool {
	post := t.transition.Decl.Post
	return post != nil && ast.Any(post, func(ref *ast.ResultRef) bool { return ref.Local != nil && ref.Local.Name == p.Name() })
}

func (t *typer) resultRef(e *ast.ResultRef, want types.Type) types.Type {
	if e.Local == nil {
		return types.Invalid
	}
	if t.place != inPost {
		t.report(resultOutsidePost{At: t.span(e), Place: t.place})
		return types.Invalid
	}
	p := t.resultNamed(e.Local.Name)
	if p == nil {
		t.unknownResult(e)
		return types.Invalid
	}
	t.info.objects[e], t.info.objects[e.Local] = p, p
	t.read[p] = true
	// In the inference pass, note the use; inferParams picks the decisive one.
	if p.Type == types.Invalid && t.wanted != nil && want != nil && want != types.Invalid {
		t.wanted[p] = append(t.wanted[p], use{want, t.span(e), t.open})
	}
	return p.Type
}

// unknownResult reports (result x) where the transition gives no part of the
// answer the name x.
func (t *typer) unknownResult(e *ast.ResultRef) {
	if t.transition.Decl.Partial {
		return // it may be bound in what could not be read
	}
	p := unknownResult{At: t.span(e.Local), Form: t.span(e), Name: e.Local.Name, Argument: t.param(e.Local.Name) != nil}
	for _, q := range t.transition.Results {
		p.Known = append(p.Known, q.Name())
		if q.Bind.Param.Name == e.Local.Name {
			p.Near = q.Name()
		}
	}
	t.report(p)
}

// readsResult reports whether a part or one of its guards reads the answer.
func (p part) readsResult() bool {
	return readsResult(p.expr) || slices.ContainsFunc(p.guards, readsResult)
}

func readsResult(e ast.Expr) bool { return ast.Has[*ast.ResultRef](e) }

// tie notes the tie that a part of post is.
func (t *typer) tie(p part) {
	op, ok := p.expr.(*ast.Op)
	// A guarded part is never a tie: a tie holds in every call.
	if !ok || op.Op != ops.Equal || len(op.Args) != 2 || len(p.guards) > 0 {
		return
	}
	// Either operand may be the result.
	for i, a := range op.Args {
		ref, ok := a.(*ast.ResultRef)
		value := op.Args[1-i]
		if !ok || readsResult(value) {
			continue
		}
		if i == 1 && isTarget(value) {
			continue // `(= (next v) (result r))` assigns to v
		}
		result, ok := t.info.objects[ref].(*Param)
		// The name is unknown, which resultRef has reported.
		if !ok {
			return
		}
		if had := TieOf(t.info.ties, result); had != nil {
			t.report(tiedTwice{At: t.span(op), First: t.span(had.Expr), Name: result.Name()})
			return
		}
		// As with assignments, the equality itself would be computed in Real.
		if result.Type == types.Int && t.natural(value) == types.Real {
			t.report(realIntoInt{At: t.span(value), Target: t.unit.Compact(a)})
		}
		t.info.ties = append(t.info.ties, Tie{Clause: p.clause, Expr: op, Result: result, Value: value})
	}
}

// isTarget reports whether an expression is one that can be assigned to.
func isTarget(e ast.Expr) bool {
	next, _ := assigned(e)
	of, _ := assignedKey(e)
	return next != nil || of != nil
}

// effect reports whether an assignment reads the answer. It reports one that
// reads what is tied to the state after the call, which is not there yet.
func (t *typer) effect(p part, target, value ast.Expr) bool {
	found := false
	// A guard that reads the answer makes the assignment an effect as well.
	for _, e := range append(p.guards[:len(p.guards):len(p.guards)], target, value) {
		for ref := range ast.Each[*ast.ResultRef](e) {
			found = true
			result, _ := t.info.objects[ref].(*Param)
			// The answer is computed from the next state, which this assignment would compute from
			// the answer.
			if tie := TieOf(t.info.ties, result); result != nil && tie != nil && mentionsNext(tie.Value) {
				t.report(lateEffect{At: t.span(ref), Tie: t.span(tie.Expr), Value: t.unit.Compact(tie.Value)})
			}
		}
	}
	return found
}

// lintResults looks for results of events, for those that nothing reads, for ties
// that are late by a call, and for relations that leave no answer.
func (t *typer) lintResults() {
	if event := t.transition.Tool; event != nil && event.Event != nil && t.transition.Decl.Results != nil {
		t.report(resultsOfEvent{At: t.span(t.transition.Decl.Results.Keyword), Name: event.Name})
	}
	for _, p := range t.transition.Results {
		if !t.read[p] {
			t.report(unreadParam{At: t.span(p.Bind), Name: p.Name(), Result: true})
		}
	}
	if t.transition.Decl.Post == nil {
		return
	}
	// Collect the leaves that the call may change, outside of ties.
	changed := make(map[string]bool)
	for _, e := range t.transition.Decl.Post.Exprs {
		for _, p := range parts(e, e, nil) {
			if !t.isTie(p.expr) {
				maps.Copy(changed, t.mentions(p.expr).leaves)
				t.emptyAnswer(p)
			}
		}
	}
	for _, tie := range t.info.ties {
		t.staleTie(tie, changed)
	}
}

// isTie reports whether a part of post is a tie.
func (t *typer) isTie(e ast.Expr) bool {
	return slices.ContainsFunc(t.info.ties, func(tie Tie) bool { return ast.Expr(tie.Expr) == e })
}

// staleTie reports a tie to a leaf that the call changes, without `next`.
func (t *typer) staleTie(tie Tie, changed map[string]bool) {
	ast.Inspect(tie.Value, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		ref, path := nowPath(e)
		v, ok := t.info.objects[ref].(*Var)
		if ref == nil || !ok {
			return true
		}
		// One changed leaf below the path suffices.
		if slices.ContainsFunc(spotOf(v).at(path).leaves(), func(leaf string) bool { return changed[leaf] }) {
			t.report(staleTie{At: t.span(e), Ref: t.span(ref), Tool: t.transition.toolName(), Result: tie.Result.Name()})
		}
		// Do not descend: the record below a field access is the same path.
		return false
	})
}

// nowPath takes apart a variable before the call, or fields of one.
func nowPath(e ast.Expr) (*ast.Ref, []string) {
	switch e := e.(type) {
	case *ast.Ref:
		return e, nil
	case *ast.FieldExpr:
		if ref, path := nowPath(e.Record); ref != nil && e.Field != nil {
			return ref, append(path, e.Field.Name)
		}
	}
	return nil, nil
}

// emptyAnswer reports a relation all of whose results are tied: in a state where
// the tied values break it there is no answer, and the call cannot happen.
func (t *typer) emptyAnswer(p part) {
	if !p.readsResult() || mentionsNext(p.expr) || slices.ContainsFunc(p.guards, func(g ast.Expr) bool { return mentionsNext(g) }) {
		return
	}
	for _, e := range append(p.guards[:len(p.guards):len(p.guards)], p.expr) {
		for ref := range ast.Each[*ast.ResultRef](e) {
			// An untied result is free, so the answer can satisfy the relation.
			if result, _ := t.info.objects[ref].(*Param); TieOf(t.info.ties, result) == nil {
				return
			}
		}
	}
	t.report(emptyAnswer{At: t.span(p.expr)})
}
