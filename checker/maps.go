package checker

import (
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// resolveMap returns the type that (Map KEY VALUE) means.
func resolveMap(u *ast.Unit, e *ast.MapType, info *unitInfo) types.Type {
	if e.Key == nil || e.Value == nil {
		return types.Invalid
	}
	key := resolveType(u, e.Key, info)
	value := resolveInner(u, e.Value, info, "a map")
	if !types.IsKey(key) {
		info.report(badKey{At: u.Span(e.Key), Got: key})
		return types.Invalid
	}
	// An invalid part has been reported; IsKey accepts it to avoid a second finding.
	if key == types.Invalid || value == types.Invalid {
		return types.Invalid
	}
	return &types.Map{Key: key, Value: value}
}

// resolveInner returns the type of a part of another type, which is no map.
func resolveInner(u *ast.Unit, e ast.Type, info *unitInfo, in string) types.Type {
	t := resolveType(u, e, info)
	if _, ok := t.(*types.Map); ok {
		info.report(innerMap{At: u.Span(e), In: in})
		return types.Invalid
	}
	return t
}

// mapping checks `get` and `put`.
func (t *typer) mapping(e *ast.Op, want types.Type) types.Type {
	m := t.mapOperand(e, want)
	if m == nil {
		// A `get` from a record means `field`, whose second operand is a name and no expression.
		if _, record := t.natural(e.Args[0]).(*types.Record); !record { // there the key is the name of a field
			for _, a := range e.Args[1:] {
				t.check(a, nil)
			}
		}
		return types.Invalid
	}
	t.expect(e.Args[1], m.Key, false, "a key of the map")
	if e.Op == ops.Get {
		return m.Value
	}
	t.expect(e.Args[2], m.Value, false, "a value of the map")
	return m
}

// mapOperand checks the map that `get` reads or `put` changes, and returns its
// type; nil after a report.
func (t *typer) mapOperand(e *ast.Op, want types.Type) *types.Map {
	if e.Op == ops.Get {
		// The expected type is that of the value that `get` returns, not that of the map.
		want = nil
	}
	// The map that `put` changes has the type of the result, if that is known by itself.
	if m, ok := t.natural(e).(*types.Map); ok && want == nil {
		want = m
	}
	if t.isMap(e.Args[1]) && !t.isMap(e.Args[0]) {
		t.report(swapped{Code: "MC0331", Whole: "map", Part: "key", First: t.span(e.Args[0]), Second: t.span(e.Args[1])})
		return nil
	}
	got := t.check(e.Args[0], want)
	m, ok := got.(*types.Map)
	if !ok && got != types.Invalid && !t.conflicts(e.Args[0], anyMap) {
		p := notAMap{At: t.span(e.Args[0]), Got: got, Form: t.span(e), Op: e.Op}
		for _, a := range e.Args {
			p.Args = append(p.Args, t.span(a))
		}
		t.report(p)
	}
	return m
}

var anyMap = &types.Map{Key: types.Invalid, Value: types.Invalid}

// keyMembership checks `contains` and `remove` of a map and a key. It returns
// the type of the map.
func (t *typer) keyMembership(mapping, key ast.Expr, want types.Type) types.Type {
	if want == nil {
		want = t.natural(mapping)
	}
	got := t.check(mapping, want)
	if m, ok := got.(*types.Map); ok {
		t.expect(key, m.Key, false, "a key of the map")
		return m
	}
	t.check(key, nil)
	return types.Invalid
}

// isMap reports whether an expression is a map, by its natural type.
func (t *typer) isMap(e ast.Expr) bool {
	_, ok := t.natural(e).(*types.Map)
	return ok
}

// mapLit checks a map that is written out in an expression.
func (t *typer) mapLit(e *ast.MapLit, want types.Type) types.Type {
	m, ok := want.(*types.Map)
	if !ok {
		m = t.writtenMap([]ast.Expr{e})
	}
	if e.Open != nil {
		t.report(openOutsideInit{At: t.span(e.Open)})
	}
	first := make(map[string]ast.Expr)
	for _, x := range e.Entries {
		t.expect(x.Key, m.Key, false, "a key of the map")
		t.expect(x.Value, m.Value, false, "a value of the map")
		// Only literal keys can be compared here.
		if l, ok := x.Key.(*ast.Literal); ok && l.Value != nil {
			duplicateKey(t.unit, t.info, l, first)
		}
	}
	return m
}

// duplicateKey reports a key that the map has already.
func duplicateKey(u *ast.Unit, info *unitInfo, l *ast.Literal, first map[string]ast.Expr) bool {
	text := l.Value.String()
	if had := first[text]; had != nil {
		info.report(duplicate{At: u.Span(l), What: "the map", Name: types.KeyText(l.Value), First: u.Span(had)})
		return true
	}
	first[text] = l
	return false
}

// writtenMap returns the type of maps that are written out and compared with
// each other; nil if there is anything else in the list.
func (t *typer) writtenMap(list []ast.Expr) *types.Map {
	var keys, values []ast.Expr
	for _, e := range list {
		k, v, ok := entries(e)
		if !ok {
			return nil
		}
		keys, values = append(keys, k...), append(values, v...)
	}
	if len(list) == 0 {
		return nil
	}
	m := &types.Map{}
	m.Key, _ = t.common(keys)
	m.Value, _ = t.common(values)
	return m
}

// entries returns the keys and values of a map that is written out, with those that
// are then put into it or removed.
func entries(e ast.Expr) (keys, values []ast.Expr, ok bool) {
	switch e := e.(type) {
	case *ast.MapLit:
		for _, x := range e.Entries {
			keys, values = append(keys, x.Key), append(values, x.Value)
		}
		return keys, values, true
	case *ast.SetOp:
		if keys, values, ok = entries(e.Array); ok && e.Elem != nil {
			keys = append(keys, e.Elem)
		}
	case *ast.Op:
		if e.Op != ops.Put {
			return nil, nil, false
		}
		if keys, values, ok = entries(e.Args[0]); ok {
			keys, values = append(keys, e.Args[1]), append(values, e.Args[2])
		}
	}
	return keys, values, ok
}

// naturalMapping returns the type of `get` or `put` wherever it is.
func (t *typer) naturalMapping(e *ast.Op) types.Type {
	if m := t.writtenMap([]ast.Expr{e}); m != nil {
		return m
	}
	m, ok := t.natural(e.Args[0]).(*types.Map)
	switch {
	case !ok:
		return types.Invalid
	case e.Op == ops.Get:
		return m.Value
	}
	return m
}

// dict returns the value of a map in a constant or an initial state. It is open
// in an initial state that says so.
func (v valuer) dict(e *ast.MapLit, want types.Type) types.Value {
	t, ok := want.(*types.Map)
	if !ok && want != types.Invalid {
		return v.mismatch(e, want)
	}
	if !ok {
		// The declared type has faults: check the entries against nothing.
		t = anyMap
	}
	v.info.types[e] = want
	if e.Open != nil && !v.partial {
		v.info.report(openOutsideInit{At: v.span(e.Open)})
		return nil
	}
	v.partial = false // a value lacks nothing
	var entries []types.Entry
	first := make(map[string]ast.Expr)
	for _, x := range e.Entries {
		key, value := v.value(x.Key, t.Key), v.value(x.Value, t.Value)
		l, literal := x.Key.(*ast.Literal)
		// A call of duplicateKey also enters the key, so it precedes the test of the value.
		if key == nil || !literal || duplicateKey(v.unit, v.info, l, first) || value == nil {
			continue
		}
		entries = append(entries, types.Entry{Key: key, Value: value})
	}
	if e.Open != nil {
		return types.OpenDict(types.NewDict(entries))
	}
	return types.NewDict(entries)
}

// insertedKey reports `insert` of something into a map.
func (t *typer) insertedKey(e *ast.SetOp) {
	t.check(e.Array, nil)
	t.report(insertedKey{At: t.span(e.Keyword)})
}
