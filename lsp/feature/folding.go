package feature

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lsp/cursor"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// FoldingRange lists what takes several lines: forms, and blocks of comments.
// Of several forms that begin on a line the outermost is folded.
func FoldingRange(_ context.Context, now *snapshot.Snapshot, p *protocol.FoldingRangeParams) ([]protocol.FoldingRange, error) {
	_, c, err := now.Open(p.TextDocument.URI)
	if err != nil || c.Tree == nil {
		return []protocol.FoldingRange{}, nil
	}
	f := folds{file: c.Source, ranges: []protocol.FoldingRange{}, taken: make(map[int]bool)}
	// Outer forms first: each line folds at most one form.
	f.containers(c.Tree.Tree.Pieces)
	for _, piece := range c.Tree.Tree.Pieces {
		f.comments(piece)
		if piece.Kind != syntax.Unit {
			continue
		}
		for _, g := range cursor.FormsOf(piece) {
			g.Walk(f.form)
		}
	}
	return f.ranges, nil
}

// folds collects ranges.
type folds struct {
	file   *source.File
	ranges []protocol.FoldingRange
	taken  map[int]bool // lines on which one begins
}

func (f *folds) line(offset int) int {
	return int(snapshot.Mapper{Unit: source.Bytes}.Position(f.file, offset).Line)
}

func (f *folds) add(first, last int, kind protocol.FoldingRangeKind) {
	if first < last && !f.taken[first] {
		f.taken[first] = true
		f.ranges = append(f.ranges, protocol.FoldingRange{StartLine: uint32(first), EndLine: uint32(last), Kind: kind})
	}
}

func (f *folds) form(g *cursor.Form) {
	if g.Kind == syntax.LParen {
		f.add(f.line(g.Start), f.line(g.End), "")
	}
}

// containers folds models and cases.
func (f *folds) containers(pieces []syntax.Piece) {
	open := -1
	for i, p := range pieces {
		switch p.Kind {
		case syntax.Open:
			open = i
		case syntax.Close:
			if open >= 0 {
				f.add(f.line(pieces[open].Start), f.line(p.Start), "")
			}
			// An unclosed container has no end and does not fold.
			open = -1
		}
	}
}

// comments folds the blocks of comment lines in a piece.
func (f *folds) comments(p syntax.Piece) {
	first, last := -1, -1
	end := func() {
		if first >= 0 {
			f.add(first, last, protocol.CommentFoldingRange)
		}
		first = -1
	}
	for _, t := range p.Tokens {
		if t.Kind == syntax.Space {
			continue
		}
		line := f.line(p.Start + t.Start)
		// A token of code or a blank line ends the block.
		if t.Kind != syntax.Comment || first >= 0 && line != last+1 {
			end()
		}
		if t.Kind == syntax.Comment {
			if first < 0 {
				first = line
			}
			last = line
		}
	}
	end()
}
