package stage

import (
	"fmt"
	"path/filepath"

	"github.com/mantrac/mantrac/driver/run"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/edit/locks"
	"github.com/mantrac/mantrac/lang/diag"
)

// readLocks reads the locks that a person has set in the folder of the sample.
func (w *work) readLocks() error {
	f, err := locks.Read(filepath.Join(w.Run.Dir, w.name))
	if err != nil {
		return err
	}
	for _, l := range f.Locks {
		// The locks name files below the run, and the edits files of the sample.
		l.At = l.At.In(filepath.Base(l.At.File))
		w.locks = append(w.locks, l)
	}
	return nil
}

// inputs are the files of the sample and its locks, as inputs of a step.
func (w *work) inputs() []run.Input {
	list := w.folder.inputs()
	for _, l := range w.locks {
		// A lock changes what repairs may do, so steps depend on it.
		list = append(list, run.Input{Name: "lock " + l.At.String(), Data: []byte(l.Text)})
	}
	return list
}

// A Locked part would get another text.
type Locked struct{ Sample, Part, Author, Reason string }

// Error implements [error].
func (l *Locked) Error() string {
	text := fmt.Sprintf("`%s` is locked by %s, and would get another text", l.Part, l.Author)
	if l.Reason != "" {
		text += fmt.Sprintf(" (the reason: %s)", l.Reason)
	}
	return text + "; nothing of " + l.Sample + " is written; remove the lock with `mantrac unlock`, or begin another run with --new"
}

// holdLocks reports the first lock that the files of the sample would break.
func (w *work) holdLocks() error {
	if len(w.locks) == 0 {
		return nil
	}
	// Files with errors cannot be compared with the texts that are locked.
	set, found := w.folder.set()
	if diag.Tally(found).Errors > 0 {
		return fmt.Errorf("the locks cannot be checked against files with errors: %s", words(faultsIn(found)))
	}
	breaches, err := edit.Breaches(set, w.locks)
	if err != nil || len(breaches) == 0 {
		return err
	}
	l := breaches[0].Lock
	return &Locked{w.name, l.At.String(), l.Author, l.Reason}
}
