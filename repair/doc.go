// Package repair finds edits that close the conflicts of cases, and says what each
// of them does.
//
// # What it promises
//
// A [Candidate] is a list of typed edits (package edit). It has been made to a copy
// of the files, and every case that it can affect has been validated again: what is
// said of it is what validate says of the copy. It closes the conflict that it is
// listed for, and leaves the case a trace. It changes nothing that is locked. The
// same files, with the same options, give the same list: the budget counts
// candidates that are validated, and each question has its own limit of states and
// steps of the solver. What the budget left out is counted in [Repair.Untried].
//
// # Where candidates come from
//
// Of a forward conflict, the checks accept a trace in which a call breaks a
// precondition:
//
//   - a check that refuses that trace: about the call itself, or its order to calls
//     that write what the precondition reads, with and without pins;
//   - the checks of the case with a slip undone: another form, order or pin;
//   - the precondition dropped, changed or guarded;
//   - a precondition that an earlier call lacks, which undoes what the broken one asks for;
//   - an effect that an earlier call lacks;
//   - an initial value that is left open, or another one.
//
// Of an over-restrictive check, the check refuses a run of the model: the check
// changed or removed; preconditions, changed and added, that keep the run from being
// one; effects that an earlier call lacks.
//
// Where there is no trace at all, what [validate.Session.Blame] names is changed or
// removed, one edit at a time.
//
// Of each conflict, the fixes of lints in the case and in the transitions that it is
// about are candidates, too: an order the wrong way round, a pin of free text. Fixes
// that remove what has no effect are none, and package lint has no others: without
// such a part every verdict is the same.
//
// Most candidates are mistakes that package mutate could make at the same place: the
// correction of a slip is a slip of the same kind. Clauses that are added are built
// from the variables of the model, and from the clauses of other tools.
//
// # How they are sorted out
//
// Candidates that a known trace refutes are not validated. A check that is added has
// to refuse the trace of the conflict; a clause that is added has to be broken in the
// run that the check refuses. Each trace that a failed candidate leaves joins the
// known ones. Such tests cost a run of an automaton or of the interpreter, and
// many candidates are checked by one parse of the file.
//
// The sources take turns, each with its most likely candidates first. Those that
// close the conflict are validated with all other cases. Where some open no conflict,
// the others are left out. They are sorted by how many more conflicts they close
// than open, by how much they give up of what people wrote (what is added gives up
// nothing, what is removed most), by their size, and by their place. A change that
// leaves a check that does nothing is no candidate, since the removal of the check is
// one. A precondition that agrees with the check of one case by chance comes last. Of those that are
// known to have equal behaviour (package validate/behaviour), the first one is
// returned and names the others.
//
// This package is not part of the supported API, and may change.
package repair
