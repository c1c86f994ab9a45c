package editing

import (
	"errors"
	"path/filepath"
	"slices"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/edit/locks"
	"github.com/mantrac/mantrac/internal/disk"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/project"
)

// An Application is edits of files, which may change the meaning of suites beside
// them.
type Application struct {
	files  []project.File
	others []project.File // suites that a change of a model concerns
	o      project.Options
	had    map[string]bool // errors that others have anyway
	locks  []edit.Lock
	byHand bool

	folders []*locks.File // that hold the locks
}

// NewApplication prepares edits of files. By hand they may change what is locked;
// say is told of locks that have moved.
func NewApplication(files []project.File, o project.Options, byHand bool, say func(string)) (*Application, error) {
	a := &Application{files: files, o: o, had: make(map[string]bool), byHand: byHand}
	asked := make(map[string]bool)
	var folders []string
	for _, f := range files {
		asked[f.Path] = true
		if f.Kind == project.ModelFile {
			folders = append(folders, filepath.Dir(f.Name))
		}
	}
	// Suites that cannot be found cannot be broken.
	suites, _ := project.Find(folders, project.FindOptions{Kinds: []project.Kind{project.SuiteFile}})
	a.others = lists.Filter(suites, func(f project.File) bool { return !asked[f.Path] })
	// Errors that are there before the edits are not held against the edits.
	for _, d := range a.elsewhere(a.o) {
		a.had[string(d.Code)+d.Message] = true
	}
	set, err := SetOf(files)
	if err != nil {
		return nil, err // what cannot be read has no locks that could be followed
	}
	if a.locks, a.folders, err = LocksOf(files, set, say); err != nil {
		return nil, err
	}
	// Suites that are not edited may read what is: their locks protect it, too.
	a.locks = append(a.locks, a.readers()...)
	return a, nil
}

// readers returns the locks on suites that are not edited, and read what is.
func (a *Application) readers() []edit.Lock {
	names := NamesOf(a.files)
	var list []edit.Lock
	for _, name := range names {
		for _, l := range locks.Readers(a.folders, name) {
			if !slices.Contains(names, l.At.File) {
				list = append(list, l)
			}
		}
	}
	return list
}

// elsewhere returns the errors in suites that are not edited.
func (a *Application) elsewhere(o project.Options) []diag.Diagnostic {
	if len(a.others) == 0 {
		return nil
	}
	return lists.Filter(project.Check(a.others, o).Diagnostics, func(d diag.Diagnostic) bool { return d.Severity == diag.Error })
}

// Run makes the edits in memory.
func (a *Application) Run(list []edit.Edit, name string) (*edit.Result, error) {
	result := project.Check(a.files, a.o)
	if err := errors.Join(result.Errors...); err != nil {
		return nil, err
	}
	set := &edit.Set{Models: result.Models, Suites: result.Suites}
	return edit.Apply(set, list, edit.ApplyOptions{Name: project.Shown(name), Check: a.check, Locks: a.locks, ByHand: a.byHand})
}

// check checks the files with new texts, and the suites beside them.
func (a *Application) check(changes []edit.Change) (*edit.Set, []diag.Diagnostic) {
	texts := make(map[string]string)
	for _, c := range changes {
		path := a.path(c.File)
		texts[path] = c.New
		if real, err := filepath.EvalSymlinks(path); err == nil { // a suite may name what a link leads to
			texts[real] = c.New
		}
	}
	o := a.o
	o.Read = func(path string) (string, error) {
		if text, ok := texts[path]; ok {
			return text, nil
		}
		return project.ReadText(path)
	}
	result := project.Check(a.files, o)
	found := result.Diagnostics
	for _, d := range a.elsewhere(o) {
		// Code and message identify an error, since the edits may move its place.
		if !a.had[string(d.Code)+d.Message] {
			d.Notes = append(d.Notes, "this file is not among those that are edited")
			found = append(found, d)
		}
	}
	return &edit.Set{Models: result.Models, Suites: result.Suites}, found
}

func (a *Application) path(name string) string {
	for _, f := range a.files {
		if f.Name == name {
			return f.Path
		}
	}
	return name
}

// Changes returns the changes of files with their paths.
func (a *Application) Changes(list []edit.Change) disk.Changes {
	return lists.Map(list, func(c edit.Change) disk.Change {
		return disk.Change{Name: c.File, Path: a.path(c.File), Old: c.Old, New: c.New}
	})
}

// Finish records what was changed by hand, as a record with the author, the time
// and the reason says, and writes the locks as they are after the edits.
func (a *Application) Finish(r *edit.Result, by edit.Record) error {
	for _, o := range r.Overridden {
		o.Author, o.Time, o.Reason = by.Author, by.Time, by.Reason
		f := locks.Folder(a.folders, o.At.File)
		f.Records = append(f.Records, o)
	}
	return relock(a.folders, a.files, r.Locks)
}

// Locks returns the locks on the files.
func (a *Application) Locks() []edit.Lock { return a.locks }
