// Package behaviour compares two versions of a model by their traces: what
// each allows and the other forbids, and which edit is the cause.
//
// # What is compared
//
// A trace of calls is allowed by a model from an initial state if it is a run
// of it, as [interp.Machine.Run] judges it, and its arguments are ones that the
// schemas of the tools accept. The new version is stricter if there is a trace
// that the old one allows and it does not, and looser the other way round; it
// may be both. The two are held against each other from pairs of initial states
// that agree on every variable that both have: those of the cases, any, or both.
// A variable that one of them alone has starts as the case says, and anywhere if
// it does not say.
//
// Of a tool it is asked whether there is a trace whose first difference is a
// call of that tool: both versions allow all calls before the last one, and one
// of them refuses the last one. The shortest of these, over all tools, is a
// shortest trace that tells the versions apart, since each beginning of a run
// is a run.
//
// # How
//
// Both models are made one, the product, in which each call is made in both: a
// variable that may come to differ is there twice, as v@old and v@new, and a
// call has the preconditions and the effects that it has in either. For each
// tool whose calls may be refused by one version alone, the product has one
// more tool, whose precondition is that one version allows the call and the
// other does not. So the question is one of reach, which every engine of
// package validate answers, for runs up to the bound and often for runs of
// every length.
//
// A variable is kept once if both versions start with the same value of it and
// give it the same one with every call: each clause of `post` that mentions its
// next value is in both, word for word, and speaks of such variables alone.
// Nearly all variables are of that kind, so that the product is hardly larger
// than one of the models, and a tool without a difference, all of whose clauses
// speak of such variables, needs no question.
//
// That the other version refuses a call is said by clauses: one of `pre` fails,
// an assigned value is not there or not in its type, or no next state satisfies
// `post`. The last is said without a quantifier where `post` consists of
// assignments or the variables in it have few values (exists.go). Where it
// cannot be said, the tool is not known to be equal.
//
// Many questions need no engine, whatever `post` leaves open: settle.go argues that
// clauses that are only added allow no more, and that a tool that reads nothing
// that a difference reaches is equal.
//
// The checks of a case are compared by their automata, for traces of every length
// (language.go).
//
// # Relations
//
// Where `post` leaves a choice, the product has a run for each pair of choices.
// If no pair leads to a difference there is none: by induction, whatever one
// version does, the other can do too. The converse does not hold, so each trace
// that is found is run again in the interpreter, which carries along the set of
// all possible states, and counts only if that comes to the same; else the
// answer is unknown.
//
// # Trust
//
// Every trace that is shown is allowed by one version and refused by the other
// according to the interpreter. An answer that there is none comes from the
// engines of package validate. What cannot be compared is unknown, with the
// reason, and never equal.
//
// # What may change
//
// Everything that a typed edit can say, and the schemas of the tools:
//
//   - A tool that one version does not know is refused by it. One that is in the
//     schemas and has no transition is always possible and changes nothing.
//   - A variable or constant may have another name, if the caller says so.
//   - A variable that is an Int in one version and a Real in the other, or whose
//     enums have names in common, is matched by its values. Where the types have
//     nothing in common, each version starts as its cases say; what no case says
//     cannot be compared.
//   - The schema of an argument that transitions read may have other bounds, or
//     list other strings. Any other change of it cannot be compared, and neither
//     can a trace in which such a call may occur. Changes of the schema that no
//     transition reads make no difference.
//   - A goal, or the effects that it reads: looser is a trace that both versions
//     allow, and after which the new goal holds and the old one does not.
//
// # Attribution
//
// Each edit between the versions is made alone to the old version, together
// with the edits without which it does not check, and the result is compared
// with the old version in the same way.
//
// This package is not part of the supported API, and may change.
package behaviour
