// Package ast defines the typed nodes of both languages and builds them from
// the trees of package syntax.
//
// The node families are those of seed 000, App. 0.B.2, under their names:
// variable and constant references ([Ref]), [ParamRef], [NextRef],
// [Literal], [Op], [FieldExpr], [Contains]; for checks the grammar of
// App. 0.B.1: [Atom], [Or], [Temporal].
//
// # Units
//
// A clause of a model or a part of a case is a [Unit] of its own: a node and
// the fragment it was read from. Positions of nodes are relative to that
// fragment, so a unit stays valid, and keeps its identity, in every later
// version of the file in which its text is unchanged. [Unit.Span] gives a
// span in the fragment, which [syntax.Tree.Resolve] turns into a span in the
// file.
//
// # Resilience
//
// Building never fails. Where a form has not the shape that its keyword
// wants, a diagnostic says what shape that is, and the node is made from
// what is there: a name that is missing is nil, an expression that cannot be
// read is a [Bad]. These are only in a unit whose Faults are not empty.
package ast
