package project

import (
	"maps"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// A Fixed is what the fixes of the findings in files make of them.
type Fixed struct {
	// Taken is the number of fixes that were taken, and Files what they make of
	// the files that they change. Nothing has been written.
	Taken int
	Files []Rewrite
	// Result is what is found in the files as they are then.
	Result *Result
	// Worse is the number of fixes that were not taken because they would leave
	// more errors than there are.
	Worse int
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

// Fix applies the first fix of every finding, checks the result, and repeats
// that until there is nothing left to fix. Of the states that the files go
// through, it takes the last that has no more errors than the first: mending
// one mistake may bring others to light, which are not to be seen only after
// the files have been written. If there is no such state, it tries the fixes
// one by one. Only files that are asked for are changed, and not standard
// input.
func Fix(files []File, o Options) *Fixed {
	d := newDraft(files, o)
	first := d.check()
	best := d.together(&Fixed{Result: first})
	if best.Taken == 0 && best.Worse > 0 {
		d.now = make(map[string]string)
		best = d.singly(&Fixed{Result: first})
	}
	return best
}

// together applies all fixes at once, again and again.
func (d *draft) together(best *Fixed) *Fixed {
	before, result, taken := best.Result, best.Result, 0
	for range maxRounds {
		n := d.apply(result.Diagnostics)
		if n == 0 {
			break
		}
		taken += n
		if result = d.check(); !worse(result, before) {
			best = &Fixed{Taken: taken, Files: d.rewrites(), Result: result}
		}
	}
	best.Worse = taken - best.Taken
	return best
}

// singly applies one fix at a time, and takes back those that do harm.
func (d *draft) singly(best *Fixed) *Fixed {
	before, refused := best.Result, 0
	for range maxSingle {
		list := Fixable(best.Result.Diagnostics, d.files)
		if refused >= len(list) {
			break
		}
		saved := maps.Clone(d.now)
		n := d.apply(list[refused : refused+1])
		if result := d.check(); n > 0 && !worse(result, before) {
			best = &Fixed{Taken: best.Taken + n, Files: d.rewrites(), Result: result}
			continue
		}
		d.now = saved
		refused++
	}
	best.Worse = refused
	return best
}

// worse reports whether there are more errors than before.
func worse(after, before *Result) bool {
	return diag.Tally(after.Diagnostics).Errors > diag.Tally(before.Diagnostics).Errors || len(after.Errors) > len(before.Errors)
}

// A draft is files with changes that have not been written.
type draft struct {
	files  []File
	o      Options
	byName map[string]File
	old    map[string]string // by path, as they were read first
	now    map[string]string // by path, where it differs
}

func newDraft(files []File, o Options) *draft {
	d := &draft{files: files, o: o, byName: make(map[string]File), old: make(map[string]string), now: make(map[string]string)}
	for _, f := range files {
		d.byName[f.Name] = f
	}
	read := o.Read
	if read == nil {
		read = ReadText
	}
	d.o.Read = func(path string) (string, error) {
		if text, ok := d.now[path]; ok {
			return text, nil
		}
		return read(path)
	}
	return d
}

func (d *draft) check() *Result { return Check(d.files, d.o) }

// Fixable returns the findings whose first fix changes nothing but the given
// files.
func Fixable(list []diag.Diagnostic, files []File) []diag.Diagnostic {
	names := make(map[string]bool)
	for _, f := range files {
		names[f.Name] = !f.Stdin
	}
	var out []diag.Diagnostic
	for _, f := range list {
		if len(f.Fixes) > 0 && within(f.Fixes[0], names) {
			out = append(out, f)
		}
	}
	return out
}

func within(f diag.Fix, names map[string]bool) bool {
	for _, e := range f.Edits {
		if e.Span.IsZero() || !names[e.Span.File.Name()] {
			return false
		}
	}
	return true
}

// apply applies the fixes of findings and returns how many it has applied.
func (d *draft) apply(found []diag.Diagnostic) int {
	edits, fixed := diag.Compatible(Fixable(found, d.files), diag.Suggestion)
	texts := make(map[*source.File]string)
	changed := false
	for _, e := range edits {
		f := e.Span.File
		if _, done := texts[f]; done {
			continue
		}
		text, err := diag.Apply(f, edits)
		if err != nil {
			return 0 // a fix that contradicts itself
		}
		texts[f] = text
		changed = changed || text != f.Text()
	}
	if !changed {
		return 0
	}
	for f, text := range texts {
		path := d.byName[f.Name()].Path
		if _, ok := d.old[path]; !ok {
			d.old[path] = f.Text()
		}
		d.now[path] = text
	}
	return len(fixed)
}

// rewrites returns the files that have changed, in the order in which they
// were asked for.
func (d *draft) rewrites() []Rewrite {
	var list []Rewrite
	for _, f := range d.files {
		if now, ok := d.now[f.Path]; ok && now != d.old[f.Path] {
			list = append(list, Rewrite{File: f, Old: d.old[f.Path], New: now})
		}
	}
	return list
}
