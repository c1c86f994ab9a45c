package jobs

import (
	"context"
	"os/exec"

	"github.com/mantrac/mantrac/lsp/snapshot"
	"github.com/mantrac/mantrac/lsp/worker"
)

// An Inspection finds out what package lint says about models: which transitions
// are reached, and which checks can fail. That takes many questions, so it is
// found out when somebody asks, or at every save for those who want that.
type Inspection struct {
	*job[string, snapshot.Specimen, worker.Inspection]
}

// NewInspection returns an inspection whose worker is run by a command, which may be nil.
func NewInspection(h Host, command func() *exec.Cmd) Inspection {
	f := Inspection{}
	f.job = newJob(h, command, spec[string, snapshot.Specimen, worker.Inspection]{verb: "inspecting", questions: models, batch: single[question[string, snapshot.Specimen]], ask: func(ctx context.Context, now *snapshot.Snapshot, batch []question[string, snapshot.Specimen], answered func(int, *worker.Inspection, string)) error {
		r := requestAbout(now, worker.Inspect, batch[0].about)
		return f.Child.Ask(ctx, r, func(out worker.Outcome) { answered(0, out.Model, out.Error) })
	}})
	return f
}

// models lists the models that can be inspected.
func models(now *snapshot.Snapshot) []question[string, snapshot.Specimen] {
	var list []question[string, snapshot.Specimen]
	for _, root := range now.Roots() {
		for _, s := range now.Project(root).Specimens(now.Settings) {
			if !s.Wrong {
				list = append(list, question[string, snapshot.Specimen]{s.Path, s.Text, s.Path, s})
			}
		}
	}
	return list
}

// requestAbout returns a request about a model.
func requestAbout(now *snapshot.Snapshot, t worker.Task, s snapshot.Specimen) worker.Request {
	r := requestFor(now)
	r.Task, r.Model, r.Suites = t, s.Path, s.Suites
	return r
}

// single is for questions that are asked one by one.
func single[Q any]([]Q) int { return 1 }
