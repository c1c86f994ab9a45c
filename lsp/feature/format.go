package feature

import (
	"context"
	"errors"

	"github.com/aymanbagabas/go-udiff"
	"go.lsp.dev/protocol"

	format "github.com/mantrac/mantrac/fmt"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// Formatting lays out a document. A file with errors of lexis or grammar is
// left as it is: the diagnostics say why.
func Formatting(_ context.Context, now *snapshot.Snapshot, p *protocol.DocumentFormattingParams) ([]protocol.TextEdit, error) {
	_, c, err := now.Open(p.TextDocument.URI)
	if err != nil || c.Tree == nil {
		return nil, err
	}
	text, err := format.File(c.Tree)
	if invalid := (*format.Invalid)(nil); errors.As(err, &invalid) {
		return []protocol.TextEdit{}, nil
	}
	if err != nil {
		return nil, err
	}
	return formatEdits(now, c.Source, string(text)), nil
}

// formatEdits returns the smallest edits, by lines, that make a file another text, so
// that marks and cursors of an editor stay where they are.
func formatEdits(s *snapshot.Snapshot, f *source.File, text string) []protocol.TextEdit {
	list := []protocol.TextEdit{}
	for _, e := range udiff.Lines(f.Text(), text) {
		list = append(list, protocol.TextEdit{Range: s.Mapper.Span(f.Span(e.Start, e.End)), NewText: e.New})
	}
	return list
}
