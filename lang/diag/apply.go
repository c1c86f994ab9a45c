package diag

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/source"
)

// Apply returns the text of a file after the edits that touch it. Edits may
// come in any order; two that overlap are an error, since there is no telling
// which was meant. Edits of other files are left alone.
func Apply(f *source.File, edits []Edit) (string, error) {
	mine := lists.Filter(edits, func(e Edit) bool { return e.Span.File != nil && e.Span.File.Name() == f.Name() })
	slices.SortStableFunc(mine, func(a, b Edit) int { return a.Span.Compare(b.Span) })
	var b strings.Builder
	text, at := f.Text(), 0
	for _, e := range mine {
		if e.Span.Start < at || e.Span.End > len(text) {
			return "", fmt.Errorf("%s: edits overlap or lie outside the file", e.Span)
		}
		b.WriteString(text[at:e.Span.Start])
		b.WriteString(e.New)
		at = e.Span.End
	}
	b.WriteString(text[at:])
	return b.String(), nil
}

// OnlyFix returns the one fix of a diagnostic whose level is at most the given
// one. Where there are several they are alternatives, and only a person can
// tell which is meant.
func (d Diagnostic) OnlyFix(upTo Level) (Fix, bool) {
	var only Fix
	n := 0
	for _, f := range d.Fixes {
		if f.Level <= upTo {
			only = f
			n++
		}
	}
	return only, n == 1
}

// Compatible returns the edits of the only fix up to a level of each diagnostic
// (see [Diagnostic.OnlyFix]), and the diagnostics that these fixes belong to.
// It leaves out every fix that touches text already claimed by an earlier one.
// Applying, checking again and repeating reaches all.
func Compatible(list []Diagnostic, l Level) (edits []Edit, fixed []Diagnostic) {
	for _, d := range list {
		f, ok := d.OnlyFix(l)
		if !ok || clashes(edits, f.Edits) {
			continue
		}
		edits = append(edits, f.Edits...)
		fixed = append(fixed, d)
	}
	return edits, fixed
}

func clashes(have, want []Edit) bool {
	for _, w := range want {
		for _, h := range have {
			if h.Span.File.Name() == w.Span.File.Name() && w.Span.Start <= h.Span.End && h.Span.Start <= w.Span.End {
				return true
			}
		}
	}
	return false
}
