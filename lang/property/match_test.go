package property_test

import (
	"testing"

	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

func n(i int64) types.Value { return types.NewInt(i) }

func TestAccepts(t *testing.T) {
	text := func(s string) types.Value { return types.Text(s) }
	list := types.List{n(1), text("a")}
	for _, row := range []struct {
		kind   forms.Test
		values []types.Value
		yes    []types.Value
		no     []types.Value
	}{
		{forms.TestIn, []types.Value{n(1)}, []types.Value{n(1)}, []types.Value{nil, types.Null{}, text("1"), n(2)}},
		{forms.TestIn, []types.Value{n(1), types.Null{}}, []types.Value{n(1), types.Null{}}, []types.Value{nil, text("")}},
		{forms.TestNot, []types.Value{n(1), text("a")}, []types.Value{n(2), types.Null{}, text("1")}, []types.Value{nil, n(1), text("a")}},
		{forms.TestLess, []types.Value{n(3)}, []types.Value{n(2)}, []types.Value{nil, n(3), text("2"), types.Null{}}},
		{forms.TestLessOrEqual, []types.Value{n(3)}, []types.Value{n(2), n(3)}, []types.Value{nil, n(4)}},
		{forms.TestGreater, []types.Value{n(3)}, []types.Value{n(4)}, []types.Value{nil, n(3)}},
		{forms.TestGreaterOrEqual, []types.Value{n(3)}, []types.Value{n(4), n(3)}, []types.Value{nil, n(2)}},
		{forms.TestContains, []types.Value{n(1)}, []types.Value{list}, []types.Value{nil, n(1), types.List{}, types.List{list}}},
		{forms.TestLike, []types.Value{text("a*")}, []types.Value{text("ab")}, []types.Value{nil, text("b"), list}},
		{forms.TestPresent, nil, []types.Value{types.Null{}, list}, []types.Value{nil}},
		{forms.TestAbsent, nil, []types.Value{nil}, []types.Value{types.Null{}, n(0)}},
	} {
		x := property.Test{Of: "x", Kind: row.kind, Values: row.values}
		for _, v := range row.yes {
			if !x.Accepts(v) {
				t.Errorf("kind %d of %v refuses %v", row.kind, row.values, v)
			}
		}
		for _, v := range row.no {
			if x.Accepts(v) {
				t.Errorf("kind %d of %v accepts %v", row.kind, row.values, v)
			}
		}
	}
}

func TestVariables(t *testing.T) {
	p := property.Pattern{Tool: "a", Vars: []property.Var{{Of: "x", Name: "o"}, {Of: "y", Name: "o"}},
		Answer: &property.Answer{Vars: []property.Var{{Of: "/s/0", Name: "s"}}}}
	call := func(args ...types.Member) tool.Call { return tool.Call{Tool: "a", Args: args} }
	x := func(v types.Value) types.Member { return types.Member{Name: "x", Value: v} }
	y := func(v types.Value) types.Member { return types.Member{Name: "y", Value: v} }
	if !p.Matches(call(x(n(1)), y(n(1)))) || p.Matches(call(x(n(1)), y(n(2)))) || p.Matches(call(x(n(1)))) {
		t.Error("a variable twice wants equal values, and a value")
	}
	answer := types.Object{{Name: "s", Value: types.List{n(5)}}}
	if bound, ok := p.Bind(call(x(n(1)), y(n(1))), answer); !ok || len(bound) != 2 || bound["o"] != n(1) || bound["s"] != n(5) {
		t.Errorf("%v, %v", bound, ok)
	}
	if _, ok := p.Bind(call(x(n(1)), y(n(1))), n(5)); ok {
		t.Error("a part that the answer lacks is bound")
	}
	if list := p.Variables(); len(list) != 2 || list[0] != "o" || list[1] != "s" {
		t.Error(list)
	}
}

func TestAt(t *testing.T) {
	v := types.Object{{Name: "a/b", Value: types.List{n(1), types.Object{{Name: "~", Value: n(2)}, {Name: "", Value: n(3)}}}}}
	for pointer, want := range map[string]types.Value{
		"": v, "/a~1b/0": n(1), "/a~1b/1/~0": n(2), "/a~1b/1/": n(3), "/a~1b/2": nil, "/a~1b/00": nil, "/a~1b/-1": nil, "/a": nil, "/a~1b/0/x": nil,
	} {
		got := property.At(v, pointer)
		if (got == nil) != (want == nil) || got != nil && !types.Equal(got, want) {
			t.Errorf("at %q is %v, expected %v", pointer, got, want)
		}
	}
}

func TestWith(t *testing.T) {
	list := types.List{n(1), types.Object{{Name: "a", Value: n(2)}}, n(3)}
	whole := types.Object{{Name: "l", Value: list}}
	for _, row := range []struct {
		pointer string
		part    types.Value
		want    string
	}{
		{"/l/0", n(7), `(record (l (array 7 (record (a 2)) 3)))`},
		{"/l/1/b", n(7), `(record (l (array 1 (record (a 2) (b 7)) 3)))`},
		{"/l/1/a", nil, `(record (l (array 1 (record) 3)))`},
		{"/l/3", n(7), `(record (l (array 1 (record (a 2)) 3 7)))`},
		{"/l/4/a", n(7), `(record (l (array 1 (record (a 2)) 3 null (record (a 7)))))`},
		// What follows an element that is taken away would be at its position.
		{"/l/1", nil, `(record (l (array 1)))`},
		{"/l/3", nil, `(record (l (array 1 (record (a 2)) 3)))`},
		{"/l/x", n(7), `(record (l (array 1 (record (a 2)) 3)))`},
		{"/l/01", n(7), `(record (l (array 1 (record (a 2)) 3)))`},
		{"/l/123456789", n(7), `(record (l (array 1 (record (a 2)) 3)))`},
		{"/m/0", n(7), `(record (l (array 1 (record (a 2)) 3)) (m (record (0 7))))`},
		{"", nil, `null`},
	} {
		if got := property.With(whole, row.pointer, row.part); got.String() != row.want {
			t.Errorf("with %v at %q it is %v, not %s", row.part, row.pointer, got, row.want)
		}
	}
	if got := whole.String(); got != `(record (l (array 1 (record (a 2)) 3)))` {
		t.Errorf("the whole became %s", got)
	}
}
