package stage_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/driver/prompt"
	"github.com/mantrac/mantrac/driver/provider"
)

// stageOf returns the stage that a request is about. That of a repair is the one whose
// prompt it begins with.
func stageOf(t *testing.T, r provider.Request) string {
	t.Helper()
	if r.Stage != "fix_repair" {
		return r.Stage
	}
	stage, most := "", 0
	for _, name := range prompt.Names() {
		source, err := prompt.Source(name)
		if err != nil {
			t.Fatal(err)
		}
		_, text, _ := strings.Cut(source, "\n")
		text, _, _ = strings.Cut(text[:30], "{{")
		if strings.HasPrefix(r.Messages[0].Text, text) && len(text) > most {
			stage, most = name, len(text)
		}
	}
	if stage == "" {
		t.Fatalf("a repair is about no stage:\n%s", r.Messages[0].Text)
	}
	return stage
}

// separate holds the two sides apart: until both are there, no prompt for checks has text
// of the model, and no prompt for the model has text of the checks. Repairs of answers
// count as well.
func separate(t *testing.T, p *tape, model, checks []string) {
	t.Helper()
	for _, r := range p.all {
		var forbidden []string
		switch stageOf(t, r) {
		case "check_generation":
			forbidden = model
		case "smt_schema_prepass", "smt_full_pass":
			forbidden = checks
		case "document_extraction", "scenario_generation", "tool_relevance":
			forbidden = append(model, checks...)
		}
		for _, s := range forbidden {
			if strings.Contains(r.Messages[0].Text, s) {
				t.Errorf("the prompt of %s about %s has %q of the other side", r.Stage, r.Case, s)
			}
		}
	}
}

// All answers of both sides have faults at first and go back with them, in one run with
// marks in every answer.
func TestSidesOfRepairsAreApart(t *testing.T) {
	t.Parallel()
	const look, pick = "(after (call pick) (call look))", "(call pick (item \"L1\"))"
	w, p := newShop(t, nil)
	declared := strings.ReplaceAll(p.answers["smt_schema_prepass sample-01"], "looked", "model_mark")
	model := strings.ReplaceAll(p.answers["smt_full_pass sample-01"], "looked", "model_mark")
	maps.Copy(p.answers, map[string]string{
		"check_generation sample-01/lamp": "(checks (checks_mark (cal pick)))",
		"fix_repair sample-01/lamp":       "(checks (checks_mark (call pik)))",
		"fix_repair sample-01/lamp 2":     "(checks (checks_mark " + pick + ") (checks_mark2 " + look + "))",
		"check_generation sample-01/desk": "(checks (checks_mark " + pick + ") (checks_mark2 " + look + "))",
		"smt_schema_prepass sample-01":    strings.Replace(declared, "(model_mark false)", "", 1),
		"fix_repair sample-01":            declared,
		"smt_full_pass sample-01":         strings.Replace(model, "(= model_mark true)", "(= model_mark 1)", 1),
		"fix_repair sample-01 2":          model,
	})
	w.settings.LLM.MaxRepairs = 2
	result, _, err := w.do(t, p, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := statuses(result); got != "desk validated: checks and model agree\nlamp validated: checks and model agree" {
		t.Error(got)
	}
	p.expect(t, map[string]string{"fix_repair sample-01/lamp 2": "pik", "fix_repair sample-01": "`model_mark` has no first value", "fix_repair sample-01 2": "model_mark 1"})
	separate(t, p, []string{"model_mark"}, []string{"checks_mark"})
}
