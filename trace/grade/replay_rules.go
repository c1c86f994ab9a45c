package grade

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/interp/partial"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/tool"
)

// A replayPlan is a model, what a case says of it, and what each part of it
// looks at.
type replayPlan struct {
	machine  *interp.Machine
	model    *partial.Model
	suite    *checker.Suite
	goalUnit *ast.Unit     // nil where the case has none
	goal     *partial.Goal // likewise
	goals    []rule
	leaves   []system.Leaf
	rules    map[string]*toolRules

	learns bool // a transition binds parts of the answer
	events bool // a transition is that of an event
	start  *partial.Initial
}

// A rule is a clause of pre, post or a goal, or an assignment, and the leaves of the
// state that it looks at.
type rule struct {
	expr     ast.Expr
	reads    []int // leaves of the state before
	mentions []int // leaves of the state after
}

// toolRules are those of a transition.
type toolRules struct {
	unit                   *ast.Unit
	name                   string
	owner                  tool.Owner
	results                bool // it binds parts of the answer
	pre, post, assignments []rule
	bound                  []string // the arguments that it binds
}

func newReplayPlan(s *checker.Suite, k *checker.Case) *replayPlan {
	p := &replayPlan{
		machine: interp.New(s.Model), suite: s, goalUnit: k.Decl.Goal, leaves: system.Leaves(s.Model), rules: make(map[string]*toolRules),
	}
	p.model = partial.NewModel(p.machine, s.Model)
	if len(k.Goals) > 0 {
		p.goal = p.model.Goal(s, k)
	}
	for _, t := range s.Model.Transitions {
		p.rules[t.Name()] = p.rulesOf(t)
		if known := s.Tools.Lookup(t.Name()); known != nil && known.Event != nil {
			p.events = true
		}
	}
	p.goals = lists.Map(k.Goals, p.rule)
	p.start = p.model.Initial(k)
	return p
}

func (p *replayPlan) rulesOf(t *checker.Transition) *toolRules {
	r := &toolRules{unit: t.Unit, name: t.Name(), owner: t.Owner, results: len(t.Results) > 0}
	p.learns = p.learns || r.results
	r.bound = lists.Map(t.Params, func(x *checker.Param) string { return x.Bind.Param.Name })
	if t.Decl.Pre != nil {
		for _, e := range t.Decl.Pre.Exprs {
			r.pre = append(r.pre, p.rule(e))
		}
	}
	r.post = lists.Map(p.suite.Model.Post(t), p.rule)
	for _, a := range p.suite.Model.Assignments(t) {
		x := p.rule(a.Expr)
		// The guards decide whether the assignment is made, so what they read counts.
		for _, g := range a.Guards {
			x.reads = append(x.reads, p.rule(g).reads...)
		}
		r.assignments = append(r.assignments, x)
	}
	return r
}

// rule finds out what an expression looks at.
func (p *replayPlan) rule(e ast.Expr) rule {
	r := rule{expr: e}
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ref, *ast.NextRef, *ast.FieldExpr:
			name, path, next := base(n.(ast.Expr), nil)
			for i, l := range p.leaves {
				// A shorter path means all leaves below it, a longer one the leaf that it goes into.
				if name != l.Var.Name() || !slices.Equal(path[:min(len(path), len(l.Path))], l.Path[:min(len(path), len(l.Path))]) {
					continue
				}
				if next {
					r.mentions = append(r.mentions, i)
				} else {
					r.reads = append(r.reads, i)
				}
			}
			// The inner nodes of a path would be found again as shorter paths.
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
