package property

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/jsonpointer"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/like"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// Matches reports whether a call, which has been normalised, is of the
// pattern's tool and passes its tests. Of a pattern of `answered` this is what
// it asks of the call, but for variables that the answer binds too.
func (p *Pattern) Matches(c tool.Call) bool {
	if p.Tool != c.Tool || !p.Sees(c.By) {
		return false
	}
	get := func(name string) types.Value {
		v, _ := c.Args.Get(name)
		return v
	}
	return passes(p.Tests, get) && bind(p.Vars, get, make(map[string]types.Value))
}

// Bind returns the values of the variables of a call, which has been
// normalised, and, if the pattern is of `answered`, of its answer. It reports
// false if they do not match.
func (p *Pattern) Bind(c tool.Call, answer types.Value) (map[string]types.Value, bool) {
	if p.Tool != c.Tool || !p.Sees(c.By) {
		return nil, false
	}
	get := func(name string) types.Value {
		v, _ := c.Args.Get(name)
		return v
	}
	bound := make(map[string]types.Value)
	if !passes(p.Tests, get) || !bind(p.Vars, get, bound) {
		return nil, false
	}
	if a := p.Answer; a != nil {
		part := func(pointer string) types.Value { return At(answer, pointer) }
		if !passes(a.Tests, part) || !bind(a.Vars, part, bound) {
			return nil, false
		}
	}
	return bound, true
}

func passes(tests []Test, get func(string) types.Value) bool {
	for i := range tests {
		if !tests[i].Accepts(get(tests[i].Of)) {
			return false
		}
	}
	return true
}

func bind(vars []Var, get func(string) types.Value, bound map[string]types.Value) bool {
	for _, x := range vars {
		v := get(x.Of)
		if v == nil {
			return false
		}
		// A variable that is bound already, here or in the arguments, must have the same value.
		if had, ok := bound[x.Name]; ok && !types.Equal(had, v) {
			return false
		}
		bound[x.Name] = v
	}
	return true
}

// At returns the part of a value that a JSON Pointer (RFC 6901) is of, or nil
// if there is none. The empty pointer is of the whole value.
func At(v types.Value, pointer string) types.Value {
	for pointer != "" && v != nil {
		token, rest, more := strings.Cut(pointer[1:], "/")
		if pointer = ""; more {
			pointer = "/" + rest
		}
		v = child(v, jsonpointer.Unescape(token))
	}
	return v
}

func child(v types.Value, token string) types.Value {
	switch v := v.(type) {
	case types.Object:
		member, _ := v.Get(token)
		return member
	case types.List:
		if i, ok := jsonpointer.Index(token, len(v)); ok {
			return v[i]
		}
	}
	return nil
}

// With returns a value with another part, to which a JSON Pointer leads; nil takes
// the part away. Without the whole it is null, and without all its parts an empty
// object. A list ends before the element that is taken away, and gets nulls before one
// that is far behind its end. Where a list has no such element, nothing changes.
func With(whole types.Value, pointer string, part types.Value) types.Value {
	object, _ := whole.(types.Object)
	list, isList := whole.(types.List)
	switch {
	case pointer == "" && part == nil:
		return types.Null{}
	case pointer == "":
		return part
	case part == nil && At(whole, pointer) == nil:
		if object == nil && !isList {
			return types.Object{}
		}
		return whole
	}
	token, rest, more := strings.Cut(pointer[1:], "/")
	if more {
		rest = "/" + rest
	}
	name := jsonpointer.Unescape(token)
	if isList {
		return withElement(list, name, rest, part)
	}
	had, _ := object.Get(name)
	// The member moves to the end, in a copy.
	object = slices.DeleteFunc(slices.Clone(object), func(m types.Member) bool { return m.Name == name })
	if part == nil && rest == "" {
		return object
	}
	return append(object, types.Member{Name: name, Value: With(had, rest, part)})
}

// maxElements is how long a list can get because a pointer leads to an element behind its end.
const maxElements = 1000

// withElement does what [With] does for a list and a pointer into the element at a position.
func withElement(list types.List, position, rest string, part types.Value) types.Value {
	i, ok := jsonpointer.Index(position, max(len(list), maxElements))
	switch {
	case !ok:
		return list
	case part == nil && rest == "":
		return list[:i:i]
	}
	list = slices.Clone(list)
	for len(list) < i {
		list = append(list, types.Null{})
	}
	if len(list) == i {
		return append(list, With(nil, rest, part))
	}
	list[i] = With(list[i], rest, part)
	return list
}

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

// Accepts reports whether a value passes the test; nil is no value.
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
	return types.Contains(t.Values, v)
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

// Same reports whether two tests ask the same of the same place.
func (t Test) Same(u Test) bool {
	return t.Of == u.Of && t.Kind == u.Kind && slices.EqualFunc(t.Values, u.Values, types.Equal)
}
