package stage_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/driver/run"
)

// newShop makes the project of shop.txtar, with a tape of its answers and more of them.
func newShop(t *testing.T, more map[string]string) (*world, *tape) {
	t.Helper()
	dir, p := t.TempDir(), newTape(t, "testdata/shop.txtar")
	maps.Copy(p.answers, more)
	for _, name := range []string{"manual.md", "tools.json"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(p.answers[name]), 0o666); err != nil {
			t.Fatal(err)
		}
		delete(p.answers, name)
	}
	yaml := p.answers["mantra.yaml"]
	delete(p.answers, "mantra.yaml")
	return loadWorld(t, dir, yaml), p
}

// The stages and subjects of questions about the conflicts of the shop.
const (
	both       = "conflict_resolution sample-01"
	repairBoth = "fix_repair sample-01"
	lamp       = "check_resolution sample-01/lamp"
	desk       = "check_resolution sample-01/desk"
	judge      = "judge sample-01"
	reassess   = "locus_reassessment sample-01"
	audit      = "backward_audit sample-01"
)

const (
	accepts = `{"accept": true, "reason": "as the manual says"}`
	refuses = `{"accept": false, "reason": "a rule is lost"}`
	nothing = `{"decisions": [{"conflict": 1, "wrong": "checks", "reason": "none fits", "choice": 0, "edits": []}]}`
)

// choose is the answer that chooses a candidate.
func choose(n int) string {
	return fmt.Sprintf(`{"decisions": [{"conflict": 1, "wrong": "checks", "reason": "the first rule", "choice": %d, "edits": []}]}`, n)
}

// edits is an answer with edits of the model's own.
func edits(list ...string) string {
	return `{"decisions": [{"conflict": 1, "wrong": "checks", "reason": "the first rule", "choice": 0, "edits": [` + strings.Join(list, ", ") + `]}]}`
}

// decisions is an answer about several conflicts, in their order.
func decisions(list ...string) string {
	for i, d := range list {
		list[i] = fmt.Sprintf(`{"conflict": %d, "wrong": "checks", "reason": "the manual has no such rule", %s}`, i+1, d)
	}
	return `{"decisions": [` + strings.Join(list, ", ") + `]}`
}

// strict adds checks that are right but for one in each case, which limits what the manual
// does not limit.
func strict(answers map[string]string) map[string]string {
	answers["check_generation sample-01/lamp"] = `(checks (picks (call pick (item "L1"))) (looks (after (call pick) (call look))) (once (at_most 1 (call pick))))`
	answers["check_generation sample-01/desk"] = `(checks (picks (call pick (item "D1"))) (looks (after (call pick) (call look))) (once (at_most 2 (call pick))))`
	return answers
}

// remove is a decision that removes the check which strict has added to cases.
func remove(cases ...string) string {
	var list []string
	for _, name := range cases {
		most := map[string]int{"lamp": 1, "desk": 2}[name]
		list = append(list, fmt.Sprintf(`{"op": "remove", "at": "case/%s/check/once", "expect": "(once (at_most %d (call pick)))", "text": ""}`, name, most))
	}
	return `"choice": 0, "edits": [` + strings.Join(list, ", ") + `]`
}

// look is the edit that adds the check which a case lacks.
func look(name string) string {
	return fmt.Sprintf(`{"op": "add", "at": "case/%s/check/looks", "expect": "", "text": "(looks (after (call pick) (call look)))"}`, name)
}

// Each way on which a conflict is closed, or is left to a person. What is done is read
// from the log of the run, and what is asked from the prompts.
func TestDecisions(t *testing.T) {
	const (
		idle   = `{"op": "add", "at": "case/lamp/check/few", "expect": "", "text": "(few (at_most 9 (call look)))"}`
		other  = `{"op": "replace", "at": "case/lamp/check/picks/form", "expect": "(call pick (item \"L1\"))", "text": "(call look)"}`
		harmed = `{"op": "replace", "at": "transition/pick/pre/0", "expect": "(= looked true)", "text": "(= picked true)"}`
	)
	for _, c := range []struct {
		name    string
		answers map[string]string
		want    string            // the cases
		done    []string          // in the log: side, what, and by whom a repair is
		asked   map[string]string // what a prompt says
	}{
		{
			name:    "edits of the model are made when a judge has accepted them",
			answers: map[string]string{both: edits(look("lamp"), look("desk")), judge: accepts},
			want:    "desk validated, lamp validated",
			done:    []string{"checks repaired written"},
			asked:   map[string]string{judge: "closes in lamp: forward-conflict"},
		},
		{
			name:    "edits that a judge refuses go back with the reason",
			answers: map[string]string{both: edits(look("lamp")), judge: refuses, both + " 2": choose(2), desk: choose(1)},
			want:    "desk validated, lamp validated",
			done:    []string{"checks repaired chosen", "checks repaired chosen"},
			asked:   map[string]string{both + " 2": "a judge refused these edits: a rule is lost"},
		},
		{
			name:    "edits that close nothing are not shown to a judge",
			answers: map[string]string{both: edits(idle), both + " 2": choose(1)},
			want:    "desk validated, lamp validated",
			done:    []string{"model repaired chosen"},
			asked:   map[string]string{both + " 2": "closes none"},
		},
		{
			name:    "edits that open conflicts are not shown to a judge",
			answers: map[string]string{both: edits(harmed), both + " 2": choose(1)},
			want:    "desk validated, lamp validated",
			done:    []string{"model repaired chosen"},
			asked:   map[string]string{both + " 2": "opens in lamp"},
		},
		{
			name:    "edits of what the scenario says are refused",
			answers: map[string]string{both: edits(`{"op": "replace", "at": "case/lamp/init/looked", "expect": "false", "text": "true"}`), both + " 2": choose(1)},
			want:    "desk validated, lamp validated",
			done:    []string{"model repaired chosen"},
			asked:   map[string]string{both + " 2": "something else than clauses of transitions and checks"},
		},
		{
			name:    "an edit that would leave errors is refused with what they are",
			answers: map[string]string{both: edits(`{"op": "add", "at": "transition/pick/pre", "expect": "", "text": "(= lookd true)"}`), both + " 2": choose(1)},
			want:    "desk validated, lamp validated",
			done:    []string{"model repaired chosen"},
			asked:   map[string]string{both + " 2": "MC0201 `lookd` is not declared"},
		},
		{
			name:    "an edit of what is not there is refused",
			answers: map[string]string{both: edits(`{"op": "remove", "at": "case/lamp/check/loks", "expect": "(x)", "text": ""}`), both + " 2": edits(`{"op": "add", "at": "nowhere", "expect": "", "text": "x"}`), lamp: choose(1), desk: choose(1)},
			want:    "desk validated, lamp validated",
			done:    []string{"checks repaired chosen", "checks repaired chosen", "left open"},
			asked:   map[string]string{both + " 2": "loks"},
		},
		{
			name:    "an answer that contradicts itself goes back, and nothing is done if it does so again",
			answers: map[string]string{both: choose(9), repairBoth: strings.Replace(edits(look("lamp")), `"choice": 0`, `"choice": 1`, 1), lamp: choose(1), desk: choose(1)},
			want:    "desk validated, lamp validated",
			done:    []string{"checks repaired chosen", "checks repaired chosen", "faults", "left open"},
			asked:   map[string]string{repairBoth: "there is no candidate 9; there are 3"},
		},
		{
			name:    "a judge who cannot answer leaves the conflict open",
			answers: map[string]string{both: edits(look("lamp")), judge: "yes", repairBoth: "still yes", lamp: choose(1), desk: choose(1)},
			want:    "desk validated, lamp validated",
			done:    []string{"checks repaired chosen", "checks repaired chosen", "faults", "left open"},
		},
		{
			name:    "what is left of a shared conflict is asked about case by case, and only about its checks",
			answers: map[string]string{both: nothing, lamp: edits(harmed), lamp + " 2": choose(1), desk: edits(look("lamp")), desk + " 2": edits(look("desk")), judge: accepts},
			want:    "desk validated, lamp validated",
			done:    []string{"checks repaired chosen", "checks repaired written", "left open"},
			asked:   map[string]string{lamp: "this one case", lamp + " 2": "something else than clauses"},
		},
		{
			name:    "a case that is impossible by the manual is rejected, and the other is not",
			answers: map[string]string{both: nothing, lamp: strings.Replace(nothing, "checks", "scenario", 1), desk: choose(1)},
			want:    "desk validated, lamp rejected",
			done:    []string{"checks repaired chosen", "left open"},
		},
		{
			name:    "a conflict that nobody closes awaits a person",
			answers: map[string]string{both: nothing, lamp: nothing, desk: nothing},
			want:    "desk awaiting_human, lamp awaiting_human",
			done:    []string{"left open"},
		},
		{
			name: "a conflict that is there again is reassessed, and then only that side is repaired",
			answers: map[string]string{both: edits(other), judge: accepts, desk: nothing, reassess: `{"locus": "model", "reason": "the manual asks for less"}`,
				both + " 2": edits(look("desk")), both + " 3": choose(1)},
			want:  "desk validated, lamp validated",
			done:  []string{"checks repaired written", "left open", "model reassessed", "model repaired chosen"},
			asked: map[string]string{reassess: "round 1 (written)", both + " 2": "It has been decided that the model is wrong: change only that side.", both + " 3": "or the other side"},
		},
		{
			name:    "a conflict that is there again because of the manual awaits a person",
			answers: map[string]string{both: choose(2), desk: nothing, reassess: `{"locus": "manual", "reason": "pick is not defined"}`},
			want:    "desk awaiting_human, lamp validated",
			done:    []string{"checks repaired chosen", "left open", "manual reassessed"},
		},
		{
			name:    "a conflict that is there again because the task is impossible rejects it",
			answers: map[string]string{both: choose(2), desk: nothing, reassess: `{"locus": "scenario", "reason": "nothing can be picked"}`},
			want:    "desk rejected, lamp validated",
			done:    []string{"checks repaired chosen", "left open", "scenario reassessed"},
		},
		{
			name:    "an answer about the side that cannot be read leaves the conflict open",
			answers: map[string]string{both: choose(2), desk: nothing, reassess: "the model", repairBoth: "the model!"},
			want:    "desk awaiting_human, lamp validated",
			done:    []string{"checks repaired chosen", "faults", "left open", "left open"},
		},
		{
			name: "a check that refuses what the manual allows is audited, and removed only by choice",
			answers: map[string]string{
				"check_generation sample-01/lamp": `(checks (picks (call pick (item "L1"))) (looks (after (call pick) (call look))) (once (at_most 1 (call pick))))`,
				"check_generation sample-01/desk": `(checks (picks (call pick (item "D1"))) (looks (after (call pick) (call look))))`,
				audit:                             edits(`{"op": "remove", "at": "case/lamp/check/once", "expect": "(once (at_most 1 (call pick)))", "text": ""}`), judge: accepts,
			},
			want:  "desk validated, lamp validated",
			done:  []string{"checks repaired written"},
			asked: map[string]string{audit: "once", judge: "closes in lamp: over-restrictive"},
		},
		{
			name: "several conflicts are asked about at once; what is left as it is although others are repaired is asked about again",
			answers: strict(map[string]string{
				audit:        decisions(`"choice": 0, "edits": []`, remove("desk")),
				audit + " 2": decisions(remove("lamp")), judge: accepts, judge + " 2": accepts,
			}),
			want:  "desk validated, lamp validated",
			done:  []string{"checks repaired written", "checks repaired written"},
			asked: map[string]string{audit: "found 2 conflicts", audit + " 2": "found one conflict"},
		},
		{
			name: "a repair that an earlier one of the same answer has made useless is not made",
			answers: strict(map[string]string{
				audit: decisions(remove("lamp", "desk"), remove("desk")), judge: accepts,
			}),
			want: "desk validated, lamp validated",
			done: []string{"checks repaired written"},
		},
		{
			name: "what an answer decides about a case holds for its later decisions",
			answers: strict(map[string]string{
				audit: decisions(`"choice": 0, "edits": []`, remove("desk")), judge: accepts, audit + " 2": strings.Replace(nothing, "checks", "manual", 1),
			}),
			want: "desk validated, lamp awaiting_human",
			done: []string{"checks repaired written"},
		},
		{
			name: "an answer that leaves out a conflict, has one twice or an unknown one goes back",
			answers: strict(map[string]string{
				audit:      strings.Replace(decisions(remove("lamp"), remove("lamp"), remove("desk")), `"conflict": 2`, `"conflict": 1`, 1),
				repairBoth: decisions(remove("lamp"), remove("desk")), judge: accepts, judge + " 2": accepts,
			}),
			want:  "desk validated, lamp validated",
			done:  []string{"checks repaired written", "checks repaired written", "faults"},
			asked: map[string]string{repairBoth: "conflict 1 has 2 decisions; expected 1"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w, p := newShop(t, c.answers)
			result, _, err := w.do(t, p, nil)
			if err != nil {
				t.Fatal(err)
			}
			var cases []string
			for _, k := range result.Cases {
				cases = append(cases, fmt.Sprintf("%s %s", k.Name, k.Status))
			}
			slices.Sort(cases)
			if got := strings.Join(cases, ", "); got != c.want {
				t.Errorf("the cases are\n%s", statuses(result))
			}
			if got := decided(t, w.base); !slices.Equal(got, c.done) {
				t.Errorf("the log says %q; expected %q", got, c.done)
			}
			p.expect(t, c.asked)
			separate(t, p, []string{"(next looked)", "(= looked true)"}, []string{"(call pick"})
		})
	}
}

// expect holds what was asked against the answers, each of which has to be used, and
// against what prompts have to say.
func (p *tape) expect(t *testing.T, said map[string]string) {
	t.Helper()
	prompts := make(map[string]string)
	for _, r := range p.all {
		name := r.Stage + " " + r.Case
		for n := 2; prompts[name] != ""; n++ {
			name = fmt.Sprintf("%s %s %d", r.Stage, r.Case, n)
		}
		prompts[name] = r.Messages[0].Text
	}
	for name := range p.answers {
		if prompts[name] == "" {
			t.Errorf("%s was not asked", name)
		}
	}
	for name, text := range said {
		if !strings.Contains(prompts[name], text) {
			t.Errorf("the prompt of %s does not say %q:\n%s", name, text, prompts[name])
		}
	}
}

// decided returns what the log of a run says of conflicts, in order of the alphabet.
func decided(t *testing.T, base string) []string {
	t.Helper()
	_, events, err := run.ReadManifest(base, "001")
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range events {
		switch e.What {
		case "reassessed":
			list = append(list, e.Side+" reassessed")
		case "left open", "faults":
			list = append(list, e.What)
		}
	}
	for _, r := range repaired(t, base) {
		side, origin, _ := strings.Cut(r, " ")
		list = append(list, side+" repaired "+origin)
	}
	slices.Sort(list)
	return list
}

// Each conflict is shown with its own trace, and with no other one of its case.
func TestConflictsAreShownOnce(t *testing.T) {
	t.Parallel()
	answers := strict(map[string]string{audit: decisions(`"choice": 0, "edits": []`, remove("lamp")), judge: accepts, audit + " 2": nothing})
	answers["check_generation sample-01/lamp"] = strings.Replace(answers["check_generation sample-01/lamp"], "(once ", "(few (at_most 2 (call look))) (once ", 1)
	answers["check_generation sample-01/desk"] = strings.Replace(answers["check_generation sample-01/desk"], " (once (at_most 2 (call pick)))", "", 1)
	w, p := newShop(t, answers)
	if _, _, err := w.do(t, p, nil); err != nil {
		t.Fatal(err)
	}
	p.expect(t, map[string]string{audit: "found 2 conflicts"})
	for _, r := range p.all {
		for _, check := range []string{"once", "few"} {
			if n := strings.Count(r.Messages[0].Text, "over-restrictive: lamp, "+check); r.Stage == "backward_audit" && n > 1 {
				t.Errorf("%s is shown %d times", check, n)
			}
		}
	}
}
