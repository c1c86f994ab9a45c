package property

import (
	"slices"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/like"
	"github.com/mantrac/mantrac/lang/types"
)

// A Kind says what a test asks of a value.
type Kind uint8

// The kinds. All but Absent ask that there is a value; null is one.
const (
	In   Kind = iota + 1 // it equals one of Values: a plain value, or `in`
	Not                  // it equals none of Values
	Less                 // it is a number, less than Values[0]; the next three likewise
	LessEq
	Greater
	GreaterEq
	Contains // it is a list with a member equal to Values[0]
	Like     // it is a string that the pattern Values[0] matches
	Present  // there is a value
	Absent   // there is none
)

// A Test is what a pattern asks of an argument of a call, or of a part of an
// answer.
type Test struct {
	Of     string // the name of the argument; of an answer the JSON Pointer of the part, see [Pointer]
	Kind   Kind
	Values []types.Value // as Kind says
	Node   ast.Node
}

// Equals returns the one value that passes the test, if it is of that kind.
func (t *Test) Equals() (types.Value, bool) {
	if t.Kind == In && len(t.Values) == 1 {
		return t.Values[0], true
	}
	return nil, false
}

// Accepts reports whether a value passes the test; nil stands for none.
func (t *Test) Accepts(v types.Value) bool {
	if v == nil || t.Kind == Absent {
		return (v == nil) == (t.Kind == Absent)
	}
	switch t.Kind {
	case In:
		return t.names(v)
	case Not:
		return !t.names(v)
	case Less, LessEq, Greater, GreaterEq:
		n, ok := v.(types.Number)
		return ok && t.related(n)
	case Contains:
		list, ok := v.(types.List)
		return ok && slices.ContainsFunc(list, t.names)
	case Like:
		s, ok := v.(types.Text)
		return ok && t.pattern().Matches(string(s))
	}
	return true // Present
}

func (t *Test) names(v types.Value) bool {
	return slices.ContainsFunc(t.Values, func(w types.Value) bool { return types.Equal(v, w) })
}

func (t *Test) related(n types.Number) bool {
	bound, ok := t.Values[0].(types.Number)
	if !ok {
		return false
	}
	switch c := n.Cmp(bound); t.Kind {
	case Less:
		return c < 0
	case LessEq:
		return c <= 0
	case Greater:
		return c > 0
	default:
		return c >= 0
	}
}

func (t *Test) pattern() like.Pattern {
	text, _ := t.Values[0].(types.Text)
	return like.Parse(string(text))
}
