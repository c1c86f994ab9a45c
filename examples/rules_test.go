package examples_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
)

// A rule is a row of a rules.md.
type rule struct{ line, status, where string }

var (
	ruleRow  = regexp.MustCompile(`(?m)^\| (\d+) \| [^|]+ \| (expressed|awkward|not expressible) \| ([^|]+) \|$`)
	ruleSum  = regexp.MustCompile(`(\d+) rules: (\d+) expressed, (\d+) awkward, (\d+) not expressible`)
	nameless = regexp.MustCompile("`([^`]+)`")
	word     = regexp.MustCompile(`^[a-z_]+$`)
)

// Each rule of the two manuals is in its table once; what says where it is names
// what there is; and the READMEs give the counts, and the rules that are not, or
// not well, expressed.
func TestRules(t *testing.T) {
	all := make(map[string]int)
	for _, example := range []string{"retail", "telecom"} {
		list := rulesOf(t, example)
		count := make(map[string]int)
		known := namesOf(t, example)
		readme := read(t, example, "README.md")
		for i, r := range list {
			if want := fmt.Sprintf("| %d | ", i+1); !strings.HasPrefix(r.line, want) {
				t.Fatalf("%s: a row begins with %.12q, not %q", example, r.line, want)
			}
			count[r.status]++
			all[r.status]++
			for _, m := range nameless.FindAllStringSubmatch(r.where, -1) {
				if !known[m[1]] {
					t.Errorf("%s: there is no %s, in: %s", example, m[1], r.line)
				}
			}
			if r.status != "expressed" && !strings.Contains(readme, r.line+"\n") {
				t.Errorf("%s: the README does not have: %s", example, r.line)
			}
			if r.status == "expressed" && !strings.Contains(r.where, "`") && !strings.Contains(r.where, "each precondition") {
				t.Errorf("%s: names nothing: %s", example, r.line)
			}
		}
		want := fmt.Sprintf("%d rules: %d expressed, %d awkward, %d not expressible", len(list), count["expressed"], count["awkward"], count["not expressible"])
		if got := ruleSum.FindString(readme); got != want {
			t.Errorf("the README of %s says %q, and the table %q", example, got, want)
		}
	}
	if sum := all["expressed"] + all["awkward"] + all["not expressible"]; all["not expressible"] > 12 || 10*all["awkward"] > sum {
		t.Errorf("of %d rules %d are not expressible, and %d awkward", sum, all["not expressible"], all["awkward"])
	}
}

func read(t *testing.T, example, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(example, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func rulesOf(t *testing.T, example string) []rule {
	t.Helper()
	text := read(t, example, "rules.md")
	var list []rule
	for _, m := range ruleRow.FindAllStringSubmatch(text, -1) {
		list = append(list, rule{line: m[0], status: m[2], where: m[3]})
	}
	if rows := strings.Count(text, "\n| "); rows != len(list)+strings.Count(text, "\n| no. |") {
		t.Errorf("%s: of %d rows %d are about a rule", example, rows, len(list))
	}
	return list
}

// namesOf returns what the suites and models of an example name: variables,
// constants, definitions, tools, cases, checks, groups and rules.
func namesOf(t *testing.T, example string) map[string]bool {
	t.Helper()
	known := make(map[string]bool)
	for _, s := range suites(t, example) {
		for _, k := range s.Cases {
			known[k.Decl.Name().Name] = true
			for _, c := range k.Checks {
				known[c.Name.Name] = true
			}
		}
		if u := s.File.Rules; u != nil {
			for _, r := range u.Node.(*ast.Rules).Names {
				known[r.Name] = true
			}
		}
		inModel(s.Model, known)
	}
	return known
}

func inModel(m *checker.Model, known map[string]bool) {
	for _, v := range m.Vars {
		known[v.Name()] = true
	}
	for _, tr := range m.Transitions {
		known[tr.Name()] = true
	}
	for _, tool := range m.Tools.Tools {
		known[tool.Name] = true
	}
	for _, c := range m.Consts {
		known[c.Name()] = true
	}
	for _, d := range m.Definitions {
		known[d.Name()] = true
	}
}

// What the README of the reservation desk says of each rule names what there is.
func TestRuleTable(t *testing.T) {
	known := namesOf(t, "airline")
	_, table, _ := strings.Cut(read(t, "airline", "README.md"), "\n## Each rule, and where it is\n")
	table, _, found := strings.Cut(table, "\n## ")
	if !found {
		t.Fatal("the README has no table of rules")
	}
	for _, m := range nameless.FindAllStringSubmatch(table, -1) {
		if word.MatchString(m[1]) && !known[m[1]] {
			t.Errorf("there is no %s", m[1])
		}
	}
}
