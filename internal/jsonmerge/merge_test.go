package jsonmerge_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/jsonmerge"
	"github.com/mantrac/mantrac/internal/modeltest"
)

func TestMerge(t *testing.T) {
	const base = "{\"tools\": [\n  {\"name\": \"look\", \"max\": 1},\n  {\"name\": \"pay\", \"enum\": [\"a\", \"b\"]}\n]}\n"
	for _, c := range []struct{ name, base, ours, theirs, want string }{
		{"both add at the same place", base,
			"{\"tools\": [\n  {\"name\": \"look\", \"max\": 1},\n  {\"name\": \"pay\", \"enum\": [\"a\", \"b\"]},\n  {\"name\": \"one\"}\n]}\n",
			"{\"tools\": [\n  {\"name\": \"look\", \"max\": 1},\n  {\"name\": \"pay\", \"enum\": [\"a\", \"b\"]},\n  {\"name\": \"two\"}\n]}\n",
			"{\"tools\": [\n  {\"name\": \"look\", \"max\": 1},\n  {\"name\": \"pay\", \"enum\": [\"a\", \"b\"]},\n  {\"name\": \"two\"},\n  {\"name\": \"one\"}\n]}\n"},
		{"one element each way", `[{"name": "a", "x": 1, "y": 1}]`, `[{"name": "a", "x": 2, "y": 1}]`, `[ {"name":"a","x":1,"y":3} ]`, `[{"name": "a", "x": 2, "y": 3}]`},
		{"layout alone", `{"a": 1}`, `{"a":1}`, `{"a": 2}`, `{"a": 2}`},
		{"removed", `{"a": 1, "b": 2}`, `{"a": 1}`, `{"a": 3, "b": 2}`, `{"a": 3}`},
		{"removed and changed", `{"a": 1, "b": 2}`, `{"a": 1}`, `{"a": 1, "b": 3}`, ""},
		{"changed and removed", `{"a": 1, "b": 2}`, `{"a": 1, "b": 3}`, `{"a": 1}`, ""},
		{"changed by both", `{"a": 1}`, `{"a": 2}`, `{"a": 3}`, ""},
		{"changed by both in the same way", `{"a": 1}`, `{"a": 2}`, `{ "a": 2 }`, `{"a": 2}`},
		{"into an empty list", `{"a": []}`, `{"a": [1]}`, "{\"a\": [\n  2\n]}", `{"a": [2,1]}`},
		{"a set", `["a", "b"]`, `["a", "b", "c"]`, `["b"]`, `["b", "c"]`},
		{"the same element twice", `[1, 1]`, `[1, 1, 2]`, `[1]`, ""},
		{"functions", `[{"type": "f", "function": {"name": "a"}}]`, `[{"type": "f", "function": {"name": "a", "x": 1}}]`, `[{"type": "f", "function": {"name": "a"}, "y": 1}]`,
			`[{"type": "f", "function": {"name": "a", "x": 1}, "y": 1}]`},
		{"no JSON", `{`, `{}`, `{}`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, ok := jsonmerge.Merge(c.base, c.ours, c.theirs)
			if ok != (c.want != "") || ok && got != c.want {
				t.Errorf("got %v %s, expected %s", ok, got, c.want)
			}
		})
	}
}

// TestMergeLaws holds merges of random documents: a side alone is taken as it is,
// swapping the sides gives the same members, and the result is JSON.
func TestMergeLaws(t *testing.T) {
	merged := 0
	modeltest.Law(t, 500, func(t *rapid.T) {
		base := document().Draw(t, "base")
		ours, theirs := mutated(t, base), mutated(t, base)
		b, o, h := written(base), written(ours), written(theirs)
		for _, x := range [][4]string{{b, o, b, o}, {b, b, o, o}, {b, o, o, o}} {
			if got, ok := jsonmerge.Merge(x[0], x[1], x[2]); !ok || !jsonmerge.Same(got, x[3]) {
				t.Fatalf("base %s ours %s theirs %s: %v %s", x[0], x[1], x[2], ok, got)
			}
		}
		one, ok := jsonmerge.Merge(b, o, h)
		other, also := jsonmerge.Merge(b, h, o)
		if ok != also {
			t.Fatalf("base %s: %s and %s merge one way only", b, o, h)
		}
		if !ok {
			return
		}
		merged++
		var x, y map[string]map[string]int
		if err := json.Unmarshal([]byte(one), &x); err != nil {
			t.Fatalf("%s: %v", one, err)
		}
		if err := json.Unmarshal([]byte(other), &y); err != nil || fmt.Sprint(x) != fmt.Sprint(y) {
			t.Fatalf("base %s: %s and %s are %s, or %s", b, o, h, one, other)
		}
		for name, members := range base {
			for k, v := range members {
				if ours[name][k] == v && theirs[name][k] == v && x[name][k] != v {
					t.Fatalf("%s of %s is lost: %s", k, name, one)
				}
			}
		}
	})
	if merged == 0 && !testing.Short() {
		t.Error("nothing was merged")
	}
}

func document() *rapid.Generator[map[string]map[string]int] {
	inner := rapid.MapOfN(rapid.SampledFrom([]string{"x", "y", "z"}), rapid.IntRange(1, 3), 0, 3)
	return rapid.MapOfN(rapid.SampledFrom([]string{"a", "b", "c", "d"}), inner, 0, 4)
}

func mutated(t *rapid.T, base map[string]map[string]int) map[string]map[string]int {
	out := make(map[string]map[string]int)
	drawn := document().Draw(t, "other")
	for name, members := range base {
		switch rapid.IntRange(0, 5).Draw(t, "how") {
		case 0:
		case 1:
			out[name] = drawn[name]
			if out[name] == nil {
				out[name] = map[string]int{"x": 7}
			}
		default:
			out[name] = members
		}
	}
	for name, members := range drawn {
		if _, had := base[name]; !had && len(members) > 1 {
			out[name] = members
		}
	}
	return out
}

func written(v any) string {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		panic(err)
	}
	return string(data)
}
