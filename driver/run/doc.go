// Package run keeps what a run of the generator has done, in a folder that other
// tools can read and that survives a kill at any moment (seed 000, App. 0.C.1).
//
//	runs/001/
//	  manifest.json     the inputs and the files of the run, with their hashes
//	  events.jsonl      what happened, one fact a line
//	  steps/STAGE/KEY   the result of each step
//	  …                 artifacts: files that people and other tools read
//
// # Steps
//
// A [Step] is a piece of work whose result depends on nothing but named inputs.
// [Run.Do] returns the result that is stored under the hash of the stage, the
// subject and the inputs; if there is none, it makes the result and stores it before
// it returns. To resume a run is to do the same steps again.
//
// # Events
//
// A fact is logged once: an [Event] that is in the log already, apart from its
// number and time, is not written again. So a run that was interrupted and resumed
// logs what it would have logged without that. A line is written by one system call,
// and a last line without its end is dropped when the run is opened.
//
// [Run.Redo] logs that the steps of some stages are to be done anew: the number of
// such events that concern a step is part of its key. Nothing is deleted.
//
// # Artifacts
//
// [Run.Write] writes a file as a whole. Its hash is in the log before the file is in
// its place. A file with another hash than those that were logged for it was changed
// by a person: it is left as it is, and the error is an [*Edited].
//
// A run is locked while it is open, so that no two processes work on it.
//
// This package is not part of the supported API, and may change.
package run
