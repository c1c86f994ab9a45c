package grade_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/trace/grade"
)

// TestRetailTraces: a suite with the forms that look at answers, variables and
// tests says of published traces what reading them says.
func TestRetailTraces(t *testing.T) {
	data := os.Getenv("MANTRAC_DATA")
	if data == "" {
		data = filepath.Join("..", "..", "..", "shared", "data")
	}
	tools, err := os.ReadFile(filepath.Join(data, "tau-retail", "tools.openai.json"))
	if err != nil {
		t.Skip("this reads published traces, which are not there; name their folder in MANTRAC_DATA: ", err)
	}
	suite, err := os.ReadFile(filepath.Join("testdata", "retail.checks"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := modeltest.Load(string(tools), "(model (var x Bool))", string(suite))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := grade.NewPlan(p.Suite, p.Suite.Cases[0], grade.Options{})
	if err != nil {
		t.Fatal(err)
	}
	failed := make(map[string][]string)
	for _, r := range gradeFile(t, plan, filepath.Join(data, "tau-retail", "agentrx_even.json")) {
		for _, c := range r.Checks {
			if c.Verdict == grade.Inconclusive {
				t.Errorf("%s of %s is inconclusive: %s", c.Check, r.ID, c.Message)
			}
			if c.Verdict == grade.Fail {
				failed[c.Check] = append(failed[c.Check], r.Task)
			}
		}
	}
	for check, want := range map[string][]string{
		"delivered_before_return": {"20", "74", "78", "98"}, // they exchange items of orders that are pending or processed
		"one_change_of_items":     nil,
		"one_attempt":             {"20", "34", "36"}, // whose first attempt is answered by an error
		"pending_before_cancel":   nil,
		"known":                   nil,
		"own_profile":             nil,
	} {
		if !slices.Equal(failed[check], want) {
			t.Errorf("%s fails on tasks %v, expected %v", check, failed[check], want)
		}
	}
	if slices.Contains(failed["only_this_order"], "0") || !slices.Contains(failed["only_this_order"], "6") {
		t.Errorf("the order is that of task 0 only: %v", failed["only_this_order"])
	}
}
