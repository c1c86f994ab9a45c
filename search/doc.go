// Package search answers questions about cases by explicit-state search. It
// needs no solver; where the states run out, what it says holds for traces of
// every length.
//
// # What is searched
//
// A state of the search is what of a trace so far can matter for the rest of
// it: the values of some leaves of the model, the state of the automaton of
// each check (package monitor), and a flag, which says that a forward question
// has its call that breaks a precondition, a commission its call that the check
// speaks of, or a question of reach its last call. The search visits states
// breadth first, so that the first answer is a shortest one.
//
// Every value has a number (table.go), so that a state is a row of integers. An
// integer of the model is its own number, or has a place in the table where it is
// too large for that (table.go); either way it is exact.
// Conditions and assignments over Bools, Ints, strings and names of enums
// become Go functions on such rows (compile.go). An atom with anything else in
// it is put to the interpreter, once for each contents of the slots that it
// reads (compile.go).
//
// A slot may be unset: any value of its type. The free leaves of the initial
// state start so, arguments do, and so does what a post leaves open. Code that
// cannot do without the value of an unset slot says so, and the search goes on
// with each value of it in turn (expand.go). What is never asked for is never
// told apart. An argument that a precondition equates with something known has
// that one value. Where a schema lists several lists with the same members, it is
// the first of these (lists.go).
//
// # Which values are tried
//
// That there is no answer may be claimed only if every value that is not tried
// behaves like one that is (domain.go). The strings and numbers in leaves and
// arguments fall into groups: two are in one group if an atom or an assignment
// of a tool that is kept, or the goal, brings them together. A value can be told
// from another one only by what its group meets.
//
//   - An argument that only checks see has a value for each class of their tests.
//   - Bools and enums, and lists that a schema gives, have all their values.
//   - Strings are only ever compared for equality. A string that is no constant
//     of the group, and that no leaf or other argument of the group has at the
//     time, can be replaced by any other such string in all that follows: the
//     permutation of the two maps runs to runs. So the constants, what is there,
//     and one string that occurs nowhere are enough. States that differ by such
//     a permutation alone are one (symmetry.go).
//   - Where patterns of `like` tell the strings of a group apart, that holds of the
//     strings that match the same patterns: of each such class there is one string
//     more, or all of them where they are few (like.go).
//   - Numbers of a group from which nothing is computed, and of which no two
//     that vary are compared by size, are told apart by the constants of the
//     group and by equality with each other. Between two constants as many are
//     enough as there are numbers in the group at a time. Those that come first
//     in the order of witnesses are taken: whole ones from zero on, then halves,
//     thirds and so on.
//   - A counter that the case leaves free, and that is compared with constants
//     alone, is somewhere between them or far from all of them (counter.go).
//   - A set of a type with few values has all its values, and so has a map of few keys
//     and values (maps.go).
//   - Of any other map that is only read by key, entries are told apart as they are asked
//     for (entries.go).
//   - A list whose positions matter is one of few members (positions.go).
//   - Any other list of strings that is only compared with sets is one that checks pin, or
//     has the members of one of the sets, or others (lists.go).
//
// Where none of this applies (an argument in arithmetic, a free set of strings)
// the search gives up as soon as such a value is asked for, and names it, unless
// it finds out with vague values that there is no answer, or finds one for which
// it takes nothing but what checks pin (approximation.go). Of vague integers bounds
// are known where schemas have them (intervals.go). Where the calls of the smallest
// answer are found with vague values, more lists of values are complete: integers
// between the bounds of a schema, and what checks pin (along.go). A number from which
// something is computed is no obstacle as long as the case says what it is.
//
// # The slice
//
// Most tools have no part in most questions, and package compiler/system/slice finds
// those that have. No shortest answer calls another one. The leaves that a
// subgoal reads are in the state; a leaf that no such tool writes keeps what the
// case says of it.
//
// A question has no answer if no call of these tools can bring about what every answer has
// (isBarren).
//
// # Answers of any length
//
// A forward question is asked one precondition at a time first (decide.go): the
// slice of each is small, and most are empty. Where no list of values is complete,
// a question is asked with vague values (approximation.go).
//
// Before the search by layers, one is made that does not care for length
// (reductions.go). In a state in which a tool can be called such that every automaton
// gets to a state that is as good or better, and every write of
// the call satisfies the subgoals that read it, or moves towards them, only this call is made.
// Nothing is lost: an answer that is reached without it is also reached after
// it, by the same calls, since each condition that held holds, each leaf that is
// read elsewhere is as it was, and the automata stay at least as good. A call
// that depends on a leaf that is not set is not made so. If no answer is found
// there is none of any length. This is what planners call a safe or a commutative
// action, and a case of partial order reduction with stubborn sets (A. Valmari,
// "Stubborn sets for reduced state space generation", LNCS 483, 1991).
//
// A question that mostly has an answer is searched by layers first, for a few states: what comes
// to an end there needs no other search.
//
// Where an answer of some length is known that may not be the shortest, it is often
// clear from what has to be called that none is within the bound (landmarks.go).
//
// A counter that calls only raise, and that is compared with constants alone, is
// held at one more than the greatest of them: all values from there on are alike.
// The same holds downwards. Of the members of a set that only grows, those that
// occur nowhere else are not counted beyond a few (cardinality.go). A state is
// dropped if the goal is excluded by what no call changes any more: a counter
// that has passed a number, a latch that is set.
//
// # Witnesses
//
// The edges from one layer to the next hold all shortest answers, since a state
// that is met later than need be lies on none. Over them, backwards, the fewest
// calls that break a precondition are found, then the latest first one, then,
// forwards, the first tools in the order of the scenario (witness.go). With the
// tools known, each value is settled in turn: the first, in the order of package
// system, with which the rest is still possible (witness.go). Leaves that were
// sliced away have the first value of their type, or what the calls make of it.
//
// # Checks
//
// A commission is of a basic form that does not hold, and of a call that it speaks
// of. Where a check joins several by `and`, they are followed one by one
// (commission.go). A search for a commission that comes to its end also tells whether there is an
// omission (omission.go). What a check asks that values taken for the same may differ in
// is refused before the search begins: answers, and members of an argument of a
// transition.
//
// Where variables join calls, the state of a check has the bindings that matter for
// the rest of the trace. The arguments that a variable joins are in one group, and
// what the checks remember is among the values that the group has at the time
// (variables.go). There may be ever more bindings, and so that there is no answer of
// any length is looked for with checks that have no variables and are implied. Numbers
// that variables join have to be few.
//
// # Limits
//
// A question may pause between two pieces of the work ([Run]), so that another
// engine can be asked in between.
//
// States are counted, and so is all other work, so that the same question has
// the same answer on every machine, and an answer or none comes in bounded time.
// Numbers and sets that grow with each call count by their length, and beyond
// some length the search gives up.
//
// This package is not part of the supported API, and may change.
package search
