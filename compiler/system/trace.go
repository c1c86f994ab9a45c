package system

import (
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A Trace is an answer to a query: calls, with the states around them if the
// query is about the model. Sets are lists in no particular order.
type Trace struct {
	Init  map[string]types.Value // nil if the query is not about the model
	Steps []TraceStep
}

// A TraceStep is a call with the state after it.
type TraceStep struct {
	Call  tool.Call
	State map[string]types.Value
}
