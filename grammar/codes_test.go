package grammar

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// sources are the packages whose findings are about the two languages: those
// of tool schemas and of mantra.yaml belong to files that only stand beside.
var sources = []string{"../lang/syntax", "../lang/ast", "../lang/published", "../checker", "../project"}

// beside are the groups of codes of the other files.
var beside = regexp.MustCompile(`^MC0[57]`)

var code = regexp.MustCompile(`^MC\d{4}$`)

// sourceCodes returns the codes of the two languages with their severities,
// read from the sources: a code stands in the method that makes its
// diagnostic, beside the function or the field that says how severe it is.
func sourceCodes(t *testing.T) map[string]string {
	t.Helper()
	all := make(map[string]string)
	for _, dir := range sources {
		names, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			collect(f, all)
		}
	}
	if len(all) < 50 {
		t.Fatalf("only %d codes found in %v", len(all), sources)
	}
	return all
}

// collect adds the codes of a file.
func collect(f *ast.File, all map[string]string) {
	for _, decl := range f.Decls {
		severity := severityIn(decl)
		ast.Inspect(decl, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			c, err := strconv.Unquote(lit.Value)
			if err == nil && code.MatchString(c) && !beside.MatchString(c) {
				// A code may also be handed to the method that makes the diagnostic.
				if all[c] == "" || severity != "error" {
					all[c] = severity
				}
			}
			return true
		})
	}
}

// severityIn returns the severity of the diagnostic that a method makes.
func severityIn(decl ast.Decl) string {
	severity := "error"
	ast.Inspect(decl, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			switch sel.Sel.Name {
			case "Warningf", "Warning":
				severity = "warning"
			case "Lintf", "Lint":
				severity = "lint"
			}
		}
		return true
	})
	return severity
}

// unshown are codes that no case of the corpus can show, with the reason.
var unshown = map[string]string{
	"MC0001": "it takes a file of 16 MiB, or a clause of 1 MiB",
	"MC0010": "it takes a thousand findings in a file",
	"MC0011": "it takes a file that cannot be read",
	"MC0616": "it takes a check of a suite without its model, and a case is checked as a whole",
}

// TestConformanceCovers holds the corpus against the codes in the sources:
// each is shown, and no other is.
func TestConformanceCovers(t *testing.T) {
	shown := make(map[string]string)
	for _, c := range corpus(t) {
		for _, w := range c.want {
			f := strings.Fields(w)
			shown[f[1]] = f[0]
		}
	}
	all := sourceCodes(t)
	for c, severity := range all {
		switch {
		case unshown[c] != "" && shown[c] != "":
			t.Errorf("%s is shown, although %s", c, unshown[c])
		case unshown[c] == "" && shown[c] == "":
			t.Errorf("no case of the corpus shows %s, which is a possible %s", c, severity)
		case shown[c] != "" && shown[c] != severity:
			t.Errorf("%s is shown as %s, and the source says %s", c, shown[c], severity)
		}
	}
	for c := range shown {
		if all[c] == "" {
			t.Errorf("the corpus shows %s, which is in no source", c)
		}
	}
	for c := range unshown {
		if all[c] == "" {
			t.Errorf("%s is exempt, and in no source", c)
		}
	}
}

// TestConformanceLists holds the README of the corpus against its files.
func TestConformanceLists(t *testing.T) {
	readme := readFile(t, "conformance/README.md")
	paths, err := filepath.Glob("conformance/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	listed := regexp.MustCompile(`\]\(([a-z-]+\.txtar)\)`).FindAllStringSubmatch(readme, -1)
	var names []string
	for _, l := range listed {
		names = append(names, l[1])
	}
	for _, p := range paths {
		if !slices.Contains(names, filepath.Base(p)) {
			t.Errorf("conformance/README.md does not list %s", filepath.Base(p))
		}
	}
	if len(names) != len(paths) {
		t.Errorf("conformance/README.md lists %d files, and there are %d", len(names), len(paths))
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
