package document_test

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/types"
)

// Arguments leaves out exactly the members whose value cannot be represented.
func TestArguments(t *testing.T) {
	deep := strings.Repeat(`[{"k":[`, 4000) + `true,"x"` + strings.Repeat(`]}]`, 4000)
	for _, test := range []struct{ name, text, args, unread string }{
		{"an exponent", `{"x":1,"y":1e999999999}`, `(record (x 1))`, "y"},
		{"a million digits", `{"y":` + strings.Repeat("7", 1e6) + `,"x":1}`, `(record (x 1))`, "y"},
		{"a long fraction", `{"y":0.` + strings.Repeat("3", 1e6) + `}`, `(record)`, "y"},
		{"deep", `{"x":1,"y":` + deep + `,"z":2}`, `(record (x 1) (z 2))`, "y"},
		{"inside", `{"x":1,"y":{"a":[1e99999],"b":2},"z":[2]}`, `(record (x 1) (z (array 2)))`, "y"},
		{"NaN", `{"x":NaN,"y":-Infinity,"z":1}`, `(record (z 1))`, "x y"},
		{"half a pair", `{"x":"a\ud800","y":"\ud83d\ude00","z":"\ufffd"}`, `(record (y "😀") (z "�"))`, "x"},
		{"twice, the last is read", `{"x":1e99999,"x":1}`, `(record (x 1))`, ""},
		{"twice, the last is not", `{"x":1,"x":1e99999}`, `(record)`, "x"},
		{"no object", `[1e99999]`, "error", ""},
		{"not JSON, deep", `{"y":` + strings.Replace(deep, "true", "tru", 1) + `}`, "error", ""},
		{"not JSON, behind", `{"y":1e99999,}`, "error", ""},
		{"cut off, deep", `{"y":` + strings.Repeat("[", 5000), "error", ""},
	} {
		args, unread, err := new(document.Reader).Arguments(test.text)
		got := args.String()
		if err != nil {
			got = "error"
		}
		if got != test.args || strings.Join(unread, " ") != test.unread {
			t.Errorf("%s: %s, unread %q: %v", test.name, got, unread, err)
		}
	}
}

// An object with half a pair in it is refused whole, wherever the half is.
func TestObject(t *testing.T) {
	for _, text := range []string{`{"x":"\ud800"}`, `{"x":{"y":"\ud800"}}`, `{"x":["\ud800"],"y":1}`, `{"\ud800":1}`} {
		if o, _, err := new(document.Reader).Object(text); err == nil {
			t.Errorf("%s is read as %v", text, o)
		}
	}
	r := new(document.Reader)
	if _, _, err := r.Object(`{"x":"\ud800"}`); err == nil {
		t.Fatal("half a pair is read")
	}
	if v, err := r.Value(`{"x":{"y":1}}`); err != nil || v.String() != "(record (x (record (y 1))))" {
		t.Errorf("after an error another text is read as %v: %v", v, err)
	}
}

// What can be represented is read as it always is, and what is skipped because
// it is nested too deeply is JSON.
func TestArgumentsLaw(t *testing.T) {
	deep := strings.Repeat("[", document.MaxValueDepth)
	read, skipped := 0, 0
	modeltest.Law(t, 5000, func(t *rapid.T) {
		text := texts(t)
		args, unread, err := new(document.Reader).Arguments(text)
		if want, strict := document.ReadValue(text); strict == nil && !strings.Contains(text, `\ud800`) {
			object, is := want.(types.Object)
			if is != (err == nil) || is && (!types.Equal(args, object) || unread != nil) {
				t.Fatalf("%q: %v, unread %q: %v", text, args, unread, err)
			}
			read++
		}
		_, unread, err = new(document.Reader).Arguments(`{"y":` + deep + text + strings.Repeat("]", document.MaxValueDepth) + `}`)
		var inside json.RawMessage
		valid := json.Unmarshal([]byte("["+text+"]"), &inside) == nil
		if clean := !strings.Contains(text, "NaN") && !strings.ContainsAny(text, "\xff"); clean && (err == nil) != valid {
			t.Fatalf("%q, deep: %v, unread %q", text, err, unread)
		}
		if len(unread) > 0 {
			skipped++
		}
	})
	if read == 0 || skipped == 0 {
		t.Errorf("%d read, %d skipped", read, skipped)
	}
}
