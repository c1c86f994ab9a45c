// Package forms is the table of the check forms.
//
// The parser looks a word up once, and the tree carries the [Form]. Everything
// that is known about a form and is not its meaning is in one row of the table:
// what its operands are and which forms they may be, over which calls it
// quantifies, on which side of a target its anchor lies, whether a trace
// without calls satisfies it, and its documentation. What a form means on a
// trace is code: an automaton in monitor, formulas in compiler.
//
// docs/extending.md shows how to add a form.
package forms
