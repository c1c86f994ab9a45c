package grammar

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/validate"
)

// usualBound is what the table of 9.8 is validated up to where it does not
// say: enough for all of its traces.
const usualBound = 4

var (
	aside    = regexp.MustCompile(", `looked` (true|not) in `init`| with K = 1")
	goalCell = regexp.MustCompile("^goal `(.+)`$")
	checkIn  = regexp.MustCompile("`([^`]+)`")
	bare     = regexp.MustCompile(`(no_call )?\b(look|pick)\b`)
	namedAs  = regexp.MustCompile("class `(\\w+)`")
	refused  = regexp.MustCompile("(?:trace|conflict) `([a-z ]+)`")
	followed = regexp.MustCompile("compliant: `([a-z ]+)`")
	ran      = regexp.MustCompile("run `([a-z ]+)`")
)

// TestSpecVerdicts validates the cases in the table of 9.8.
func TestSpecVerdicts(t *testing.T) {
	lib := library(t)
	var model string
	for _, e := range examples(t) {
		if strings.HasPrefix(e.section, "9.8") {
			model = e.text
		}
	}
	_, m := machine(t, model, "")
	checks, trace := "", ""
	for _, c := range tables(t, "| case | verdict | because |") {
		cell := marked(c[0])
		if !strings.HasPrefix(cell, "the same") {
			checks = caseOf(aside.ReplaceAllString(cell, ""))
		}
		if found := refused.FindStringSubmatch(c[2]); found != nil {
			trace = found[1]
		}
		got := specCase(t, lib, m, "(case c "+initOf(cell)+checks+")", boundOf(cell))
		if string(got.Verdict) != c[1] {
			t.Errorf("%s: %s by spec.md, and it is %s", c[0], c[1], got.Verdict)
		}
		because(t, c, got, trace)
	}
}

// marked returns a cell with the marks of code that tables trims.
func marked(cell string) string {
	if !strings.HasPrefix(cell, "goal") && !strings.HasPrefix(cell, "the same") {
		cell = "`" + cell
	}
	return cell + strings.Repeat("`", strings.Count(cell, "`")%2)
}

// caseOf returns the parts of a case that a cell of the table stands for.
func caseOf(cell string) string {
	if goal := goalCell.FindStringSubmatch(cell); goal != nil {
		return "(goal " + goal[1] + ")"
	}
	parts := ""
	for i, found := range checkIn.FindAllStringSubmatch(cell, -1) {
		form := bare.ReplaceAllStringFunc(found[1], func(word string) string {
			if strings.HasPrefix(word, "no_call") {
				return word
			}
			return "(call " + word + ")"
		})
		parts += fmt.Sprintf("(k%d %s) ", i, form)
	}
	return "(checks " + parts + ")"
}

func initOf(cell string) string {
	switch a := aside.FindStringSubmatch(cell); {
	case a != nil && a[1] == "true":
		return "(init (looked true) (picked false)) "
	case a != nil && a[1] == "not":
		return "(init (picked false)) "
	}
	return "(init (looked false) (picked false)) "
}

func boundOf(cell string) int {
	if strings.Contains(cell, "K = 1") {
		return 1
	}
	return usualBound
}

// specCase validates the one case of a suite.
func specCase(t *testing.T, lib *z3.Library, m *checker.Model, text string, bound int) *validate.Case {
	t.Helper()
	suite := checker.CheckSuite(parse(text, ast.ChecksFile), m, nil, checker.Options{})
	for _, d := range suite.Diagnostics {
		if d.Severity.String() == "error" {
			t.Fatalf("%s\n%s", text, shown(suite.Diagnostics))
		}
	}
	got, err := validate.Validate(context.Background(), suite, suite.Cases[0], validate.Options{
		Bound:     bound,
		NewSolver: func(limit time.Duration) (smt.Solver, error) { return lib.NewSolver(z3.Options{Timeout: limit}) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// because holds the traces and the class in the third cell of a row against
// the witnesses. trace is the conflict that it speaks of, here or above.
func because(t *testing.T, c []string, got *validate.Case, trace string) {
	t.Helper()
	if strings.Contains(c[2], "trace `") || strings.Contains(c[2], "conflict `") || strings.Contains(c[2], "same trace") {
		if called(got.Forward.Witness) != trace {
			t.Errorf("%s: the forward conflict is %q by spec.md, and it is %q", c[0], trace, called(got.Forward.Witness))
		}
	}
	if class := namedAs.FindStringSubmatch(c[2]); class != nil && class[1] != string(got.Forward.Class) {
		t.Errorf("%s: the class is %s by spec.md, and it is %s", c[0], class[1], got.Forward.Class)
	}
	if w := followed.FindStringSubmatch(c[2]); w != nil && w[1] != called(got.Compliant.Witness) {
		t.Errorf("%s: the compliant trace is %q by spec.md, and it is %q", c[0], w[1], called(got.Compliant.Witness))
	}
	if w := ran.FindStringSubmatch(c[2]); w != nil && w[1] != called(got.Backward[0].Witness) {
		t.Errorf("%s: the run is %q by spec.md, and it is %q", c[0], w[1], called(got.Backward[0].Witness))
	}
	if strings.Contains(c[2], "two are needed") && got.ChecksAlone.Steps != 2 {
		t.Errorf("%s: %d calls are needed", c[0], got.ChecksAlone.Steps)
	}
}

// called returns the tools of a witness, as the table writes a trace.
func called(w *validate.Witness) string {
	if w == nil {
		return "none"
	}
	var names []string
	for _, s := range w.Steps {
		names = append(names, s.Call.Tool)
	}
	return strings.Join(names, " ")
}
