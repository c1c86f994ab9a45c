package tool

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// FuzzJSON holds our reader against encoding/json: both take the same texts
// for JSON, and for the same values. Where every mistake has a fix, the fixes
// lead to JSON.
func FuzzJSON(f *testing.F) {
	for _, seed := range seeds(f) {
		f.Add(seed)
	}
	for _, seed := range []string{
		`{"a": [1, -2.5e3, true, false, null, "\u00e9\ud83d\ude00\ud800\n\/"]}`, `[01]`, `[1.]`, `[-]`, `["\x"]`, "[\"\n\"]", `[1 2]`,
		`{'a': 'b"c\'', b: None,}`, `[1,,2]`, `// c`, `/* c */ 1 # d`, `{"a" 1}`, `{"a" = 1}`, `"`, `"\`, `'`, `{"a": }`, `[}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := &reporter{file: source.NewFile("t.json", text)}
		root, whole := readJSON(r)
		if whole != (root != nil && whole) {
			t.Fatal("whole, but nothing was read")
		}
		if count(r.problems, "MC0511") > 0 || !utf8.ValidString(text) || strings.HasPrefix(text, byteOrderMark) {
			return
		}
		clean := count(r.problems, "MC0501") == 0
		if clean != json.Valid([]byte(text)) {
			t.Fatalf("encoding/json says %v of %q, and we say %v: %v", !clean, text, clean, r.problems)
		}
		if clean && len(r.problems) == 0 {
			sameValue(t, text, root)
		}
		if !clean {
			repairs(t, text, r.problems)
		}
	})
}

func count(list []diag.Diagnostic, code diag.Code) int {
	n := 0
	for _, d := range list {
		if d.Code == code {
			n++
		}
	}
	return n
}

func sameValue(t *testing.T, text string, root *node) {
	t.Helper()
	var b strings.Builder
	root.json(&b)
	if got, want := decode(t, b.String()), decode(t, text); !reflect.DeepEqual(got, want) {
		t.Fatalf("%q is read as %s", text, b.String())
	}
}

func decode(t *testing.T, text string) any {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return v
}

// repairs applies fixes as long as every mistake of form has one.
func repairs(t *testing.T, text string, problems []diag.Diagnostic) {
	t.Helper()
	for range 2 * maxFaults {
		if count(problems, "MC0501") == 0 {
			return
		}
		var edits []diag.Edit
		for _, d := range problems {
			if d.Code == "MC0501" && len(d.Fixes) == 0 || len(d.Notes) > 0 {
				return
			}
		}
		edits, _ = diag.Compatible(problems, diag.Suggestion)
		file := edits[0].Span.File
		fixed, err := diag.Apply(file, edits)
		if err != nil {
			t.Fatal(err)
		}
		r := &reporter{file: source.NewFile("t.json", fixed)}
		readJSON(r)
		problems = r.problems
	}
	t.Fatalf("the fixes of %q do not end", text)
}

// seeds returns the inputs of the golden files.
func seeds(f *testing.F) []string {
	paths, err := filepath.Glob(filepath.Join("testdata", "read", "*.txtar"))
	if err != nil {
		f.Fatal(err)
	}
	var out []string
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		_, rest, _ := strings.Cut(string(text), " --\n")
		in, _, _ := strings.Cut(rest, "-- want --\n")
		out = append(out, in)
	}
	return out
}
