// Package interp is the concrete semantics of world models: it says, by
// computing with exact rationals, which preconditions a call breaks in a
// state, which states are possible after it, and what a model says of a trace.
//
// It is the judge of everything that is found by other means: each witness of
// a solver is replayed here before anyone sees it. For that it must be right
// where an encoder is wrong, and so it shares no code with package compiler.
// It reads the syntax tree and what the checker found out about names and
// types, and evaluates expressions by walking them. Where clear and fast were
// at odds, it is clear; a replay of thousands of calls takes well under a
// second nevertheless.
//
// # Values
//
// A [State] gives each variable a value of its type. Values have a canonical
// form, so that sets are compared member by member. While an expression is
// computed, nil is the undefined value, and what is undefined makes everything
// around it undefined, up to the innermost atom, which is false. Undefined are
// a division by zero; an argument, or a field of one, that is absent, null or
// of another type than the model gives it; and a String that is no name of the
// enum whose place it takes within `insert`, `array` and `record`. A set
// with a member that is no value of the element type is odd: it is defined,
// but equals nothing and cannot be assigned.
//
// Numbers are exact, and there is no bound on their size: a model that squares
// a number in each of a thousand calls asks for more than any machine has.
//
// # Calls
//
// [Machine.Pre] evaluates the clauses of `pre`, and for each assignment of
// `post` whose guards hold, whether its value is one that its target can have.
//
// [Machine.Post] judges a next state: each clause of `post` must hold, an
// assignment that cannot be made standing for "its target keeps its value",
// and each leaf that no clause mentions must have kept its value.
//
// [Machine.Next] looks for the next states. It starts from the state before
// the call, in which the leaves that `post` mentions are open, and gives them
// values one after the other. A leaf is taken next that a clause pins to the
// fewest values: an equality with something that can be computed already does,
// a `contains` in a set that can be, a conjunction one of whose operands does,
// a disjunction all of whose operands do, an implication whose guard holds and
// whose conclusion does. A leaf that is not pinned takes all values of its
// type if they are few, or else guesses: values that occur in the state, the
// call and the model, and their neighbours. Then the list may lack states, and
// Next says so. As soon as all leaves of a clause have values, the clause must
// hold. Plain assignments make this one way without a choice.
//
// # Answers
//
// What a call answers is JSON, or not known. [Machine.Facts] holds an answer
// against the results of a transition, and says of each whether it [Agrees] with
// its tie, [Contradicts] the model, is [Mistyped], or is missing and tells
// nothing. [Machine.Answer] computes an answer from ties.
// [Machine.NextAnswered] and [Machine.PostAnswered] are Next and Post of a call
// whose answer is on record: they leave out, or name, what it contradicts, effects
// read it, and what it lacks tells nothing. In the answer of a witness
// ([Machine.PostWhole]) what is not there is undefined. Without an answer a tied
// result is what its tie says, and any other result may be anything: some values
// are tried, and Next and Post say so where these are not all that matter. A tie is
// never a condition of a call, and no effect of an answer is a precondition.
//
// [Machine.Run] carries the set of possible states through a trace, since a
// model may be a relation, an initial state may be partial, and a recorded
// state tells which of them it was.
//
// This package is not part of the supported API, and may change.
package interp
