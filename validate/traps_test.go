package validate_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/validate"
)

const trapTools = `{"tools": [{"name": "a"}, {"name": "b"}, {"name": "toggle"},
	{"name": "show", "inputSchema": {"properties": {"o": {"type": "string"}}, "required": ["o"]}}]}`

// TestTrapDisturbed: REACH trap 11. A conflict by an odd step of the user is disturbed,
// unless a check names the step.
func TestTrapDisturbed(t *testing.T) {
	const model = `(model (var broken Bool)
		(transition a (params) (pre (not broken)) (post))
		(transition toggle (by user) (params) (pre) (post (= (next broken) true))))`
	for _, row := range []struct {
		checks    string
		disturbed bool
		verdict   validate.Verdict
	}{
		{"(c (call a))", true, validate.Consistent},
		{"(c (call a)) (d (at_least 1 (call toggle)))", false, validate.ForwardConflict},
	} {
		c := trapCase(t, model, "(case c (init (broken false)) (checks "+row.checks+"))")
		if c.Forward.Disturbed != row.disturbed || c.Verdict != row.verdict {
			t.Errorf("%s: disturbed is %v, and the verdict %s", row.checks, c.Forward.Disturbed, c.Verdict)
		}
	}
}

// TestTrapOmissions: REACH trap 15. Who does one of two things that are asked for, or one
// of two calls, has done nothing wrong, and leaves something out.
func TestTrapOmissions(t *testing.T) {
	const model = "(model (var v Bool) (transition a (params) (pre) (post)) (transition b (params) (pre) (post)))"
	for _, check := range []string{"(and (call a) (call b))", "(at_least 2 (call a))"} {
		c := trapCase(t, model, "(case c (checks (c "+check+")))")
		if b := c.Backward[0]; b.Answer != validate.Found || b.Class != validate.Omission {
			t.Errorf("%s: %+v", check, b)
		}
	}
}

func trapCase(t *testing.T, model, suite string) *validate.Case {
	t.Helper()
	p, err := modeltest.Load(trapTools, model, `(use "model.wm") `+suite)
	if err != nil {
		t.Fatal(err)
	}
	return validatedWith(t, p, validate.Options{Bound: 3, Engine: validate.Explicit})
}

// TestTrapStaleTie: REACH trap 5. A tie of a writer without `next` is a lint.
func TestTrapStaleTie(t *testing.T) {
	for tie, want := range map[string]bool{"status": true, "(next status)": false} {
		p, err := modeltest.Load(trapTools, `(model (var status (Enum "x" "y"))
			(transition a (params) (results (status s)) (pre) (post (= (next status) "y") (= (result s) `+tie+`))))`, `(use "model.wm") (case c (checks (c (call a))))`)
		if err != nil {
			t.Fatal(err)
		}
		found := slices.ContainsFunc(p.Model.Diagnostics, func(d diag.Diagnostic) bool {
			return d.Severity == diag.Lint && strings.Contains(d.Message, "as it is before the call")
		})
		if found != want {
			t.Errorf("a tie to %s: the lint is there: %v", tie, found)
		}
	}
}
