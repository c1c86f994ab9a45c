package gate_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/validate/behaviour"
)

// TestWaivers tells which changes a waiver allows, and what else becomes of it.
func TestWaivers(t *testing.T) {
	const model, suite, yaml, tools = "desk.wm", "desk.checks", "mantra.yaml", "tools.json"
	lost := []string{model, "(= frozen false)\n", ""}
	second := base[suite][strings.Index(base[suite], "(case two"):]
	for _, c := range []struct {
		name string
		old  []string
		edit []string
		want string // class without what is waived; waivers; faults
	}{
		{"none", nil, lost, "looser"},
		{"above the clauses", nil, append(lost, model, "    (pre", "    ; @allow looser cards are never frozen -- R. Ito\n    (pre"), "equal used"},
		{"above the transition, among other comments", nil, append(lost, model, "  (transition pay", "  ; Pays.\n  ; @allow looser cards are never frozen — R. Ito\n  ; @manual manual.md#Paying\n  (transition pay"), "equal used"},
		{"above something else", nil, append(lost, model, "  (transition look", "  ; @allow looser cards are never frozen -- R. Ito\n  (transition look"), "looser unused"},
		{"for another class", nil, append(lost, model, "  (transition pay", "  ; @allow stricter cards are never frozen -- R. Ito\n  (transition pay"), "looser unused"},
		{"that the old version has", []string{model, "  (transition pay", "  ; @allow looser cards are never frozen -- R. Ito\n  (transition pay"}, lost, "looser unused expired"},
		{"by its key", nil, []string{suite, second, "; @allow looser(case/two) nobody pays cash -- R. Ito\n"}, "equal used"},
		{"by the beginning of its key", nil, append(lost, suite, "", "; @allow looser(transition/pay) cards are never frozen -- R. Ito\n"), "equal used"},
		{"by a part of a name", nil, append(lost, suite, "", "; @allow looser(transition/pa) cards are never frozen -- R. Ito\n"), "looser unused"},
		{"of a schema, in the project", nil, []string{tools, `, "minimum": 1`, "", yaml, "", "# @allow looser(tools/pay/amount) refunds -- R. Ito\n"}, "equal used"},
		{"in the project without a key", nil, []string{tools, `, "minimum": 1`, "", yaml, "", "# @allow looser refunds -- R. Ito\n"}, "looser fault: in this file it has to name what changes, as in @allow looser(case/NAME)"},
		{"of one of two", nil, append(lost, suite, "(after (call pay) (call look))", "(precedes (call look) (call pay))", model, "  (transition pay", "  ; @allow looser cards are never frozen -- R. Ito\n  (transition pay"), "looser used"},
		{"of what is unknown", nil, []string{tools, `"minimum": 1`, `"minimum": 1, "default": 2`, yaml, "", "# @allow unknown(tools/pay) nobody leaves it out -- R. Ito\n"}, "equal used"},
		{"without a reason", nil, append(lost, model, "  (transition pay", "  ; @allow looser -- R. Ito\n  (transition pay"), "looser fault: it gives no reason"},
		{"without an author", nil, append(lost, model, "  (transition pay", "  ; @allow looser cards are never frozen\n  (transition pay"), "looser fault: it names no author"},
		{"with an empty author", nil, append(lost, model, "  (transition pay", "  ; @allow looser cards are never frozen -- \n  (transition pay"), "looser fault: it names no author"},
		{"of no class", nil, append(lost, model, "  (transition pay", "  ; @allow everything we trust them -- R. Ito\n  (transition pay"), "looser fault: expected looser, stricter or unknown after @allow"},
		{"that is not closed", nil, append(lost, model, "  (transition pay", "  ; @allow looser(case/two we trust them -- R. Ito\n  (transition pay"), "looser fault: the parenthesis after the class is not closed"},
		{"another word", nil, append(lost, model, "  (transition pay", "  ; @allowed looser by all -- R. Ito\n  (transition pay"), "looser"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := judge(t, base.with(t, c.old...), base.with(t, c.old...).with(t, c.edit...))
			whole := r.Whole()
			got := string(whole.Class())
			for _, w := range r.Waivers {
				got += map[bool]string{true: " used", false: " unused"}[w.Used]
				if w.Expired {
					got += " expired"
				}
			}
			for _, w := range r.Faults {
				got += fmt.Sprintf(" fault: %s", w.Fault)
			}
			if got != c.want {
				t.Errorf("got %s, want %s; %v", got, c.want, told(r))
			}
		})
	}
}

// TestWholeForbids makes sure that a waived change does not hide an unknown one.
func TestWholeForbids(t *testing.T) {
	r := judge(t, base, base.with(t, "desk.wm", "(= frozen false)\n", "", "desk.wm", "  (transition pay", "  ; @allow looser cards -- R. Ito\n  (transition pay",
		"tools.json", `"minimum": 1`, `"minimum": 1, "default": 2`))
	if found, open := r.Whole().Forbids([]behaviour.Class{behaviour.Looser}); found || !open {
		t.Errorf("found %v, open %v; %v", found, open, told(r))
	}
}
