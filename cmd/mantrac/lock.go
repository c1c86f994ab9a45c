package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/edit/locks"
	"github.com/mantrac/mantrac/internal/disk"
	"github.com/mantrac/mantrac/internal/editing"
	"github.com/mantrac/mantrac/internal/jsontext"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
	diagnostics "github.com/mantrac/mantrac/lang/diag/report"
	"github.com/mantrac/mantrac/project"
)

// addressAndFile returns the two arguments of lock and unlock, with the file
// in the address.
func addressAndFile(c *cli.Context, verb string) (edit.Address, []project.File, error) {
	if c.NArg() != 2 {
		return edit.Address{}, nil, suggest("expected an address and a file", "", "mantrac help "+verb)
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
	located, err := edit.Located(set, f.Locks)
	if err != nil {
		return cannotLock(err)
	}
	if i := slices.IndexFunc(located, on(l.At)); i >= 0 {
		return lockedAlready(l.At, f.Locks[i], files[0])
	}
	f.Locks = append(located, l)
	if err := editing.WriteLocks(f); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "locked: %s\n", report.Visible(l.Text))
	return nil
}

// on returns a function that reports whether a lock is on an address.
func on(at edit.Address) func(edit.Lock) bool {
	return func(l edit.Lock) bool { return l.At.String() == at.String() }
}

// lockedAlready is the error about a second lock, which would remove what another person
// decided. The lock may be kept under another index than that of the clause now.
func lockedAlready(at edit.Address, l edit.Lock, file project.File) error {
	return fmt.Errorf("%s is locked already: %s; to replace this lock, remove it first: mantrac unlock %s %s",
		report.Visible(at.String()), decisionOf(l), report.Visible(edit.At(l.At.Path...).String()), project.Shown(file.Name))
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
	removed := lists.Filter(f.Locks, on(at))
	if len(removed) == 0 {
		return fmt.Errorf("no lock found on %s; see: mantrac locks %s", report.Visible(at.String()), project.Shown(files[0].Name))
	}
	f.Locks = slices.DeleteFunc(f.Locks, on(at))
	if err := editing.WriteLocks(f); err != nil {
		return err
	}
	for _, l := range removed {
		fmt.Fprintf(os.Stderr, "unlocked: %s, which was locked by %s\n", report.Visible(l.Text), decisionOf(l))
	}
	return nil
}

func listLocks(c *cli.Context) error {
	args := c.Args().Slice()
	if len(args) == 0 {
		args = []string{"."}
	}
	files, err := editing.Files(args)
	if err != nil {
		return withUnreadable(c, err)
	}
	names := editing.NamesOf(files)
	beside := lists.Map(names, func(n string) string { return filepath.Join(filepath.Dir(n), locks.Name) })
	if err := disk.Spare([]string{c.String("output")}, slices.Values(append(names, beside...))); err != nil {
		return err
	}
	set, err := editing.SetOf(files)
	if err != nil {
		return withUnreadable(c, err)
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
	found, err := locks.Find(folders, set)
	if err != nil {
		return err
	}
	list := lockList{findings: findings{list: found}}
	for i, l := range all {
		x := listedLock{At: l.At.String(), State: states[i], Text: l.Text, lockDecision: decisionOf(l), ByHand: []handChange{}}
		for _, f := range folders {
			for _, r := range f.Records {
				if r.At.String() == x.At {
					x.ByHand = append(x.ByHand, handChange{r.Before, r.After, lockDecision{r.Author, r.Time.UTC(), r.Reason}})
				}
			}
		}
		list.locks = append(list.locks, x)
	}
	if err := writeDocument(c, list); err != nil {
		return err
	}
	if slices.ContainsFunc(states, func(s edit.LockState) bool { return s != edit.Held }) {
		return status(exitFindings)
	}
	return nil
}

// A lockList is locks with their states, as a document. The locks that are not held are
// its diagnostics, as in mantrac check.
type lockList struct {
	findings
	locks []listedLock
}

type listedLock struct {
	At    string         `json:"at"`
	State edit.LockState `json:"state"`
	Text  string         `json:"text"`
	lockDecision
	ByHand []handChange `json:"by_hand"`
}

// A handChange is a change by hand of what is locked.
type handChange struct {
	Before string `json:"before"`
	After  string `json:"after"`
	lockDecision
}

// A lockDecision says who locked or changed something, when and why.
type lockDecision struct {
	Author string    `json:"author"`
	Time   time.Time `json:"time"`
	Reason string    `json:"reason"`
}

func decisionOf(l edit.Lock) lockDecision { return lockDecision{l.Author, l.Time.UTC(), l.Reason} }

func (d lockDecision) String() string {
	return fmt.Sprintf("%s, %s: %s", report.Visible(d.Author), d.Time.Format(time.DateOnly), report.Visible(d.Reason))
}

// Text implements [report.Document].
func (l lockList) Text(w io.Writer) error {
	var b strings.Builder
	for _, x := range l.locks {
		fmt.Fprintf(&b, "%-9s  %s\n           %s\n           %s\n", x.State, report.Visible(x.At), report.Visible(x.Text), x.lockDecision)
		for _, r := range x.ByHand {
			fmt.Fprintf(&b, "           changed by hand from %s: %s\n", report.Visible(r.Before), r.lockDecision)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// JSON implements [report.Document]; locks.schema.json describes it.
func (l lockList) JSON(w io.Writer) error {
	return jsontext.Write(w, struct {
		Version     int          `json:"version"`
		Locks       []listedLock `json:"locks"`
		Diagnostics []any        `json:"diagnostics"`
	}{1, jsontext.List(l.locks), diagnostics.Objects(l.all())})
}
