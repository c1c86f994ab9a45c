package run

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/gofrs/flock"

	"github.com/mantrac/mantrac/internal/disk"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/project"
)

// The files of a run beside its artifacts.
const (
	manifestName = "manifest.json"
	eventsName   = "events.jsonl"
	stepsName    = "steps"
	lockName     = ".lock"
)

// A Run is the folder of a run, opened by this process. Its methods may be called by
// several goroutines.
type Run struct {
	Dir string
	ID  string

	// Boundary is called before and after each write with what is written; nil is
	// nothing. Tests end the process in it.
	Boundary func(what string)
	// Observe is called with each new event, one at a time; nil is nothing. It does not
	// call the run.
	Observe func(Event)

	mu   sync.Mutex
	log  *log
	lock *flock.Flock
}

// IDs returns the names of the runs in a folder, oldest first.
func IDs(base string) ([]string, error) {
	entries, err := os.ReadDir(base)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var list []string
	for _, e := range entries {
		// Other folders are no runs.
		if _, err := os.Stat(filepath.Join(base, e.Name(), eventsName)); err == nil {
			list = append(list, e.Name())
		}
	}
	// Names that are no numbers come first, in their own order.
	slices.SortFunc(list, func(a, b string) int { return cmp.Or(cmp.Compare(number(a), number(b)), cmp.Compare(a, b)) })
	return list, err
}

// number returns the number that an ID is, or 0.
func number(id string) int {
	n, _ := strconv.Atoi(id)
	return n
}

// NextID returns the name of a run after those in a folder: 001, 002 and so on.
func NextID(base string) (string, error) {
	ids, err := IDs(base)
	n := 0
	for _, id := range ids {
		n = max(n, number(id))
	}
	return fmt.Sprintf("%03d", n+1), err
}

// Open opens a run, and begins it if there is none of that name.
func Open(base, id string) (*Run, error) {
	// The name becomes a folder, and must not lead out of the base.
	if !filepath.IsLocal(id) || filepath.Base(id) != id || id[0] == '.' {
		return nil, fmt.Errorf("%q cannot be the name of a run; a run is a folder in %s", id, project.Shown(base))
	}
	r := &Run{Dir: filepath.Join(base, id), ID: id}
	if err := os.MkdirAll(filepath.Join(r.Dir, stepsName), 0o777); err != nil {
		return nil, err
	}
	// The lock is taken before anything is read, since another process may be writing.
	r.lock = flock.New(filepath.Join(r.Dir, lockName))
	switch free, err := r.lock.TryLock(); {
	case err != nil:
		return nil, err
	case !free:
		return nil, fmt.Errorf("run %s: another process is working on it; wait for it, or begin another run with --new", id)
	}
	// Files that were not finished are of no use, and nobody writes them now.
	err := sweep(r.Dir)
	if err == nil {
		r.log, err = openLog(filepath.Join(r.Dir, eventsName))
	}
	if err != nil {
		return nil, errors.Join(err, r.lock.Unlock())
	}
	return r, r.add(Event{Kind: Session}, true)
}

// sweep removes files that a process was writing when it was killed.
func sweep(dir string) error {
	return filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && strings.HasPrefix(e.Name(), project.Unfinished) {
			err = os.Remove(path)
		}
		return err
	})
}

// Close ends the work of this process on the run.
func (r *Run) Close() error { return errors.Join(r.log.file.Close(), r.lock.Unlock()) }

// Events returns what has been logged.
func (r *Run) Events() []Event {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.log.events)
}

// Note logs a fact, once.
func (r *Run) Note(e Event) error {
	e.Kind = Fact
	return r.add(e, false)
}

// Redo has the steps of stages done anew: those about a subject and what is below
// it, or about all with "".
func (r *Run) Redo(subject string, stages ...string) error {
	return r.add(Event{Kind: Redo, Subject: subject, Stages: stages}, true)
}

func (r *Run) add(e Event, repeat bool) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	// The boundary is told before and after, so that tests can end the process at each.
	r.at("event " + string(e.Kind))
	defer r.at("event " + string(e.Kind))
	before := len(r.log.events)
	err := r.log.add(e, repeat)
	// An event that was logged before is no news.
	if r.Observe != nil && len(r.log.events) > before {
		r.Observe(r.log.events[before])
	}
	return err
}

// Redone returns how often a step was to be done anew.
func (r *Run) Redone(stage, subject string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return lists.Count(r.log.redos, func(e Event) bool { return e.concerns(stage, subject) })
}

// at tells the boundary of a write.
func (r *Run) at(what string) {
	if r.Boundary != nil {
		r.Boundary(what)
	}
}

// put writes a file below the run as a whole.
func (r *Run) put(name string, data []byte) error {
	path := filepath.Join(r.Dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	r.at("write " + name)
	defer r.at("write " + name)
	return disk.Write(path, data)
}
