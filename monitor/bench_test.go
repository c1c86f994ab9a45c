package monitor_test

import (
	"slices"
	"testing"

	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
)

// paperForms are the forms of the paper's grammar.
var paperForms = []string{
	`(call check_inventory (item "U2723QE"))`,
	`(call assign_warehouse_picker)`,
	`(no_call create_purchase_order)`,
	`(no_call refund (amount 100))`,
	`(or (call send_email (to "maya@example.org")) (call phone_user) (no_call close_ticket))`,
	`(after (call create_purchase_order) (call check_legacy_portal))`,
	`(after (no_call refund) (call refund))`,
	`(before (call open_ticket) (call close_ticket))`,
	`(precedes (call check_inventory) (call assign_warehouse_picker))`,
	`(follows (call close_ticket) (call open_ticket))`,
}

// variableForms have variables.
var variableForms = []string{
	`(after (call close_ticket (id ?t)) (call open_ticket (id ?t)))`,
	`(before (call open_ticket (id ?t)) (call close_ticket (id ?t)))`,
	`(each_after (call close_ticket (id ?t)) (or (call phone_user (id ?t)) (call send_email (id ?t))))`,
	`(at_most 100 (call refund (id ?t)))`,
	`(after (no_call check_inventory (id ?t) (item ?i)) (call refund (id ?t) (item ?i)))`,
}

// BenchmarkStep reads one call with each check of a suite of ten.
func BenchmarkStep(b *testing.B) {
	var suite []*monitor.Check
	for _, form := range paperForms {
		suite = append(suite, check(b, form))
	}
	var trace []tool.Call
	for _, name := range []string{"open_ticket", "check_inventory", "phone_user", "close_ticket"} {
		trace = append(trace, tool.Call{Tool: name, Args: types.Object{
			{Name: "id", Value: types.NewInt(7)}, {Name: "item", Value: types.Text("U2723QE")}}})
	}
	states := make([]monitor.State, len(suite))
	for i, c := range suite {
		states[i] = c.Start()
	}
	for n := 0; b.Loop(); n++ {
		call := trace[n%len(trace)]
		for i, c := range suite {
			states[i] = c.Step(states[i], c.Letter(call))
		}
	}
}

// BenchmarkRun reads traces of 1,000 calls with twenty checks, five of them with
// variables that have a hundred values.
func BenchmarkRun(b *testing.B) {
	var runs []*monitor.Run
	var suite []*monitor.Check
	for _, form := range slices.Concat(paperForms, paperForms[5:], variableForms) {
		suite = append(suite, check(b, form))
		runs = append(runs, monitor.NewRun(suite[len(suite)-1]))
	}
	var trace []tool.Call
	for i := range 1000 {
		name := []string{"open_ticket", "check_inventory", "phone_user", "close_ticket", "assign_warehouse_picker"}[i%5]
		trace = append(trace, tool.Call{Tool: name, Args: types.Object{
			{Name: "id", Value: types.NewInt(int64(i / 5 % 100))}, {Name: "item", Value: types.Text("U2723QE")}}})
	}
	b.ReportAllocs()
	calls := 0
	for b.Loop() {
		for _, r := range runs {
			r.Reset()
		}
		for _, call := range trace {
			for i, r := range runs {
				r.Step(suite[i].Letter(call))
			}
		}
		calls += len(trace)
	}
	b.ReportMetric(float64(calls)/b.Elapsed().Seconds(), "calls/s")
}
