// Package slice finds the part of a system on which a question rests: the tools
// that a shortest answer may call, and the leaves whose values matter. All
// engines ask it, each in its own way about what is left.
//
// # Tools
//
// A tool is kept if a call of it can help a check to come out as wanted; if it
// may be the call that a forward question asks for, or the last one of a question
// of reach; or if one of its writes can be of use to a tool that is kept, or to
// the goal. The conditions of kept tools that have to hold, or of which one has to
// fail, and the goal are taken for formulas over literals without negation, the
// wishes. A write is of use if it may make a wish come true that it is to be of use
// to, or if the leaf is opaque: it is read by a relation, by a guard, or by the
// value of an assignment to a leaf that matters.
//
// Take an answer, and leave out all calls of tools that are not kept. It is an
// answer still. A check that has to hold holds: whatever it asks for is a call
// of a kept tool, and what is left out can only have broken it; and the other way
// round for one that has to fail. An opaque leaf has the values it had. Of any
// other leaf, a value that was written by what is left out made every wish that
// reads it false, so that with the value that it has instead no wish is false
// that was true; and formulas without negation are monotone. A leaf that no kept
// tool writes keeps what the case says of it, and is folded into the formulas;
// whether another write is of use to it is told by the formulas as they were
// before. As the trace has become shorter, no shortest answer calls a tool that
// is not kept.
//
// Nothing in this needs the slice to be the smallest: more tools and more wishes
// that are closed in the same way keep every answer, too. So one slice can serve
// many questions ([Case.All]): checks and goal may have to hold or to fail, and
// tools that checks name to keep their preconditions or not.
//
// What the tools of a slice can bring about, value by value, tells more
// (reachable.go): a tool that can never be called among them goes, and what is
// wished for and always so needs no help. The slice is then made anew, until it
// gets no smaller.
//
// # Leaves
//
// The search computes the formulas with the leaves that are known folded in, so
// that the leaves in the wishes are all that it looks at. An encoder says of every
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
