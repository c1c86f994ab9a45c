// Package ops is the table of the operators and other words that expressions
// begin with.
//
// The parser looks a word up once, and the tree carries the [Op]. Everything
// that is known about an operator and is not its meaning is in one row of the
// table: how many operands it takes and what each of them is, the type of the
// result, when the result is undefined, its algebraic laws, and its
// documentation. Checker, completion, hover, encoders, generators and the
// tests of the specification read that row. What an operator computes is code:
// a switch over Op in interp, compiler and search.
//
// docs/extending.md shows how to add an operator.
package ops
