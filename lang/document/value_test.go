package document_test

import (
	"errors"
	"testing"

	"github.com/mantrac/mantrac/lang/document"
)

// A whole number is one however it is written, and nothing else is.
func TestInt(t *testing.T) {
	for text, want := range map[string]int{"7": 7, "-7": -7, "7.0": 7, "7e0": 7, "0.7e1": 7, "9007199254740993.0": 9007199254740993} {
		var d document.Document
		if err := d.Parse(text); err != nil {
			t.Fatal(err)
		}
		if n, ok := d.Root().Int(); !ok || n != want {
			t.Errorf("%s is %d, %v", text, n, ok)
		}
	}
	for _, text := range []string{"7.5", "9223372036854775808", "1e999999999", `"7"`, "true", "null"} {
		var d document.Document
		if err := d.Parse(text); err != nil {
			t.Fatal(err)
		}
		if n, ok := d.Root().Int(); ok {
			t.Errorf("%s is %d", text, n)
		}
	}
}

// A value can be written without a part of it.
func TestRawWithout(t *testing.T) {
	var d, other document.Document
	if err := errors.Join(d.Parse(`[{"a": [1], "b": {"c": 2}}]`), other.Parse("1")); err != nil {
		t.Fatal(err)
	}
	v := d.Root().Index(0)
	for want, part := range map[string]document.Value{
		`{"a": null, "b": {"c": 2}}`: v.Get("a"), `{"a": [1], "b": {"c": null}}`: v.Path("b", "c"),
		`{"a": [1], "b": {"c": 2}}`: v.Get("x"),
	} {
		if got := v.RawWithout(part); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if got := v.RawWithout(other.Root()); got != v.Raw() {
		t.Error(got)
	}
}
