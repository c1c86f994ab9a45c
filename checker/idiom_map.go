package checker

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// A table is a variable that holds a set of records of a key and a value, and
// is used as a map: it never changes, is only asked whether it contains a key with
// a value, and holds one value for each key in every case. Then (contains t
// (record (k x) (v y))) is (= (get t x) y): both are false where the key is absent.
type table struct {
	v        *Var
	decl     *ast.RecordType
	key, val int // the fields
	entries  int // in all cases
	edits    []diag.Edit
}

// tables returns the variables that are used as maps.
func (m *Model) tables(suites []*Suite) (list []*table) {
	if len(suites) == 0 {
		return nil
	}
	for _, v := range m.Vars {
		decl, key := recordOfTwo(v)
		if decl == nil {
			continue
		}
		t := &table{v: v, decl: decl, key: key, val: 1 - key}
		// Both calls collect edits; a table that fails halfway is dropped with them.
		if t.asked(m, suites) && t.filled(suites) {
			list = append(list, t)
		}
	}
	return list
}

// recordOfTwo returns the type of the members of a set of records with two
// fields, and which of them can be a key; nil for other variables.
func recordOfTwo(v *Var) (*ast.RecordType, int) {
	array, ok := v.Type.(*types.Array)
	if !ok {
		return nil, 0
	}
	record, ok := array.Elem.(*types.Record)
	if !ok || len(record.Fields) != 2 {
		return nil, 0
	}
	decl, _ := v.Decl.Type.(*ast.ArrayType).Elem.(*ast.RecordType)
	// The first field whose type can be a key, beside a scalar value.
	for key, f := range record.Fields {
		if decl != nil && types.IsKey(f.Type) && scalar(record.Fields[1-key].Type) {
			return decl, key
		}
	}
	return nil, 0
}

// scalar reports whether a type has numbers or strings. The truth values of a
// condition are left out: a condition that is undefined is false.
func scalar(t types.Type) bool {
	_, enum := t.(*types.Enum)
	return enum || t == types.String || t == types.Int || t == types.Real
}

// asked collects the questions about the table, and reports whether nothing else
// mentions it.
func (t *table) asked(m *Model, suites []*Suite) bool {
	n := 0
	for _, c := range m.Transitions {
		if !t.askedIn(c.Unit, m.ObjectOf, m.File, &n) {
			return false
		}
	}
	for _, d := range m.Definitions {
		if !t.askedIn(d.Unit, m.ObjectOf, m.File, &n) {
			return false
		}
	}
	// Goals count as well: one that uses the set differently forbids the change.
	for _, s := range suites {
		if slices.ContainsFunc(s.File.Cases, func(k *ast.Case) bool { return k.Goal != nil && !t.askedIn(k.Goal, s.ObjectOf, s.File, &n) }) {
			return false
		}
	}
	return n > 0
}

func (t *table) askedIn(u *ast.Unit, objectOf func(*ast.Unit, ast.Node) Object, f *ast.File, n *int) bool {
	only := true
	ast.Inspect(u.Node, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.Contains:
			// A `contains` of another set may still mention the table inside: go on into it.
			ref, ok := node.Array.(*ast.Ref)
			if !ok || objectOf(u, ref) != t.v {
				return true
			}
			elem, ok := node.Elem.(*ast.RecordLit)
			// With a result in it, the equality would be a tie, which has another meaning.
			if !ok || ast.Has[*ast.ResultRef](elem) || t.mentionedIn(elem, u, objectOf) {
				only = false
				return false
			}
			key, val := t.parts(elem)
			if key == nil || val == nil {
				only = false
				return false
			}
			*n++
			t.edits = append(t.edits, diag.Edit{Span: f.Tree.Resolve(u.Span(node)), New: fmt.Sprintf("(= (get %s %s) %s)", t.v.Name(), u.Text(key), u.Text(val))})
			// The operands are known to be free of the table, so there is no need to descend.
			return false
		// Any other mention, as a value or as a next value, means that it is more than a map.
		case *ast.Ref:
			only = only && objectOf(u, node) != t.v
		case *ast.NextRef:
			only = only && objectOf(u, node.Var) != t.v
		}
		return only
	})
	return only
}

// mentionedIn reports whether a record names the table itself.
func (t *table) mentionedIn(e *ast.RecordLit, u *ast.Unit, objectOf func(*ast.Unit, ast.Node) Object) bool {
	return ast.Any(e, func(ref *ast.Ref) bool { return objectOf(u, ref) == t.v })
}

// parts returns the key and the value that a record has; nil for what it lacks.
func (t *table) parts(e *ast.RecordLit) (key, val ast.Expr) {
	if len(e.Fields) != 2 || t.decl.Fields[t.key].Name == nil || t.decl.Fields[t.val].Name == nil {
		return nil, nil
	}
	for _, f := range e.Fields {
		switch {
		case f.Name == nil:
		case f.Name.Name == t.decl.Fields[t.key].Name.Name:
			key = f.Value
		case f.Name.Name == t.decl.Fields[t.val].Name.Name:
			val = f.Value
		}
	}
	return key, val
}

// filled reports whether every case gives the table a value with each key once,
// and some case a value that is not empty. It collects the changes of these values.
func (t *table) filled(suites []*Suite) bool {
	for _, s := range suites {
		// Without an initial value the table is free, and may hold two values for a key.
		if slices.ContainsFunc(s.File.Cases, func(k *ast.Case) bool { return k.Init == nil || !t.filledIn(s, k.Init) }) {
			return false
		}
	}
	return t.entries > 0
}

func (t *table) filledIn(s *Suite, u *ast.Unit) bool {
	entries := u.Node.(*ast.Init).Entries
	i := slices.IndexFunc(entries, func(e *ast.Pin) bool { return e.Name != nil && e.Name.Name == t.v.Name() })
	if i < 0 {
		return false
	}
	list, ok := entries[i].Value.(*ast.ArrayLit)
	if !ok {
		return false
	}
	edit := func(n ast.Node, text string) {
		t.edits = append(t.edits, diag.Edit{Span: s.File.Tree.Resolve(u.Span(n)), New: text})
	}
	// Rewrite `(array (record …) …)` to `(map (KEY VALUE) …)`.
	edit(list.Keyword, "map")
	had := make(map[string]bool)
	for _, e := range list.Elems {
		record, ok := e.(*ast.RecordLit)
		if !ok {
			return false
		}
		key, val := t.parts(record)
		// A key that occurs twice has two values, which a map cannot hold.
		if key == nil || val == nil || !given(key) || !given(val) || had[ast.Source(key)] {
			return false
		}
		had[ast.Source(key)] = true
		t.entries++
		edit(record, "("+u.Text(key)+" "+u.Text(val)+")")
	}
	return true
}

// given reports whether an initial value is written out, and not null.
func given(e ast.Expr) bool {
	l, ok := e.(*ast.Literal)
	return ok && l.Value != types.Null{}
}

// useMaps returns the findings about sets of records that are used as maps.
func (m *Model) useMaps(suites []*Suite) (list []diag.Diagnostic) {
	for _, t := range m.tables(suites) {
		typ := fmt.Sprintf("(Map %s %s)", t.v.Unit.Text(t.decl.Fields[t.key].Type), t.v.Unit.Text(t.decl.Fields[t.val].Type))
		edits := append([]diag.Edit{{Span: t.v.Unit.Span(t.v.Decl.Type), New: typ}}, t.edits...)
		list = append(list, diag.Of(usedAsMap{At: t.v.Declared(), Name: t.v.Name(), Type: typ,
			Key: t.decl.Fields[t.key].Name.Name, Edits: edits}))
	}
	return list
}

// usedAsMap is a variable that holds a set of records and is used as a map.
type usedAsMap struct {
	At              source.Span
	Name, Type, Key string
	Edits           []diag.Edit
}

// Diagnose implements [diag.Problem].
func (p usedAsMap) Diagnose() diag.Diagnostic {
	d := diag.Lintf("MC0831", p.At, "`%s` is a set of records that is used as a map", p.Name)
	d.Notef("every case gives it one value for each `%s`, and it is only asked for the value of a key", p.Key)
	d.Fix("make it a `"+strings.TrimSpace(p.Type)+"`", p.Edits...)
	return d
}
