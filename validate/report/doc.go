// Package report writes verdicts and replays as text and for programs.
//
// # Cases
//
// [Text] has a line for each case with its verdict, and after them a section
// for each conflict: one sentence, the clause or check that is to blame where
// it is, the trace, and a table of the states.
//
//	forward-conflict[asked]: in_stock_monitor
//	the checks accept this trace; the model rejects step 1: `inventory_checked` is false
//
//	  x 1  assign_warehouse_picker (item "U2723QE")
//	    2  check_inventory (item "U2723QE")
//
//	    * changed          initial  after 1  after 2
//	    inventory_checked  false    false    *true
//	    picker_assigned    false    *true    true
//	                       ^ step 1: `(= inventory_checked true)` does not hold
//
// The table has the variables, and the fields of records, that matter to the
// trace: that change in it, that occur in what is broken, and those of a free
// initial value that the calls or the goal speak of. A precondition is judged
// in the state before the call, so that is its place.
//
// Values that do not matter to the trace are dim, or have a ~ before them where
// there is no colour, and a line says so after the first trace that has some.
// A verdict that there is no trace shows what is to blame at its place.
//
// [JSON] has the same for programs; validate.schema.json describes it.
//
// # Replays
//
// [RunText] and [RunJSON] tell what the interpreter says of a trace, step by
// step; run.schema.json describes the latter.
//
// # Hostile text
//
// Names and values may hold anything. The texts never pass on a control
// character or a bidirectional override.
//
// This package is not part of the supported API, and may change.
package report
