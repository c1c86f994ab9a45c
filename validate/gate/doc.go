// Package gate classifies every change between two versions of a project as
// looser, stricter, both or equal.
//
// # What is looser
//
// A change is looser if a trace, from any start, passes or is allowed that was
// not before, or if something is no longer checked that was. Stricter is the
// other way round.
//
//   - An edit of a model: [behaviour.Compare] asks, from the starts of the cases
//     and from any state, for a trace that the new version alone allows. An edit
//     counts by itself; if other edits forbid again what it allows, it does not.
//   - A check: a trace that all checks of the new version of its case accept, and
//     its old form does not. So a check that the others imply may go.
//   - A case: one that is gone is no longer checked. One that moved to another
//     file, or has another name, is the same case.
//   - An initial value: a case with more starts is looser; one with fewer or other
//     starts is both, since what starts elsewhere is no longer checked.
//   - A goal: a trace that both versions allow, after which the new goal holds and
//     the old one does not. The effects of calls count as much as the text.
//   - A model: one that is gone, or that no case is about any more. Where the cases
//     of a suite are about another model than before, the two are compared.
//   - A schema: one that accepts more calls, whether a model reads the argument or
//     not; and one more tool.
//   - The bound in mantra.yaml: a smaller one, as longer traces are not checked.
//
// A prompt, an effect label, another setting and the manual change no trace. They
// are listed, and equal. What cannot be compared is unknown, and never equal.
//
// # Waivers
//
// A person allows a change by a comment in the new version, above the form that
// changes or with the key of the change:
//
//	; @allow looser the desk may lend without a card since May -- R. Ito
//	; @allow looser(case/blocked_card) merged into card_state -- R. Ito
//
// A waiver is for the change that adds it: one that the old version has as well
// allows nothing, and is reported as every waiver that is not used.
//
// This package is not part of the supported API, and may change.
package gate
