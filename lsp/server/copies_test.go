package server

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// copies is a project of several copies of the example operations under other
// names, in one model, one suite and one file of tools.
type copies struct{ files map[string]string }

var (
	declaredNames = regexp.MustCompile(`\((?:var|const|transition|case) ([^ ()\n]+)`)
	identifiers   = regexp.MustCompile(`"(?:[^"\\\n]|\\.)*"|;[^\n]*|[^\s()";]+`)
)

// newCopies makes so many copies.
func newCopies(t testing.TB, n int) copies {
	t.Helper()
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join("..", "..", "examples", "operations", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	model, suite, tools, config := read("operations.wm"), read("operations.checks"), read("tools.json"), read("mantra.yaml")
	renamed := make(map[string]bool)
	for _, m := range declaredNames.FindAllStringSubmatch(model+suite, -1) {
		renamed[m[1]] = true
	}
	inner := model[strings.Index(model, "(model\n")+len("(model\n") : strings.LastIndex(model, ")")]
	_, cases, _ := strings.Cut(suite, "(use \"operations.wm\")\n")
	head, effects, _ := strings.Cut(config, "effects:\n")
	var m, s, j, y strings.Builder
	m.WriteString("(model\n")
	s.WriteString("(use \"operations.wm\")\n")
	y.WriteString(head + "effects:\n")
	for i := range n {
		name := func(word string) string { return fmt.Sprintf("%s_%d", word, i) }
		copied := func(text string) string {
			return identifiers.ReplaceAllStringFunc(text, func(word string) string {
				if renamed[word] {
					return name(word)
				}
				return word
			})
		}
		m.WriteString(copied(inner) + "\n")
		s.WriteString(copied(cases))
		j.WriteString(",\n" + regexp.MustCompile(`(?m)^( {6}"name": ")([^"]*)`).ReplaceAllString(strings.Trim(strings.TrimSpace(tools), "[]"), "${1}"+fmt.Sprintf("${2}_%d", i)))
		y.WriteString(regexp.MustCompile(`(?m)^  (\w+):`).ReplaceAllString(effects, fmt.Sprintf("  ${1}_%d:", i)))
	}
	m.WriteString(")\n")
	return copies{map[string]string{
		"operations.wm": m.String(), "operations.checks": s.String(), "mantra.yaml": y.String(), "manual.md": read("manual.md"),
		"tools.json": "[" + strings.TrimPrefix(j.String(), ",\n") + "]\n",
	}}
}

// folder writes the project into a folder.
func (p copies) folder(t testing.TB) string {
	var list []string
	for name, text := range p.files {
		list = append(list, name, text)
	}
	return folder(t, list...)
}
