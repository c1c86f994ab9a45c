// Package why explains why a model refuses a call, and which calls would make it
// allowed.
//
// An [Explainer] is made once for a model. A call is explained in one state, or in all
// states that are possible: by the preconditions that it breaks, with the values that
// decide, and by the fewest calls after which it is allowed.
//
// # How ways are found
//
// A case is made that begins in the state and whose one check asks for the call with
// these arguments; its smallest compliant trace is the way ([validate.Session.Ask]).
// It ends with the call. What the model says without any check is known of an empty
// case ([system.Scenario.Another]), so that a question costs little more than its
// search. That no calls lead to the call is proved for every length, or holds up to
// the bound.
//
// # Several states
//
// The way from the first state in which the call is refused is tried in the others by
// the interpreter. Those in which each call is allowed, whatever the calls before it
// led to, share it; the first of the rest is asked for a way of its own, and so on.
//
// This package is not part of the supported API, and may change.
package why
