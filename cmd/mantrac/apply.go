package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/edit/locks"
	"github.com/mantrac/mantrac/internal/disk"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/project"
)

func apply(c *cli.Context) error {
	if c.NArg() < 2 {
		return suggest("it takes a file of edits and the files to edit", "", "mantrac help apply")
	}
	reason := strings.TrimSpace(c.String("reason"))
	switch {
	case c.Bool("by-hand") && reason == "":
		return suggest("--by-hand requires --reason: what is locked changes only with one", "", "mantrac help apply")
	case !c.Bool("by-hand") && (c.IsSet("reason") || c.IsSet("author")):
		return suggest("--reason and --author require --by-hand", "", "mantrac help apply")
	}
	name := c.Args().First()
	list, err := readEdits(name)
	if err != nil {
		return refusedEdits(name, err, exitBadInput)
	}
	files, err := lockable(c.Args().Tail())
	if err != nil {
		return err
	}
	a := newApplication(c, files)
	if a.locks, a.folders, err = locksFor(files); err != nil {
		return err
	}
	a.locks = append(a.locks, a.readers()...)
	result, err := a.run(list, name)
	if err != nil {
		return refusedEdits(name, err, exitFindings)
	}
	if c.Bool("dry-run") {
		_, err := io.WriteString(os.Stdout, a.changes(result.Changes).Diff())
		return err
	}
	if err := a.changes(result.Changes).Write(); err != nil {
		return err
	}
	for _, r := range result.Overridden {
		r.Author, r.Time, r.Reason = author(c.String("author")), time.Now(), reason
		f := locks.Folder(a.folders, r.At.File)
		f.Records = append(f.Records, r)
		fmt.Fprintf(os.Stderr, "recorded: %s is changed by hand\n", report.Visible(r.At.String()))
	}
	if err := relock(a.folders, files, result.Locks); err != nil {
		return errors.Join(err, a.changes(result.Changes).Undo())
	}
	for _, f := range result.Followed {
		fmt.Fprintf(os.Stderr, "edit %d: what it expects is at %s now\n", f.Edit+1, report.Visible(f.To.String()))
	}
	fmt.Fprintf(os.Stderr, "%s applied in %s\n", report.Count(len(list), "edit"), report.Count(len(result.Changes), "file"))
	return nil
}

// readEdits reads edits in either form.
func readEdits(name string) ([]edit.Edit, error) {
	data, err := readInput(name)
	if err != nil {
		return nil, err
	}
	if bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n"), []byte("{")) {
		return edit.ReadJSON(data)
	}
	return edit.ReadSExpr(string(data))
}

// refusedEdits says why edits are refused.
func refusedEdits(name string, err error, code int) error {
	var refused *edit.Refused
	if !errors.As(err, &refused) {
		return err
	}
	for _, f := range refused.Faults {
		fmt.Fprintf(os.Stderr, "%s: %s\n", project.Shown(name), report.Visible(f.String()))
		for _, n := range f.Notes {
			fmt.Fprintf(os.Stderr, "  note: %s\n", report.Visible(n))
		}
		if err := tellFaults(f.Found); err != nil {
			return err
		}
	}
	return status(code)
}

// An application is files that are edited.
type application struct {
	files  []project.File
	others []project.File // suites that a change of a model concerns
	o      project.Options
	had    map[string]bool // errors that others have anyway
	locks  []edit.Lock
	byHand bool

	folders []*locks.File // that hold the locks
}

func newApplication(c *cli.Context, files []project.File) *application {
	a := &application{files: files, o: projectOptions(c), had: make(map[string]bool), byHand: c.Bool("by-hand")}
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
	for _, f := range suites {
		if !asked[f.Path] {
			a.others = append(a.others, f)
		}
	}
	for _, d := range a.elsewhere(a.o) {
		a.had[string(d.Code)+d.Message] = true
	}
	return a
}

// readers returns the locks on suites that are not edited, and read what is.
func (a *application) readers() []edit.Lock {
	names := namesOf(a.files)
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
func (a *application) elsewhere(o project.Options) []diag.Diagnostic {
	if len(a.others) == 0 {
		return nil
	}
	var list []diag.Diagnostic
	for _, d := range project.Check(a.others, o).Diagnostics {
		if d.Severity == diag.Error {
			list = append(list, d)
		}
	}
	return list
}

// run makes the edits in memory.
func (a *application) run(list []edit.Edit, name string) (*edit.Result, error) {
	result := project.Check(a.files, a.o)
	if err := errors.Join(result.Errors...); err != nil {
		return nil, err
	}
	set := &edit.Set{Models: result.Models, Suites: result.Suites}
	return edit.Apply(set, list, edit.ApplyOptions{Name: project.Shown(name), Check: a.check, Locks: a.locks, ByHand: a.byHand})
}

// check checks the files with new texts, and the suites beside them.
func (a *application) check(changes []edit.Change) (*edit.Set, []diag.Diagnostic) {
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
		if !a.had[string(d.Code)+d.Message] {
			d.Notes = append(d.Notes, "this file is not among those that are edited")
			found = append(found, d)
		}
	}
	return &edit.Set{Models: result.Models, Suites: result.Suites}, found
}

func (a *application) path(name string) string {
	for _, f := range a.files {
		if f.Name == name {
			return f.Path
		}
	}
	return name
}

// changes returns the changes of files with their paths.
func (a *application) changes(list []edit.Change) disk.Changes {
	var changes disk.Changes
	for _, c := range list {
		changes = append(changes, disk.Change{Name: c.File, Path: a.path(c.File), Old: c.Old, New: c.New})
	}
	return changes
}
