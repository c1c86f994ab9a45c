package report

import (
	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/plan/why"
)

// A Result is the refused calls of a trace.
type Result struct {
	Model   *checker.Model
	Trace   string       // the name of its file; "" where it is the conflict of a case
	Case    string       // its name; "" without one
	Calls   int          // of the trace
	Assumed interp.State // what neither the trace nor the case says of the initial state, and was chosen
	Refused []Refused
}

// A Refused call.
type Refused struct {
	Step int         // in the trace, from 1 on
	At   source.Span // in its file; zero for the conflict of a case
	*why.Explanation
	States []interp.State // that were possible before it
}
