// Package trial lets agents work on the cases of a suite, several times each, and keeps
// the traces.
//
// A trial is one run of an [Agent] in a session of a case. Agents are commands ([Exec]),
// language models ([Chat]), and those that test the suite itself: [Oracle] plays a
// compliant plan, [Random] makes random calls, [Mistaken] plays a plan with one
// mistake, [Replay] plays traces of a file.
//
// # The folder
//
// [Run] keeps the trace of each trial in a file DIR/traces/AGENT/CASE.N.jsonl, which is
// written as a whole when the trial has ended. A trial whose file is there is not run
// again. So a run that was killed is resumed by the same command: nothing that has ended
// is lost or run twice, and what was under way begins anew. DIR/trials.json says what the
// files are of: the texts of the suite and its model, what changes answers (faults,
// explanations, users), and the seed. Another set-up needs another folder.
//
// Trial N of a case begins in the same state for all agents.
//
// # Failures
//
// An agent that fails, as a command that ends with an error, has a trace with that as its
// crash. What is not the agent's fault ends the run without a trace, as a language model
// that cannot be reached.
//
// This package is not part of the supported API, and may change.
package trial
