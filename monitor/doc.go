// Package monitor defines what a check means on a finite trace of calls, as a
// deterministic automaton. It knows no model: a trace is what an agent did,
// and a check is met or not.
//
// The definition is that of grammar/spec.md (3.4, 3.5, 4.14), turned into a
// small deterministic automaton for each check. The grader runs it on real
// traces, the unbounded engines search its states beside those of a model,
// and the encoder for the solver is tested against it.
//
// # Letters
//
// A check sees of a step only which of its patterns match, and with which
// values of their variables: a [Letter]. A step is a call, or the answer to
// one, which is at its own place in a trace; in a question it may be both.
// Calls are normalised first (tool.Set.Normalise), values are compared with
// types.Equal, and of all tests only `absent` passes where there is no value.
//
// The alphabet is that of all calls of any tool with any JSON arguments, and of
// all answers. Some letters do not occur in it: property.Letters finds those
// that do. What a tool's schema permits, and that an answer follows its call,
// is not taken into account: where it rules steps out, a verdict is still
// right, but may come later than it could.
//
// # Verdicts
//
// A trace is a finite prefix of others, so a state has one of four verdicts,
// as in RV-LTL; the two in the middle together are the third value of LTL3:
//
//	satisfied   the check holds on the trace and on every continuation
//	holding     it holds, but not on every continuation
//	failing     it does not hold, but it does on some continuation
//	violated    it does not hold, nor on any continuation
//
// Where no variables of several steps have to agree, verdicts are exact: a
// check is satisfied or violated as soon as the steps so far decide it, also
// where that takes a comparison of patterns. States are minimal: two traces
// with the same verdicts on all continuations lead to the same state. So the
// states satisfied and violated, written + and - below, are unique, and nothing
// leaves them. That is so up to 65,536 steps of the automaton, states times
// letters, and 4,096 letters of a tool; beyond, and with variables, all
// verdicts are right, but the final ones may come late.
//
// There is a fifth verdict, unknown, on a form whose variables have had more
// than 65,536 bindings that matter at a time, or 4,096 in an at_most whose
// patterns bind different variables.
//
// # The automata
//
// P is a step that matches the target, Q one that matches the anchor, by one of
// its patterns; a line says what a step that matches them does, and what matches
// neither leaves every state as it is. Order is strict: a call that matches both P and Q does not anchor
// itself.
//
//	(after (call P) (call Q)): every P has an earlier Q
//	  waiting, holding    P: -          Q only: +
//
//	(after (no_call P) (call Q)): no P has an earlier Q
//	  waiting, holding    Q: armed
//	  armed, holding      P: -
//
//	(before (call P) (call Q)): every P has a later Q
//	  waiting, holding    P: armed
//	  armed, failing      Q only: waiting
//
//	(before (no_call P) (call Q)): no P has a later Q
//	  waiting, holding    P: armed
//	  armed, holding      Q: -
//
//	(follows (call P) (call Q)): a P has an earlier Q
//	  waiting, failing    Q: armed
//	  armed, failing      P: +
//
//	(precedes (call P) (call Q)): a P has a later Q
//	  waiting, failing    P: armed
//	  armed, failing      Q: +
//
//	(each_after P Q): every P has an earlier Q, and no P has come since
//	  waiting, holding    P: -              Q: armed
//	  armed, holding      P only: waiting
//
//	(at_most n P), (at_least n P), (call P), (no_call P), (answered P …): count P
//	(every_call T pins): a call of T that does not match is -
//
// The first Q arms `after` with a no_call, so with several anchors what comes
// after the first is forbidden; any later Q breaks `before`, so what comes
// before the last is.
//
// Where Q implies P, no call matches Q only. Then `before` with a call cannot
// leave armed, and P leads to - at once; `after` with a call cannot reach +.
// Both amount to no_call P.
//
// `and` and `or` run these side by side. A state of theirs is those of the basic
// forms; [product.minimise] makes those with the same future one.
//
// Where variables have to agree, a form keeps a table of the bindings that
// matter, which [join] describes: of an `after` the anchors so far, of a
// `before` the targets that still want an anchor.
//
// An `or` of calls and no_calls with plain patterns may have thousands of
// operands, and has an automaton of its own. A state is the set of the no_calls that no call has broken yet. A call that
// matches the pattern of a call operand leads to +. Any other removes the
// no_calls that it matches. While one is left the check is holding; when none
// is left it is failing if there are call operands, else this is -. Two facts
// about patterns make that exact and minimal:
//
//   - no_call Q is left out where there is a no_call P and P implies Q: what
//     breaks the former breaks the latter (of equal ones the first stays);
//   - if a no_call P is there, and a call Q that P implies, then the start is
//     +: what breaks the no_call matches the call.
//
// Otherwise any set of no_calls that remain can be broken, one by one and
// without any other effect, by the calls that have just their pins. So different sets have different futures.
//
// An or with n no_calls has up to 2ⁿ states, of which a trace visits n+1 at
// most.
//
// # Sources
//
// A. Bauer, M. Leucker, C. Schallhart, "Runtime Verification for LTL and
// TLTL", ACM Transactions on Software Engineering and Methodology 20(4), 2011:
// the three-valued reading, verdicts as early as possible, minimal monitors.
// The same, "Comparing LTL Semantics for Runtime Verification", Journal of
// Logic and Computation 20(3), 2010: the four values.
package monitor
