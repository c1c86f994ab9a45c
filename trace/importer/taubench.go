package importer

import (
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/trace"
)

// tauBench is the format of tau-bench's results: a list of runs, each with a
// task, a trial, a reward and a trajectory of OpenAI's messages. A failed call
// is one whose result begins with "Error:".
var tauBench = &format{
	name:      "tau-bench",
	about:     "results of tau-bench",
	recognise: isTauBench,
	open:      func(r *reading) handler { return &tauRuns{r} },
}

func isTauBench(v document.Value) int {
	switch {
	case !v.Get("traj").IsList():
		return 0
	case v.Get("task_id").Given() && (v.Get("reward").Given() || v.Get("trial").Given()):
		return 3
	}
	return 2
}

type tauRuns struct{ *reading }

func (r *tauRuns) close() error { return nil }

func (r *tauRuns) record(v document.Value) error {
	if !v.Get("traj").IsList() {
		return r.problem(r.at(v), "the record is not a run: it has no list `traj`")
	}
	if ok, err := r.unique(v); !ok {
		return err
	}
	h := trace.Header{Task: scalar(v.Get("task_id")), At: r.at(v)}
	if err := r.outcome(&h, v.Get("trial"), v.Get("reward")); err != nil {
		return err
	}
	// The same task is run several times, so the trial is part of the id.
	h.ID = h.Task
	if trial := scalar(v.Get("trial")); trial != "" && h.ID != "" {
		h.ID += "/" + trial
	}
	info := v.Get("info")
	h.Crash = info.Get("error").Text()
	if user := info.Path("task", "user_id").Text(); user != "" {
		h.Labels = map[string]string{"user": user}
	}
	t := r.begin(h)
	if err := t.messages(v.Get("traj")); err != nil {
		return err
	}
	return t.end()
}
