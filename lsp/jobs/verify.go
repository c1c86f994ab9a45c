package jobs

import (
	"context"
	"os/exec"
	"slices"

	"github.com/mantrac/mantrac/lsp/snapshot"
	"github.com/mantrac/mantrac/lsp/worker"
)

// A Verdict is what is known of a case.
type Verdict = Answer[CaseReport]

// A Phase is what a case's verdict is worth at the moment.
type Phase string

// The phases.
const (
	Unverified Phase = "unverified" // nobody has asked
	Verifying  Phase = "verifying"
	Proved     Phase = "proved"  // consistent, for traces of every length
	Bounded    Phase = "bounded" // consistent, up to the bound
	Conflict   Phase = "conflict"
	Unknown    Phase = "unknown"
	Obsolete   Phase = "obsolete" // there is a verdict, of another text
	Broken     Phase = "broken"   // the case has errors; there may be a verdict, of another text
)

// A Verification has cases validated.
type Verification struct {
	*job[snapshot.CaseKey, snapshot.Subject, CaseReport]
}

// MostAtOnce is how many cases a request is about at most: a client that looks at
// another file does not wait for all of a large one.
const MostAtOnce = 16

// NewVerification returns a verification whose worker is run by a command, which may be nil.
func NewVerification(h Host, command func() *exec.Cmd) Verification {
	f := Verification{}
	f.job = newJob(h, command, spec[snapshot.CaseKey, snapshot.Subject, CaseReport]{verb: "validating", questions: Cases, batch: OfOneSuite, ask: func(ctx context.Context, now *snapshot.Snapshot, batch []question[snapshot.CaseKey, snapshot.Subject], answered func(int, *CaseReport, string)) error {
		r := requestFor(now)
		r.Suite = batch[0].Key.Suite
		for _, q := range batch {
			r.Cases = append(r.Cases, q.Key.Name)
		}
		return f.Child.Ask(ctx, r, func(out worker.Outcome) {
			i := slices.IndexFunc(batch, func(q question[snapshot.CaseKey, snapshot.Subject]) bool { return q.Key.Name == out.Case })
			if i >= 0 {
				report, failure := readReport(out)
				answered(i, report, failure)
			}
		})
	}})
	return f
}

// Cases lists the cases that can be validated.
func Cases(now *snapshot.Snapshot) []question[snapshot.CaseKey, snapshot.Subject] {
	var list []question[snapshot.CaseKey, snapshot.Subject]
	for _, root := range now.Roots() {
		for _, s := range now.Project(root).Subjects(now.Settings) {
			if s.Trouble == snapshot.NoTrouble {
				list = append(list, question[snapshot.CaseKey, snapshot.Subject]{s.Key, s.Text, s.Key.Suite, s})
			}
		}
	}
	interest := make(map[string]int)
	for _, q := range list {
		interest[q.Key.Suite] = now.Interest(q.about)
	}
	// A stable sort by suite keeps the cases of a suite together and in order.
	slices.SortStableFunc(list, func(a, b question[snapshot.CaseKey, snapshot.Subject]) int {
		return interest[b.Key.Suite] - interest[a.Key.Suite]
	})
	return list
}

// OfOneSuite returns how many of the first cases are of one suite.
func OfOneSuite(list []question[snapshot.CaseKey, snapshot.Subject]) int {
	n := slices.IndexFunc(list, func(q question[snapshot.CaseKey, snapshot.Subject]) bool { return q.Key.Suite != list[0].Key.Suite })
	if n < 0 {
		n = len(list)
	}
	return min(n, MostAtOnce)
}

// readReport reads the report of a case.
func readReport(out worker.Outcome) (report *CaseReport, failure string) {
	if report, failure = readResult[CaseReport](out); report != nil {
		report.Raw, report.Notes = out.Result, out.Notes
	}
	return report, failure
}

// PhaseOf says what is known of a subject.
func (f Verification) PhaseOf(s snapshot.Subject) (Phase, Verdict) {
	how, v := f.State(s.Key, s.Text)
	switch {
	case s.Trouble == snapshot.InCase:
		// Trouble outside of the case leaves an older verdict visible, as obsolete.
		return Broken, v
	case how == Asked:
		return Verifying, v
	case how == NotAsked:
		return Unverified, v
	case how == Outdated:
		return Obsolete, v
	case how == Failed:
		return Unknown, v
	}
	return v.Result.Phase(), v
}
