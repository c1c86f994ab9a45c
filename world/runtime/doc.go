// Package runtime runs a world model: it answers the calls of an agent as the tools
// of the model would.
//
// A [World] is a case made ready. A [Session] of it has a state of its own. Each call
// is judged by the interpreter: one that breaks a precondition is refused and changes
// nothing; any other one leads to a next state, and has an answer that agrees with
// the model. Nothing else is ever answered: each answer is read as a grader reads it
// (bindings.yaml) and judged once more before it is sent.
//
// # Answers
//
// Parts of an answer that the model ties to the state are what the ties say. Other
// results are drawn, until the model allows them; what else the tool's schema asks for
// is a sample of it. A list whose elements maps tell, by a key that is in each of them,
// has an element for each key of the maps that the model allows; which of them belong
// into the list is for records to say. A transition without `results` says which facts its call reveals
// by mentioning them in `post`: the answer shows the leaves whose next value the caller
// cannot know from the model and the call alone, by name ((= (next in_stock) in_stock)).
//
// # What is drawn
//
// A case may leave parts of the initial state free, and a post section may leave open
// what a call leads to. Both are drawn, by a seed: the same seed and the same calls give
// the same answers. [World.Begin] draws initial states until there is a compliant trace
// from one.
//
// # What an agent learns
//
// Only leaves that some answer shows are sent. A refusal is plain, or it explains: the
// clause and its values where both may be known, the sentence of the manual, and the
// fewest calls after which the call is allowed (package plan/why).
//
// This package is not part of the supported API, and may change.
package runtime
