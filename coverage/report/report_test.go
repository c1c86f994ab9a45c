package report_test

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/coverage"
	"github.com/mantrac/mantrac/coverage/report"
	"github.com/mantrac/mantrac/internal/jsontext/schematest"
	"github.com/mantrac/mantrac/internal/solver"
	"github.com/mantrac/mantrac/project"
)

// procurement returns the coverage of an example.
func procurement(t *testing.T) *coverage.Result {
	t.Helper()
	files, errs := project.Find([]string{filepath.Join("..", "..", "examples", "procurement", "after.checks")}, project.FindOptions{})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	r := project.Check(files, project.Options{})
	o := coverage.Options{Workers: 2, Read: os.ReadFile}
	if _, err := solver.Attach(&o.Options, solver.Limits{Jobs: 2, Steps: 1_000_000}); err != nil {
		t.Fatal(err)
	}
	found, err := coverage.Run(context.Background(), r.Models, r.Suites, o)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestJSONFollowsItsSchema(t *testing.T) {
	var b strings.Builder
	if err := report.JSON(&b, procurement(t)); err != nil {
		t.Fatal(err)
	}
	if err := schematest.Check("coverage.schema.json", b.String()); err != nil {
		t.Error(err)
	}
	if schematest.Check("coverage.schema.json", strings.Replace(b.String(), `"status": "exercised"`, `"status": "lost"`, 1)) == nil {
		t.Error("the schema accepts an unknown status")
	}
}

// Every line of a tracefile has a form that readers of LCOV know, and the sums are
// those of the lines.
func TestLCOV(t *testing.T) {
	var b strings.Builder
	if err := report.LCOV(&b, procurement(t)); err != nil {
		t.Fatal(err)
	}
	found, hit := 0, 0
	for line := range strings.Lines(b.String()) {
		key, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ":")
		switch key {
		case "DA":
			found++
			if !strings.HasSuffix(rest, ",0") {
				hit++
			}
		case "LF", "LH":
			if want := map[string]int{"LF": found, "LH": hit}[key]; rest != strconv.Itoa(want) {
				t.Errorf("%s is %s, expected %d", key, rest, want)
			}
		case "TN", "SF", "FN", "FNDA", "FNF", "FNH", "end_of_record":
		default:
			t.Errorf("unknown line %q", line)
		}
	}
	if found == 0 || hit == 0 {
		t.Errorf("%d lines, %d of them hit", found, hit)
	}
}

// Names with markup do not become markup.
func TestHTMLEscapes(t *testing.T) {
	r := procurement(t)
	r.Manuals = append(r.Manuals, coverage.Manual{File: "<b>.md", Text: "<script>alert(1)</script>\n"})
	var b strings.Builder
	if err := report.HTML(&b, r); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "<script>") || strings.Contains(b.String(), "<b>") {
		t.Error("the page has markup of a manual")
	}
}
