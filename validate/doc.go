// Package validate holds the checks of a case against the world model, as
// MANTRA does (seed 000, section 3 and App. 0.B.5; grammar/spec.md, 9.8).
//
// Of each case it asks a handful of questions ([compiler.Query]): are there
// traces that the checks accept at all; is there a run of the model among
// them; do they accept a trace in which a call breaks a precondition
// (forward); does each check refuse a run that all others accept (backward).
// The answers give the case a [Verdict], and each answer with a trace gives a
// [Witness].
//
// # Trust
//
// A question is encoded by package compiler and decided by a solver. Neither
// is believed: the trace that comes out is run again by the interpreter
// (package interp) and by the checks' automata (package monitor), which share
// no code with the encoder, and is refused with an [InternalError] unless
// they come to the same. An answer that the solver did not give, because of
// time or otherwise, is Unknown and makes no case consistent.
//
// # Witnesses
//
// Of the traces that answer a question the smallest is shown: the fewest
// calls; of these the fewest that break a precondition; of these the one that
// breaks the first as late as possible; then the order of tools in the model,
// and small values. Each of these is a question to the solver of its own, on
// top of those settled before.
package validate
