package ast_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// An expression that a copier does not know would be unreadable where a
// definition is written out.
func TestCopierKnowsEveryExpression(t *testing.T) {
	copier, err := os.ReadFile("copy.go")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^func \(\*(\w+)\) expr\(\)`).FindAllStringSubmatch(string(text), -1) {
			found++
			if m[1] != "Bad" && !strings.Contains(string(copier), "case *"+m[1]+":") {
				t.Errorf("copy.go has no case for *%s: see Copier", m[1])
			}
		}
	}
	if found < 10 {
		t.Errorf("only %d kinds of expressions found", found)
	}
}
