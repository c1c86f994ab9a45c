package gate_test

import (
	"strings"
	"testing"
)

// TestJudgeAnswers tells what changes of answers and of who acts are. What they
// allow is not compared: then it is unknown, and no gate passes.
func TestJudgeAnswers(t *testing.T) {
	const model, suite = "desk.wm", "desk.checks"
	from := base.with(t, model, "(transition look (params) (pre) (post (= (next looked) true)))",
		`(transition look (params) (results (status s) (note n String)) (pre) (post (= (next looked) true) (= (result s) state)))
  (transition wait (by user) (params) (pre looked) (post))`,
		model, "(pre (= frozen false)", "(pre (seen state) (= frozen false)", suite, "(first (after (call pay) (call look)))", `(first (after (call pay) (answered (call look) (status "open"))))`)
	for _, c := range []struct {
		name string
		edit []string
		want string // lines
	}{
		{"nothing", nil, ""},
		{"a result that nothing reads", []string{model, " (note n String)", ""}, "equal remove-result: removed result (note n String) from look"},
		{"its type", []string{model, "(note n String)", "(note n)"}, "equal remove-type-of-a-result: removed type of result note String from look"},
		{"its name", []string{model, "(note n String)", "(note m String)"}, "equal rename-result: renamed result n in look to m"},
		{"a tie", []string{model, "(= (result s) state)", ""}, "unknown remove-postcondition: removed (= (result s) state) from look"},
		{"a clause about what was seen", []string{model, "(seen state) ", ""}, "unknown remove-precondition: removed (seen state) from pay"},
		{"an owner less", []string{model, " (by user)", ""}, "unknown remove-owner: removed owner (by user) from wait"},
		{"what a check asks of an answer", []string{suite, `(status "open")`, `(status present)`},
			`unknown replace-form-of-a-check: changed form of check first in one from (after (call pay) (answered (call look) (status "open"))) to (after (call pay) (answered (call look) (status present)))`},
		{"whose calls a check sees", []string{suite, `(no_call pay (way "cash"))`, `(by any (no_call pay (way "cash")))`}, `unknown replace-form-of-a-check: changed form of check card in two from (no_call pay (way "cash")) to (by any (no_call pay (way "cash")))`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := strings.Join(told(judge(t, from, from.with(t, c.edit...))), "\n"); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
	seen := base.with(t, suite, `(no_call pay (way "cash"))`, `(by any (no_call pay (way "cash")))`)
	got := strings.Join(told(judge(t, seen, seen.with(t, model, "(transition pay", "(transition pay (by user)"))), "\n")
	if strings.Contains(got, "check-default") || !strings.Contains(got, "check-owner: check card of two reads calls of another owner") {
		t.Errorf("a tool that a check names gets another owner:\n%s", got)
	}
	const more = "unknown add-owner: added owner (by user) to wait"
	if got := strings.Join(told(judge(t, from.with(t, model, " (by user)", ""), from)), "\n"); got != more {
		t.Errorf("got\n%s\nwant\n%s", got, more)
	}
}
