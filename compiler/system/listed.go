package system

import (
	"slices"
	"strconv"

	"github.com/mantrac/mantrac/checker"
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
	if isScalar(p.Type) {
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
	if depth == 0 && sc.counts && hasArray(p.Type) {
		depth = 1
	}
	return depth
}

// seenAsSet reports whether anything but the positions of a list in an argument
// may matter to a transition.
func (sc *Scenario) seenAsSet(t *checker.Transition, p *checker.Param) bool {
	if isScalar(p.Type) {
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
		found = found || root == p && !lists[e] && (typ == nil || hasArray(typ) || holed(typ))
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

// isScalar reports whether a value of a type has no parts.
func isScalar(t types.Type) bool {
	switch t := t.(type) {
	case types.Basic:
		return t != types.Invalid
	case *types.Enum:
		return true
	}
	return false
}

func hasArray(t types.Type) bool {
	switch t := t.(type) {
	case *types.Array:
		return true
	case *types.Record:
		for _, f := range t.Fields {
			if hasArray(f.Type) {
				return true
			}
		}
	}
	return false
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
		return complete(array.Elem, itemsOf(p.Schema), p.Lists-1)
	}
	return p.Lists == 0 || complete(p.Type, p.Schema, p.Lists)
}

func itemsOf(s *tool.Schema) *tool.Schema {
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
			var inner *tool.Schema
			if s != nil {
				if p := s.Property(f.Name); p != nil {
					inner = p.Schema
				}
			}
			if !complete(f.Type, inner, depth) {
				return false
			}
		}
	case *types.Array:
		if Listed(s) != nil || depth == 0 {
			return true
		}
		if _, all := Positions(s); !all {
			return false
		}
		return complete(t.Elem, itemsOf(s), depth-1)
	}
	return true
}
