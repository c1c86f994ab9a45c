// Package report writes lists of edits as text and Markdown, and for CI.
// Programs read [edit.WriteJSON].
//
// [Text] groups the edits by the declaration that they are about:
//
//	procurement.wm
//	  transition create_purchase_order
//	    removed precondition
//	      - (= legacy_checked true)
//
// [Markdown] has the same parts; [SARIF] and [GitHub] have a result, or a
// notice, for each edit at its place in the new version.
//
// Names and source may hold anything. No projection but SARIF passes on a
// control character or a bidirectional override.
//
// This package is not part of the supported API, and may change.
package report
