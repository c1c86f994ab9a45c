package system

import (
	"slices"
	"strconv"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// MostMembers is how many members lists have in questions, where positions
// matter and the schema does not allow fewer only.
const MostMembers = 8

// listsIn returns how deep lists in an argument keep their positions: 1 for the
// lists in it, 2 for those in the elements of these, and so on; 0 if nothing looks
// at positions. Where members of sets are counted, all lists keep them: a set may be
// made of them.
func (sc *Scenario) listsIn(t *checker.Transition, p *checker.Param) (depth int) {
	if Scalar(p.Type) {
		return 0
	}
	m := sc.Model
	over := func(e ast.Expr) {
		if root, n := rootOf(m, t, e); root == p {
			depth = max(depth, n)
		}
	}
	for q := range ast.Each[*ast.Binder](t.Decl) {
		for _, e := range q.Lists() {
			over(e)
		}
	}
	for op := range ast.Each[*ast.Op](t.Decl) {
		if op.Op == ops.Length || op.Op == ops.Size {
			over(op.Args[0])
		}
	}
	if depth == 0 && sc.counts && types.Has[*types.Array](p.Type) {
		depth = 1
	}
	return depth
}

// seenAsSet reports whether anything but the positions of a list in an argument
// may matter to a transition.
func (sc *Scenario) seenAsSet(t *checker.Transition, p *checker.Param) bool {
	if Scalar(p.Type) {
		return false
	}
	lists := make(map[ast.Expr]bool) // whose positions are looked at
	for q := range ast.Each[*ast.Binder](t.Decl) {
		for _, e := range q.Lists() {
			lists[e] = true
		}
	}
	for op := range ast.Each[*ast.Op](t.Decl) {
		if op.Op == ops.Length {
			lists[op.Args[0]] = true
		}
	}
	found := false
	ast.Inspect(t.Decl, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		root, _ := rootOf(sc.Model, t, e)
		if root == nil {
			return true
		}
		typ := sc.Model.TypeOf(t.Unit, e)
		found = found || root == p && !lists[e] && (typ == nil || types.Has[*types.Array](typ) || holed(typ))
		return false // what it is a field of is not looked at as a whole
	})
	return found
}

// rootOf returns the argument that an expression is a list in, and how deep.
func rootOf(m *checker.Model, t *checker.Transition, e ast.Expr) (*checker.Param, int) {
	switch e := e.(type) {
	case *ast.ParamRef, *ast.ResultRef:
		p, _ := m.ObjectOf(t.Unit, e).(*checker.Param)
		return p, 1
	case *ast.FieldExpr:
		return rootOf(m, t, e.Record)
	case *ast.Ref:
		if b, ok := m.ObjectOf(t.Unit, e).(*checker.Bound); ok && b.List {
			p, n := rootOf(m, t, b.Over)
			return p, n + 1
		}
	}
	return nil, 0
}

// maxItems returns how many elements a schema allows a list, if it says so.
func maxItems(s *tool.Schema) (n int, ok bool) {
	if s == nil {
		return 0, false
	}
	for _, k := range s.Unmodelled {
		if k.Name == "maxItems" {
			n, err := strconv.Atoi(k.Value())
			return n, err == nil && n >= 0
		}
	}
	return 0, false
}

// Positions returns how many positions the lists of a schema have in questions,
// where they have any, and whether no list has more.
func Positions(s *tool.Schema) (n int, all bool) {
	if most, ok := maxItems(s); ok && most <= MostMembers {
		return most, true
	}
	return MostMembers, false
}

// LongestLists returns how many members lists in arguments have at most in questions
// about a case, 0 if questions look at all lists.
func (sc *Scenario) LongestLists() int {
	for i := range sc.Tools {
		if slices.ContainsFunc(sc.Tools[i].Params, func(p *Parameter) bool { return !p.AllLists() }) {
			return MostMembers
		}
	}
	return 0
}

// AllLists reports whether questions look at all lists in the parameter, or at such
// as behave like all others.
func (p *Parameter) AllLists() bool {
	array, ok := p.Type.(*types.Array)
	if ok && p.Lists > 0 && 0 < p.Enough && p.Enough <= MostMembers {
		// Enough bounds the outermost lists only.
		return complete(array.Elem, ItemsOf(p.Schema), p.Lists-1)
	}
	return p.Lists == 0 || complete(p.Type, p.Schema, p.Lists)
}

// PropertyOf returns the schema of a field, or nil.
func PropertyOf(s *tool.Schema, name string) *tool.Schema {
	if s == nil {
		return nil
	}
	if p := s.Property(name); p != nil {
		return p.Schema
	}
	return nil
}

// ItemsOf returns the schema of the items of a list; nil if it is not known.
func ItemsOf(s *tool.Schema) *tool.Schema {
	if s == nil {
		return nil
	}
	return s.Items
}

// complete reports whether questions look at all lists in an argument.
func complete(t types.Type, s *tool.Schema, depth int) bool {
	switch t := t.(type) {
	case *types.Record:
		for _, f := range t.Fields {
			if !complete(f.Type, PropertyOf(s, f.Name), depth) {
				return false
			}
		}
	case *types.Array:
		// Lists that the schema lists are all looked at. At depth 0 only members matter.
		if Listed(s) != nil || depth == 0 {
			return true
		}
		if _, all := Positions(s); !all {
			return false
		}
		return complete(t.Elem, ItemsOf(s), depth-1)
	}
	return true
}

// Few members of a list are enough where nothing looks at it but forall and exists
// that are in no other quantifier. Of each of these, one member shows that forall
// does not hold, or that exists does, and without the members that show nothing all
// of them come out the same. So such a list behaves like one of as many members as
// there are forms.
//
// Pairs keep this, if the same positions are kept of all lists that are paired. Lists
// of one length keep one length; lists of different lengths need to stay different,
// and members that are repeated see to that, one more for each further list. A list
// that checks do not name must not become one that they name: again, a repeated member
// for each of those is enough, as long as there is any.

// A looking is what a transition does with the lists of its arguments and of its
// answer.
type looking struct {
	model *checker.Model
	in    *checker.Transition
	forms map[*checker.Param]int              // forall and exists over it
	other map[*checker.Param]bool             // anything else looks at it
	with  map[*checker.Param][]*checker.Param // in pairs; nil for a list in a list
}

// lookAtLists finds out what a transition does with lists.
func lookAtLists(m *checker.Model, t *checker.Transition) *looking {
	l := &looking{m, t, make(map[*checker.Param]int), make(map[*checker.Param]bool), make(map[*checker.Param][]*checker.Param)}
	l.visit(t.Decl, false)
	return l
}

// visit looks at an expression, or at all in a transition.
func (l *looking) visit(n ast.Node, inside bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Quantified:
			l.quantified(n, inside)
			return false
		case *ast.ParamRef, *ast.ResultRef:
			// Any mention outside of a binder may depend on more than a few members.
			if p := l.param(n.(ast.Expr)); p != nil {
				l.other[p] = true
			}
		}
		return true
	})
}

func (l *looking) quantified(q *ast.Quantified, inside bool) {
	var all []*checker.Param
	for _, over := range q.Binder.Lists() {
		p := l.param(over)
		all = append(all, p)
		if p == nil || inside || q.Op != ops.Forall && q.Op != ops.Exists {
			// What is looked at in another way may depend on more than one member.
			l.visit(over, true)
		} else {
			l.forms[p]++
		}
	}
	for _, p := range all {
		if p != nil && len(all) > 1 {
			l.with[p] = append(l.with[p], all...)
		}
	}
	l.visit(q.Body, true)
}

// param returns the parameter that an expression is, or nil.
func (l *looking) param(e ast.Expr) *checker.Param {
	switch e.(type) {
	case *ast.ParamRef, *ast.ResultRef:
		p, _ := l.model.ObjectOf(l.in.Unit, e).(*checker.Param)
		return p
	}
	return nil
}

// paired returns a parameter with those whose lists are in pairs with it, with
// those that are in pairs with them, and so on; nil for a list that is no parameter.
func (l *looking) paired(p *checker.Param) []*checker.Param {
	list := []*checker.Param{p}
	for i := 0; i < len(list); i++ {
		list = lists.Include(list, l.with[list[i]]...)
	}
	return list
}

// isList reports whether the parameter is a list, with positions, that a transition binds.
func (p *Parameter) isList() bool {
	_, ok := p.Type.(*types.Array)
	return ok && p.Bound != nil && p.Lists > 0
}

// enough sets, of the parameters of a tool, how many members of their lists are
// enough.
func (l *looking) enough(t *Tool) {
	for _, x := range t.Params {
		if !x.isList() {
			continue
		}
		group := l.paired(x.Bound)
		x.Paired = len(group) > 1
		// Lists of different lengths stay different by one repeated member for each further list.
		n, ok := len(group)-1, true
		// A nil in the group is a list in a list, whose forms are not counted.
		ok = ok && !slices.Contains(group, nil)
		for _, y := range t.Params {
			if y.Bound == nil || !slices.Contains(group, y.Bound) {
				continue
			}
			ok = ok && !l.other[y.Bound] && !y.Joined
			n += l.forms[y.Bound] + len(y.Pins) + y.Asked
		}
		if ok {
			x.Enough = n
		}
	}
}

// onlyEach reports whether a post says nothing of a result but that each element of the
// list is something. An answer is whatever may be, so that the list without elements
// is as good as any other.
func onlyEach(m *checker.Model, t *checker.Transition, p *checker.Param) bool {
	mentions := func(e ast.Expr) bool {
		return ast.Any(e, func(ref *ast.ResultRef) bool { return m.ObjectOf(t.Unit, ref) == p })
	}
	var only func(ast.Expr) bool
	only = func(e ast.Expr) bool {
		if !mentions(e) {
			return true
		}
		switch e := e.(type) {
		case *ast.Op:
			switch e.Op {
			case ops.And, ops.Or:
				return !slices.ContainsFunc(e.Args, func(x ast.Expr) bool { return !only(x) })
			case ops.Implies:
				return !mentions(e.Args[0]) && only(e.Args[1])
			}
		case *ast.Quantified:
			list := e.Binder.Lists()
			_, whole := list[0].(*ast.ResultRef)
			return e.Op == ops.Forall && len(list) == 1 && whole && !mentions(e.Body)
		}
		return false
	}
	return !slices.ContainsFunc(exprs(t.Decl.Post), func(e ast.Expr) bool { return !only(e) })
}

// beEmpty makes the parameter a list without elements.
func (p *Parameter) beEmpty() {
	if _, ok := p.Type.(*types.Array); !ok {
		p.Type = &types.Array{Elem: types.Invalid}
	}
	p.Schema, p.Optional = &tool.Schema{Const: types.List{}}, false
}
