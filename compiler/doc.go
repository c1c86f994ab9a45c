// Package compiler turns checked models and suites into formulas for an SMT
// solver (seed 000, App. 0.B.3 and 0.B.4; the meaning is that of
// grammar/spec.md, chapter 9).
//
// # From a model to a formula
//
// A [Scenario] is a case with the tools that a trace may call. A [Query] is
// one of the questions that are asked about it. [Scenario.Reference] answers
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
// reference.go is the paper's way to unroll a model, and is meant to be read:
// an integer names the tool of each step, implications say what a call of it
// means, equalities say what it leaves alone, and temporal checks speak of
// pairs of steps. It stays as the yardstick for faster ones.
//
// # Every length
//
// [Scenario.Clauses] encodes a query about traces of every length, as
// constrained Horn clauses: one relation holds of what can be so after some
// calls, the state and what the checks' automata remember. Who finds that no
// answer follows from them has proved that there is none. See [Clauses].
package compiler
