// Package golden makes, keeps and judges the traces that prove the checks of a case.
//
// As golden files hold the output of a program, a file NAME.traces.jsonl beside
// NAME.checks holds what the suite says of traces: for each case one that passes, and
// for each check, and the goal, a shortest one that fails it and nothing else. When a
// check or the model changes, the traces that changed sides show what the change
// means.
//
// # The file
//
// A [File] has the canonical format of package trace, which all readers of traces
// know. The header of a trace names its case as `task`, and its expected verdict by
// two labels: `fails` lists what fails, checks by name, the goal as `goal` and the
// replay in the model as `world model`; `undecided` lists what is inconclusive.
// Everything else passes. Where there is no trace, a line with a `remark` says why.
//
// A trace that [Make] made has the id CASE if it passes, and CASE/CHECK if it fails
// the check; a slash in a name is written ~1. A trace with any other id was added by hand: [File.With] replaces the
// traces that were made, and keeps the lines of the others as they are. So a user
// adds a trace by copying one under a new id.
//
// # Where traces come from
//
// [Make] asks package validate. The trace that passes is the witness of the
// question whether there is a compliant one. One that fails a check is a shortest
// run of the model that all other checks accept and this one does not: its
// omission, of which a commission is a special case. If the model has none, the
// question is put to the model without preconditions, and the trace is one that
// the model refuses as well. If there is none either, the other checks imply this
// one, and the remark names a smallest set of those that do. [MakeAll] asks again, for
// shorter traces, what the budget leaves open.
//
// Each trace is judged before it is kept. If package grade, which sees what a log
// tells and not the states after it, does not agree that this check is the only
// one to fail, the trace is dropped for that reason.
//
// # Judging
//
// [Judge] grades what is kept, by package grade with the replay in the model, and
// compares with what is expected. It asks no solver.
//
// This package is not part of the supported API, and may change.
package golden
