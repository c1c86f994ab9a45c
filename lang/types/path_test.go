package types_test

import (
	"testing"

	"github.com/mantrac/mantrac/lang/types"
)

func TestPaths(t *testing.T) {
	inner := &types.Record{Fields: []types.Field{{Name: "b", Type: types.Int}}}
	outer := &types.Record{Fields: []types.Field{{Name: "a", Type: inner}, {Name: "x", Type: types.Invalid}}}
	for _, test := range []struct {
		path []string
		want types.Type
	}{
		{nil, outer}, {[]string{"a", "b"}, types.Int}, {[]string{"x", "y"}, types.Invalid}, {[]string{"a", "c"}, nil}, {[]string{"a", "b", "c"}, nil},
	} {
		if got := types.TypeAt(outer, test.path); got != test.want {
			t.Errorf("the type at %q is %v, expected %v", test.path, got, test.want)
		}
	}
	v := types.WithAt(nil, []string{"a", "b"}, types.NewInt(1))
	w := types.WithAt(v, []string{"a", "c"}, types.NewInt(2))
	if got := w.String(); got != `(record (a (record (b 1) (c 2))))` {
		t.Errorf("the new value is %s", got)
	}
	if got := types.ValueAt(w, []string{"a", "b"}); !types.Equal(got, types.NewInt(1)) {
		t.Errorf("the value at a.b is %v", got)
	}
	if types.ValueAt(v, []string{"a", "c"}) != nil || types.ValueAt(v, []string{"a", "b", "c"}) != nil {
		t.Error("a value without a path has a value there, or the old value changed")
	}
}
