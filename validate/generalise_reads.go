package validate

import (
	"maps"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// reads are what an expression looks at.
type reads struct {
	leaves []int    // of the state, and of the next one
	args   []string // by the tool's name
}

func (r *reads) add(s reads) {
	r.leaves, r.args = append(r.leaves, s.leaves...), append(r.args, s.args...)
}

// distinct returns each once, in order.
func (r reads) distinct() reads {
	slices.Sort(r.leaves)
	slices.Sort(r.args)
	return reads{slices.Compact(r.leaves), slices.Compact(r.args)}
}

// A ground is where expressions stand: a transition, or a goal.
type ground struct {
	site     *interp.Site
	typeOf   func(ast.Expr) types.Type
	objectOf func(ast.Node) checker.Object
}

func (v *validator) groundOf(t *checker.Transition) ground {
	m := v.scenario.Model
	return ground{v.machine.Site(t),
		func(e ast.Expr) types.Type { return m.TypeOf(t.Unit, e) },
		func(n ast.Node) checker.Object { return m.ObjectOf(t.Unit, n) }}
}

// groundOfGoal returns that of the goal; nil where there is none.
func (v *validator) groundOfGoal() *ground {
	s, k := v.scenario.Suite, v.scenario.Case
	if len(k.Goals) == 0 {
		return nil
	}
	return &ground{v.machine.GoalSite(s, k.Decl.Goal),
		func(e ast.Expr) types.Type { return s.TypeOf(k.Decl.Goal, e) },
		func(n ast.Node) checker.Object { return s.ObjectOf(k.Decl.Goal, n) }}
}

// toolReads are what the parts of a transition read.
type toolReads struct {
	ground
	transition *checker.Transition
	conditions []system.Condition
	all        reads                // of the whole transition
	plain      []checker.Assignment // all that post is, if it says what each leaf becomes
	functional bool
}

// readsOf returns what an expression, or a whole transition, reads.
func (g *generaliser) readsOf(n ast.Node, at ground) reads {
	had, ok := g.read[n]
	if !ok {
		had = g.findReads(n, at.objectOf)
		g.read[n] = had
	}
	return had
}

func (g *generaliser) findReads(n ast.Node, object func(ast.Node) checker.Object) reads {
	var r reads
	ast.Inspect(n, func(n ast.Node) bool {
		if p, ok := n.(*ast.ParamRef); ok {
			if p, ok := object(p).(*checker.Param); ok {
				r.args = append(r.args, p.Bind.Param.Name)
			}
			return false
		}
		v, path := place(n, object)
		if v == nil {
			return true
		}
		for i, l := range g.leaves {
			if l.Var == v && len(l.Path) >= len(path) && slices.Equal(l.Path[:len(path)], path) {
				r.leaves = append(r.leaves, i)
			}
		}
		return false
	})
	return r.distinct()
}

// place takes a variable, now or next, or fields of one, apart.
func place(n ast.Node, object func(ast.Node) checker.Object) (*checker.Var, []string) {
	switch n := n.(type) {
	case *ast.Ref:
		v, _ := object(n).(*checker.Var)
		return v, nil
	case *ast.NextRef:
		v, _ := object(n).(*checker.Var)
		return v, nil
	case *ast.FieldExpr:
		if v, path := place(n.Record, object); v != nil {
			return v, append(path, n.Field.Name)
		}
	}
	return nil, nil
}

// of returns what the transition of a tool reads; nil without transition.
func (g *generaliser) of(toolName string) *toolReads {
	if t, had := g.tools[toolName]; had {
		return t
	}
	t := g.scenario.Model.Transition(toolName)
	if t == nil {
		g.tools[toolName] = nil
		return nil
	}
	r := &toolReads{ground: g.groundOf(t), transition: t, conditions: g.scenario.Conditions(t)}
	r.all = g.readsOf(t.Decl, r.ground)
	r.functional = g.isFunctional(r)
	g.tools[toolName] = r
	return r
}

// isFunctional finds out whether a post consists of assignments without guards,
// no two of which are about one leaf: then there is one next state.
func (g *generaliser) isFunctional(r *toolReads) bool {
	if r.transition.Decl.Post == nil {
		return true
	}
	assignments := make(map[ast.Expr]checker.Assignment)
	for _, a := range g.scenario.Model.Assignments(r.transition) {
		assignments[a.Expr] = a
	}
	set := make(map[int]bool)
	var each func(list []ast.Expr) bool
	each = func(list []ast.Expr) bool {
		for _, e := range list {
			if op, ok := e.(*ast.Op); ok && op.Op == ops.And {
				if !each(op.Args) {
					return false
				}
				continue
			}
			a, ok := assignments[e]
			if !ok || len(a.Guards) > 0 {
				return false
			}
			for _, i := range g.targets(a) {
				if set[i] {
					return false
				}
				set[i] = true
			}
			r.plain = append(r.plain, a)
		}
		return true
	}
	return each(r.transition.Decl.Post.Exprs)
}

// targets returns the leaves that an assignment is about.
func (g *generaliser) targets(a checker.Assignment) []int {
	var list []int
	for i, l := range g.leaves {
		if l.Var == a.Var && len(l.Path) >= len(a.Path) && slices.Equal(l.Path[:len(a.Path)], a.Path) {
			list = append(list, i)
		}
	}
	return list
}

// A moment is what a call is made in, on sets of values.
type moment struct {
	g     *generaliser
	base  interp.Environment // what the witness has there
	now   []possible         // by leaf
	names []string           // of the arguments
	args  []possible
}

func (m *moment) arg(name string) (possible, bool) {
	i := slices.Index(m.names, name)
	if i < 0 {
		return possible{}, false
	}
	return m.args[i], true
}

// combos calls do with each combination of the values that are read. It returns
// false where they are too many, so that do may not have been called at all.
func (m *moment) combos(r reads, do func(interp.Environment)) bool {
	var leaves []int
	var args []string
	n := 1
	for _, i := range r.leaves {
		if p := m.now[i]; p.any {
			return false
		} else if !p.known() || !same(p.values[0], m.g.leaves[i].In(m.base.Now)) {
			leaves = append(leaves, i)
			n *= len(p.values)
		}
		if n > maxCombos {
			return false
		}
	}
	for _, name := range r.args {
		p, given := m.arg(name)
		if given && p.any {
			return false
		}
		if given && !p.known() {
			args = append(args, name)
			n *= len(p.values)
		}
		if n > maxCombos {
			return false
		}
	}
	m.each(m.base, leaves, args, do)
	return true
}

func (m *moment) each(at interp.Environment, leaves []int, args []string, do func(interp.Environment)) {
	switch {
	case len(leaves) > 0:
		l := m.g.leaves[leaves[0]]
		for _, v := range m.now[leaves[0]].values {
			next := at
			next.Now = maps.Clone(at.Now)
			next.Now[l.Var.Name()] = types.WithAt(at.Now[l.Var.Name()], l.Path, v)
			m.each(next, leaves[1:], args, do)
		}
	case len(args) > 0:
		p, _ := m.arg(args[0])
		for _, v := range p.values {
			next := at
			next.Args = with(at.Args, args[0], v)
			m.each(next, leaves, args[1:], do)
		}
	default:
		do(at)
	}
}

// with returns arguments with one of them another value, or without it.
func with(args types.Object, name string, v types.Value) types.Object {
	out := make(types.Object, 0, len(args))
	for _, a := range args {
		switch {
		case a.Name != name:
			out = append(out, a)
		case v != nil:
			out = append(out, types.Member{Name: name, Value: v})
		}
	}
	return out
}
