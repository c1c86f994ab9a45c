package interp

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A Machine runs a model. It is immutable, and safe for use by several
// goroutines.
type Machine struct {
	model  *checker.Model
	leaves []system.Leaf
	consts map[*checker.Const]types.Value
	rules  map[string]*rule // by name of the tool
	ties   map[*checker.Param]*checker.Tie

	tieExprs map[*ast.Op]bool
}

// New returns the machine of a model that has no errors.
func New(m *checker.Model) *Machine {
	x := &Machine{
		model: m, leaves: system.Leaves(m),
		consts: make(map[*checker.Const]types.Value, len(m.Consts)),
		rules:  make(map[string]*rule, len(m.Transitions)),
		ties:   make(map[*checker.Param]*checker.Tie),

		tieExprs: make(map[*ast.Op]bool),
	}
	for _, k := range m.Consts {
		x.consts[k] = conform(k.Value, k.Type)
	}
	for _, t := range m.Transitions {
		ties := m.Ties(t)
		for i := range ties {
			x.ties[ties[i].Result], x.tieExprs[ties[i].Expr] = &ties[i], true
		}
		x.rules[t.Name()] = x.newRule(t)
	}
	return x
}

// A rule is a transition, taken apart as far as that does not depend on the
// state or the call.
type rule struct {
	transition  *checker.Transition
	site        *Site
	pre, post   []ast.Expr
	assignments []checker.Assignment

	// mentions are the leaves whose next values each node in post speaks
	// of, as indices into the machine's leaves, ascending.
	mentions map[ast.Node][]int
	// open are the leaves that post mentions. All others keep their values.
	open []int

	free   []*checker.Param // the results without a tie that post reads
	counts bool             // post may tell lists with the same members apart
}

func (x *Machine) newRule(t *checker.Transition) *rule {
	r := &rule{transition: t, site: x.Site(t), assignments: x.model.Assignments(t), mentions: make(map[ast.Node][]int)}
	if t.Decl.Pre != nil {
		r.pre = t.Decl.Pre.Exprs
	}
	r.post = x.model.Post(t)
	for _, e := range r.post {
		r.open = append(r.open, x.findMentions(r, e)...)
	}
	slices.Sort(r.open)
	r.open = slices.Compact(r.open)
	r.free, r.counts = x.freeResults(r), slices.ContainsFunc(r.post, counts)
	return r
}

// findMentions fills in the mentions of a node and of all in it.
func (x *Machine) findMentions(r *rule, n ast.Node) []int {
	var list []int
	if x.isTie(n) {
		return nil // it opens no leaf
	}
	if next, path := ast.NextPath(n); next != nil {
		v, _ := x.model.ObjectOf(r.transition.Unit, next).(*checker.Var)
		for i, l := range x.leaves {
			if v != nil && l.Under(v, path) {
				list = append(list, i)
			}
		}
		r.mentions[n] = list
		return list
	}
	for _, child := range ast.Children(n) {
		list = append(list, x.findMentions(r, child)...)
	}
	slices.Sort(list)
	list = slices.Compact(list)
	r.mentions[n] = list
	return list
}

// isTie reports whether a node is a tie of one of the model's transitions.
func (x *Machine) isTie(n ast.Node) bool {
	op, ok := n.(*ast.Op)
	return ok && x.tieExprs[op]
}

// normalised returns the call with its defaults filled in.
func (x *Machine) normalised(c tool.Call) tool.Call { return x.model.Tools.Normalise(c) }

// scope returns the scope of a call in a state.
func (x *Machine) scope(r *rule, s State, c tool.Call) *scope {
	return r.site.scope(Environment{Now: s, Args: c.Args})
}
