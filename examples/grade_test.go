package examples_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/importer"
)

// The conversations of the service line are graded without an `init`: what is true
// of line and bill is learnt from answers.
func TestConversations(t *testing.T) {
	var plan *grade.Plan
	for _, s := range suites(t, "telecom") {
		if suiteName(s) != "desk.checks" {
			continue
		}
		var err error
		if plan, err = grade.NewPlan(s, s.Cases[0], grade.Options{Replay: true}); err != nil {
			t.Fatal(err)
		}
	}
	broken := make(map[string]string)
	g := grade.NewGrader(
		func(*trace.Header) (*grade.Plan, error) { return plan, nil },
		func(r *grade.Result) error {
			broken[r.ID] = string(r.Verdict) + brokenBy(r)
			return nil
		})
	if _, err := importer.ReadFile("telecom/traces/conversations.jsonl", importer.Options{}, g); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"airplane": "pass",
		"overdue":  "pass",
		"hasty": "fail agrees_to_price enable_roaming looks_at_usage phone_before_line refuel_data roaming_off_seen " +
			"sees_roaming_off service_before_data tells tested_again tested_first two_gigabytes",
	}
	if !maps.Equal(broken, want) {
		t.Errorf("got %v, want %v", broken, want)
	}
}

// brokenBy names the checks that fail and the tools that were called against the model.
func brokenBy(r *grade.Result) string {
	names := make(map[string]bool)
	for _, c := range r.Checks {
		if c.Verdict == grade.Fail {
			names[c.Check] = true
		}
	}
	for _, v := range r.Replay.All() {
		names[v.Tool] = true
	}
	return strings.Join(append([]string{""}, slices.Sorted(maps.Keys(names))...), " ")
}
