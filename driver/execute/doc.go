// Package execute makes the calls of compliant traces with real tools, which shows what
// checks and model have in common with each other and not with the tools: that a tool
// takes an airport's code where both sides say a city (seed 000, App. 0.E).
//
// # Protocol
//
// A command is started for each trace. It reads lines of JSON and answers each but the first
// with one line:
//
//	< {"case": "dock", "prompt": "…", "initial": {"in_stock": false}}
//	< {"tool": "look", "args": {"item": "WD22TB4"}}
//	> {"result": {"in_stock": false}}
//	< {"tool": "order", "args": {"item": "WD22TB4"}}
//	> {"error": "unknown item"}
//
// The first line is for the command to prepare its data by. When its input ends, the
// command ends. The trace ends at the first error.
//
// # Arguments
//
// A trace has only the arguments on which checks and model depend. [Complete] adds the others
// that a tool requires: the value that an argument of the same name has elsewhere in the trace,
// or one that the schema accepts.
//
// This package is not part of the supported API, and may change.
package execute
