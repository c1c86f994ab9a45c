// Package coverage says which parts of a model, and which places of its manual,
// the cases of its suites touch, and how.
//
// # Items
//
// An [Item] is a tool that has a transition, a clause of `pre`, an effect (a
// clause of `post`), or a value of a variable whose type is an enum. Cases are those
// of the suites about the model that have a compliant trace; the smallest one is
// the witness of the case, as validate shows it.
//
// # Statuses
//
// What a case does with an item is one of:
//
//   - it exercises it: the witness calls the tool; or it calls the tool of the
//     clause or effect with the guard true (a clause without `=>` has none); or the
//     variable has the value, where the case says so at the start, or after a call;
//   - it forbids it. Of a tool: its checks name the tool, some run of the model from its
//     start calls it, and no compliant trace does. Of a clause: its checks name the tool,
//     some run of the model leads to a call that breaks the clause and nothing else,
//     and the checks accept no trace with a call that breaks a precondition (the forward
//     question of validate), so that they keep the agent from it;
//   - it reaches it: another compliant trace than the witness calls the tool of the
//     item, or ends with the value. This is asked only of items that no case
//     exercises or forbids.
//
// The [Status] of an item is the first of these that some case does, in this order.
// Otherwise it is untouched, or unknown if a question about it has no answer.
// Answers hold for traces up to the bound.
//
// # Manual
//
// An item belongs to the places that the `; @manual` lines above it name, and else to
// those of its transition or variable; a clause or effect belongs as well to the
// places of the variables and constants that it reads. A [Section] is a place of the
// manual: the text from a heading to the next one, or lines. Its status is the
// first in the order above that one of its items has; values count only where
// nothing else belongs to the place. A case that names the place exercises it, too. A
// heading that nothing names is not cited.
//
// A line `; @manual FILE#PLACE not checkable: REASON` anywhere in a model or a suite
// says that no check can say what is there, such as what a message has to say. The
// place is not checkable, unless something touches it, and the report shows the reason.
//
// This package is not part of the supported API, and may change.
package coverage
