package lsp

import (
	"context"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/source"
)

// onTypeFormatting indents the line that a line break has begun as the layout
// would: by a step in blocks, and below the first operand in other forms. It
// works by the tokens before the line, and so in unfinished text.
func onTypeFormatting(_ context.Context, now *snapshot, p *protocol.DocumentOnTypeFormattingParams) ([]protocol.TextEdit, error) {
	list := []protocol.TextEdit{}
	_, c, err := now.open(p.TextDocument.URI)
	if err != nil || c.tree == nil || p.Ch != "\n" {
		return list, nil
	}
	start := now.mapper.offset(c.source, protocol.Position{Line: p.Position.Line})
	indent, ok := indentation(c, start)
	if !ok || start == 0 {
		return list, nil
	}
	text := c.source.Text()[start:]
	had := len(text) - len(strings.TrimLeft(text, " \t"))
	if text[:had] == strings.Repeat(" ", indent) {
		return list, nil
	}
	edit := protocol.TextEdit{Range: now.mapper.span(c.source.Span(start, start+had)), NewText: strings.Repeat(" ", indent)}
	return append(list, edit), nil
}

// step is how far the items of a block are indented.
const step = 2

// indentation returns how far a line is indented that starts at an offset, or
// false in a string.
func indentation(c *content, start int) (int, bool) {
	at := placeAt(c, start)
	if at.atom != nil && at.atom.start < start {
		return 0, false
	}
	if at.list == nil {
		if at.open < 0 {
			return 0, true
		}
		return column(c, c.tree.Tree.Pieces[at.open].Start) + step, true
	}
	if block(at) {
		return column(c, at.list.start) + step, true
	}
	if first := at.list.item(1); first != nil && first.end <= start {
		return column(c, first.start), true
	}
	return column(c, at.list.start) + step, true
}

// block reports whether the items of the form around a place stand one step
// further in than it, and not below the first.
func block(p place) bool {
	switch p.list.head() {
	case "model":
		return p.list.parent == nil && p.container == ""
	case "case":
		return p.list.parent == nil && p.container == ""
	case "transition":
		return p.list.parent == nil && p.container == "model"
	case "checks":
		return p.list.parent == nil && p.container == "case"
	}
	return false
}

// column returns the column of an offset in cells, from 0.
func column(c *content, offset int) int {
	return c.source.Location(offset, source.Width).Column - 1
}
