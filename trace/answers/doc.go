// Package answers counts what a bindings.yaml makes of the answers in traces: how
// many each of its rules matches, which answers none does, and which paths lead
// nowhere.
//
// A [Counter] is a [trace.Sink]. What it keeps does not grow with the number of
// traces: numbers for each rule, and a few samples. [Counter.Report] says what was
// counted; its diagnostics have the place of each rule that no answer matches.
//
// This package is not part of the supported API, and may change.
package answers
