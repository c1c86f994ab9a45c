package feature

import (
	"maps"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/edit/locks"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// locked returns what is locked that edits of a file would change, or "".
func locked(f *source.File, edits []diag.Edit) string {
	folders, err := locks.Beside([]string{f.Name()})
	// A file of locks that cannot be read might lock anything.
	if err != nil {
		return locks.Name + " cannot be read"
	}
	spans := locks.Spans(folders, f.Name(), f.Text())
	for _, e := range edits {
		for _, k := range spans {
			if e.Span.File.Name() == f.Name() && e.Span.Start < k[1] && k[0] < e.Span.End {
				return f.Text()[k[0]:k[1]]
			}
		}
	}
	return ""
}

// withoutLocked leaves out the fixes that would change what is locked. Those of a
// lock itself restore it.
func withoutLocked(f *source.File, d diag.Diagnostic) diag.Diagnostic {
	d.Fixes = slices.DeleteFunc(slices.Clone(d.Fixes), func(x diag.Fix) bool { return d.Code != "MC0707" && locked(f, x.Edits) != "" })
	return d
}

// refuseLocked returns an error if a renaming would change what is locked.
func refuseLocked(places map[*source.File][]diag.Edit) error {
	byName := func(a, b *source.File) int { return strings.Compare(a.Name(), b.Name()) }
	for _, f := range slices.SortedFunc(maps.Keys(places), byName) {
		if text := locked(f, places[f]); text != "" {
			return Refuse("`%s` is locked; mantrac apply renames what locks are on as well", diag.Excerpt(text))
		}
	}
	return nil
}
