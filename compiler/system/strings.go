package system

import (
	"slices"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// Spares is how many strings that occur nowhere come before the names of
// enums. A witness with more of them takes names of enums in their place.
const Spares = 16

// Strings returns the strings of a case and its model in the order in which
// witnesses would rather have them: those of the pins, of the initial state, of
// constants and of expressions (the goal's last), each as they occur; and apart from these, since
// [Spares] strings that occur nowhere come before them, the names of enums and
// what the schemas of arguments list, and strings of which there are few. Each string is there once.
func (sc *Scenario) Strings() (occurring, enums []string) {
	l := &lister{had: make(map[string]bool)}
	for _, v := range sc.Named() {
		l.value(v, types.Invalid)
	}
	for _, i := range sc.Case.Init {
		l.value(i.Value, i.Var.Type)
	}
	for _, c := range sc.Model.Consts {
		l.value(c.Value, c.Type)
	}
	for _, s := range sc.surveyed.strings {
		l.add(s)
	}
	for _, g := range sc.Case.Goals {
		ast.Inspect(g, func(n ast.Node) bool {
			l.literal(n, func(e ast.Expr) types.Type { return sc.Suite.TypeOf(sc.Case.Decl.Goal, e) })
			return true
		})
	}
	n := len(l.list)
	for _, v := range sc.Model.State() {
		l.enums(v.Type)
	}
	for _, c := range sc.Model.Consts {
		l.enums(c.Type)
	}
	for i := range sc.Tools {
		for _, p := range sc.Tools[i].Params {
			l.listed(p.Schema)
		}
	}
	if sc.Texts != nil {
		for _, s := range sc.Texts.Few {
			l.add(s)
		}
	}
	// Clip keeps an append to the first list from writing into the second one.
	return slices.Clip(l.list[:n]), l.list[n:]
}

type lister struct {
	list     []string
	had      map[string]bool
	patterns []ast.Expr // of `like` that were met
}

func (l *lister) add(s string) {
	if !l.had[s] {
		l.had[s] = true
		l.list = append(l.list, s)
	}
}

// value lists the strings in a value, names of enums aside.
func (l *lister) value(v types.Value, t types.Type) {
	switch v := v.(type) {
	case types.Text:
		if _, enum := t.(*types.Enum); !enum {
			l.add(string(v))
		}
	case types.List:
		elem := types.Type(types.Invalid)
		if a, ok := t.(*types.Array); ok {
			elem = a.Elem
		}
		for _, m := range v {
			l.value(m, elem)
		}
	case types.Dict:
		l.entries(v, t)
	case types.OpenDict:
		l.entries(v, t)
	case types.Object:
		r, _ := t.(*types.Record)
		for _, m := range v {
			field := types.Type(types.Invalid)
			if r != nil {
				field, _ = r.Field(m.Name)
			}
			l.value(m.Value, field)
		}
	}
}

// entries lists the strings in the keys and values of a map.
func (l *lister) entries(list []types.Entry, t types.Type) {
	m, ok := t.(*types.Map)
	if !ok {
		m = &types.Map{Key: types.Invalid, Value: types.Invalid}
	}
	for _, e := range list {
		l.value(e.Key, m.Key)
		l.value(e.Value, m.Value)
	}
}

// listed lists the strings to which a schema restricts a place, or a part of it.
func (l *lister) listed(s *tool.Schema) {
	if s == nil {
		return
	}
	for _, v := range Listed(s) {
		l.value(v, types.Invalid)
	}
	for _, p := range s.Properties {
		l.listed(p.Schema)
	}
	l.listed(s.Items)
}

// literal lists the string that a node of an expression is, unless it is a pattern. A node is
// met before what it consists of.
func (l *lister) literal(n ast.Node, typeOf func(ast.Expr) types.Type) {
	switch x := n.(type) {
	case *ast.Op:
		if x.Op == ops.Like {
			l.patterns = append(l.patterns, x.Args[1])
		}
	case *ast.Literal:
		if !slices.Contains(l.patterns, ast.Expr(x)) && typeOf(x) == types.String {
			l.value(x.Value, types.String)
		}
	}
}

// enums lists the names of the enums in a type.
func (l *lister) enums(t types.Type) {
	switch t := t.(type) {
	case *types.Enum:
		for _, name := range t.Names {
			l.add(name)
		}
	case *types.Array:
		l.enums(t.Elem)
	case *types.Map:
		l.enums(t.Key)
		l.enums(t.Value)
	case *types.Record:
		for _, field := range t.Fields {
			l.enums(field.Type)
		}
	}
}

// StringsIn returns the strings in a value of a type, except names of enums.
func StringsIn(v types.Value, t types.Type) []string {
	l := &lister{had: make(map[string]bool)}
	l.value(v, t)
	return l.list
}
