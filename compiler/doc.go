// Package compiler turns checked models and suites into formulas for an SMT
// solver (seed 000, App. 0.B.3 and 0.B.4; the meaning is that of
// grammar/spec.md, chapter 9).
//
// # From a model to a formula
//
// A [system.Scenario] is a case with the tools that a trace may call. A [system.Query] is
// one of the questions that are asked about it. [Reference] answers
// with a [Formula] that says, of all traces of at most so many calls, which
// are answers to the query. The formula has a variable for each leaf of the
// state before and after each call, for the tool of each call, and for each
// argument that a transition binds or a check pins.
//
// # Values
//
// What is not known yet is a symbol (symbol.go): the terms that stand for a
// value of some type, and a term that says whether it has one. All types come
// down to Bool, Int, Real and arrays of them:
//
//   - Strings and the names of enums are numbers in one table, so that the two
//     are compared as they are, and no theory of strings is needed. Numbers
//     beyond the table are strings that occur nowhere.
//   - A record is its fields.
//   - A set of a type with few values is a truth value for each. Other sets
//     are arrays from the element's terms to Bool, and two that are unequal
//     have an element of the type in which they differ. What a solver says of
//     them is read at the elements that the formula mentions, the probes; that
//     these are finitely many is why no set has to be said to be finite.
//   - A map is a list of columns (map.go): whether keys are in it, and the terms of
//     their values. Of few keys there is a list for each; else the columns are
//     arrays over keys, and are read at the probes, as sets are.
//   - A list among the arguments is its set of members, and beside that which
//     of the lists that checks pin it is, if any.
//   - An argument that only checks speak of is a choice between absent, null,
//     the values that they pin, and another value.
//
// # What is undefined
//
// Each term of the language comes with the condition under which it has a
// value. An atom is the conjunction of these conditions and of what it says,
// so that nothing rests on what a solver makes of x/0. That an assigned value
// is there and in its type is a precondition of the call, and where it is
// not, the target keeps its value.
//
// # The reference encoding
//
// reference.go is the paper's way to unroll a model, and is meant to be read. It
// encodes the syntax tree (reference_expr.go), and not the terms of the system:
// an integer names the tool of each step, implications say what a call of it
// means, equalities say what it leaves alone, and temporal checks speak of
// pairs of steps. It stays as the yardstick for faster ones.
//
// # The unrolling
//
// [Unroll] is what the engines ask in earnest. It says the same as the
// reference encoding, and differs from it in these ways:
//
//   - It holds what the runs of the model are, and no question: what a question
//     asks and up to how many calls is assumed ([Unrolling.Assume]), so that
//     one solver serves all questions about a case, and keeps what it learnt.
//     Preconditions of the tools that checks name are guarded by a literal for each
//     tool, since a forward question does without them.
//   - It grows call by call ([Unrolling.Grow]). No call follows one that is left
//     out, and none that is left out changes anything; the state after n calls
//     is therefore the last one of every shorter trace, and no question needs
//     to know how long the trace is.
//   - It leaves out tools and leaves on which no question rests (package
//     compiler/system/slice), and a leaf that no tool writes which is kept is a numeral.
//   - Of each call there is a truth value for each tool, of which at most one
//     holds, and a leaf after a call is defined by cases over these: by what each
//     tool assigns, else as before (unroll_next.go, unroll_cases.go). Only what a
//     relation in post says remains an implication. Leaves that take few values
//     have a truth value for each of them (unroll_cases.go).
//   - Checks are automata over literals for “the call matches this pattern”
//     (prefix.go), so that the size grows with the number of calls and not with
//     its square.
//   - Two assumptions cut down what is searched, each argued at its place: every
//     call changes something (progress, in all questions but those of reach), and
//     neighbours that commute are in the order of the model
//     ([Unrolling.Ordered], at the last bound only, where mostly nothing is left
//     to be found).
//
// What an answer is made of, its calls and which of them break a precondition,
// is settled on the unrolling; its values are settled on a formula for that
// sequence of calls alone ([Path]), in which all that the calls leave
// out is folded away. Both are smaller than the reference, and neither is
// believed: see package validate on replay.
//
// # Every length
//
// [Horn] encodes a query about traces of every length, as
// constrained Horn clauses: one relation holds of what can be so after some
// calls, the state and what the checks' automata remember. Who finds that no
// answer follows from them has proved that there is none. See [Clauses].
//
// This package is not part of the supported API, and may change.
package compiler
