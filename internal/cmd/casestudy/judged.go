package main

import (
	"encoding/csv"
	"fmt"
	"os"

	"github.com/mantrac/mantrac/trace/grade"
)

// The two judgements of a verdict.
const (
	right      = "right"
	falseAlarm = "false alarm"
)

// A judgement says whether a trace breaks a rule, and why.
type judgement struct{ judged, why string }

// A flagged is a rule that a trace breaks.
type flagged struct{ trace, rule string }

// readJudgements reads what was judged of results: each rule that a trace breaks,
// and nothing else.
func readJudgements(path string, results []*grade.Result) (map[flagged]judgement, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rows := csv.NewReader(f)
	rows.FieldsPerRecord = 4
	list, err := rows.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	judgements := make(map[flagged]judgement)
	for i, r := range list {
		switch at := (flagged{r[0], r[1]}); {
		case i == 0: // the names of the columns
		case r[2] != right && r[2] != falseAlarm || r[3] == "":
			return nil, fmt.Errorf("%s: row %d: %q is not %q or %q with a reason", path, i+1, r[2], right, falseAlarm)
		default:
			judgements[at] = judgement{r[2], r[3]}
		}
	}
	found := make(map[flagged]bool)
	// Every broken rule must be judged, and every judgement must be of a broken rule.
	for _, r := range results {
		for _, rule := range rules(r) {
			at := flagged{nameOf(r), rule}
			if found[at] = true; judgements[at].judged == "" {
				return nil, fmt.Errorf("%s: trace %s breaks %s, which nobody has judged", path, at.trace, at.rule)
			}
		}
	}
	for at := range judgements {
		if !found[at] {
			return nil, fmt.Errorf("%s: trace %s does not break %s", path, at.trace, at.rule)
		}
	}
	return judgements, nil
}

// nameOf names a trace: its file, without what follows the first dot, task and
// trial.
func nameOf(r *grade.Result) string { return fmt.Sprintf("%s %s/%d", source(r), r.Task, r.Trial) }
