package document_test

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/types"
)

// Arguments leaves out exactly the members whose value cannot be represented.
func TestArguments(t *testing.T) {
	deep := strings.Repeat(`[{"k":[`, 4000) + `true,"x"` + strings.Repeat(`]}]`, 4000)
	for _, test := range []struct{ name, text, args, unread string }{
		{"an exponent", `{"x":1,"y":1e999999999}`, `(record (x 1))`, "y: a number of more than 4,096 characters or with an exponent beyond ±4,096"},
		{"a million digits", `{"y":` + strings.Repeat("7", 1e6) + `,"x":1}`, `(record (x 1))`, "y: a number of more than 4,096 characters or with an exponent beyond ±4,096"},
		{"a long fraction", `{"y":0.` + strings.Repeat("3", 1e6) + `}`, `(record)`, "y: a number of more than 4,096 characters or with an exponent beyond ±4,096"},
		{"deep", `{"x":1,"y":` + deep + `,"z":2}`, `(record (x 1) (z 2))`, "y: nested more than 1,000 levels deep"},
		{"inside", `{"x":1,"y":{"a":[1e99999],"b":2},"z":[2]}`, `(record (x 1) (z (array 2)))`, "y: a number of more than 4,096 characters or with an exponent beyond ±4,096"},
		{"NaN", `{"x":NaN,"y":-Infinity,"z":1}`, `(record (z 1))`, "x: NaN or an infinity; y: NaN or an infinity"},
		{"half a pair", `{"x":"a\ud800","y":"\ud83d\ude00","z":"\ufffd"}`, `(record (y "😀") (z "�"))`, "x: an unpaired surrogate in a string"},
		{"twice", `{"x":1,"y":2,"x":1}`, `(record (y 2))`, "x: a duplicate name"},
		{"three times", `{"x":1,"x":2,"y":2,"\u0078":1}`, `(record (y 2))`, "x: a duplicate name"},
		{"twice, one is not read", `{"x":1,"x":1e99999}`, `(record)`, "x: a number of more than 4,096 characters or with an exponent beyond ±4,096"},
		{"twice inside", `{"x":{"a":[{"b":1,"b":1}]},"y":2}`, `(record (y 2))`, "x: a duplicate name"},
		{"twice of many", `{` + strings.Repeat(`"x":1,`, 20) + `"y":2}`, `(record (y 2))`, "x: a duplicate name"},
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
		causes := lists.Map(unread, func(u document.Unread) string { return u.Name + ": " + string(u.Why) })
		if got != test.args || strings.Join(causes, "; ") != test.unread {
			t.Errorf("%s: %s, unread %q: %v", test.name, got, causes, err)
		}
	}
}

// An object with half a pair in it is refused whole, wherever the half is, and so is one
// with a duplicate name.
func TestObject(t *testing.T) {
	for _, text := range []string{`{"x":1,"x":1}`, `{"x":{"y":1,"y":1}}`, `{"x":"\ud800"}`, `{"x":{"y":"\ud800"}}`, `{"x":["\ud800"],"y":1}`, `{"\ud800":1}`} {
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

// Twice finds the second of two members, by their names however they are written; within
// a value at any depth, but in one part of it.
func TestTwice(t *testing.T) {
	many := strings.Repeat(`{"a":0},`, 20)
	for _, test := range []struct{ text, here, within string }{
		{`{"a":1,"b":{"a":1}}`, "", ""},
		{`{"a":1,"b":2,"\u0061":3}`, "a 3", "a 3"},
		{`{"x":[` + many + `{"b":{"c":1,"c":2}}]}`, "", "c 2"},
		{`{"args":{"a":1,"a":2},"x":{"a":1,"a":3}}`, "", "a 3"},
		{`{"args":{"a":1,"a":2}}`, "", ""},
		{`{"args":{"a":{"a":1,"a":2}},"args":{"a":1,"a":3}}`, `args {"a":1,"a":3}`, `args {"a":1,"a":3}`},
		{`{"1":0,"2":0,"3":0,"4":0,"5":0,"6":0,"7":0,"8":0,"9":0,"10":0,"11":0,"12":0,"13":0,"14":0,"15":0,"16":0,"17":0,"2":1}`, "2 1", "2 1"},
		{`["a","a"]`, "", ""},
		{`1`, "", ""},
	} {
		var d document.Document
		if err := d.Parse(test.text); err != nil {
			t.Fatal(err)
		}
		name, m := d.Root().Twice()
		if got := strings.TrimSpace(name + " " + m.Raw()); got != test.here {
			t.Errorf("%s: %s, want %s", test.text, got, test.here)
		}
		name, m = d.Root().TwiceWithin(d.Root().Get("args"))
		if got := strings.TrimSpace(name + " " + m.Raw()); got != test.within {
			t.Errorf("%s: within %s, want %s", test.text, got, test.within)
		}
	}
	if _, m := (document.Value{}).TwiceWithin(document.Value{}); m.Kind() != document.Absent {
		t.Error("nothing has a member")
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
		var reader document.Reader
		if want, strict := reader.Value(text); strict == nil && reader.Duplicates == 0 && !strings.Contains(text, `\ud800`) {
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
