package types_test

import (
	"testing"

	"github.com/mantrac/mantrac/lang/types"
)

// Values have the same key if and only if they are equal, maps among them.
func TestKey(t *testing.T) {
	record := func(names ...string) types.Object {
		var o types.Object
		for _, name := range names {
			o = append(o, types.Member{Name: name, Value: types.NewInt(1)})
		}
		return o
	}
	entries := func(key, value types.Value) []types.Entry { return []types.Entry{{Key: key, Value: value}} }
	k := types.Text("k")
	list := []types.Value{
		types.Null{}, types.Boolean(true), types.Text("true"), types.Text(""), num("1"), num("1.0"), num("1.5"), types.Text("1"),
		types.List{}, types.List{num("1")}, types.Object{}, record("a", "b"), record("b", "a"),
		types.NewDict(nil), types.NewDict(entries(k, record("a", "b"))), types.NewDict(entries(k, record("b", "a"))), types.NewDict(entries(num("1"), k)),
		types.OpenDict{}, types.OpenDict(entries(k, record("a", "b"))), types.OpenDict(entries(k, record("b", "a"))),
	}
	for _, a := range list {
		for _, b := range list {
			if (types.Key(a) == types.Key(b)) != types.Equal(a, b) {
				t.Errorf("%s and %s: the keys are %s and %s", a, b, types.Key(a), types.Key(b))
			}
		}
	}
}
