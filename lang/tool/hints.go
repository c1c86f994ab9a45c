package tool

import "github.com/mantrac/mantrac/lang/document"

// hints returns the effect that the annotations of an MCP tool tell.
//
// By the specification of MCP, readOnlyHint is false and destructiveHint is
// true unless said otherwise, and the second matters only where the first is
// false. A tool whose annotations mention neither has not said anything, and
// neither has one that says only that it is not destructive; to take their
// silence for a "write" would make writers of all tools that are merely
// given a title.
func hints(n *document.Node) Effect {
	annotations := n.Get("annotations")
	readOnly, destructive := annotations.Get("readOnlyHint"), annotations.Get("destructiveHint")
	switch {
	case readOnly.Is(document.Bool) && readOnly.Truth:
		return EffectRead
	case readOnly.Is(document.Bool), destructive.Is(document.Bool) && destructive.Truth:
		return EffectWrite
	}
	return EffectUnknown
}
