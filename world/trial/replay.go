package trial

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/importer"
	"github.com/mantrac/mantrac/world/simulator"
)

// Replay plays the traces of a file: in each case the first whose task has its name.
type Replay struct {
	label  string
	path   string
	traces map[string]*trace.Trace // by task
}

// NewReplay reads the traces of a file, in any format that is known.
func NewReplay(label, path string) (*Replay, error) {
	var c trace.Collector
	if _, err := importer.ReadFile(path, importer.Options{}, &c); err != nil {
		return nil, err
	}
	for _, p := range c.Problems {
		return nil, p
	}
	r := &Replay{label, path, make(map[string]*trace.Trace)}
	for i, t := range c.Traces {
		if r.traces[t.Task] == nil {
			r.traces[t.Task] = &c.Traces[i]
		}
	}
	if len(r.traces) == 0 {
		return nil, fmt.Errorf("%s has no traces", path)
	}
	return r, nil
}

// Name implements [Agent].
func (r *Replay) Name() string { return r.label }

// Play implements [Agent].
func (r *Replay) Play(ctx context.Context, s *simulator.Session) error {
	name := s.World().Case.Decl.Name().Name
	t := r.traces[name]
	if t == nil {
		return &Skip{r.without(name)}
	}
	return perform(ctx, s, t.Events)
}

// maxTasks bounds the tasks that a message names.
const maxTasks = 5

// without says that no trace is of a case, and what the file has in its place.
func (r *Replay) without(name string) string {
	tasks := slices.Sorted(maps.Keys(r.traces))
	tasks = slices.DeleteFunc(tasks, func(task string) bool { return task == "" })
	has := "its traces name no task"
	if len(tasks) > 0 {
		has = "the tasks are " + diag.Some(tasks, maxTasks, func(task string) string { return task })
	}
	return fmt.Sprintf("no trace of %s has the task %s: %s; convert it by mantrac import, and name the task in the header of a trace: {\"trace\": {\"version\": 1, \"task\": %q}}", r.path, name, has, name)
}
