package trial

import (
	"context"
	"fmt"

	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/importer"
	"github.com/mantrac/mantrac/world/simulator"
)

// Replay plays the traces of a file: in each case the first whose task has its name.
type Replay struct {
	label  string
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
	r := &Replay{label, make(map[string]*trace.Trace)}
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
		return &Skip{"no trace of the file is of " + name}
	}
	return perform(ctx, s, t.Events)
}
