package gate_test

import (
	"strings"
	"testing"
)

// TestJudgeShared tells what changes of what a suite says for all its cases are:
// each is one change, and it is what the checks that depend on it become.
func TestJudgeShared(t *testing.T) {
	const suite = "desk.checks"
	from := base.with(t, suite, "(case one", `(define acts (or (call pay) (call wait)))
(define all acts)
(common (checks (calm (no_call wait))))
(rules no_parallel)
(case one`, suite, "(first (after (call pay) (call look)))", "(first (after acts (call look)))")
	for _, c := range []struct {
		name string
		edit []string
		want string // lines
	}{
		{"a group of less", []string{"(define acts (or (call pay) (call wait)))", "(define acts (call wait))"},
			"looser replace-form-of-a-group: changed form of group acts from (or (call pay) (call wait)) to (call wait) [pay]"},
		{"a group of more", []string{"(call wait)))\n(define all", "(call wait) (call look)))\n(define all"},
			"stricter replace-form-of-a-group: changed form of group acts from (or (call pay) (call wait)) to (or (call pay) (call wait) (call look)) [look pay]"},
		{"a group that no check names", []string{"(define all acts)\n", ""}, "equal remove-group: removed group all"},
		{"a name of a group", []string{"(define acts (or (call pay) (call wait)))\n(define all acts)", "(define deeds (or (call pay) (call wait)))\n(define all deeds)", "(after acts", "(after deeds"},
			"equal rename-group: renamed group acts to deeds"},
		{"a common check less", []string{"(common (checks (calm (no_call wait))))\n", ""}, "looser remove-common-check: removed common check (calm (no_call wait)) [look pay wait]"},
		{"a common check more", []string{"(calm (no_call wait))", "(calm (no_call wait)) (busy (call look))"}, "stricter add-common-check: added common check (busy (call look)) []"},
		{"a common check that says the same", []string{"(calm (no_call wait))", "(calm (at_most 0 (call wait)))"},
			"equal replace-form-of-a-common-check: changed form of common check calm from (no_call wait) to (at_most 0 (call wait))"},
		{"a rule less", []string{"(rules no_parallel)\n", ""}, "looser remove-rule: removed rule no_parallel"},
		{"a rule more", []string{"no_parallel", "no_parallel no_crash"}, "stricter add-rule: added rule no_crash"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var list []string
			for i := 0; i+1 < len(c.edit); i += 2 {
				list = append(list, suite, c.edit[i], c.edit[i+1])
			}
			if got := strings.Join(told(judge(t, from, from.with(t, list...))), "\n"); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}
