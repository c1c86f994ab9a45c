package property_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"pgregory.net/rapid"
)

func value(text string) types.Value {
	x, err := types.ParseNumber(text)
	if err != nil {
		return types.Text(text)
	}
	return x
}

func text(s string) types.Value { return types.Text(s) }

// universe has a value of each class of tests that draw.
var universe = func() []types.Value {
	list := []types.Value{nil, types.Null{}, types.Boolean(true), types.Object{}}
	for _, n := range []string{"-1", "0", "0.5", "1", "1.5", "1.75", "2", "3"} {
		list = append(list, value(n))
	}
	words := []string{""}
	for range 4 {
		var longer []string
		for _, w := range words {
			list = append(list, text(w))
			longer = append(longer, w+"a", w+"b", w+"c")
		}
		words = longer
	}
	list = append(list, text("*"))
	for set := range 8 {
		var l types.List
		for i, m := range []types.Value{n(1), text("a"), types.Null{}} {
			if set>>i&1 == 1 {
				l = append(l, m)
			}
		}
		list = append(list, l)
	}
	return list
}()

var (
	constants = []types.Value{n(0), n(1), value("1.5"), n(2), text(""), text("a"), text("ab"), types.Null{}, types.List{n(1)}}
	bounds    = []types.Value{n(0), n(1), n(2)}
	globs     = []types.Value{text("a*"), text("*a"), text("a*a"), text("*"), text("a"), text("*b*"), text(`\*`)}
)

// kinds are all tests but the variable.
var kinds = forms.Tests()[:len(forms.Tests())-1]

func drawTest(t *rapid.T, of string) property.Test {
	x := property.Test{Of: of, Kind: rapid.SampledFrom(kinds).Draw(t, "kind")}
	one := func(from []types.Value) []types.Value {
		return []types.Value{rapid.SampledFrom(from).Draw(t, "value")}
	}
	switch x.Kind {
	case forms.TestIn, forms.TestNot:
		x.Values = rapid.SliceOfN(rapid.SampledFrom(constants), 1, 3).Draw(t, "values")
	case forms.TestLess, forms.TestLessOrEqual, forms.TestGreater, forms.TestGreaterOrEqual:
		x.Values = one(bounds)
	case forms.TestContains:
		x.Values = one([]types.Value{n(1), text("a")})
	case forms.TestLike:
		x.Values = one(globs)
	}
	return x
}

// The classes are those of all values.
func TestClasses(t *testing.T) {
	modeltest.Law(t, 500, func(t *rapid.T) {
		var tests []*property.Test
		for range rapid.IntRange(1, 5).Draw(t, "tests") {
			x := drawTest(t, "x")
			tests = append(tests, &x)
		}
		vector := func(v types.Value) string {
			var list []bool
			for _, x := range tests {
				list = append(list, x.Accepts(v))
			}
			return fmt.Sprint(list)
		}
		want := make(map[string]bool)
		for _, v := range universe {
			want[vector(v)] = true
		}
		classes, ok := property.Classes(tests)
		if !ok {
			t.Fatal("too many")
		}
		for _, c := range classes {
			key := vector(c.Sample)
			if key != fmt.Sprint(c.Passes) || !want[key] {
				t.Fatalf("%v passes %v, expected %v", c.Sample, c.Passes, key)
			}
			delete(want, key)
		}
		if len(want) > 0 {
			t.Fatalf("missing: %v", want)
		}
	})
}

// Nothing but "a" is like "a*" and "*a" and not like "a*a".
func TestFiniteClass(t *testing.T) {
	like := func(s string) *property.Test {
		return &property.Test{Of: "x", Kind: forms.TestLike, Values: []types.Value{text(s)}}
	}
	has := func(tests ...*property.Test) bool {
		classes, ok := property.Classes(append([]*property.Test{like("a*"), like("*a"), like("a*a")}, tests...))
		return ok && slices.ContainsFunc(classes, func(c property.Class) bool {
			return c.Passes[0] && c.Passes[1] && !c.Passes[2] && !slices.Contains(c.Passes[3:], false)
		})
	}
	if !has() {
		t.Error("there is such a string")
	}
	if has(&property.Test{Of: "x", Kind: forms.TestNot, Values: []types.Value{text("a")}}) {
		t.Error("there is no other")
	}
}

// TooManyClasses are refused at once.
func TestTooManyClasses(t *testing.T) {
	var tests []*property.Test
	for i := range int64(40) {
		tests = append(tests, &property.Test{Of: "x", Kind: forms.TestContains, Values: []types.Value{n(i)}})
	}
	if _, ok := property.Classes(tests); ok {
		t.Error("2⁴⁰ classes were found")
	}
}

func drawPattern(t *rapid.T) *property.Pattern {
	p := &property.Pattern{Tool: rapid.SampledFrom([]string{"a", "b", "a"}).Draw(t, "tool")}
	for _, of := range []string{"x", "y"} {
		for range rapid.IntRange(0, 2).Draw(t, "tests") {
			p.Tests = append(p.Tests, drawTest(t, of))
		}
	}
	return p
}

// The letters are those of all calls, and one pattern implies another if it
// does so for all calls.
func TestLetters(t *testing.T) {
	modeltest.Law(t, 20, func(t *rapid.T) {
		patterns := []*property.Pattern{drawPattern(t), drawPattern(t)}
		if rapid.Bool().Draw(t, "third") {
			patterns = append(patterns, drawPattern(t))
		}
		want, implies := make(map[string]bool), true
		for _, x := range universe {
			for _, y := range universe {
				call := tool.Call{Tool: "a"}
				for name, v := range map[string]types.Value{"x": x, "y": y} {
					if v != nil {
						call.Args = append(call.Args, types.Member{Name: name, Value: v})
					}
				}
				var letter []bool
				for _, p := range patterns {
					letter = append(letter, p.Matches(call))
				}
				want[fmt.Sprint(letter)] = true
				implies = implies && (!letter[0] || letter[1])
			}
		}
		letters, ok := property.Letters("a", tool.ByOwner, patterns)
		if !ok {
			t.Fatal("too many")
		}
		for _, l := range letters {
			if !want[fmt.Sprint(l)] {
				t.Fatalf("%v does not occur", l)
			}
			delete(want, fmt.Sprint(l))
		}
		if len(want) > 0 {
			t.Fatalf("missing: %v", want)
		}
		if p, q := patterns[0], patterns[1]; p.Tool == "a" && q.Tool == "a" && p.Implies(q) != implies {
			t.Fatalf("implies: %v", !implies)
		}
	})
}

// Trap 16: (x (in "A" "B")) is implied by both of its values and by no call that
// matches it alone; an answer is implied by none of calls.
func TestImplies(t *testing.T) {
	pattern := func(tests ...property.Test) *property.Pattern {
		return &property.Pattern{Tool: "t", Tests: tests}
	}
	x := func(kind forms.Test, values ...types.Value) property.Test {
		return property.Test{Of: "x", Kind: kind, Values: values}
	}
	both, a, b := pattern(x(forms.TestIn, text("A"), text("B"))), pattern(x(forms.TestIn, text("A"))), pattern(x(forms.TestIn, text("B")))
	if !a.Implies(both) || !b.Implies(both) || both.Implies(a) || both.Implies(b) || a.Implies(b) {
		t.Error("in")
	}
	if none := pattern(x(forms.TestLess, n(1)), x(forms.TestGreater, n(2))); !none.Implies(a) || a.Implies(none) {
		t.Error("what nothing matches implies all")
	}
	if v := (&property.Pattern{Tool: "t", Vars: []property.Var{{Of: "x", Name: "o"}}}); !a.Implies(v) || v.Implies(a) {
		t.Error("a variable takes any value")
	}
	answered := &property.Pattern{Tool: "t", Tests: a.Tests, Answer: &property.Answer{}}
	if !answered.Implies(a) || a.Implies(answered) {
		t.Error("an answer to a call implies the call")
	}
}
