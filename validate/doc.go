// Package validate cross-validates the checks of a case with the world model
// (seed 000, section 3 and App. 0.B.5; grammar/spec.md, 9.8).
//
// Of each case it asks a handful of questions ([system.Query]): are there
// traces that the checks accept at all; is there a run of the model among
// them; do they accept a trace in which a call breaks a precondition
// (forward); does each check refuse a run that all others accept (backward).
// The answers give the case a [Verdict], and each answer with a trace gives a
// [Witness].
//
// # Trust
//
// A question is answered by a search of states, or encoded by package compiler
// and decided by a solver (see [Engine]). Neither is believed: the interpreter
// (package interp) and the checks' automata (package monitor), which share no code
// with the encoder, run the resulting trace again. If they disagree, it is refused
// with an [InternalError]. An answer that the solver did not give, because of
// time or otherwise, is Unknown and makes no case consistent.
//
// # Turns
//
// The engine Auto lets the search of states, a solver and Spacer work by turns,
// within budgets of steps that grow fourfold in each round (portfolio.go). The
// search examines each question first. If it found the compliant run by itself, it
// stays with a question as long as it seems to come to an end. The engine that
// answered the last question of the case that took several engines leads in the next
// one. If the search finds the calls of the smallest answer and not its values, the
// solver finds these. No budget is of time, so that every machine comes to the same
// answer by the same engine.
//
// # Every length
//
// None is first of all an answer about traces up to the bound. It is proved for
// every length if the search of states has seen all states, or if Spacer finds a
// condition that every call keeps and no answer meets, which a plain solver checks
// before it counts. In the engine Auto, proofs of what the solver has refuted are
// looked for once all questions of the case are answered. Together with all other
// unsuccessful work they may take a sixth of the effort that the answers of the case
// take, counted in steps, unless [Options.Prove] is set (proofs.go). Spacer works
// under a cap of steps, and one of time as a backstop: where the time ends it, a
// slower machine says "up to K" where a faster one says "proved". Nothing else depends
// on it, neither an answer nor a witness.
//
// # Blame
//
// Where there is no trace, [Blame] is a smallest set of checks, goals, initial
// values and preconditions that leave none.
//
// # Witnesses
//
// Of the traces that answer a question the smallest is shown: the fewest
// calls; of these the fewest that break a precondition; of these the one that
// breaks the first as late as possible; then the order of tools in the model,
// and small values. Of lists that a schema lists, those that checks pin come first,
// then all in source order, whatever their length; where positions matter, short
// ones come first. Each of these is a question to the solver of its own, on
// top of those settled before. Then those of its values that do not matter are
// marked: generalise.go says how that is found out.
//
// This package is not part of the supported API, and may change.
package validate
