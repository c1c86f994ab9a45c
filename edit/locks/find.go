package locks

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/project"
)

// Find returns a warning for each lock on the files of a set, as they are on disk,
// that does not hold, and for each whose file is gone.
func Find(folders []*File, s *edit.Set) ([]diag.Diagnostic, error) {
	// A file that has another name by now is not gone.
	if _, err := Follow(folders, s); err != nil {
		return nil, nil // names that are declared twice; that is an error of its own
	}
	var list []diag.Diagnostic
	for _, f := range folders {
		found, err := f.Broken(s)
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
		for _, l := range f.Gone() {
			at := source.NewFile(filepath.Join(f.dir, Name), string(f.text)).Span(0, 0)
			list = append(list, diag.Of(breach{edit.Breach{Lock: l, State: edit.Gone, At: at}}))
		}
	}
	return list, nil
}

// Broken returns a warning for each lock on the files of a set that does not hold.
func (f *File) Broken(s *edit.Set) ([]diag.Diagnostic, error) {
	if len(f.Locks) == 0 {
		return nil, nil
	}
	breaches, err := edit.Breaches(s, f.Locks)
	if refused := (*edit.Refused)(nil); errors.As(err, &refused) {
		return nil, nil // names that are declared twice; that is an error of its own
	}
	list := lists.Map(breaches, func(b edit.Breach) diag.Diagnostic { return diag.Of(breach{b}) })
	return list, err
}

// Parse reads the text of a file of locks; "" holds none.
func Parse(name, text string) (*File, error) {
	f := &File{dir: filepath.Dir(name), text: []byte(text)}
	if text == "" {
		return f, nil
	}
	return f, f.parse()
}

// A breach is what is locked and not as the lock says.
type breach struct{ edit.Breach }

// Diagnose implements [diag.Problem].
func (p breach) Diagnose() diag.Diagnostic {
	l := p.Lock
	at := edit.At(l.At.Path...).String()
	d := diag.Warningf("MC0707", p.At, "`%s` is locked, and was changed", at)
	switch {
	case p.State == edit.Redefined:
		d.Message = fmt.Sprintf("this is read by `%s`, which is locked, and was changed", at)
		if p.Was == "" {
			d.Notef("there was nothing here")
		} else {
			d.Notef("it was `%s`", diag.Excerpt(p.Was))
		}
		d.Replace("restore it", p.Whole)
	case p.State == edit.Gone && filepath.Base(p.At.File.Name()) == Name:
		d.Message = fmt.Sprintf("`%s` is locked, and its file `%s` is gone", at, project.Shown(filepath.Base(l.At.File)))
	case p.State == edit.Gone:
		d.Message = fmt.Sprintf("`%s` is locked, and was removed", at)
	default:
		d.Replace("restore what was locked", l.Text)
	}
	d.Notef("what is locked is `%s`", diag.Excerpt(l.Text))
	d.Notef("locked by %s on %s: %s", l.Author, l.Time.UTC().Format(time.DateOnly), l.Reason)
	d.Helpf("restore it; or, if a person decided so, remove the lock with `mantrac unlock`, and lock it again with `mantrac lock`")
	return d
}

// Spans returns where what is locked is in the text of a file, or what it
// reads. Locks of which the file is gone may be on this one.
func Spans(folders []*File, name, text string) [][2]int {
	var mine []edit.Lock
	for _, f := range folders {
		gone := f.Gone()
		for _, l := range f.Locks {
			if l.At.File == filepath.Clean(name) || f.mayBe(l.At.File, name) && slices.ContainsFunc(gone, func(g edit.Lock) bool { return g.At.String() == l.At.String() }) {
				mine = append(mine, l)
			}
		}
	}
	for _, l := range Readers(folders, name) {
		mine = append(mine, edit.Lock{Uses: l.Uses})
	}
	return edit.LockedSpans(text, mine)
}
