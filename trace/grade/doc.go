// Package grade judges traces by the checks of a case, with the evidence and
// the failure class of each verdict. It needs no language model.
//
// A [Plan] is a case made ready. A [Grader] is a [trace.Sink]: it is told of
// traces event by event, in one pass for all checks, and hands over a [Result]
// at the end of each. What it keeps of a trace does not grow with its length.
//
// # Checks
//
// A check is divided at its `and` and `or`: each basic form is a part with its own
// automaton (package monitor), its evidence and its class. Verdicts are those of
// the table in grammar/spec.md, 9.7. A tool is looked up once for each
// call; what follows is linear in the atoms that name it, and a call that no
// atom matches changes nothing. Bindings of variables are looked up by hash; with
// more than 65,536 that matter at a time a check is inconclusive.
//
// Arguments that a call leaves out and that have a default are filled in.
// Invalid arguments, JSON that is no object among them, match no pin and get
// no defaults.
//
// What is not known makes a verdict inconclusive, if it matters. A call with
// arguments that were redacted or not logged may match any set of atoms that
// some completion of it does; completions respect the schema, argument by
// argument. The set of states that an automaton may be in is tracked exactly,
// check by check: calls are completed independently of each other, so that a
// check passes if all its states accept, and fails if none does. What a keyword
// such as `pattern` would rule out is taken to be possible, so that a verdict is
// never wrong, and may be inconclusive where it need not be.
//
// A hidden value of a variable may equal any or none. A call with one is left
// out, and so is an answer that was not recorded; since one more step can only meet
// a form, or only break it, a verdict that it could not change is kept.
//
// A record that could not be read may have been any call of the trace that it
// was a part of, or of each that it may have been a part of. Then those checks
// are decided that no further call would change, wherever in the trace it was:
// a call that is asked for and happened, or is forbidden and happened.
//
// # Answers
//
// What `answered` asks for happens at the place of the result, after the calls that
// were made side by side with its own. A failed call, and one without a result in
// a trace that has others, teaches nothing. In a trace without results, and of an
// empty text, the answer is not known. The answer is what the text is as JSON, or
// else a string.
//
// # Calls side by side
//
// Where groups have no order (see [Parallel]), the automata are run on all
// orders at once: what can be reached from a state with some of the calls of a
// group is computed from what can be reached with one call less, and calls that
// match the same atoms count as one kind. With [AllOrder] each check is tracked
// by itself, which is exact since it must pass in all orders anyway; with
// [AnyOrder] one order has to do for all checks, so that combinations of their
// states are tracked. If no order passes, the verdicts are those of an order in
// which the fewest checks fail. Beyond the bounds in track.go a verdict is
// inconclusive, and says why.
//
// # Failed calls
//
// Whether a call failed is known when its result comes. Where it matters, calls
// wait for their results, up to 1024 of them. A call that is pushed out counts
// as one that succeeded; should its result say otherwise later, the verdicts
// become inconclusive.
//
// # The model
//
// With [Options.Replay] the calls that did not fail are replayed in the model as
// well, over everything that the trace leaves open (package interp/partial): free
// initial values, open posts, hidden arguments, calls without an answer. A call
// that breaks a precondition whatever these are is a violation. What is not decided
// when the call is made is decided at the end; then the trace fails, too, if some
// calls cannot all be allowed, and is inconclusive with the facts that are missing
// otherwise. The goal is judged in the final state. Calls side by side are replayed
// as listed. Readable answers that the model ties to the state are assumed; one that
// contradicts it has the calls judged again, with the leaf unknown since it was last
// confirmed (replay_answers.go).
//
// # Rules
//
// What a rule of the suite forbids is no finding but a failed check, with the name
// of the rule. It is inconclusive where what it forbids would not have been noticed:
// messages or arguments that it takes are not in the trace, tools have no labels, there
// are no tools or no model, or more happened than is remembered.
//
// # Classes
//
// Failed checks, findings and failed traces have classes ([Classes]). They are
// those of seed 000 (App. 0.D.2), seed 001 (App. J), seed 002 (section 3) and
// seed 004 (Fig. 32), made deterministic: a rule that takes a reader is left
// out. Of failed checks, those that follow from another failure are marked; see
// cause.go for the rules.
package grade
