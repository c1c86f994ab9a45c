package workload

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace"
)

// DeskTools returns the schemas of thirty tools with three arguments each, on
// which grading is measured.
func DeskTools() string {
	var b strings.Builder
	b.WriteString(`{"tools": [`)
	for i := range 30 {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, `{"name": "tool_%d", "inputSchema": {"type": "object", "properties": {"id": {"type": "string"}, "count": {"type": "integer"}, "kind": {"type": "string", "enum": ["a", "b", "c"]}}, "required": ["id"]}}`, i)
	}
	return b.String() + "]}"
}

// DeskChecks returns a case of twenty checks of all forms on those tools. Half
// of the atoms have pins.
func DeskChecks() string {
	var b strings.Builder
	b.WriteString("(use \"model.wm\")\n(case desk (checks")
	for i, form := range []string{
		`(call tool_%d (id "R7"))`, `(no_call tool_%d (kind "b") (count -1))`, `(after (call tool_%d (count 3)) (call tool_%[2]d))`,
		`(before (call tool_%d) (call tool_%[2]d (id "R8")))`, `(or (call tool_%d (id "never")) (no_call tool_%[2]d (id "X")))`,
	} {
		for k := range 4 {
			n := 4*i + k
			fmt.Fprintf(&b, "\n(c%d ", n)
			if strings.Contains(form, "[2]") {
				fmt.Fprintf(&b, form, n, (n+7)%30)
			} else {
				fmt.Fprintf(&b, form, n)
			}
			b.WriteString(")")
		}
	}
	return b.String() + "))"
}

// DeskTraces pushes traces of so many calls, each with its result, into a sink.
func DeskTraces(traces, calls int, sink trace.Sink) error {
	for i := range traces {
		if err := sink.Begin(&trace.Header{ID: fmt.Sprint(i), Task: "desk"}); err != nil {
			return err
		}
		for k := range calls {
			call, result := deskCall(i, k)
			if err := sink.Event(call); err != nil {
				return err
			}
			if err := sink.Event(result); err != nil {
				return err
			}
		}
		if err := sink.End(); err != nil {
			return err
		}
	}
	return nil
}

// deskCall returns a call of a trace, and its result.
func deskCall(i, k int) (call, result *trace.Event) {
	id := fmt.Sprintf("call_%d_%d", i, k)
	at := trace.Pointer{Path: fmt.Sprintf("/%d/traj/%d/tool_calls/0", i, 2*k)}
	call = &trace.Event{
		Seq: 2*k + 1, Requestor: "assistant", Kind: trace.Call, CallID: id, Tool: fmt.Sprintf("tool_%d", (i*7+k*11)%30),
		State: trace.ArgsOK, At: at,
		Args: types.Object{
			{Name: "id", Value: types.Text(fmt.Sprint("R", (i+k)%12))}, {Name: "count", Value: types.NewInt(int64(k % 5))},
			{Name: "kind", Value: types.Text([]string{"a", "b", "c"}[k%3])},
		},
	}
	return call, &trace.Event{Seq: 2*k + 2, Kind: trace.Result, CallID: id, Status: trace.OK, At: at, Text: `{"id": "R7", "state": "done"}`}
}
