package main

import (
	"errors"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/edit/locks"
	"github.com/mantrac/mantrac/internal/interrupt"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/project"
)

// addressAndFile returns the two arguments of lock and unlock, with the file
// in the address.
func addressAndFile(c *cli.Context, verb string) (edit.Address, []project.File, error) {
	if c.NArg() != 2 {
		return edit.Address{}, nil, suggest("it takes an address and a file", "", "mantrac help "+verb)
	}
	at, err := edit.ParseAddress(c.Args().First())
	if err != nil {
		return at, nil, err
	}
	files, err := lockable(c.Args().Tail())
	if err != nil {
		return at, nil, err
	}
	if len(files) != 1 {
		return at, nil, fmt.Errorf("%s is not one model or suite", project.Shown(c.Args().Get(1)))
	}
	return at.In(files[0].Name), files, nil
}

// lockable returns the files that arguments name. A link goes by the name of
// what it leads to: that is what is locked, and what is written.
func lockable(args []string) ([]project.File, error) {
	found, errs := project.Find(args, project.FindOptions{Kinds: selection.Kinds})
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	taken := make(map[string]bool)
	for _, f := range found {
		taken[f.Path] = true
	}
	var list []project.File
	for _, f := range found {
		real, err := filepath.EvalSymlinks(f.Path)
		if err != nil {
			return nil, err
		}
		if real != f.Path {
			if taken[real] {
				continue
			}
			taken[real] = true
			f.Name = nameBeside(found, real)
		}
		list = append(list, f)
	}
	return list, nil
}

// nameBeside returns the name of a file: as one of others in its folder is
// named, or else its path.
func nameBeside(others []project.File, path string) string {
	for _, f := range others {
		if filepath.Dir(f.Path) == filepath.Dir(path) {
			return filepath.Join(filepath.Dir(f.Name), filepath.Base(path))
		}
	}
	return path
}

// setOf reads files that have locks.
func setOf(files []project.File) (*edit.Set, error) {
	result := project.Check(files, project.Options{})
	return &edit.Set{Models: result.Models, Suites: result.Suites}, errors.Join(result.Errors...)
}

func lock(c *cli.Context) error {
	reason := strings.TrimSpace(c.String("reason"))
	if reason == "" {
		return suggest("--reason is missing: a lock says why", "", "mantrac help lock")
	}
	at, files, err := addressAndFile(c, "lock")
	if err != nil {
		return err
	}
	set, err := setOf(files)
	if err != nil {
		return err
	}
	l, err := edit.NewLock(set, at, author(c.String("author")), reason, time.Now())
	if err != nil {
		return cannotLock(err)
	}
	f, err := locks.Read(filepath.Dir(files[0].Name))
	if err != nil {
		return err
	}
	if f.Locks, err = edit.Located(set, f.Locks); err != nil {
		return cannotLock(err)
	}
	f.Locks = append(slices.DeleteFunc(f.Locks, func(o edit.Lock) bool { return o.At.String() == l.At.String() }), l)
	if err := writeLocks(f); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "locked: %s\n", report.Visible(l.Text))
	return nil
}

// author returns who locks.
func author(name string) string {
	if name == "" {
		if u, err := user.Current(); err == nil {
			return u.Username
		}
	}
	return name
}

// cannotLock says why something cannot be locked.
func cannotLock(err error) error {
	var refused *edit.Refused
	if !errors.As(err, &refused) {
		return err
	}
	f := refused.Faults[0]
	return errors.New(report.Visible(strings.Join(append([]string{f.Message}, f.Notes...), "; ")))
}

func writeLocks(f *locks.File) error {
	return interrupt.Writing(f.Write)
}

func unlock(c *cli.Context) error {
	at, files, err := addressAndFile(c, "unlock")
	if err != nil {
		return err
	}
	f, err := locks.Read(filepath.Dir(files[0].Name))
	if err != nil {
		return err
	}
	left := slices.DeleteFunc(slices.Clone(f.Locks), func(l edit.Lock) bool { return l.At.String() == at.String() })
	if len(left) == len(f.Locks) {
		return fmt.Errorf("there is no lock on %s; see: mantrac locks %s", report.Visible(at.String()), project.Shown(files[0].Name))
	}
	f.Locks = left
	return writeLocks(f)
}

func listLocks(c *cli.Context) error {
	args := c.Args().Slice()
	if len(args) == 0 {
		args = []string{"."}
	}
	files, err := lockable(args)
	if err != nil {
		return err
	}
	set, err := setOf(files)
	if err != nil {
		return err
	}
	all, folders, err := locksOf(files, set)
	if err != nil {
		return err
	}
	states, err := edit.States(set, all)
	if err != nil {
		return diffFailed(c, err)
	}
	for _, f := range folders {
		for _, l := range f.Gone() {
			all, states = append(all, l), append(states, edit.Gone)
		}
	}
	held := true
	for i, l := range all {
		held = held && states[i] == edit.Held
		fmt.Printf("%-9s  %s\n           %s\n           %s, %s: %s\n", states[i], report.Visible(l.At.String()), report.Visible(l.Text),
			report.Visible(l.Author), l.Time.UTC().Format(time.DateOnly), report.Visible(l.Reason))
		for _, f := range folders {
			for _, r := range f.Records {
				if r.At.String() == l.At.String() {
					fmt.Printf("           changed by hand from %s: %s, %s: %s\n", report.Visible(r.Before),
						report.Visible(r.Author), r.Time.UTC().Format(time.DateOnly), report.Visible(r.Reason))
				}
			}
		}
	}
	if !held {
		return status(exitFindings)
	}
	return nil
}

// locksFor returns the locks on files as they are; files that cannot be read have
// none that could be followed.
func locksFor(files []project.File) ([]edit.Lock, []*locks.File, error) {
	set, err := setOf(files)
	if err != nil {
		return nil, nil, err
	}
	return locksOf(files, set)
}

// locksOf returns the locks on files, and those of the folders of their projects.
// Locks on a file that was renamed or moved are followed; see [locks.Follow].
func locksOf(files []project.File, set *edit.Set) (list []edit.Lock, folders []*locks.File, err error) {
	names := namesOf(files)
	if folders, err = locks.Around(names); err != nil {
		return nil, nil, err
	}
	from, err := locks.Follow(folders, set)
	if err != nil {
		return nil, nil, err
	}
	for _, f := range folders {
		for _, l := range f.Locks {
			if was := from[l.At.String()]; was != "" {
				fmt.Fprintf(os.Stderr, "%s: the lock on %s is that of %s, which is gone\n", project.Shown(l.At.File), report.Visible(edit.At(l.At.Path...).String()), project.Shown(was))
			}
			if slices.Contains(names, l.At.File) {
				list = append(list, l)
			}
		}
	}
	return list, folders, nil
}

func namesOf(files []project.File) []string {
	var names []string
	for _, f := range files {
		names = append(names, f.Name)
	}
	return names
}

// relock writes the locks on files, and those of suites that read them, as they
// are after edits, to their folders.
func relock(folders []*locks.File, files []project.File, now []edit.Lock) error {
	names := namesOf(files)
	old := func(l edit.Lock) bool {
		return slices.Contains(names, l.At.File) || slices.ContainsFunc(now, func(n edit.Lock) bool { return n.At.String() == l.At.String() })
	}
	for _, f := range folders {
		f.Locks = slices.DeleteFunc(f.Locks, old)
		for _, l := range now {
			if locks.Folder(folders, l.At.File) == f {
				f.Locks = append(f.Locks, l)
			}
		}
		if err := writeLocks(f); err != nil {
			return err
		}
	}
	return nil
}
