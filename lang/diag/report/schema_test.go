package report

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

	// The module has a copy of the standard's schema, which the test reads.
	// This import keeps it among the requirements at no cost.
	_ "github.com/owenrumney/go-sarif/v3/pkg/report/utils"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

func TestJSONFollowsItsSchema(t *testing.T) {
	s := compileSchema(t, Schema())
	for name, make := range cases {
		validate(t, s, name, project(t, JSON, make()))
	}
}

// TestSchemaRejects makes sure that the schema says something.
func TestSchemaRejects(t *testing.T) {
	s := compileSchema(t, Schema())
	good := project(t, JSON, several())
	for _, change := range [][2]string{
		{`"version": 1`, `"version": 2`},
		{`"code": "MC0412"`, `"code": "412"`},
		{`"severity": "error"`, `"severity": "fatal"`},
		{`"notes": []`, `"note": []`},
		{`"line": 14`, `"line": 0`},
		{`"offset": `, `"offset": -1`},
		{`"new": "(param "`, `"new": null`},
		{`"unnecessary"`, `"ugly"`},
	} {
		bad := strings.Replace(good, change[0], change[1], 1)
		if bad == good {
			t.Fatalf("%s does not occur", change[0])
		}
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(bad))
		if err == nil && s.Validate(doc) == nil {
			t.Errorf("the schema accepts %s", change[1])
		}
	}
}

func TestSARIFFollowsTheStandard(t *testing.T) {
	s := compileSchema(t, standardSARIF(t))
	for name, make := range cases {
		validate(t, s, name, project(t, asSARIF, make()))
	}
}

func compileSchema(t testing.TB, text string) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("test.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("test.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func validate(t fataler, s *jsonschema.Schema, name, text string) {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if err := s.Validate(doc); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, text)
	}
}

// A fataler is a test or one round of a property.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// standardSARIF returns the schema of SARIF 2.1.0 from the go-sarif module,
// which has it as an unexported constant.
func standardSARIF(t testing.TB) string {
	t.Helper()
	text, err := readStandard()
	if err != nil {
		t.Fatalf("reading the SARIF schema from the module cache: %v", err)
	}
	return text
}

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
