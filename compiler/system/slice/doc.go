// Package slice finds the part of a system that a question depends on: the tools that a
// shortest answer may call, and the leaves whose values matter. All engines use it, each
// in its own way.
//
// # Tools
//
// A tool is kept if a call of it can help a check to pass or fail as the question asks;
// if it may be the call that a forward question asks for, or the last one of a question
// of reach; or if one of its writes is relevant to a kept tool, or to the goal. The
// conditions of kept tools that have to hold, or of which one has to fail, and the goal
// are formulas over literals without negation. These literals are the subgoals. A write
// is relevant if it can satisfy a subgoal, or if the leaf is opaque: a relation, a guard,
// or the value of an assignment to a leaf that matters reads it.
//
// Take an answer, and leave out all calls of tools that are not kept. The rest is still
// an answer. A check that has to hold holds: it asks for calls of kept tools only, and
// the calls that are left out can only have broken it; and the other way round for one
// that has to fail. An opaque leaf has the values it had. For any other leaf, a value
// that was written by a call that is left out made every subgoal that reads it false. So
// with the value that it has instead, no subgoal is false that was true; and formulas
// without negation are monotone. A leaf that no kept tool writes keeps the value of the
// case, and is folded into the formulas; whether another write is relevant to it is
// decided by the formulas before that. As the trace has become shorter, no shortest
// answer calls a tool that is not kept.
//
// The slice need not be the smallest: more tools and more subgoals that are closed in the
// same way keep every answer, too. So one slice can serve many questions ([Case.All]):
// checks and goal may have to hold or to fail, and tools that checks name to keep their
// preconditions or not.
//
// The reachable values of the leaves remove more (reachable.go): a tool that can never be
// called is dropped, and a subgoal that always holds needs no help. The slice is then
// computed again, until it gets no smaller.
//
// # Leaves
//
// The search computes the formulas with the leaves that are known folded in, so
// that the leaves in the subgoals are all that it looks at. An encoder says of every
// call all that the transition says, and needs the leaves that this speaks of
// ([Slice.Cone]). A run of the kept tools is one of the whole model: the leaves
// left out have some next value after every call, because an assignment has one
// and a leaf that is left open takes any, and nobody reads them.
//
// The idea is that of cone-of-influence slicing, made sharper by polarity; it is
// akin to the relevance analysis of planners (J. Hoffmann, B. Nebel, "The FF
// Planning System", Journal of Artificial Intelligence Research 14, 2001).
//
// This package is not part of the supported API, and may change.
package slice
