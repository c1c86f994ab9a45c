package grade

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/types"
)

// A replayPlan is a model, what a case says of it, and what each part of it
// looks at.
type replayPlan struct {
	machine *interp.Machine
	suite   *checker.Suite
	goal    *ast.Unit // nil where the case has none
	goals   []rule
	leaves  []system.Leaf
	rules   map[string]*toolRules

	start  interp.State // free leaves have some value
	free   []bool       // by leaf
	domain [][]types.Value
}

// A rule is a clause of pre, post or a goal, or an assignment, and the leaves
// of the state and the arguments that it looks at.
type rule struct {
	expr     ast.Expr
	reads    []int // leaves of the state before
	params   []string
	mentions []int // leaves of the state after
	unit     *ast.Unit

	assigns bool
	divides bool  // the value that it assigns may be none whatever the arguments are
	guards  []int // leaves that the guards of the assignment look at
}

// toolRules are those of a transition.
type toolRules struct {
	unit                   *ast.Unit
	pre, post, assignments []rule
	bound                  []string // the arguments that it binds
}

func newReplayPlan(s *checker.Suite, k *checker.Case) *replayPlan {
	p := &replayPlan{
		machine: interp.New(s.Model), suite: s, goal: k.Decl.Goal, leaves: system.Leaves(s.Model), rules: make(map[string]*toolRules),
	}
	for _, t := range s.Model.Transitions {
		p.rules[t.Name()] = p.rulesOf(t)
	}
	for _, e := range k.Goals {
		p.goals = append(p.goals, p.rule(k.Decl.Goal, e, nil))
	}
	known, free := p.machine.Initial(k)
	p.free = make([]bool, len(p.leaves))
	state := types.Object{}
	for name, v := range known {
		state = append(state, types.Member{Name: name, Value: v})
	}
	for i, l := range p.leaves {
		p.domain = append(p.domain, domainOf(l.Type))
		if p.free[i] = slices.ContainsFunc(free, func(f system.Leaf) bool { return f.Name() == l.Name() }); p.free[i] {
			state = with(state, l, zero(l.Type))
		}
	}
	p.start = p.canonical(state)
	return p
}

// canonical returns a complete state. The checker has seen that the values
// are of their types.
func (p *replayPlan) canonical(o types.Object) interp.State {
	s := make(interp.State, len(o))
	for _, m := range o {
		s[m.Name] = m.Value
	}
	if c, err := p.machine.Canonical(s); err == nil {
		return c
	}
	return s
}

// with returns an object in which a leaf has a value.
func with(o types.Object, l system.Leaf, v types.Value) types.Object {
	return types.WithAt(o, append([]string{l.Var.Name()}, l.Path...), v).(types.Object)
}

// set returns a state in which a leaf has another value.
func (p *replayPlan) set(s interp.State, leaf int, v types.Value) interp.State {
	o := make(types.Object, 0, len(s))
	for name, v := range s {
		o = append(o, types.Member{Name: name, Value: v})
	}
	return p.canonical(with(o, p.leaves[leaf], v))
}

// zero returns a value of a type that is no record.
func zero(t types.Type) types.Value {
	switch t := t.(type) {
	case *types.Enum:
		return types.Text(t.Names[0])
	case *types.Array:
		return types.List{}
	}
	switch t {
	case types.Bool:
		return types.Boolean(false)
	case types.String:
		return types.Text("")
	}
	return types.NewInt(0)
}

// maxDomain bounds the values of a leaf that are tried one by one.
const maxDomain = 64

// domainOf returns the values of a type, nil where there are many.
func domainOf(t types.Type) []types.Value {
	switch t := t.(type) {
	case *types.Enum:
		var list []types.Value
		for _, n := range t.Names[:min(len(t.Names), maxDomain+1)] {
			list = append(list, types.Text(n))
		}
		if len(list) <= maxDomain {
			return list
		}
	case *types.Array:
		elements := domainOf(t.Elem)
		if elements == nil || 1<<min(len(elements), 30) > maxDomain {
			return nil
		}
		var list []types.Value
		for chosen := range 1 << len(elements) {
			set := types.List{}
			for i, e := range elements {
				if chosen&(1<<i) != 0 {
					set = append(set, e)
				}
			}
			list = append(list, set)
		}
		return list
	}
	if t == types.Bool {
		return []types.Value{types.Boolean(false), types.Boolean(true)}
	}
	return nil
}

func (p *replayPlan) rulesOf(t *checker.Transition) *toolRules {
	r := &toolRules{unit: t.Unit}
	locals := make(map[string]string)
	for _, x := range t.Params {
		locals[x.Name()] = x.Bind.Param.Name
		r.bound = append(r.bound, x.Bind.Param.Name)
	}
	if t.Decl.Pre != nil {
		for _, e := range t.Decl.Pre.Exprs {
			r.pre = append(r.pre, p.rule(t.Unit, e, locals))
		}
	}
	if t.Decl.Post != nil {
		for _, e := range t.Decl.Post.Exprs {
			r.post = append(r.post, p.rule(t.Unit, e, locals))
		}
	}
	for _, a := range p.suite.Model.Assignments(t) {
		x := p.rule(t.Unit, a.Expr, locals)
		for _, g := range a.Guards {
			guard := p.rule(t.Unit, g, locals)
			x.reads, x.params = append(x.reads, guard.reads...), append(x.params, guard.params...)
			x.guards = append(x.guards, guard.reads...)
		}
		x.assigns, x.divides = true, ast.Divides(a.Value)
		r.assignments = append(r.assignments, x)
	}
	return r
}

// rule finds out what an expression looks at.
func (p *replayPlan) rule(u *ast.Unit, e ast.Expr, locals map[string]string) rule {
	r := rule{expr: e, unit: u}
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ParamRef:
			r.params = append(r.params, locals[n.Local.Name])
		case *ast.Ref, *ast.NextRef, *ast.FieldExpr:
			name, path, next := base(n.(ast.Expr), nil)
			for i, l := range p.leaves {
				if name != l.Var.Name() || !slices.Equal(path[:min(len(path), len(l.Path))], l.Path[:min(len(path), len(l.Path))]) {
					continue
				}
				if next {
					r.mentions = append(r.mentions, i)
				} else {
					r.reads = append(r.reads, i)
				}
			}
			return name == ""
		}
		return true
	})
	return r
}

// base returns the variable that an expression is, or is a field of, and the
// path of fields; "" where it is neither.
func base(e ast.Expr, path []string) (name string, full []string, next bool) {
	switch e := e.(type) {
	case *ast.Ref:
		return e.Name, path, false
	case *ast.NextRef:
		return e.Var.Name, path, true
	case *ast.FieldExpr:
		return base(e.Record, append([]string{e.Field.Name}, path...))
	}
	return "", nil, false
}
