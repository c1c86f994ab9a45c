package grade_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/trace/grade"
)

// TestParallelForbidden: calls side by side fail a trace, whatever its checks and the findings
// that are asked for, and whether the suite has the rule as well.
func TestParallelForbidden(t *testing.T) {
	for _, row := range []struct {
		trace string
		want  grade.Verdict
	}{{"look;+ think", grade.Fail}, {"look;think", grade.Pass}} {
		r := gradeShop(t, "(checks (c (call look)))", grade.Options{Findings: []grade.Class{}, Parallel: grade.Forbid}, strings.Split(row.trace, ";")...)
		rule := r.Checks[len(r.Checks)-1]
		if r.Verdict != row.want || rule.Verdict != row.want || rule.Check != "no_parallel" || len(r.Checks) != 2 || len(r.Findings) > 0 {
			t.Errorf("%s: %s, %+v", row.trace, r.Verdict, r.Checks)
		}
	}
}

// TestTooManyOrders: a group that is too large to be looked at in all orders is
// said to be, and large ones of few kinds are none.
func TestTooManyOrders(t *testing.T) {
	forms, lines := "", []string{}
	for i := range 30 {
		forms += fmt.Sprintf(`(c%d (after (call buy (n %d)) (call look (item "A%d"))))`, i, i+1, i)
		lines = append(lines, fmt.Sprintf(`+ buy {"n":%d}`, i+1), fmt.Sprintf(`+ look {"item":"A%d"}`, i))
	}
	lines[0] = lines[0][2:]
	r := gradeShop(t, "(checks "+forms+")", grade.Options{Parallel: grade.AnyOrder}, lines...)
	if r.Verdict != grade.Inconclusive || !strings.Contains(r.Checks[0].Message, "too many") {
		t.Errorf("%s: %s", r.Verdict, r.Checks[0].Message)
	}
	r = gradeShop(t, "(checks "+forms+")", grade.Options{Parallel: grade.AllOrder}, lines...)
	if r.Verdict != grade.Fail {
		t.Errorf("all: %s", r.Verdict)
	}
	lines = append([]string{"look"}, slices.Repeat([]string{"+ buy", "+ look"}, 40)...)
	r = gradeShop(t, "(checks (c (after (call buy) (call look))))", grade.Options{Parallel: grade.AnyOrder}, lines...)
	if r.Verdict != grade.Pass {
		t.Errorf("few kinds: %s", said(r.Checks[0]))
	}
}

// TestListedFirst: of orders that are equally good the listed one is taken.
func TestListedFirst(t *testing.T) {
	const checks = "(checks (a (after (call buy) (call look))) (b (after (call look) (call buy))))"
	for _, row := range []struct {
		trace string
		want  []grade.Verdict
	}{
		{"find;look;+ buy", []grade.Verdict{grade.Pass, grade.Fail}},
		{"find;buy;+ look", []grade.Verdict{grade.Fail, grade.Pass}},
		{"find;buy;+ look;think;look;+ buy", []grade.Verdict{grade.Fail, grade.Pass}},
	} {
		r := gradeShop(t, checks, grade.Options{Parallel: grade.AnyOrder}, strings.Split(row.trace, ";")...)
		if got := verdicts(r); !slices.Equal(got, row.want) {
			t.Errorf("%s: %v, want %v", row.trace, got, row.want)
		}
	}
}

// TestHiddenBesideOthers: a call of which not all is known leaves open only the
// checks that it may matter to, also in a group.
func TestHiddenBesideOthers(t *testing.T) {
	for _, row := range []struct {
		checks   string
		parallel grade.Parallel
		trace    string
		want     []grade.Verdict
	}{
		{"(a (call look)) (b (call buy (n 1)))", grade.AllOrder, "look;+ buy ?", []grade.Verdict{grade.Pass, grade.Inconclusive}},
		// Each call of buy has an item.
		{"(a (call look)) (b (call buy (item present)))", grade.AllOrder, "look;+ buy ?", []grade.Verdict{grade.Pass, grade.Pass}},
		// The listed order is taken, as if nothing were hidden.
		{"(a (after (no_call look) (call think))) (b (follows (call look) (call think))) (c (no_call buy (item absent)))", grade.AnyOrder,
			"look;+ think;+ look;+ buy ?", []grade.Verdict{grade.Fail, grade.Pass, grade.Pass}},
	} {
		r := gradeShop(t, "(checks "+row.checks+")", grade.Options{Parallel: row.parallel}, strings.Split(row.trace, ";")...)
		if got := verdicts(r); !slices.Equal(got, row.want) {
			t.Errorf("%s: %s: %v, want %v", row.checks, row.trace, got, row.want)
		}
	}
}
