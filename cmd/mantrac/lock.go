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
	"github.com/mantrac/mantrac/internal/editing"
	"github.com/mantrac/mantrac/internal/report"
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
	files, err := editing.Files(c.Args().Tail())
	if err != nil {
		return at, nil, err
	}
	if len(files) != 1 {
		return at, nil, fmt.Errorf("%s is not one model or suite", project.Shown(c.Args().Get(1)))
	}
	return at.In(files[0].Name), files, nil
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
	set, err := editing.SetOf(files)
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
	if err := editing.WriteLocks(f); err != nil {
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
	return editing.WriteLocks(f)
}

func listLocks(c *cli.Context) error {
	args := c.Args().Slice()
	if len(args) == 0 {
		args = []string{"."}
	}
	files, err := editing.Files(args)
	if err != nil {
		return err
	}
	set, err := editing.SetOf(files)
	if err != nil {
		return err
	}
	all, folders, err := editing.LocksOf(files, set, say)
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
