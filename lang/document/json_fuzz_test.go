package document_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/source"
)

// FuzzJSON holds our reader against encoding/json: both take the same texts
// for JSON, and for the same values. Where every mistake has a fix, the fixes
// lead to JSON.
func FuzzJSON(f *testing.F) {
	for _, seed := range []string{
		`{"a": [1, -2.5e3, true, false, null, "\u00e9\ud83d\ude00\ud800\n\/"]}`, `[01]`, `[1.]`, `[-]`, `["\x"]`, "[\"\n\"]", `[1 2]`,
		`{'a': 'b"c\'', b: None,}`, `[1,,2]`, `// c`, `/* c */ 1 # d`, `{"a" 1}`, `{"a" = 1}`, `"`, `"\`, `'`, `{"a": }`, `[}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		root, problems := readJSON(text)
		if count(problems, limit) > 0 || !utf8.ValidString(text) || strings.HasPrefix(text, "\ufeff") {
			return
		}
		clean := root != nil && count(problems, syntax) == 0
		if clean != json.Valid([]byte(text)) {
			t.Fatalf("encoding/json says %v of %q, and we say %v: %v", !clean, text, clean, problems)
		}
		if clean && len(problems) == 0 {
			sameValue(t, text, root)
		}
		if !clean && root != nil {
			repairs(t, text, problems)
		}
	})
}

const (
	syntax, duplicate, limit = "MC0501", "MC0508", "MC0511"
	maxFaults                = 50
)

func readJSON(text string) (root *document.Node, problems []diag.Diagnostic) {
	root, _ = document.ReadJSON(source.NewFile("t.json", text), document.Options{
		Depth: 512, Syntax: syntax, Duplicate: duplicate, Limit: limit,
		Report: func(p diag.Problem) { problems = append(problems, diag.Of(p)) },
	})
	return root, problems
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

func sameValue(t *testing.T, text string, root *document.Node) {
	t.Helper()
	if got, want := decode(t, root.JSON()), decode(t, text); !reflect.DeepEqual(got, want) {
		t.Fatalf("%q is read as %s", text, root.JSON())
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
		if count(problems, syntax) == 0 {
			return
		}
		var edits []diag.Edit
		for _, d := range problems {
			if d.Code == syntax && len(d.Fixes) == 0 || len(d.Notes) > 0 {
				return
			}
		}
		edits, _ = diag.Compatible(problems, diag.Suggestion)
		file := edits[0].Span.File
		fixed, err := diag.Apply(file, edits)
		if err != nil {
			t.Fatal(err)
		}
		_, problems = readJSON(fixed)
	}
	t.Fatalf("the fixes of %q do not end", text)
}
