// Package system is a checked model, and the questions about its cases, as
// data. Engines read it and not the syntax tree.
//
// [Lower] makes the [System] of a model once: the leaves of its state, and for
// each transition its clauses as [Term] trees, what of its post is an
// [Assignment] and what a [Relation], and which leaves it mentions, leaves open
// or ties to each other. Terms have their names resolved: a field of a record
// variable is the list of its leaves. Each term knows what it reads and
// where its source is.
//
// A [Scenario] is a case with the tools that a trace may call and their
// [Parameter]s, a [Query] is a question about it, and a [Trace] is an answer.
//
// The package evaluates nothing. The interpreter, the search of states and the
// encoders each do so in their own way, and laws compare them. The reference
// encoder reads the syntax tree, so that these laws test the lowering, too.
//
// This package is not part of the supported API, and may change.
package system
