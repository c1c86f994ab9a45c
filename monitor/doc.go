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
// A check sees of a call only which of its patterns match: a [Letter], a
// truth value for each atom. Calls are normalised first (tool.Set.Normalise),
// pins are compared with types.Equal, and a pin never matches an argument that
// is absent.
//
// The alphabet is that of all calls of any tool with any JSON arguments. Some
// letters do not occur in it: a call that matches a pattern matches every
// pattern that this one implies ([Pattern.Implies]), and none of another tool
// or with another value for the same pin. All others do occur. What a tool's
// schema permits is not taken into account: where it rules calls out, a
// verdict is still right, but may come later than it could.
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
// Verdicts are exact: a check is satisfied or violated as soon as the calls so
// far decide it, also where that takes a comparison of patterns. States are
// minimal: two traces with the same verdicts on all continuations lead to the
// same state. So the states satisfied and violated, written + and - below, are
// unique, and nothing leaves them.
//
// # The automata
//
// P is the pattern of the target, Q that of the anchor; a line says what a
// call that matches them does, and what matches neither leaves every state as
// it is. Order is strict: a call that matches both P and Q does not anchor
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
// The first Q arms `after` with a no_call, so with several anchors what comes
// after the first is forbidden; any later Q breaks `before`, so what comes
// before the last is.
//
// Where Q implies P, no call matches Q only. Then `before` with a call cannot
// leave armed, and P leads to - at once; `after` with a call cannot reach +.
// Both amount to no_call P.
//
//	(or X …): any operand holds; an atom by itself is an or with one operand
//
// A state is the set of the no_calls that no call has broken yet. A call that
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
// without any other effect, by the calls that have just their pins
// ([Pattern.Call]). So different sets have different futures.
//
// An or with n no_calls has up to 2ⁿ states, of which a trace visits n+1 at
// most; all other automata have four or fewer.
//
// # Sources
//
// A. Bauer, M. Leucker, C. Schallhart, "Runtime Verification for LTL and
// TLTL", ACM Transactions on Software Engineering and Methodology 20(4), 2011:
// the three-valued reading, verdicts as early as possible, minimal monitors.
// The same, "Comparing LTL Semantics for Runtime Verification", Journal of
// Logic and Computation 20(3), 2010: the four values.
package monitor
