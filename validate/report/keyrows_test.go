package report

import (
	"slices"
	"testing"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/types"
)

// A table shows keys of maps: all of a small map, of a large one those that a
// call changes or names.
func TestRowsOfMaps(t *testing.T) {
	p, err := modeltest.Load("[]", "(model (var m (Map Int Int)) (transition t (params (k k)) (pre) (post (= (get (next m) (param k)) 1))))",
		"(case c (init (m (map (1 0) open))) (checks (k (call t))))")
	if err != nil {
		t.Fatal(err)
	}
	dict := func(n, last int64) types.Dict {
		var d types.Dict
		for i := range n {
			d = d.Put(types.NewInt(i), types.NewInt(0))
		}
		return d.Put(types.NewInt(n), types.NewInt(last))
	}
	names := func(f *film) (list []string) {
		for _, r := range f.split(system.Leaves(p.Model)[0]) {
			list = append(list, r.name())
		}
		return list
	}
	for _, c := range []struct {
		f    *film
		want []string
	}{
		{&film{states: []interp.State{{"m": dict(1, 0)}}}, []string{"m[0]", "m[1]"}},
		{&film{states: []interp.State{{"m": types.Dict{}}}}, []string{"m"}},
		{&film{states: []interp.State{{"m": dict(20, 0)}, {"m": dict(20, 1)}}}, []string{"m[20]"}},
		{&film{states: []interp.State{{"m": dict(20, 0)}}, named: []types.Value{types.NewInt(7)}}, []string{"m[7]"}},
		{&film{states: []interp.State{{"m": dict(20, 0)}}}, []string{"m"}},
	} {
		if got := names(c.f); !slices.Equal(got, c.want) {
			t.Errorf("rows %q, expected %q", got, c.want)
		}
	}
	f := &film{free: map[string]bool{"m": true}, given: interp.State{"m": p.Suite.Cases[0].Init[0].Value}}
	l := system.Leaves(p.Model)[0]
	if f.isFree(row{l, types.NewInt(1)}) || !f.isFree(row{l, types.NewInt(2)}) || !f.isFree(row{Leaf: l}) {
		t.Error("of an open map, other keys are free than those that it does not give")
	}
}
