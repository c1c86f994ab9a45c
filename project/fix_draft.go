package project

import (
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// A draft is files with changes that have not been written.
type draft struct {
	files  []File
	o      Options
	upTo   diag.Level
	byName map[string]File
	old    map[string]string        // by path, as they were read first
	now    map[string]string        // by path, where it differs
	rounds map[string][][]diag.Edit // by path: the edits that led there, each in the text after those before
}

func newDraft(files []File, o Options, upTo diag.Level) *draft {
	d := &draft{files: files, o: o, upTo: upTo, byName: make(map[string]File), old: make(map[string]string)}
	d.reset()
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

// reset takes back all changes.
func (d *draft) reset() {
	d.now, d.rounds = make(map[string]string), make(map[string][][]diag.Edit)
}

func (d *draft) check() *Result { return Check(d.files, d.o) }

// apply applies the fixes of findings and returns those that it has applied.
func (d *draft) apply(found []diag.Diagnostic) []AppliedFix {
	edits, fixed := diag.Compatible(found, d.upTo)
	texts := make(map[*source.File]string)
	changed := false
	for _, e := range edits {
		f := e.Span.File
		if _, done := texts[f]; done {
			continue
		}
		text, err := diag.Apply(f, edits)
		if err != nil {
			return nil // a fix that contradicts itself
		}
		texts[f] = text
		changed = changed || text != f.Text()
	}
	if !changed {
		return nil
	}
	// Places are told in the texts as they were read first, which are noted before anything changes.
	for f := range texts {
		path := d.byName[f.Name()].Path
		if _, ok := d.old[path]; !ok {
			d.old[path] = f.Text()
		}
	}
	applied := make([]AppliedFix, len(fixed))
	for i, f := range fixed {
		applied[i] = d.applied(f)
	}
	for f, text := range texts {
		path := d.byName[f.Name()].Path
		d.now[path] = text
		d.rounds[path] = append(slices.Clip(d.rounds[path]), editsOf(f, edits))
	}
	return applied
}

// applied describes the fix of a finding, by its place before all fixes.
func (d *draft) applied(found diag.Diagnostic) AppliedFix {
	fix, _ := found.OnlyFix(d.upTo)
	at := found.Primary
	// A finding in another file is placed where its fix begins.
	if at.IsZero() || d.byName[at.File.Name()].Path == "" {
		at = fix.Edits[0].Span
	}
	path, offset := d.byName[at.File.Name()].Path, at.Start
	// The rounds are undone, the last one first.
	for _, edits := range slices.Backward(d.rounds[path]) {
		offset = before(edits, offset)
	}
	old := at.File
	if text, ok := d.old[path]; ok {
		old = source.NewFile(at.File.Name(), text)
	}
	return AppliedFix{File: at.File.Name(), At: old.Location(offset, source.Bytes), Code: found.Code, Message: fix.Message, Level: fix.Level}
}

// editsOf returns the edits of a file in ascending order.
func editsOf(f *source.File, edits []diag.Edit) []diag.Edit {
	mine := lists.Filter(edits, func(e diag.Edit) bool { return e.Span.File.Name() == f.Name() })
	slices.SortStableFunc(mine, func(a, b diag.Edit) int { return a.Span.Compare(b.Span) })
	return mine
}

// before returns the offset that an offset in a text had before edits led to
// it. What an edit has written was where it began.
func before(edits []diag.Edit, at int) int {
	grown := 0
	for _, e := range edits {
		start := e.Span.Start + grown
		if at < start {
			break
		}
		if at < start+len(e.New) {
			return e.Span.Start
		}
		grown += len(e.New) - (e.Span.End - e.Span.Start)
	}
	return at - grown
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
