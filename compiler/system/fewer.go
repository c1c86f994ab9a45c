package system

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// Few members of a list are enough where nothing looks at it but forall and exists
// that stand in no other quantifier. Of each of these, one member shows that forall
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
		for _, q := range l.with[list[i]] {
			if !slices.Contains(list, q) {
				list = append(list, q)
			}
		}
	}
	return list
}

// enough sets, of the parameters of a tool, how many members of their lists are
// enough.
func (l *looking) enough(t *Tool) {
	for _, x := range t.Params {
		if _, ok := x.Type.(*types.Array); !ok || x.Bound == nil || x.Lists == 0 {
			continue
		}
		group := l.paired(x.Bound)
		x.Paired = len(group) > 1
		n, ok := len(group)-1, true
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
