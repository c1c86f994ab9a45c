package compiler

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/types"
)

// names numbers strings, so that small numbers are what a witness should
// rather have: first the strings that occur in the source, then some that
// occur nowhere, then the names of enums, which a free string is rarely meant
// to be. All greater numbers are other strings that occur nowhere. Values that
// are no strings, where anything may stand, are negative numbers.
type names struct {
	ids    map[string]int64
	texts  []string
	spare  [2]int64 // the numbers from the first to before the second are strings that occur nowhere
	opaque []types.Value
}

// spares is how many strings that occur nowhere come before the names of
// enums. A witness with more of them takes names of enums in their place.
const spares = 16

func (n *names) text(s string) int64 {
	if id, ok := n.ids[s]; ok {
		return id
	}
	if n.ids == nil {
		n.ids = make(map[string]int64)
	}
	id := int64(len(n.texts))
	n.ids[s] = id
	n.texts = append(n.texts, s)
	return id
}

// reserve leaves out some numbers, for strings that occur nowhere.
func (n *names) reserve() {
	first := int64(len(n.texts))
	n.texts = append(n.texts, make([]string, spares)...)
	n.spare = [2]int64{first, first + spares}
}

// known returns the string of a number, if it is one that occurs.
func (n *names) known(id int64) (string, bool) {
	if id < 0 || id >= int64(len(n.texts)) || id >= n.spare[0] && id < n.spare[1] {
		return "", false
	}
	return n.texts[id], true
}

// value numbers any value, as a model sees it: lists with the same members
// have the same number.
func (n *names) value(v types.Value) int64 {
	if t, ok := v.(types.Text); ok {
		return n.text(string(t))
	}
	set := unordered(v)
	for i, had := range n.opaque {
		if types.Equal(unordered(had), set) {
			return int64(-1 - i)
		}
	}
	n.opaque = append(n.opaque, v)
	return int64(-len(n.opaque))
}

// unordered returns a value with the members of its lists in an order of
// their own, each once.
func unordered(v types.Value) types.Value {
	switch v := v.(type) {
	case types.List:
		list := make(types.List, len(v))
		for i, m := range v {
			list[i] = unordered(m)
		}
		slices.SortFunc(list, func(a, b types.Value) int { return strings.Compare(a.String(), b.String()) })
		return slices.CompactFunc(list, types.Equal)
	case types.Object:
		object := make(types.Object, len(v))
		for i, m := range v {
			object[i] = types.Member{Name: m.Name, Value: unordered(m.Value)}
		}
		return object
	}
	return v
}

// enumerate numbers the strings of a case and its model: those of the pins, of
// the initial state, of constants and of expressions, each as they occur,
// and then the names of enums.
func (e *encoder) enumerate(sc *Scenario) {
	n := &e.names
	for _, c := range sc.Case.Checks {
		for _, a := range checker.Atoms(c.Form) {
			for _, p := range a.Pins {
				n.occurring(checker.ValueOf(p.Value), types.Invalid)
			}
		}
	}
	for _, i := range sc.Case.Init {
		n.occurring(i.Value, i.Var.Type)
	}
	for _, c := range sc.Model.Consts {
		n.occurring(c.Value, c.Type)
	}
	for _, t := range sc.Model.Transitions {
		n.literals(t.Decl, func(x ast.Expr) types.Type { return sc.Model.TypeOf(t.Unit, x) })
	}
	n.reserve()
	for _, v := range sc.Model.Vars {
		n.enums(v.Type)
	}
}

// occurring numbers the strings in a value, names of enums aside.
func (n *names) occurring(v types.Value, t types.Type) {
	switch v := v.(type) {
	case types.Text:
		if _, enum := t.(*types.Enum); !enum {
			n.text(string(v))
		}
	case types.List:
		elem := types.Type(types.Invalid)
		if a, ok := t.(*types.Array); ok {
			elem = a.Elem
		}
		for _, m := range v {
			n.occurring(m, elem)
		}
	case types.Object:
		r, _ := t.(*types.Record)
		for _, m := range v {
			field := types.Type(types.Invalid)
			if r != nil {
				field, _ = r.Field(m.Name)
			}
			n.occurring(m.Value, field)
		}
	}
}

// literals numbers the strings in expressions.
func (n *names) literals(x ast.Node, typeOf func(ast.Expr) types.Type) {
	ast.Inspect(x, func(node ast.Node) bool {
		if l, ok := node.(*ast.Literal); ok && typeOf(l) == types.String {
			n.occurring(l.Value, types.String)
		}
		return true
	})
}

// enums numbers the names of the enums in a type.
func (n *names) enums(t types.Type) {
	switch t := t.(type) {
	case *types.Enum:
		for _, name := range t.Names {
			n.text(name)
		}
	case *types.Array:
		n.enums(t.Elem)
	case *types.Record:
		for _, field := range t.Fields {
			n.enums(field.Type)
		}
	}
}
