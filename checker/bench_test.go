package checker_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
)

// largeModel returns a model of at least the given number of lines: 60
// variables and as many transitions as it takes, each of eight lines.
func largeModel(lines int) string {
	var b strings.Builder
	b.WriteString("(model\n")
	for i := range 20 {
		fmt.Fprintf(&b, "  (var flag_%d Bool)\n  (var count_%d Int)\n  (var tier_%d (Enum \"regular\" \"silver\" \"gold\"))\n", i, i, i)
	}
	for i := 0; strings.Count(b.String()[max(0, b.Len()-1):], "\n")+61+i*9 < lines; i++ {
		k, l := i%20, (i+7)%20
		fmt.Fprintf(&b, "\n  ; The tool number %d of the generated manual.\n", i)
		fmt.Fprintf(&b, "  (transition tool_%d\n    (params (amount amount) (kind kind))\n", i)
		fmt.Fprintf(&b, "    (pre (= flag_%d true)\n         (or (not flag_%d) (<= (+ count_%d (param amount)) 25)))\n", k, l, k)
		fmt.Fprintf(&b, "    (post (=> (= tier_%d \"gold\") (= (next count_%d) (+ count_%d (param amount))))\n", l, k, k)
		fmt.Fprintf(&b, "          (=> (not (= tier_%d \"gold\")) (= (next count_%d) count_%d))\n          (= (next flag_%d) (= (param kind) \"a\"))))\n", l, k, k, l)
	}
	b.WriteString(")\n")
	return b.String()
}

func checked(text string, prev *checker.Model) *checker.Model {
	var file *ast.File
	if prev != nil {
		file = prev.File
	}
	f := ast.Parse(source.NewFile("large.wm", text), ast.ModelFile, file)
	return checker.CheckModel(f, nil, checker.Options{}, prev)
}

// BenchmarkParse reads a model of 10,000 lines.
func BenchmarkParse(b *testing.B) {
	text := largeModel(10_000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		ast.Parse(source.NewFile("large.wm", text), ast.ModelFile, nil)
	}
}

// BenchmarkParseAndCheck reads and checks a model of 10,000 lines.
func BenchmarkParseAndCheck(b *testing.B) {
	text := largeModel(10_000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if m := checked(text, nil); len(m.Diagnostics) > 0 {
			b.Fatal(m.Diagnostics[0].Primary, m.Diagnostics[0].Message)
		}
	}
}

// BenchmarkEdit changes one character in the middle of a model of 10,000
// lines, reads and checks it again.
func BenchmarkEdit(b *testing.B) {
	for _, edit := range []struct{ name, old, new string }{
		{"clause", "25)))\n    (post (=> (= tier_8", "26)))\n    (post (=> (= tier_8"},
		{"mistake", "flag_1 true)", "flug_1 true)"},
		{"declaration", "(var flag_10 Bool)", "(var flag_10 Boot)"},
	} {
		b.Run(edit.name, func(b *testing.B) {
			text := largeModel(10_000)
			at := strings.LastIndex(text[:len(text)/2], edit.old)
			if edit.name == "declaration" {
				at = strings.Index(text, edit.old)
			}
			if at < 0 {
				b.Fatal("the edit does not apply")
			}
			versions := [2]string{text, text[:at] + edit.new + text[at+len(edit.old):]}
			m := checked(versions[0], nil)
			for i := 1; b.Loop(); i++ {
				m = checked(versions[i%2], m)
			}
		})
	}
}
