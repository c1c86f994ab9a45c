package partial

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
)

// A Model is a model, with what each of its expressions looks at. It is immutable.
type Model struct {
	machine *interp.Machine
	checked *checker.Model
	vars    *variables
	rules   map[string]*rule
}

// variables are those of the state.
type variables struct {
	leaves []system.Leaf
	byName map[string]*checker.Var
}

func (v *variables) leaf(of *checker.Var, path []string) int {
	return slices.IndexFunc(v.leaves, func(l system.Leaf) bool { return l.Var == of && slices.Equal(l.Path, path) })
}

// under returns the leaves of a variable, or of a field of it.
func (v *variables) under(of *checker.Var, path []string) []int {
	return system.LeavesUnder(v.leaves, of, path)
}

// A site is where expressions are: a transition, or the goal of a case.
type site struct {
	*interp.Site
	reads map[ast.Expr]*reads
}

// reads are what an expression looks at.
type reads struct {
	leaves   []int            // of the state before the call
	mentions []int            // of the state after it
	params   []string         // the arguments
	bound    []*checker.Bound // names that are bound around it
	answer   bool             // a part of the answer
}

// A rule is a transition.
type rule struct {
	*checker.Transition
	site        *site
	pre, post   []ast.Expr
	assignments []checker.Assignment
	ties        []checker.Tie
	relations   []relation
	mentioned   []int // leaves that post mentions, ties aside
	related     []int // leaves that relations mention

	restrictions []relation // that look at the answer and at nothing after the call
}

// A relation is a part of post that is no assignment. It holds if its guards do.
type relation struct {
	guards []ast.Expr
	holds  ast.Expr
}

// NewModel returns a model that has no errors.
func NewModel(machine *interp.Machine, m *checker.Model) *Model {
	x := &Model{machine: machine, checked: m, rules: make(map[string]*rule)}
	x.vars = &variables{leaves: system.Leaves(m), byName: make(map[string]*checker.Var)}
	for _, v := range m.State() {
		x.vars.byName[v.Name()] = v
	}
	for _, t := range m.Transitions {
		x.rules[t.Name()] = x.rule(t)
	}
	return x
}

// Leaves returns the leaves of the state.
func (x *Model) Leaves() []system.Leaf { return x.vars.leaves }

func (x *Model) rule(t *checker.Transition) *rule {
	r := &rule{Transition: t, assignments: x.checked.Assignments(t), ties: x.checked.Ties(t)}
	r.site = &site{x.machine.Site(t), make(map[ast.Expr]*reads)}
	if t.Decl.Pre != nil {
		r.pre = t.Decl.Pre.Exprs
	}
	r.post = x.checked.Post(t)
	for _, e := range slices.Concat(r.pre, r.post) {
		x.read(r.site, e)
	}
	for _, e := range r.post {
		r.divide(e, nil)
	}
	for _, a := range r.assignments {
		r.mentioned = append(r.mentioned, r.site.reads[a.Expr].mentions...)
	}
	for _, p := range r.relations {
		for _, e := range append(slices.Clip(p.guards), p.holds) {
			r.related = append(r.related, r.site.reads[e].mentions...)
		}
	}
	r.mentioned, r.related = sorted(slices.Concat(r.mentioned, r.related)), sorted(r.related)
	return r
}

func sorted[T int | string](list []T) []T {
	slices.Sort(list)
	return slices.Compact(list)
}

// divide finds the relations in a clause of post.
func (r *rule) divide(e ast.Expr, guards []ast.Expr) {
	op, _ := e.(*ast.Op)
	switch {
	case op != nil && slices.ContainsFunc(r.assignments, func(a checker.Assignment) bool { return a.Expr == op }):
		// Neither assignments nor ties are relations.
	case op != nil && slices.ContainsFunc(r.ties, func(t checker.Tie) bool { return t.Expr == op }):
	case op != nil && op.Op == ops.And:
		for _, a := range op.Args {
			r.divide(a, guards)
		}
	case op != nil && op.Op == ops.Implies:
		r.divide(op.Args[1], append(slices.Clip(guards), op.Args[0]))
	default:
		p := relation{guards, e}
		if r.restricts(p) {
			r.restrictions = append(r.restrictions, p)
		} else {
			r.relations = append(r.relations, p)
		}
	}
}

// restricts reports whether a relation says something about the answer, and nothing
// about the state after the call.
func (r *rule) restricts(p relation) bool {
	answer := false
	for _, e := range append(slices.Clip(p.guards), p.holds) {
		x := r.site.reads[e]
		if answer = answer || x.answer; len(x.mentions) > 0 {
			return false
		}
	}
	return answer
}

// read finds out what an expression, and each expression in it, looks at.
func (x *Model) read(s *site, n ast.Node) *reads {
	out := &reads{}
	e, isExpr := n.(ast.Expr)
	switch e := n.(type) {
	case *ast.ParamRef:
		if p, ok := s.ObjectOf(e).(*checker.Param); ok {
			out.params = []string{p.Bind.Param.Name}
		}
	case *ast.ResultRef:
		out.answer = true
	case *ast.SeenExpr:
		if v, ok := s.ObjectOf(e).(*checker.Var); ok {
			out.leaves = x.vars.under(v, nil)
			if v.Seen.Map {
				key := x.read(s, e.Of.(*ast.Op).Args[1])
				out.leaves = append(out.leaves, key.leaves...)
				out.params, out.bound = key.params, key.bound
			}
		}
	case *ast.Quantified:
		x.readIn(s, n, out)
		// What a quantifier binds is not bound around it.
		out.bound = slices.DeleteFunc(out.bound, func(b *checker.Bound) bool {
			return slices.ContainsFunc(e.Binder.Names, func(n *ast.Ident) bool { return s.ObjectOf(n) == checker.Object(b) })
		})
	case *ast.Ref, *ast.NextRef, *ast.FieldExpr:
		if b, ok := s.ObjectOf(e).(*checker.Bound); ok {
			out.bound = []*checker.Bound{b}
		} else if v, path, next := x.place(s, e.(ast.Expr), nil); v != nil && next {
			out.mentions = x.vars.under(v, path)
		} else if v != nil {
			out.leaves = x.vars.under(v, path)
		} else {
			x.readIn(s, n, out)
		}
	default:
		x.readIn(s, n, out)
	}
	if isExpr {
		out.leaves, out.mentions, out.params = sorted(out.leaves), sorted(out.mentions), sorted(out.params)
		s.reads[e] = out
	}
	return out
}

func (x *Model) readIn(s *site, n ast.Node, out *reads) {
	for _, child := range ast.Children(n) {
		r := x.read(s, child)
		out.leaves = append(out.leaves, r.leaves...)
		out.mentions = append(out.mentions, r.mentions...)
		out.params = append(out.params, r.params...)
		out.bound = append(out.bound, r.bound...)
		out.answer = out.answer || r.answer
	}
}

// place returns the variable that an expression is, or is a field of.
func (x *Model) place(s *site, e ast.Expr, path []string) (v *checker.Var, full []string, next bool) {
	switch e := e.(type) {
	case *ast.Ref:
		switch s.ObjectOf(e).(type) {
		case *checker.Const, *checker.Bound:
			return nil, nil, false
		}
		return x.vars.byName[e.Name], path, false
	case *ast.NextRef:
		return x.vars.byName[e.Var.Name], path, true
	case *ast.FieldExpr:
		return x.place(s, e.Record, append([]string{e.Field.Name}, path...))
	}
	return nil, nil, false
}

// A Goal is the goal of a case.
type Goal struct {
	site  *site
	exprs []ast.Expr
}

// Goal returns the goal of a case of the model.
func (x *Model) Goal(suite *checker.Suite, k *checker.Case) *Goal {
	u := k.Decl.Goal
	g := &Goal{exprs: k.Goals, site: &site{x.machine.GoalSite(suite, u), make(map[ast.Expr]*reads)}}
	for _, e := range k.Goals {
		x.read(g.site, e)
	}
	return g
}
