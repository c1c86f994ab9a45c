package types_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/lang/types"
)

func enum(names ...string) *types.Enum { return &types.Enum{Names: names} }

func record(fields ...types.Field) *types.Record { return &types.Record{Fields: fields} }

func field(name string, t types.Type) types.Field { return types.Field{Name: name, Type: t} }

func array(elem types.Type) *types.Array { return &types.Array{Elem: elem} }

func TestTypeString(t *testing.T) {
	for want, typ := range map[string]types.Type{
		"Bool":              types.Bool,
		"Int":               types.Int,
		"Real":              types.Real,
		"String":            types.String,
		"invalid":           types.Invalid,
		`(Enum "a" "b \"")`: enum("a", `b "`),
		`(Record (f Int) (g (Array (Enum "x"))))`: record(field("f", types.Int), field("g", array(enum("x")))),
		"(Array (Array Real))":                    array(array(types.Real)),
	} {
		if got := typ.String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestIdentical(t *testing.T) {
	ab := record(field("a", types.Int), field("b", types.Bool))
	for _, c := range []struct {
		a, b types.Type
		want bool
	}{
		{types.Int, types.Int, true},
		{types.Int, types.Real, false},
		{types.Invalid, types.Real, true},
		{array(types.Bool), types.Invalid, true},
		{enum("a", "b"), enum("b", "a"), true},
		{enum("a", "b"), enum("a"), false},
		{enum("a", "b"), enum("a", "c"), false},
		{enum("a"), types.String, false},
		{ab, record(field("b", types.Bool), field("a", types.Int)), true},
		{ab, record(field("a", types.Int)), false},
		{ab, record(field("a", types.Int), field("b", types.Int)), false},
		{ab, record(field("a", types.Int), field("c", types.Bool)), false},
		{array(types.Int), array(types.Int), true},
		{array(types.Int), array(types.Real), false},
		{array(types.Invalid), array(types.Real), true},
		{array(types.Int), types.Int, false},
	} {
		if got := types.Identical(c.a, c.b); got != c.want {
			t.Errorf("Identical(%s, %s) = %v", c.a, c.b, got)
		}
		if got := types.Identical(c.b, c.a); got != c.want {
			t.Errorf("Identical(%s, %s) = %v", c.b, c.a, got)
		}
	}
}

func TestTypeParts(t *testing.T) {
	if e := enum("a", "b"); !e.Has("b") || e.Has("c") {
		t.Error("Has is wrong")
	}
	r := record(field("a", types.Int))
	if typ, ok := r.Field("a"); !ok || typ != types.Int {
		t.Error("the field is not found")
	}
	if _, ok := r.Field("b"); ok {
		t.Error("a field is found that is not there")
	}
	for typ, want := range map[types.Basic]bool{
		types.Int: true, types.Real: true, types.Invalid: true, types.Bool: false, types.String: false,
	} {
		if types.IsNumber(typ) != want {
			t.Errorf("IsNumber(%s) = %v", typ, !want)
		}
	}
}

// typeGen draws types without repeated names.
func typeGen(depth int) *rapid.Generator[types.Type] {
	basic := rapid.SampledFrom([]types.Type{types.Bool, types.Int, types.Real, types.String})
	if depth == 0 {
		return basic
	}
	names := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "c"}), 1, 3, rapid.ID)
	return rapid.Custom(func(t *rapid.T) types.Type {
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			return enum(names.Draw(t, "names")...)
		case 1:
			r := record()
			for _, n := range names.Draw(t, "fields") {
				r.Fields = append(r.Fields, field(n, typeGen(depth-1).Draw(t, n)))
			}
			return r
		case 2:
			return array(typeGen(depth-1).Draw(t, "element"))
		}
		return basic.Draw(t, "basic")
	})
}

// shuffled returns the type with its names and fields in another order.
func shuffled(t *rapid.T, typ types.Type) types.Type {
	switch typ := typ.(type) {
	case *types.Enum:
		return enum(rapid.Permutation(typ.Names).Draw(t, "names")...)
	case *types.Record:
		r := record()
		for _, f := range rapid.Permutation(typ.Fields).Draw(t, "fields") {
			r.Fields = append(r.Fields, field(f.Name, shuffled(t, f.Type)))
		}
		return r
	case *types.Array:
		return array(shuffled(t, typ.Elem))
	}
	return typ
}

// Without Invalid, identity is an equivalence that order does not matter to.
func TestIdenticalLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := typeGen(2).Draw(t, "a"), typeGen(2).Draw(t, "b"), typeGen(2).Draw(t, "c")
		if !types.Identical(a, shuffled(t, a)) {
			t.Fatalf("%s is not identical to itself in another order", a)
		}
		ab := types.Identical(a, b)
		if ab != types.Identical(b, a) {
			t.Fatalf("%s and %s: not symmetric", a, b)
		}
		if ab && types.Identical(b, c) && !types.Identical(a, c) {
			t.Fatalf("%s, %s and %s: not transitive", a, b, c)
		}
		if a.String() == b.String() && !ab {
			t.Fatalf("%s is printed like a type that it is not identical to", a)
		}
	})
}
