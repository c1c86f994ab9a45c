package format_test

import (
	"flag"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aymanbagabas/go-udiff"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/syntax/syntaxtest"
)

var update = flag.Bool("update", false, "write the expected layouts")

// Each archive in testdata holds files NAME.wm and NAME.checks, each followed
// by its layout in a file with `.out` behind its name.
func TestLayout(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, path := range archives {
		comment, files, err := syntaxtest.ReadArchive(path)
		if err != nil {
			t.Fatal(err)
		}
		want := make(map[string]string)
		for _, f := range files {
			want[f.Name] = f.Text
		}
		var all []syntaxtest.File
		for _, f := range files {
			if strings.HasSuffix(f.Name, ".out") {
				continue
			}
			t.Run(f.Name, func(t *testing.T) {
				out := layoutOf(t, f)
				if !*update && out != want[f.Name+".out"] {
					t.Errorf("the layout differs:\n%s", udiff.Unified("want", "got", want[f.Name+".out"], out))
				}
				all = append(all, f, syntaxtest.File{Name: f.Name + ".out", Text: out})
			})
		}
		if *update {
			if err := syntaxtest.WriteArchive(path, comment, all); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func layoutOf(t *testing.T, f syntaxtest.File) string {
	kind := ast.ModelFile
	if strings.HasSuffix(f.Name, ".checks") {
		kind = ast.ChecksFile
	}
	out, err := formatText(kind, f.Text)
	if err != nil {
		t.Error(err)
		return ""
	}
	checkLayout(t, kind, f.Text, out)
	return out
}

// What an archive cannot hold.
func TestBytes(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"empty", "", ""},
		{"white space", " \r\n\t\n", ""},
		{"byte order mark", "\ufeff(case a (goal b))", "(case a\n  (goal b))\n"},
		{"mark alone", "\ufeff", ""},
		{"mark before a comment", "\ufeff; c\n(case a (goal b))", "; c\n(case a\n  (goal b))\n"},
		{"no final line break", "; c", "; c\n"},
		{"CR LF", "; c\r\n\r\n\r\n(case a ; d\r\n(goal b))\r\n", "; c\n\n(case a ; d\n  (goal b))\n"},
		{"lone CR", "(case a\r(goal\rb)) ; c\rd\r\n", "(case a\n  (goal b)) ; c\rd\n"},
		{"white space behind comments", "; a \t\r\n;\n;  b  \n", "; a\n;\n;  b\n"},
		{"tabs", "(case\ta\t(goal\tb))\t;\tc\n", "(case a\n  (goal b)) ;\tc\n"},
		{"tabs and blank lines", "; a\n\t\n \t \n\n; b", "; a\n\n; b\n"},
		{"line breaks at the end", "(case a (goal b))\n\n\n\n", "(case a\n  (goal b))\n"},
	} {
		out, err := formatText(ast.ChecksFile, test.text)
		if err != nil || out != test.want {
			t.Errorf("%s: %q, %v; want %q", test.name, out, err, test.want)
		}
		checkLayout(t, ast.ChecksFile, test.text, out)
	}
}

// A form stays on its line as long as that ends in column 100, the closing
// parentheses of the forms around it included.
func TestHundredColumns(t *testing.T) {
	for _, test := range []struct{ before, after string }{
		{"(model\n  (const a String \"", "\")\n  (var x Bool))\n"},
		{"(model\n  (const a String \"", "\"))\n"},
		{"(model\n  (transition t\n    (params)\n    (pre)\n    (post (= (next a) \"", "\"))))\n"},
		{"(model\n  (transition t\n    (params)\n    (pre (= a \"", "\"))\n    (post)))\n"},
	} {
		line := test.before[strings.LastIndex(test.before, "\n")+1:]
		end, _, _ := strings.Cut(test.after, "\n")
		room := 100 - len(line) - len(end)
		for extra, flat := range []bool{true, false} {
			text := test.before + strings.Repeat("x", room+extra) + test.after
			out, err := formatText(ast.ModelFile, text)
			if err != nil || (out == text) != flat {
				t.Errorf("%d columns over 100: %v\n%s", extra, err, out)
			}
		}
	}
}
