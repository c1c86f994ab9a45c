package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/internal/sarif"
	"github.com/mantrac/mantrac/internal/sarif/sariftest"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/validate"
)

// logOf returns a result as SARIF, which the standard accepts.
func logOf(t *testing.T, r *validate.Result) *sarif.Log {
	t.Helper()
	var b bytes.Buffer
	if err := SARIF(&b, r, "v1.2.3", nil); err != nil {
		t.Fatal(err)
	}
	sariftest.Validate(t, b.String())
	log := &sarif.Log{}
	if err := json.Unmarshal(b.Bytes(), log); err != nil {
		t.Fatal(err)
	}
	return log
}

// TestSARIF: of each result that is made by hand there is one result for each
// conflict, with its rule, at a place, and under a fingerprint of its own.
func TestSARIF(t *testing.T) {
	for name := range results {
		r := resultOf(newStage(t), name)
		run := logOf(t, r).Runs[0]
		seen := make(map[string]bool)
		errs := 0
		for _, found := range run.Results {
			if run.Tool.Driver.Rules[found.RuleIndex].ID != found.RuleID {
				t.Errorf("%s: the rule of %s is %s", name, found.RuleID, run.Tool.Driver.Rules[found.RuleIndex].ID)
			}
			print := found.PartialFingerprints[Fingerprint]
			if seen[print] {
				t.Errorf("%s: %s: there are two of one fingerprint", name, found.RuleID)
			}
			seen[print] = true
			if found.Level != "error" {
				continue
			}
			errs++
			if len(found.Locations) != 1 {
				t.Errorf("%s: %s has %d places", name, found.RuleID, len(found.Locations))
			}
		}
		bad := 0
		for _, c := range r.Cases {
			rule := func(f sarif.Result) bool {
				return strings.HasPrefix(f.RuleID, string(c.Verdict)) && strings.HasPrefix(f.Message.Text, "case "+report.Visible(c.Name)+": ")
			}
			if c.Verdict != validate.Consistent && !slices.ContainsFunc(run.Results, rule) {
				t.Errorf("%s: nothing is said of the verdict %s", name, c.Verdict)
			}
			if c.Verdict.Conflict() {
				bad++
			}
		}
		if errs < bad || bad == 0 && errs > 0 {
			t.Errorf("%s: %d errors for %d cases with conflicts", name, errs, bad)
		}
	}
}

// TestSARIFHasDiagnostics: what keeps suites from being validated is among the
// results, and before the verdicts.
func TestSARIFHasDiagnostics(t *testing.T) {
	r := resultOf(newStage(t), "forward")
	r.Diagnostics = []diag.Diagnostic{{Code: "MC0412", Message: "wrong", Primary: source.NewFile("a.wm", "(model)").Span(0, 7)}}
	r.Unfinished = []validate.Unfinished{{Name: "late", File: "a.checks", Reason: errors.New("time ran out")}}
	var rules []string
	for _, f := range logOf(t, r).Runs[0].Results {
		rules = append(rules, f.RuleID)
	}
	if len(rules) < 3 || rules[0] != "MC0412" || rules[len(rules)-1] != "unfinished" {
		t.Errorf("the results are %v", rules)
	}
	var text, page bytes.Buffer
	if err := errors.Join(GitHub(&text, r), Markdown(&page, r, Options{})); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"::error file=a.wm,line=1", "title=forward-conflict", "::warning title=unfinished::"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("GitHub lacks %s:\n%s", want, &text)
		}
	}
	for _, want := range []string{"MC0412", "forward-conflict", "time ran out"} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("Markdown lacks %s:\n%s", want, &page)
		}
	}
}

// TestAnnotationsAreSafe: nothing that a terminal or a runner acts upon is passed
// on.
func TestAnnotationsAreSafe(t *testing.T) {
	for name := range results {
		var text, page bytes.Buffer
		r := resultOf(newStage(t), name)
		if err := errors.Join(GitHub(&text, r), Markdown(&page, r, Options{})); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(text.String() + page.String()) {
			if line = strings.TrimSuffix(line, "\n"); report.Visible(line) != line {
				t.Errorf("%s: %q", name, line)
			}
		}
		for line := range strings.Lines(text.String()) {
			if !strings.HasPrefix(line, "::") {
				t.Errorf("%s: %q is no command", name, line)
			}
		}
	}
}
