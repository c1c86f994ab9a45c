// Package report writes the behaviour of a change as text, Markdown and JSON.
//
// [Text] and [Markdown] have the same parts: a headline with the class of the
// whole; a line for each tool that changed, with a shortest trace that one
// version alone allows; what each edit does by itself; what became of the
// cases; and, below, what the answers are about and how far they are proved.
// Tools without a difference are counted, not listed.
//
//	behaviour: looser
//
//	  create_purchase_order  looser
//	    now allowed: check_inventory → create_purchase_order
//	    `(= legacy_checked true)` refused it before
//
// [JSON] has all of it for programs, and behaviour.schema.json describes that.
//
// Names and values may hold anything. The texts never pass on a control
// character or a bidirectional override, and Markdown shows them as code.
//
// This package is not part of the supported API, and may change.
package report
