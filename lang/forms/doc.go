// Package forms is the table of the check forms.
//
// The parser looks a word up once, and the tree carries the [Form]. Everything
// that is known about a form and is not its meaning is in one row of the table:
// what its operands are and which forms they may be, over which calls it
// quantifies, on which side of a target its anchor lies, whether a trace
// without calls satisfies it, what one more call does to it, its laws, and its
// documentation. What a form means on a trace is code: an automaton in monitor,
// formulas in compiler. The tests of monitor hold the laws and the polarities
// against the automata.
//
// Unlike an operator, a form has no definedness: it is met or not on every
// trace. What may be missing is a value that a pin tests, and that is a matter
// of the [Test]: all but `absent` fail then.
//
// docs/extending.md shows how to add a form.
package forms
