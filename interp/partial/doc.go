// Package partial makes calls in a model of whose state not everything is known. It
// says what holds whatever is not known.
//
// A [World] gives each leaf of the state a value, or a term over symbols. A symbol
// is something that is not known: the value of a leaf at the start, an argument
// that was redacted, a leaf that a post section leaves open. What the trace tells
// of symbols later, as an answer does, is assumed ([World.Assume]). A choice of
// values for all symbols with which everything assumed is true is a completion.
//
// [World.Step] makes a call: it returns the preconditions as conditions over
// symbols, and the world after the call. Expressions that look at nothing unknown
// are computed by the interpreter, so that a trace of which all is known is replayed
// as it always was. Others are computed here (eval.go) to terms, which are
// simplified as they are built. An expression that this package does not compute is
// a symbol that may have any value: a world never has fewer completions than the
// trace, so that what holds in all of them is so, and what cannot hold is not.
//
// # Decisions
//
// [World.Possible] says whether conditions can hold together. Conditions on one
// symbol become its values, bounds and exclusions; an equality replaces one symbol by
// what it equals; what is left is split into cases by one condition, and at the end
// by the values of symbols that have few. With more than 256 cases, and where sums of
// several symbols are compared, the answer may be that they are possible although
// they are not. That is the coarser answer.
//
// # Bounds
//
// A set whose members are records is one symbol where a part of it, or of a record
// that is put into it, is not known. A condition on such a set is decided only if
// the same set, or the same condition, is met again.
//
// A leaf whose term gets too large becomes a symbol with the condition that it equals
// the term; with too many conditions the oldest is forgotten. A step takes time that
// does not depend on the length of the trace.
//
// This package is not part of the supported API, and may change.
package partial
