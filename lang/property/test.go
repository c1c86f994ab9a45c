package property

import (
	"slices"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/like"
	"github.com/mantrac/mantrac/lang/types"
)

// A Test is what a pattern asks of an argument of a call, or of a part of an
// answer.
type Test struct {
	Of     string // the name of the argument; of an answer the JSON Pointer of the part, see [At]
	Kind   forms.Test
	Values []types.Value // of TestEqual, TestIn and TestNot all; of the others at most one
	Node   ast.Node
}

// Equals returns the one value that passes the test, if it is of that kind.
func (t *Test) Equals() (types.Value, bool) {
	if (t.Kind == forms.TestEqual || t.Kind == forms.TestIn) && len(t.Values) == 1 {
		return t.Values[0], true
	}
	return nil, false
}

// Accepts reports whether a value passes the test; nil stands for none.
func (t *Test) Accepts(v types.Value) bool {
	if v == nil || t.Kind == forms.TestAbsent {
		return (v == nil) == (t.Kind == forms.TestAbsent)
	}
	switch t.Kind {
	case forms.TestEqual, forms.TestIn:
		return t.names(v)
	case forms.TestNot:
		return !t.names(v)
	case forms.TestLess, forms.TestLessOrEqual, forms.TestGreater, forms.TestGreaterOrEqual:
		n, ok := v.(types.Number)
		return ok && t.related(n)
	case forms.TestContains:
		list, ok := v.(types.List)
		return ok && slices.ContainsFunc(list, t.names)
	case forms.TestLike:
		s, ok := v.(types.Text)
		return ok && t.pattern().Matches(string(s))
	}
	return true // TestPresent
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
	case forms.TestLess:
		return c < 0
	case forms.TestLessOrEqual:
		return c <= 0
	case forms.TestGreater:
		return c > 0
	default:
		return c >= 0
	}
}

func (t *Test) pattern() like.Pattern {
	text, _ := t.Values[0].(types.Text)
	return like.Parse(string(text))
}
