package monitor_test

import (
	"testing"

	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
)

// BenchmarkStep reads one call with each check of a suite of ten.
func BenchmarkStep(b *testing.B) {
	var suite []*monitor.Check
	for _, form := range []string{
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
	} {
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
