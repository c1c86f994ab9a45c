package main

import (
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/report"
)

// A viewer is a grader that keeps what happened in a trace, where a report
// shows it, with the state of the model after each call.
type viewer struct {
	grader *grade.Grader
	wanted bool
	view   *report.View
}

// Begin implements [trace.Sink].
func (v *viewer) Begin(h *trace.Header) error {
	if v.wanted {
		v.view = &report.View{}
	}
	return v.grader.Begin(h)
}

// Event implements [trace.Sink].
func (v *viewer) Event(e *trace.Event) error {
	err := v.grader.Event(e)
	if v.view != nil {
		v.view.Add(e)
		if e.Kind == trace.Result {
			v.view.After(e.CallID, v.grader.State())
		}
	}
	return err
}

// End implements [trace.Sink].
func (v *viewer) End() error { return v.grader.End() }

// taken returns the view of the trace that has just ended.
func (v *viewer) taken() *report.View {
	view := v.view
	v.view = nil
	return view
}
