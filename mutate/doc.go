// Package mutate measures how strong suites are: it makes deliberate mistakes in
// models and suites, and says which of them the cases notice.
//
// # Mutants
//
// A [Mutant] is a list of typed edits that makes one mistake of the kind of its
// [Operator]. [Mutants] lists all of them, and [Sample] some, the same ones for the
// same seed. Nothing is written: a mutant is applied to the files in memory
// ([edit.Apply]).
//
// # Killed
//
// The cases are the tests, and a test has to pass before it can fail: a case judges
// mutants if it is consistent as it is. A mutant is killed by each such case that has
// a conflict with it, whatever the conflict is:
//
//   - a model that allows too much makes a check over-restrictive that forbids
//     what the mutant allows (backward);
//   - a model that allows too little makes the checks accept a call that the
//     mutant forbids (forward), or leaves no compliant trace;
//   - a mutant of a suite is tested by the model and by the other checks of its
//     cases: those accept a call that the model forbids once the check that kept it
//     out is gone (forward), the changed check refuses what the model and the others
//     allow (backward), or they leave no trace together.
//
// So a check that asks for something the model does not know, such as an argument
// that no transition binds, has mutants that only a trace can kill. The traces that are
// kept beside a suite (package golden) are tests, too: one that is judged as expected
// kills the mutants with which it is not, whatever the verdict of its case is.
//
// A mutant is tried on what is cheap first:
//
//   - the traces that are kept about each case which the mutant can affect, and the
//     compliant trace of the case without the mutant, by the interpreter and the
//     monitors ([validate.Session.Shows]); each case that notices has a [Kill];
//   - if none does, the cases are validated one after the other, those first that took
//     the least work without the mutant, up to the first that has a conflict. A question
//     is asked only if the mutant can change its answer: its slice, with the mutant or
//     without it, has a tool that the mutant changes (package slice).
//
// So a mutant may have further kills that are not listed. All cases of the model can be
// affected by a mutant of the model; by one of a suite, those whose
// [validate.Fingerprint] changes. Each kill names the checks that notice the mutant:
// those that refuse what it allows, or speak of the call which it refuses.
//
// # Not counted
//
// A mutant that no case kills is equivalent if that is proved for traces of every
// length: of a model, that both versions allow the same traces from every state
// and agree on the goals (package behaviour); of a suite, that the checks of each
// case accept the same traces (their automata). Equivalent mutants do not count,
// nor do those that do not check, nor those that can affect only cases that have a
// conflict without them and no traces that are kept. Everything else survives, also what
// is not known.
//
// That a variable keeps its value, in a clause that is the only one of `post` to
// mention it, is so without the clause. It is no effect, and is not dropped.
//
// # Survivors
//
// Survivors are ranked by what they allow: first those with which a call is
// possible that was not. Each has a shortest trace that tells it apart, from the
// start of a case if there is one, and, where one is found, a [Cure]: a check for the case
// in which the trace starts, or a new case that starts so. The trace suggests the
// first check: the call that the mutant alone allows comes after another one, or
// never; the one that it alone refuses is made. While the case with the check has a
// forward conflict, a check against that call is added. A cure was tried: with it
// the case is consistent, and has a conflict with the mutant.
//
// [Result.Additions] chooses what to add for all survivors together, and changes no case
// that is there: traces to keep, each tried on all survivors, the one that kills most
// first; then a new case for each mutant of a model that is left, with an init of which
// no value can be left out.
//
// # Work
//
// Mutants are looked at in parallel, each in a session of its own. Questions have a
// number of states and of solver steps, and a mutant is given up at the first one
// without an answer, so that the work is bounded and the result the same on every
// machine. A time of 20 s for each question is far more than its steps take, but where
// arithmetic is nonlinear.
//
// This package is not part of the supported API, and may change.
package mutate
