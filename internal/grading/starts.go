package grading

import (
	"fmt"
	"sync"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
)

// Starts makes the plans of traces of simulated tools, whose headers tell the
// initial state, and keeps them for the next trace of the same case and state. It
// may be used by several goroutines at a time.
type Starts struct {
	suite    *checker.Suite
	options  grade.Options
	complain func(error)

	mu      sync.Mutex
	machine *interp.Machine
	plans   map[string]*grade.Plan // by case and initial state
}

// maxStarts bounds the plans that are kept.
const maxStarts = 10000

// NewStarts returns the plans of a suite; complain is told of each initial state that is
// none of the model.
func NewStarts(s *checker.Suite, o grade.Options, complain func(error)) *Starts {
	return &Starts{suite: s, options: o, complain: complain, plans: make(map[string]*grade.Plan)}
}

// Plan returns the plan of a trace of a case. It is nil if there is no case, if traces are
// not replayed, and if the trace tells of no initial state, or of one that is none of
// the model.
func (p *Starts) Plan(k *checker.Case, h *trace.Header) *grade.Plan {
	text := h.Labels[trace.InitLabel]
	if k == nil || text == "" || !p.options.Replay {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	key := h.Task + "\x00" + text
	if plan, known := p.plans[key]; known {
		return plan
	}
	// Made when it is first needed: most traces have no initial state.
	if p.machine == nil {
		p.machine = interp.New(p.suite.Model)
	}
	var plan *grade.Plan
	if init, err := p.machine.ReadState([]byte(text)); err == nil {
		plan, _ = grade.NewPlan(p.suite, p.machine.From(k, init), p.options) // there is one of the case
	} else {
		p.complain(fmt.Errorf("ignored the initial state of a trace of %s: it does not fit the model: %w", project.Shown(h.Task), err))
	}
	if len(p.plans) < maxStarts {
		// A nil plan is kept as well, so that a wrong state is reported once.
		p.plans[key] = plan
	}
	return plan
}
