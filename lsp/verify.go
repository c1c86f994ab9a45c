package lsp

import (
	"context"
	"encoding/json"
	"os/exec"
	"slices"

	"github.com/mantrac/mantrac/lsp/worker"
)

// A verdict is what is known of a case.
type verdict = answer[caseReport]

// A phase is what a case's verdict is worth at the moment.
type phase string

// The phases.
const (
	unverified phase = "unverified" // nobody has asked
	verifying  phase = "verifying"
	proved     phase = "proved"  // consistent, for traces of every length
	bounded    phase = "bounded" // consistent, up to the bound
	conflict   phase = "conflict"
	unknown    phase = "unknown"
	obsolete   phase = "obsolete" // there is a verdict, of another text
	broken     phase = "broken"   // the case has errors; there may be a verdict, of another text
)

// A verification has cases validated.
type verification struct {
	*job[caseKey, subject, caseReport]
}

// mostAtOnce is how many cases a request is about at most: a client that looks at
// another file does not wait for all of a large one.
const mostAtOnce = 16

func newVerification(h host, command func() *exec.Cmd) verification {
	f := verification{}
	f.job = newJob(h, command, spec[caseKey, subject, caseReport]{verb: "validating", questions: cases, batch: ofOneSuite, ask: func(ctx context.Context, now *snapshot, batch []question[caseKey, subject], answered func(int, *caseReport, string)) error {
		r := requestFor(now)
		r.Suite = batch[0].key.suite
		for _, q := range batch {
			r.Cases = append(r.Cases, q.key.name)
		}
		return f.child.Ask(ctx, r, func(out worker.Outcome) {
			i := slices.IndexFunc(batch, func(q question[caseKey, subject]) bool { return q.key.name == out.Case })
			if i >= 0 {
				report, failure := readReport(out)
				answered(i, report, failure)
			}
		})
	}})
	return f
}

// cases lists the cases that can be validated.
func cases(now *snapshot) []question[caseKey, subject] {
	var list []question[caseKey, subject]
	for _, root := range now.roots() {
		for _, s := range now.project(root).subjects(now.settings) {
			if s.trouble == noTrouble {
				list = append(list, question[caseKey, subject]{s.key, s.text, s.key.suite, s})
			}
		}
	}
	interest := make(map[string]int)
	for _, q := range list {
		interest[q.key.suite] = now.interest(q.about)
	}
	slices.SortStableFunc(list, func(a, b question[caseKey, subject]) int { return interest[b.key.suite] - interest[a.key.suite] })
	return list
}

// ofOneSuite returns how many of the first cases are of one suite.
func ofOneSuite(list []question[caseKey, subject]) int {
	n := slices.IndexFunc(list, func(q question[caseKey, subject]) bool { return q.key.suite != list[0].key.suite })
	if n < 0 {
		n = len(list)
	}
	return min(n, mostAtOnce)
}

// readReport reads the report of a case.
func readReport(out worker.Outcome) (report *caseReport, failure string) {
	if out.Error != "" {
		return nil, out.Error
	}
	report = &caseReport{raw: out.Result, notes: out.Notes}
	if err := json.Unmarshal(out.Result, report); err != nil {
		return nil, err.Error()
	}
	return report, ""
}

// phaseOf says what is known of a subject.
func (f verification) phaseOf(s subject) (phase, verdict) {
	how, v := f.state(s.key, s.text)
	switch {
	case s.trouble == inCase:
		return broken, v
	case how == asked:
		return verifying, v
	case how == notAsked:
		return unverified, v
	case how == outdated:
		return obsolete, v
	case how == failed:
		return unknown, v
	}
	return v.result.phase(), v
}
