// Package checker resolves names, infers types, and reports every finding that
// needs no solver.
//
// # Models
//
// [CheckModel] works in three steps. First every declaration is given an
// object (declare.go): a [Var], a [Const] or a [Transition]. Variables and
// constants share one scope; transitions are named by their tools and have a
// scope of their own. Then each transition is checked by itself, against the
// scope and the tool schemas (transition.go, expr.go, post.go). At last come
// the findings that need the whole model: what is never read or never set.
//
// Typing is bidirectional. An expression is first asked for the type it has
// by itself (natural), then checked against the type its place wants: that
// is what makes 1 a Real beside a Real, / exact in it, and "gold" a name of
// an enum beside an enum. The type of an expression that has been reported is
// [types.Invalid], which goes with everything; so one mistake is one
// diagnostic. Arguments of which no schema tells the type are given one
// beforehand, by a pass over their uses (infer.go).
//
// # Suites
//
// [CheckSuite] checks cases against a model (initial values, goals) and
// against tool schemas (calls and their pinned arguments), and looks for the
// brittle and accidental checks that seed 000, App. 0.E had to remove by
// hand.
//
// # Reuse
//
// What is found out about a unit is kept with the objects it asked for. When
// a file is checked again after an edit, a unit is checked anew only if its
// text or one of those objects changed.
//
// The result, a [Model] or a [Suite], maps nodes to objects and types as
// go/types.Info does.
package checker
