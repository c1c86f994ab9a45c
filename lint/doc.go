// Package lint reports parts of models and suites that have no effect. Each
// finding is an answer "there is none" of package validate.
//
// # What is found
//
// Of a model by itself, whatever state it starts in:
//
//	MC1001  a transition that can never fire
//	MC1003  a clause of `pre` that is always true, or that the others imply
//
// Of a model with the cases of the suites that are given, from their initial
// states:
//
//	MC1002  a tool that no case can reach
//	MC1004  clauses of a `pre` that no case can break
//	MC1005  a variable that is set, and that no case can change
//
// Of a case:
//
//	MC1006  a check, or a goal, that can never fail
//	MC1007  a check, or a goal, that can never pass
//	MC1008  a check that other checks imply
//	MC1009  checks that no run of the model passes together
//
// # What it promises
//
// A finding holds for all cases of the suites given. It says whether it is
// proved for runs of every length or was found out for runs up to the bound.
// What is claimed of any state is a matter of one call, and always proved.
// A question without an answer makes no finding; it is in [Result.Open].
// The findings depend on nothing but the input and the engine: not on how many
// questions are asked at a time, nor on what was answered first.
//
// One cause makes one finding. A tool that can never be called makes none for
// its clauses, nor for the checks that ask for it; of a case without a
// compliant run nothing is said but why there is none. Where two clauses, or
// two checks, each imply the other, the later one is reported, so that all
// that are reported can be removed together. A check that all cases have is
// superfluous if no case needs it, and is reported once.
//
// # What a check is good for
//
// Most checks restate a rule of the manual that the model has too, and no run
// of the model can fail them. They are not superfluous: they keep the other
// checks from accepting a trace that breaks the model, which is what package
// validate calls a forward conflict. So a check counts as one that can never
// fail, or as implied, only if that is so on all traces on which validate
// judges a case: those in which the tools that its checks name may be called
// although the model forbids it. For this question the preconditions of these
// tools are left aside ([compiler.Scenario.Ignored]).
//
// That checks and goal imply one another is not reported either: traces are
// also graded without the model, and the goal is then left out.
//
// # How
//
// Questions are asked of synthetic scenarios: a case without checks, without
// an initial state, with one check. Cheap ones come first, and what a witness
// shows is not asked: each beginning of a run is a run, so that it shows what
// can be called, broken, changed, passed and failed. The calls of witnesses
// are tried, by the interpreter, in the states of other ones. What a short search
// of states leaves open is put to a solver, about all initial states at once and
// with all such questions one after the other ([validate.Inquiry]), so that what
// is said of the model is said to it a few times and not for each question.
//
// Clauses are looked at from the last to the first, and one that was found to
// decide nothing is left out when the next is asked about. That is sound: a
// run in which it is ignored either is a run, or has a first call that breaks
// it and no other condition, after a run; and there is no such call. The same
// goes for checks.
//
// This package is not part of the supported API, and may change.
package lint
