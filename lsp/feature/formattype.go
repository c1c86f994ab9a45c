package feature

import (
	"context"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lsp/cursor"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// OnTypeFormatting indents the line that a line break has begun as the layout
// would: by a step in blocks, and below the first operand in other forms. It
// works by the tokens before the line, and so in unfinished text.
func OnTypeFormatting(_ context.Context, now *snapshot.Snapshot, p *protocol.DocumentOnTypeFormattingParams) ([]protocol.TextEdit, error) {
	list := []protocol.TextEdit{}
	_, c, err := now.Open(p.TextDocument.URI)
	if err != nil || c.Tree == nil || p.Ch != "\n" {
		return list, nil
	}
	start := now.Mapper.Offset(c.Source, protocol.Position{Line: p.Position.Line})
	indent, ok := indentation(c, start)
	if !ok || start == 0 {
		return list, nil
	}
	text := c.Source.Text()[start:]
	had := len(text) - len(strings.TrimLeft(text, " \t"))
	// Tabs and wrong indentation are replaced. Correct indentation needs no edit.
	if text[:had] == strings.Repeat(" ", indent) {
		return list, nil
	}
	edit := protocol.TextEdit{Range: now.Mapper.Span(c.Source.Span(start, start+had)), NewText: strings.Repeat(" ", indent)}
	return append(list, edit), nil
}

// step is how far the items of a block are indented.
const step = 2

// indentation returns how far a line is indented that starts at an offset, or
// false in a string.
func indentation(c *snapshot.Content, start int) (int, bool) {
	at := cursor.PlaceAt(c, start)
	if at.Atom != nil && at.Atom.Start < start {
		// The line begins inside an atom that spans lines: a string, which keeps its text.
		return 0, false
	}
	if at.List == nil {
		if at.Open < 0 {
			return 0, true
		}
		return column(c, c.Tree.Tree.Pieces[at.Open].Start) + step, true
	}
	if block(at) {
		return column(c, at.List.Start) + step, true
	}
	// Align with the first operand if it comes before the line.
	if first := at.List.Item(1); first != nil && first.End <= start {
		return column(c, first.Start), true
	}
	return column(c, at.List.Start) + step, true
}

// block reports whether the items of the form around a place are one step
// further in than it, and not below the first.
func block(p cursor.Place) bool {
	switch p.List.Head() {
	case "model":
		return p.List.Parent == nil && p.Container == ""
	case "case":
		return p.List.Parent == nil && p.Container == ""
	case "transition":
		return p.List.Parent == nil && p.Container == "model"
	case "checks":
		return p.List.Parent == nil && p.Container == "case"
	}
	return false
}

// column returns the column of an offset in cells, from 0.
func column(c *snapshot.Content, offset int) int {
	return c.Source.Location(offset, source.Width).Column - 1
}
