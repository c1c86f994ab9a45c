package project

import (
	"cmp"
	"maps"
	"slices"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// A Fixed is what the fixes of the findings in files make of them.
type Fixed struct {
	// Taken are the fixes that were applied, in the order of their places, and
	// Files what they make of the files that they change. Nothing has been
	// written.
	Taken []AppliedFix
	Files []Rewrite
	// Result is what is found in the files as they are then.
	Result *Result
	// Worse is the number of fixes that were not applied because they would
	// leave more errors than there are.
	Worse int
}

// An AppliedFix is a fix that was applied, with its place in the text before all
// fixes.
type AppliedFix struct {
	File    string
	At      source.Location // line and column in bytes
	Code    diag.Code
	Message string
	Level   diag.Level
}

// A Rewrite is a new text of a file.
type Rewrite struct {
	File
	Old, New string
}

// Fixes are applied and the result checked at most so often: a fix may make
// room for others, but not for ever.
const (
	maxRounds = 32 // all fixes at once
	maxSingle = 64 // one fix at a time
)

// Fix applies the fixes of the findings up to a level, checks the result, and
// repeats that until there is nothing left to fix; [Fixable] says which. Of the
// states that the files go through, it takes the last that has no more errors
// than the first, and none once there are none: mending one mistake may bring
// others to light, which are not to be seen only after the files have been
// written. If there is no such state, it tries the fixes one by one. Only files
// that are asked for are changed, and not standard input.
func Fix(files []File, o Options, upTo diag.Level) *Fixed {
	d := newDraft(files, o, upTo)
	first := d.check()
	best := d.together(&Fixed{Result: first})
	if len(best.Taken) == 0 && best.Worse > 0 {
		d.reset()
		best = d.singly(&Fixed{Result: first})
	}
	slices.SortStableFunc(best.Taken, func(a, b AppliedFix) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.At.Line, b.At.Line), cmp.Compare(a.At.Column, b.At.Column))
	})
	return best
}

// together applies all fixes at once, again and again.
func (d *draft) together(best *Fixed) *Fixed {
	limit, result := best.Result, best.Result
	var taken []AppliedFix
	for range maxRounds {
		applied := d.apply(Fixable(result, d.files, d.o, d.upTo))
		if len(applied) == 0 {
			break
		}
		taken = append(taken, applied...)
		if result = d.check(); !worse(result, limit) {
			best = &Fixed{Taken: slices.Clone(taken), Files: d.rewrites(), Result: result}
			if !result.erroneous() {
				limit = result
			}
		}
	}
	best.Worse = len(taken) - len(best.Taken)
	return best
}

// singly applies one fix at a time, and takes back those that do harm.
func (d *draft) singly(best *Fixed) *Fixed {
	limit, refused := best.Result, 0
	for range maxSingle {
		list := Fixable(best.Result, d.files, d.o, d.upTo)
		if refused >= len(list) {
			break
		}
		saved := *d
		// apply writes into the maps, and the saved draft keeps the old ones.
		d.now, d.rounds = maps.Clone(d.now), maps.Clone(d.rounds)
		applied := d.apply(list[refused : refused+1])
		if result := d.check(); len(applied) > 0 && !worse(result, limit) {
			best = &Fixed{Taken: append(best.Taken, applied...), Files: d.rewrites(), Result: result}
			if !result.erroneous() {
				limit = result
			}
			continue
		}
		d.now, d.rounds = saved.now, saved.rounds
		refused++
	}
	best.Worse = refused
	return best
}

// worse reports whether there are more errors than before.
func worse(after, before *Result) bool {
	return diag.Tally(after.Diagnostics).Errors > diag.Tally(before.Diagnostics).Errors || len(after.Errors) > len(before.Errors)
}

// erroneous reports whether there is an error in the files, or in what they
// need.
func (r *Result) erroneous() bool {
	return len(r.Errors) > 0 || diag.Tally(r.Diagnostics).Errors > 0
}

// Fixable returns the findings with one fix up to a level that changes nothing
// but the given files, and nothing that the options keep. While there are errors, in any of the files, it returns
// errors alone: a warning or a lint may rest on what is wrong elsewhere, as an
// unused variable rests on the clause that could not be read.
func Fixable(r *Result, files []File, o Options, upTo diag.Level) []diag.Diagnostic {
	names := make(map[string]bool)
	for _, f := range files {
		names[f.Name] = !f.Stdin
	}
	var out []diag.Diagnostic
	for _, d := range r.Diagnostics {
		if d.Severity != diag.Error && r.erroneous() {
			continue
		}
		if fix, ok := d.OnlyFix(upTo); ok && within(fix, names) && !o.keeps(fix) {
			out = append(out, d)
		}
	}
	return out
}

// keeps reports whether a fix would change what is to be left alone.
func (o Options) keeps(fix diag.Fix) bool {
	return o.Keep != nil && slices.ContainsFunc(fix.Edits, func(e diag.Edit) bool {
		return slices.ContainsFunc(o.Keep(e.Span.File), func(k [2]int) bool {
			return e.Span.Start < k[1] && k[0] < e.Span.End || e.Span.Start > k[0] && e.Span.End < k[1]
		})
	})
}

func within(f diag.Fix, names map[string]bool) bool {
	return !slices.ContainsFunc(f.Edits, func(e diag.Edit) bool { return e.Span.IsZero() || !names[e.Span.File.Name()] })
}
