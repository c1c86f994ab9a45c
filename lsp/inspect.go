package lsp

import (
	"context"
	"os/exec"

	"github.com/mantrac/mantrac/lsp/worker"
)

// An inspection finds out what package lint says about models: which transitions
// are reached, and which checks can fail. That takes many questions, so it is
// found out when somebody asks, or at every save for those who want that.
type inspection struct {
	*job[string, specimen, worker.Inspection]
}

func newInspection(h host, command func() *exec.Cmd) inspection {
	f := inspection{}
	f.job = newJob(h, command, spec[string, specimen, worker.Inspection]{verb: "inspecting", questions: models, batch: single[question[string, specimen]], ask: func(ctx context.Context, now *snapshot, batch []question[string, specimen], answered func(int, *worker.Inspection, string)) error {
		r := requestFor(now)
		r.Model, r.Suites = batch[0].about.path, batch[0].about.suites
		return f.child.Ask(ctx, r, func(out worker.Outcome) { answered(0, out.Model, out.Error) })
	}})
	return f
}

// models lists the models that can be inspected.
func models(now *snapshot) []question[string, specimen] {
	var list []question[string, specimen]
	for _, root := range now.roots() {
		for _, s := range now.project(root).specimens(now.settings) {
			if !s.wrong {
				list = append(list, question[string, specimen]{s.path, s.text, s.path, s})
			}
		}
	}
	return list
}

// single is for questions that are asked one by one.
func single[Q any]([]Q) int { return 1 }
