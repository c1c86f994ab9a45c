package grading

import (
	"encoding/json"
	"sync"

	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/report"
)

// starts are the states that a report shows before the first call, by case.
type starts struct {
	sync.Mutex
	of map[string]grade.State
}

// start returns the state before the first call by a plan.
func (s *starts) start(p *grade.Plan) grade.State {
	// Files are graded side by side.
	s.Lock()
	defer s.Unlock()
	if s.of == nil {
		s.of = make(map[string]grade.State)
	}
	state, has := s.of[p.Case]
	if !has {
		state = p.Start()
		s.of[p.Case] = state
	}
	return state
}

// A viewer is a grader that keeps what happened in a trace, where a report
// shows it, with the state of the model after each call.
type viewer struct {
	grader *grade.Grader
	starts *starts // nil where no report shows it
	view   *report.View
	start  grade.State
}

// begins tells by which plan the trace is graded that begins.
func (v *viewer) begins(p *grade.Plan) {
	if v.starts != nil {
		v.view, v.start = &report.View{}, v.starts.start(p)
	}
}

// Begin implements [trace.Sink].
func (v *viewer) Begin(h *trace.Header) error {
	// A view is made only when the grader has chosen a plan, see begins.
	v.view = nil
	return v.grader.Begin(h)
}

// Event implements [trace.Sink].
func (v *viewer) Event(e *trace.Event) error {
	v.add(e)
	// The state after the call is known only when the grader has seen its result.
	err := v.grader.Event(e)
	if v.view != nil && e.Kind == trace.Result && v.view.Shows(e.CallID) {
		v.view.After(e.CallID, v.grader.State())
	}
	return err
}

// add adds an event to what a report shows.
func (v *viewer) add(e *trace.Event) {
	if v.view != nil {
		v.view.Add(e)
	}
}

// End implements [trace.Sink].
func (v *viewer) End() error { return v.grader.End() }

// taken returns the view of the trace that has just ended, as JSON.
func (v *viewer) taken() (json.RawMessage, error) {
	if v.view == nil {
		return nil, nil
	}
	v.view.End(v.start)
	text, err := json.Marshal(v.view)
	v.view = nil
	return text, err
}
