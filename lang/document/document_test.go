package document_test

import (
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/types"
)

// tokens are what texts are made of that are nearly JSON.
var tokens = []string{
	"{", "}", "[", "]", ",", ":", " ", "\n", `"a"`, `"b"`, `""`, `"\u00e9\n"`, `"é"`, `"\ud83d\ude00"`, `"\ud800"`, `"\x"`, `"\`, `"`, "1", "-1", "01", "1.5",
	"1e3", "-", "1.", "true", "false", "null", "nul", "NaN", "\t", "\x01", "\xff", `{"a":1}`, `[1,2]`, `{"a":{"b":[null,{"c":"d"}]}}`, `"a":`, `"a~/b":1`,
}

func texts(t *rapid.T) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(tokens), 0, 12).Draw(t, "tokens"), "")
}

// What is JSON is what Go's decoder takes for it, but for what the package says
// it reads as well, and for bytes that are not UTF-8.
func TestParseAgrees(t *testing.T) {
	valid := 0
	modeltest.Law(t, 20000, func(t *rapid.T) {
		text := texts(t)
		var d document.Document
		err := d.Parse(text)
		want := json.Valid([]byte(text)) && utf8.ValidString(text)
		if got := err == nil; got != want && d.NaNs == 0 {
			t.Fatalf("%q: %v, want %v", text, err, want)
		}
		var fault *document.SyntaxError
		if err != nil && (!errors.As(err, &fault) || fault.Offset < 0 || fault.Offset > len(text)) {
			t.Fatalf("%q: %v has no place", text, err)
		}
		_, err = document.ReadValue(text)
		if got := err == nil; got != want {
			t.Fatalf("%q: as a value %v, want %v", text, err, want)
		}
		if want {
			valid++
			same(t, d.Root(), text)
		}
	})
	if valid == 0 {
		t.Error("no draw is JSON")
	}
}

// same holds a document against what Go's decoder makes of it.
func same(t *rapid.T, v document.Value, text string) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var x any
	if err := d.Decode(&x); err != nil {
		t.Fatal(err)
	}
	compare(t, v, x)
	exact, err := document.ReadValue(text)
	if err != nil {
		t.Fatal(err)
	}
	if want := valueOf(x); !types.Equal(exact, want) {
		t.Fatalf("%s is %s, want %s", text, exact, want)
	}
}

func valueOf(x any) types.Value {
	switch x := x.(type) {
	case bool:
		return types.Boolean(x)
	case json.Number:
		n, err := types.ParseNumber(string(x))
		if err != nil {
			panic(err)
		}
		return n
	case string:
		return types.Text(x)
	case []any:
		list := types.List{}
		for _, item := range x {
			list = append(list, valueOf(item))
		}
		return list
	case map[string]any:
		o := types.Object{}
		for name, value := range x {
			o = append(o, types.Member{Name: name, Value: valueOf(value)})
		}
		return o
	}
	return types.Null{}
}

func compare(t *rapid.T, v document.Value, x any) {
	switch x := x.(type) {
	case nil:
		wanted(t, v, v.Kind() == document.Null && !v.Given())
	case bool:
		wanted(t, v, v.Kind() == document.Bool && v.True() == x)
	case json.Number:
		wanted(t, v, v.Kind() == document.Number && v.Raw() == string(x))
	case string:
		wanted(t, v, v.IsString() && v.Text() == x)
	case []any:
		wanted(t, v, v.IsList() && v.Len() == len(x))
		for i, item := range v.Items() {
			wanted(t, item, item.Pointer() == v.Pointer()+"/"+strconv.Itoa(i) && v.Index(i) == item)
			compare(t, item, x[i])
		}
	case map[string]any:
		wanted(t, v, v.IsObject() && v.Len() >= len(x))
		for name := range v.Members() {
			member := v.Get(name)
			escaped := strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
			wanted(t, member, member.Pointer() == v.Pointer()+"/"+escaped)
			compare(t, member, x[name])
		}
		wanted(t, v, v.Get("nowhere").Kind() == document.Absent)
	}
}

func wanted(t *rapid.T, v document.Value, ok bool) {
	if !ok {
		t.Fatalf("%s at %q is not what it should be", v.Raw(), v.Pointer())
	}
}

// Depth costs an error, and no stack; a document of the greatest depth is read.
func TestDepth(t *testing.T) {
	var d document.Document
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for _, n := range []int{document.MaxValueDepth, document.MaxValueDepth + 1, document.MaxDepth, document.MaxDepth + 1, 1_000_000} {
		err := d.Parse(nested(n))
		_, other := document.ReadValue(nested(n))
		if (err == nil) != (n <= document.MaxDepth) || (other == nil) != (n <= document.MaxValueDepth) || err == nil && d.Depth != n {
			t.Errorf("%d levels: %v, depth %d, %v", n, err, d.Depth, other)
		}
	}
}

// Numbers that programs write and JSON does not have are read, and counted; they
// are no values.
func TestNaN(t *testing.T) {
	var d document.Document
	if err := d.Parse(`[NaN, Infinity, -Infinity, "\ud800\ud800"]`); err != nil || d.NaNs != 3 || d.Halves != 1 || d.Root().Len() != 4 {
		t.Error(err, d.NaNs, d.Halves)
	}
	if got := d.Root().Index(3).Text(); got != "\ufffd\ufffd" {
		t.Errorf("%q", got)
	}
	if v, err := document.ReadValue("NaN"); err == nil {
		t.Error(v)
	}
}

// The last of two members with one name is taken, in the place of the first,
// of few members and of many.
func TestDuplicates(t *testing.T) {
	for _, others := range []int{0, 100} {
		var b strings.Builder
		b.WriteString(`{"a":1`)
		for i := range others {
			b.WriteString(`,"` + strconv.Itoa(i) + `":0`)
		}
		b.WriteString(`,"a":2,"a":3}`)
		var r document.Reader
		v, err := r.Value(b.String())
		o, _ := v.(types.Object)
		if err != nil || len(o) != others+1 || o[0].Name != "a" || o[0].Value.String() != "3" || r.Duplicates != 2 {
			t.Errorf("%d others: %v %v, %d duplicates", others, v, err, r.Duplicates)
		}
		var d document.Document
		if err := d.Parse(b.String()); err != nil || d.Root().Get("a").Raw() != "3" {
			t.Error(err, d.Root().Get("a").Raw())
		}
	}
}

// A stream cuts lines as strings.Split does, however it is fed.
func TestLines(t *testing.T) {
	modeltest.Law(t, 500, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.StringMatching(`[a-z{}"]{0,40}`), 1, 8).Draw(t, "lines")
		end := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "end")
		text := strings.Join(lines, end)
		limit := rapid.IntRange(10, 60).Draw(t, "limit")
		s := document.NewStream(iotest.OneByteReader(strings.NewReader(text)), limit)
		for i, want := range lines {
			got, n, err := s.Line()
			switch {
			case len(want)+len(end)-1 > limit && i < len(lines)-1 || len(want) > limit:
				if !errors.Is(err, document.ErrTooLarge) {
					t.Fatalf("line %d: %q, %v", i+1, got, err)
				}
			case i == len(lines)-1 && want == "":
				if err != io.EOF {
					t.Fatalf("an empty line at the end: %v", err)
				}
				return
			case err != nil || got != want || n != i+1:
				t.Fatalf("line %d is %q (%d, %v), want %q", i+1, got, n, err, want)
			}
		}
		if _, _, err := s.Line(); err != io.EOF {
			t.Fatalf("at the end: %v", err)
		}
	})
}

// A stream cuts values where a decoder does, however it is fed, and counts
// lines.
func TestValues(t *testing.T) {
	modeltest.Law(t, 2000, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "values")
		var texts []string
		for range n {
			texts = append(texts, rapid.SampledFrom([]string{
				"1", "-1.5e3", "true", "null", `"a\"]\\"`, `{}`, `[]`, `{"a":"}\\"}`, "[\n[1],\n{\"x\":[]}]", `"\u0041"`,
			}).Draw(t, "value"))
		}
		text := strings.Join(texts, "\n \n")
		s := document.NewStream(iotest.OneByteReader(strings.NewReader(text)), 0)
		at := 0
		for i, want := range texts {
			if _, ok := s.Next(); !ok || s.LineNumber() != 1+strings.Count(text[:at], "\n") {
				t.Fatalf("value %d begins in line %d of %q", i, s.LineNumber(), text)
			}
			got, err := s.Value()
			if err != nil || got != want {
				t.Fatalf("value %d of %q is %q, %v", i, text, got, err)
			}
			at += len(want) + len("\n \n")
		}
		if _, err := s.Value(); err != io.ErrUnexpectedEOF {
			t.Fatalf("at the end: %v", err)
		}
	})
}

// What a stream has returned stays as it is while it reads on.
func TestTextsStay(t *testing.T) {
	line := strings.Repeat("x", 1000)
	s := document.NewStream(strings.NewReader(strings.Repeat(line+"\n", 5000)), 0)
	var kept []string
	for {
		text, _, err := s.Line()
		if err == io.EOF {
			break
		}
		kept = append(kept, text)
	}
	if len(kept) != 5000 {
		t.Fatal(len(kept))
	}
	for i, text := range kept {
		if text != line {
			t.Fatalf("line %d has changed", i)
		}
	}
}

func BenchmarkParse(b *testing.B) {
	text := `{"messages":[` + strings.Repeat(`{"role":"assistant","content":"some text of usual length, without escapes","n":[1,2.5,true]},`, 2000) + `{}]}`
	b.Run("document", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		var d document.Document
		for b.Loop() {
			if err := d.Parse(text); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("encoding/json", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			var x any
			if err := json.Unmarshal([]byte(text), &x); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// A text of very many values is refused, since each takes more memory than its
// bytes.
func TestManyValues(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a gigabyte of memory, and is left out with -short")
	}
	var d document.Document
	err := d.Parse("[" + strings.Repeat("0,", document.MaxValues) + "0]")
	if err == nil || err.Error() != "more than 16777216 values" {
		t.Error(err)
	}
}
