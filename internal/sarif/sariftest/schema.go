// Package sariftest validates SARIF logs against the schema of the standard.
package sariftest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	// The module has a copy of the standard's schema, which the tests read.
	// This import keeps it among the requirements at no cost.
	_ "github.com/owenrumney/go-sarif/v3/pkg/report/utils"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Schema returns the schema of SARIF 2.1.0 from the go-sarif module, which
// has it as an unexported constant.
func Schema(t testing.TB) string {
	t.Helper()
	text, err := readStandard()
	if err != nil {
		t.Fatalf("reading the SARIF schema from the module cache: %v", err)
	}
	return text
}

// Validate fails a test if a text is no SARIF 2.1.0 log.
func Validate(t testing.TB, text string) {
	t.Helper()
	if err := Check(text); err != nil {
		t.Error(err)
	}
}

// Check returns an error if a text is no SARIF 2.1.0 log.
func Check(text string) error {
	s, err := compiled()
	if err != nil {
		return err
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return err
	}
	return s.Validate(doc)
}

var compiled = sync.OnceValues(func() (*jsonschema.Schema, error) {
	text, err := readStandard()
	if err != nil {
		return nil, err
	}
	schema, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("sarif.json", schema); err != nil {
		return nil, err
	}
	return c.Compile("sarif.json")
})

var readStandard = sync.OnceValues(func() (string, error) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3").Output()
	if err != nil {
		return "", err
	}
	path := filepath.Join(strings.TrimSpace(string(dir)), "pkg", "report", "v210", "sarif", "schema.go")
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		return "", err
	}
	literal := ""
	ast.Inspect(file, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok {
			literal = l.Value
		}
		return true
	})
	return strconv.Unquote(literal)
})
