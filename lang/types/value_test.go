package types_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/lang/types"
)

func num(s string) types.Number {
	n, err := types.ParseNumber(s)
	if err != nil {
		panic(err)
	}
	return n
}

func TestParseNumber(t *testing.T) {
	for in, want := range map[string]string{
		"0": "0", "-0": "0", "12": "12", "-12": "-12", "007": "7", "1.50": "1.5", "1e3": "1000", "1E+3": "1000", "15e-1": "1.5",
		"123456789012345678901234567890": "123456789012345678901234567890",
		"0.1":                            "0.1",
		"-2.5e-3":                        "-0.0025",
	} {
		n, err := types.ParseNumber(in)
		if err != nil || n.String() != want {
			t.Errorf("%q is %s (%v), want %s", in, n, err, want)
		}
	}
	for _, in := range []string{"", "-", "a", "1a", "1/2", "1_0", "e5", "1.", ".5", "-.5", "1.2.3", "1e", "--1", " 1", "1 ", "NaN", "Inf", "1e1.5", "1e4097", "1e-4097", "1e99999999999999999999"} {
		if n, err := types.ParseNumber(in); err == nil {
			t.Errorf("%q is %s", in, n)
		}
	}
}

// The largest exponents that are read are cheap.
func TestParseNumberLimits(t *testing.T) {
	for _, in := range []string{"1e4096", "1e-4096"} {
		if _, err := types.ParseNumber(in); err != nil {
			t.Error(err)
		}
	}
}

func TestNumber(t *testing.T) {
	var zero types.Number
	if !types.Equal(zero, types.NewInt(0)) || zero.String() != "0" || !zero.IsInt() || zero.Sign() != 0 {
		t.Error("the zero value is not zero")
	}
	third := types.NewNumber(big.NewRat(1, 3))
	if third.String() != `"1/3"` || third.IsInt() || third.Sign() != 1 {
		t.Error("a third is not a third")
	}
	n := types.NewInt(-2)
	n.Rat().SetInt64(5)
	if n.String() != "-2" || n.Sign() != -1 {
		t.Error("a number was changed through its copy")
	}
}

// Numbers are exact: a decimal reads back as what it was, and compares as
// rationals do.
func TestNumberLaws(t *testing.T) {
	decimal := rapid.StringMatching(`-?(0|[1-9][0-9]{0,30})(\.[0-9]{1,30})?([eE][+-]?[0-9]{1,2})?`)
	rapid.Check(t, func(t *rapid.T) {
		a, b := decimal.Draw(t, "a"), decimal.Draw(t, "b")
		x, y := num(a), num(b)
		if again := num(x.String()); again.Cmp(x) != 0 {
			t.Fatalf("%s is printed as %s", a, x)
		}
		ra, _ := new(big.Rat).SetString(a)
		rb, _ := new(big.Rat).SetString(b)
		if x.Cmp(y) != ra.Cmp(rb) || types.Equal(x, y) != (ra.Cmp(rb) == 0) || x.Sign() != ra.Sign() || x.IsInt() != ra.IsInt() {
			t.Fatalf("%s and %s do not compare as rationals", a, b)
		}
	})
}

func TestValueString(t *testing.T) {
	for want, v := range map[string]types.Value{
		"null":  types.Null{},
		"true":  types.Boolean(true),
		"1.5":   num("1.50"),
		`"a\n"`: types.Text("a\n"),
		`(array 1 "x" (array))`: types.List{
			types.NewInt(1), types.Text("x"), types.List{},
		},
		`(record (a 1) (b (record)))`: types.Object{{Name: "a", Value: types.NewInt(1)}, {Name: "b", Value: types.Object{}}},
	} {
		if got := v.String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestObjectGet(t *testing.T) {
	o := types.Object{{Name: "a", Value: types.Null{}}}
	if v, ok := o.Get("a"); !ok || v != (types.Null{}) {
		t.Error("the member is not found")
	}
	if _, ok := o.Get("b"); ok {
		t.Error("a member is found that is not there")
	}
}

func TestEqual(t *testing.T) {
	one, text := types.NewInt(1), types.Text("1")
	for _, c := range []struct {
		a, b types.Value
		want bool
	}{
		{num("1"), num("1.0"), true},
		{one, text, false},
		{types.Null{}, types.Null{}, true},
		{types.Null{}, types.Boolean(false), false},
		{types.Text("é"), types.Text("e\u0301"), false},
		{types.List{one, one}, types.List{one}, false},
		{types.List{one, text}, types.List{text, one}, false},
		{types.List{}, types.Object{}, false},
		{types.Object{{"a", one}, {"b", text}}, types.Object{{"b", text}, {"a", num("1.0")}}, true},
		{types.Object{{"a", one}}, types.Object{{"a", one}, {"b", text}}, false},
		{types.Object{{"a", types.Null{}}}, types.Object{}, false},
	} {
		if got := types.Equal(c.a, c.b); got != c.want {
			t.Errorf("Equal(%s, %s) = %v", c.a, c.b, got)
		}
	}
}

// valueGen draws values, few enough of each kind that equal ones are frequent.
func valueGen(depth int) *rapid.Generator[types.Value] {
	simple := rapid.SampledFrom([]types.Value{
		types.Null{}, types.Boolean(true), types.Boolean(false), num("1"), num("1.0"), num("10e-1"), num("2"), types.Text("1"), types.Text(""),
	})
	if depth == 0 {
		return simple
	}
	return rapid.Custom(func(t *rapid.T) types.Value {
		switch rapid.IntRange(0, 2).Draw(t, "kind") {
		case 0:
			return types.List(rapid.SliceOfN(valueGen(depth-1), 0, 2).Draw(t, "list"))
		case 1:
			o := types.Object{}
			for _, n := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b"}), 0, 2, rapid.ID).Draw(t, "names") {
				o = append(o, types.Member{Name: n, Value: valueGen(depth-1).Draw(t, n)})
			}
			return o
		}
		return simple.Draw(t, "simple")
	})
}

// canonical writes a value so that equal values, and no others, are written
// alike: by encoding/json, which sorts members, with numbers as fractions.
func canonical(v types.Value) string {
	text, err := json.Marshal(plain(v))
	if err != nil {
		panic(err)
	}
	return string(text)
}

func plain(v types.Value) any {
	switch v := v.(type) {
	case types.Boolean:
		return bool(v)
	case types.Text:
		return "text " + string(v)
	case types.Number:
		return "number " + v.Rat().RatString()
	case types.List:
		list := []any{}
		for _, e := range v {
			list = append(list, plain(e))
		}
		return list
	case types.Object:
		object := map[string]any{}
		for _, m := range v {
			object[m.Name] = plain(m.Value)
		}
		return object
	}
	return nil
}

// Equality is that of the values' canonical texts.
func TestEqualLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := valueGen(2).Draw(t, "a"), valueGen(2).Draw(t, "b")
		if want := canonical(a) == canonical(b); types.Equal(a, b) != want || types.Equal(b, a) != want {
			t.Fatalf("Equal(%s, %s) = %v", a, b, !want)
		}
		if !types.Equal(a, a) {
			t.Fatalf("%s is not equal to itself", a)
		}
	})
}

func TestQuote(t *testing.T) {
	for in, want := range map[string]string{
		"":              `""`,
		`a "b" \`:       `"a \"b\" \\"`,
		"\n\t\x00\x1f":  `"\n\t\u0000\u001f"`,
		"<&> é 漢 😀 / '": `"<&> é 漢 😀 / '"`,
	} {
		if got := types.Quote(in); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestUnquote(t *testing.T) {
	for in, want := range map[string]string{
		`""`: "", `"\u00e9\/\b"`: "é/\b", `"\ud83d\ude00"`: "😀",
	} {
		if got, err := types.Unquote(in); err != nil || got != want {
			t.Errorf("%s is %q (%v)", in, got, err)
		}
	}
	for _, in := range []string{``, `"`, `a`, `'a'`, `"a`, `a"`, `"\x"`, `"\u12"`, "\"\n\"", `"a"b"`, `1`} {
		if got, err := types.Unquote(in); err == nil {
			t.Errorf("%s is %q", in, got)
		}
	}
}

// Quoting is undone by Unquote, is JSON, and leaves no control character.
func TestQuoteLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "s")
		q := types.Quote(s)
		if back, err := types.Unquote(q); err != nil || back != s {
			t.Fatalf("%q is quoted as %s, which is %q (%v)", s, q, back, err)
		}
		if !json.Valid([]byte(q)) || strings.ContainsFunc(q, func(r rune) bool { return r < ' ' }) {
			t.Fatalf("%s is not a string of JSON", q)
		}
		if v := fmt.Sprint(types.Text(s)); v != q {
			t.Fatalf("the value is printed as %s", v)
		}
	})
}
