package tool

// hints returns the effect that the annotations of an MCP tool tell.
//
// By the specification of MCP, readOnlyHint is false and destructiveHint is
// true unless said otherwise, and the second matters only where the first is
// false. A tool whose annotations mention neither has not said anything, and
// neither has one that says only that it is not destructive; to take their
// silence for a "write" would make writers of all tools that are merely
// given a title.
func hints(n *node) Effect {
	annotations := n.get("annotations")
	readOnly, destructive := annotations.get("readOnlyHint"), annotations.get("destructiveHint")
	switch {
	case readOnly.is(boolNode) && readOnly.truth:
		return EffectRead
	case readOnly.is(boolNode), destructive.is(boolNode) && destructive.truth:
		return EffectWrite
	}
	return EffectUnknown
}
