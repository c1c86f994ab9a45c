// Package modeltest draws random well-typed projects, calls and states for
// property tests.
//
// A project is drawn by type: first a few types, then variables and constants
// of them, then schemas whose arguments have these types more often than not,
// then expressions that fit their places. So nearly every draw is free of
// errors; the few that are not are drawn again. Warnings are welcome: what they
// warn of is what the implementations have to agree on.
//
// Values come from small pools, the same for models, checks, calls and states,
// so that preconditions hold, patterns match and sets meet often.
//
// Everything about a project is in its three texts. [Calls], [States],
// [TinyCalls] and [TinyStates] look at nothing else, so that a failing example
// can be pasted into [Load] and be run again.
package modeltest
