package trial

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/gofrs/flock"

	"github.com/mantrac/mantrac/internal/disk"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/world/simulator"
)

// The files of a folder of trials.
const (
	tracesDir    = "traces"
	manifestName = "trials.json"
	lockName     = ".lock"
)

// A manifest says what the traces of a folder are of.
type manifest struct {
	Version int    `json:"version"`
	Cases   string `json:"cases"` // the hash of the texts, and of what changes answers
	Seed    uint64 `json:"seed"`
}

// A folder keeps traces.
type folder struct {
	dir  string
	lock *flock.Flock
}

// Traces returns the folder of the traces in a folder of trials.
func Traces(dir string) string { return filepath.Join(dir, tracesDir) }

// openFolder opens the folder of a run, and locks it.
func openFolder(o Options, x *simulator.Simulator) (*folder, error) {
	if err := os.MkdirAll(Traces(o.Dir), 0o777); err != nil {
		return nil, err
	}
	d := &folder{dir: o.Dir, lock: flock.New(filepath.Join(o.Dir, lockName))}
	switch free, err := d.lock.TryLock(); {
	case err != nil:
		return nil, err
	case !free:
		return nil, fmt.Errorf("%s: another process is working there; wait for it, or name another folder by --out", project.Shown(o.Dir))
	}
	if err := d.agree(manifest{1, x.Hash(), o.Seed}); err != nil {
		return nil, errors.Join(err, d.lock.Unlock())
	}
	return d, nil
}

// agree compares the manifest with the one in the folder, or writes it.
func (d *folder) agree(m manifest) error {
	path := filepath.Join(d.dir, manifestName)
	data, err := os.ReadFile(path)
	// The first run in the folder decides what its traces are of.
	if errors.Is(err, fs.ErrNotExist) {
		data, err = json.Marshal(m)
		if err != nil {
			return err
		}
		return disk.Write(path, append(data, '\n'))
	}
	var old manifest
	if err == nil {
		err = json.Unmarshal(data, &old)
	}
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", project.Shown(path), err)
	case old != m:
		return fmt.Errorf("%s has trials of another suite, model, manual or seed, or of other bindings, tools, faults, explanations or users; name another folder by --out", project.Shown(d.dir))
	}
	return nil
}

func (d *folder) close() { _ = d.lock.Unlock() } // the process may end without, too

// Folder returns the name of the folder with the traces of an agent.
func Folder(a Agent) string { return fileName(a.Name()) }

// path returns the file of a trial.
func (d *folder) path(t Trial) string {
	return filepath.Join(Traces(d.dir), Folder(t.Agent), fmt.Sprintf("%s.%d.jsonl", fileName(t.Case), t.Number))
}

// fileName makes a name of a file of the name of an agent, as openai/gpt-5.4.
func fileName(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) || r < ' ' {
			return '-'
		}
		return r
	}, name)
}

func (d *folder) has(t Trial) bool {
	_, err := os.Stat(d.path(t))
	return err == nil
}

// keep writes the trace of a trial as a whole.
func (d *folder) keep(t Trial, tr *trace.Trace) error {
	var b bytes.Buffer
	if err := write(&b, tr); err != nil {
		return err
	}
	path := d.path(t)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	// The file appears as a whole, so has never sees half a trace.
	return disk.Write(path, b.Bytes())
}
