package feature

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"
	"go.lsp.dev/protocol"

	format "github.com/mantrac/mantrac/fmt"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// RangeFormatting lays out the lines of a range as the layout of the whole
// document has them. Where that cannot be done by itself, since a part of a
// case would be put in another place, nothing is changed.
func RangeFormatting(_ context.Context, now *snapshot.Snapshot, p *protocol.DocumentRangeFormattingParams) ([]protocol.TextEdit, error) {
	list := []protocol.TextEdit{}
	_, c, err := now.Open(p.TextDocument.URI)
	if err != nil || c.Tree == nil {
		return list, nil
	}
	text, err := format.File(c.Tree)
	if invalid := (*format.Invalid)(nil); errors.As(err, &invalid) {
		return list, nil
	}
	if err != nil {
		return nil, err
	}
	at := now.Mapper.Bytes(c.Source, p.Range)
	var edits []diag.Edit
	for _, e := range byLine(udiff.Lines(c.Source.Text(), string(text)), c.Source.Text()) {
		// An edit that inserts is empty and counts as one byte, so that it can touch the range.
		if e.Start <= at.End && at.Start < max(e.End, e.Start+1) {
			edits = append(edits, diag.Edit{Span: c.Source.Span(e.Start, e.End), New: e.New})
		}
	}
	after, err := diag.Apply(c.Source, edits)
	// Edits of a part may lose or duplicate what moves. Then nothing is changed.
	if err != nil || !sameTokens(c.Tree, string(after)) {
		return list, nil
	}
	for _, e := range edits {
		list = append(list, protocol.TextEdit{Range: now.Mapper.Span(e.Span), NewText: e.New})
	}
	return list, nil
}

// byLine cuts edits that change the white space of several lines into one for
// each line.
func byLine(edits []udiff.Edit, text string) []udiff.Edit {
	var list []udiff.Edit
	for _, e := range edits {
		had, got := strings.SplitAfter(text[e.Start:e.End], "\n"), strings.SplitAfter(e.New, "\n")
		if !slices.EqualFunc(had, got, func(a, b string) bool { return squeezed(a) == squeezed(b) }) {
			// The lines differ in more than white space, so they cannot be paired.
			list = append(list, e)
			continue
		}
		at := e.Start
		for i, line := range had {
			list = append(list, udiff.Edit{Start: at, End: at + len(line), New: got[i]})
			at += len(line)
		}
	}
	return list
}

// squeezed returns a line without its white space.
func squeezed(line string) string { return strings.Join(strings.Fields(line), "") }

// sameTokens reports whether a text has the tokens of a file, white space
// apart.
func sameTokens(f *ast.File, text string) bool {
	other := ast.Parse(source.NewFile(f.Tree.File.Name(), text), f.Kind, f)
	return solid(f.Tree) == solid(other.Tree)
}

// solid returns the tokens of a file, one a line.
func solid(t *syntax.Tree) string {
	var b strings.Builder
	for _, p := range t.Pieces {
		if p.Tokens == nil {
			b.WriteString(p.Source.Text())
		}
		for _, token := range p.Tokens {
			if token.Kind != syntax.Space {
				b.WriteString(strings.TrimRight(p.Text(token.Start, token.End), " \t\r") + "\n")
			}
		}
	}
	return b.String()
}
