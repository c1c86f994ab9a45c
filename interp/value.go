package interp

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/types"
)

// While an expression is computed, a value is a [types.Value] of which three
// things are true beyond its type: an undefined one is nil; a list is a set,
// in the order of compare and without repetition; and a nil among the members
// of a set stands for a member that is no value of the element type, which
// makes the set odd: it equals no set.

// compare orders values: by kind, numbers by size, texts by code points, lists
// member by member, objects by their names and then by their values. Objects
// with the same members in another order are equal.
func compare(a, b types.Value) int {
	if c := cmp.Compare(rank(a), rank(b)); c != 0 {
		return c
	}
	switch a := a.(type) {
	case types.Boolean:
		return cmp.Compare(rankOfTruth(a), rankOfTruth(b.(types.Boolean)))
	case types.Number:
		return a.Cmp(b.(types.Number))
	case types.Text:
		return strings.Compare(string(a), string(b.(types.Text)))
	case types.List:
		return slices.CompareFunc(a, b.(types.List), compare)
	case types.Object:
		return slices.CompareFunc(byName(a), byName(b.(types.Object)), compareMembers)
	case types.Dict:
		return slices.CompareFunc(a, b.(types.Dict), compareEntries)
	case types.OpenDict:
		return slices.CompareFunc(a, b.(types.OpenDict), compareEntries)
	}
	return 0
}

func compareMembers(a, b types.Member) int {
	return cmp.Or(strings.Compare(a.Name, b.Name), compare(a.Value, b.Value))
}

func rank(v types.Value) int {
	switch v.(type) {
	case nil:
		return 0
	case types.Null:
		return 1
	case types.Boolean:
		return 2
	case types.Number:
		return 3
	case types.Text:
		return 4
	case types.List:
		return 5
	case types.Object:
		return 6
	case types.Dict:
		return 7
	}
	return 8
}

func rankOfTruth(b types.Boolean) int {
	if b {
		return 1
	}
	return 0
}

func byName(o types.Object) types.Object {
	less := func(a, b types.Member) int { return strings.Compare(a.Name, b.Name) }
	if slices.IsSortedFunc(o, less) {
		return o
	}
	return slices.SortedFunc(slices.Values(o), less)
}

// equal is the equality of `=`, where an odd set, and what contains one,
// equals nothing.
func equal(a, b types.Value) bool { return !odd(a) && !odd(b) && compare(a, b) == 0 }

// odd reports whether a value is an odd set or contains one.
func odd(v types.Value) bool {
	switch v := v.(type) {
	case nil:
		return true
	case types.List:
		return slices.ContainsFunc(v, odd)
	case types.Object:
		return slices.ContainsFunc(v, func(m types.Member) bool { return odd(m.Value) })
	case types.Dict:
		return slices.ContainsFunc(v, func(e types.Entry) bool { return odd(e.Value) })
	}
	return false
}

// set makes a set of members. A member that is odd makes it odd.
func set(members []types.Value) types.List {
	list := make(types.List, 0, len(members))
	for _, v := range members {
		// An odd member becomes nil, so that all odd members of a set are one.
		if odd(v) {
			v = nil
		}
		list = append(list, v)
	}
	slices.SortFunc(list, compare)
	return slices.CompactFunc(list, func(a, b types.Value) bool { return compare(a, b) == 0 })
}

// has reports whether a set has a member that equals v. Nothing equals what is
// undefined or odd.
func has(l types.List, v types.Value) bool {
	if odd(v) {
		return false
	}
	_, found := slices.BinarySearchFunc(l, v, compare)
	return found
}

// without returns the set without the member that equals v.
func without(l types.List, v types.Value) types.List {
	return slices.DeleteFunc(slices.Clone(l), func(m types.Value) bool { return equal(m, v) })
}

// conform gives a value the form of a type: fields in the order of the type,
// lists as sets. It returns nil for what is no value of the type. A null, an
// absent field, or a member that is no value of its type, makes the value
// around it none, up to the innermost list, which becomes an odd set.
//
// This is also how a call's arguments are looked at, so that fields which the
// type of a record does not have are left out.
func conform(v types.Value, t types.Type) types.Value {
	if _, null := v.(types.Null); null || v == nil {
		return nil
	}
	switch t := t.(type) {
	case types.Basic:
		return conformBasic(v, t)
	case *types.Enum:
		if name, ok := v.(types.Text); ok && t.Has(string(name)) {
			return v
		}
	case *types.Record:
		if o, ok := v.(types.Object); ok {
			return conformRecord(o, t)
		}
	case *types.Array:
		if l, ok := v.(types.List); ok {
			members := lists.Map(l, func(m types.Value) types.Value { return conform(m, t.Elem) })
			return set(members)
		}
	case *types.Map:
		if d, ok := v.(types.Dict); ok {
			if entries := conformDict(d, t); entries != nil {
				return types.Dict(entries)
			}
		}
	}
	return nil
}

func conformBasic(v types.Value, t types.Basic) types.Value {
	ok := false
	switch t {
	case types.Bool:
		_, ok = v.(types.Boolean)
	case types.Int, types.Real:
		n, number := v.(types.Number)
		ok = number && (t == types.Real || n.IsInt())
	case types.String:
		_, ok = v.(types.Text)
	case types.Invalid:
		return setsIn(v)
	}
	if !ok {
		return nil
	}
	return v
}

func conformRecord(o types.Object, t *types.Record) types.Value {
	record := make(types.Object, len(t.Fields))
	for i, f := range t.Fields {
		value, _ := o.Get(f.Name)
		if value = conform(value, f.Type); value == nil {
			return nil
		}
		record[i] = types.Member{Name: f.Name, Value: value}
	}
	return record
}

// setsIn is conform where nothing says the type: the value stays as it is but
// for its lists, which become sets.
func setsIn(v types.Value) types.Value {
	v = types.WithParts(v, setsIn)
	if l, ok := v.(types.List); ok {
		return set(l)
	}
	return v
}

// within returns a value in the form of a type, or nil if it is none of the
// type. Unlike conform it does not take a part for the whole.
func within(v types.Value, t types.Type) types.Value {
	c := conform(v, t)
	if odd(c) || compare(c, v) != 0 {
		return nil
	}
	return c
}
