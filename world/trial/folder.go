package trial

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gofrs/flock"

	"github.com/mantrac/mantrac/internal/disk"
	"github.com/mantrac/mantrac/internal/jsontext"
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

	// Agents has what each agent is, by the name of its folder.
	Agents map[string]string `json:"agents,omitempty"`
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
	if err := d.agree(manifest{1, x.Hash(), o.Seed, o.definitions()}); err != nil {
		return nil, errors.Join(err, d.lock.Unlock())
	}
	return d, nil
}

// agree compares the manifest with the one in the folder, and writes it if there is none or
// it has no entry for an agent.
func (d *folder) agree(m manifest) error {
	path := filepath.Join(d.dir, manifestName)
	data, err := os.ReadFile(path)
	// The first run in the folder decides what its traces are of.
	if errors.Is(err, fs.ErrNotExist) {
		return m.write(path)
	}
	if err != nil {
		return err
	}
	var old manifest
	if err := json.Unmarshal(data, &old); err != nil {
		return fmt.Errorf("%s: %s; name another folder by --out", project.Shown(path), jsontext.Fault(err))
	}
	if old.Version != m.Version || old.Cases != m.Cases || old.Seed != m.Seed {
		return fmt.Errorf("%s has trials of another suite, model, manual or seed, or of other bindings, tools, faults, explanations or users; name another folder by --out", project.Shown(d.dir))
	}
	for _, name := range slices.Sorted(maps.Keys(m.Agents)) {
		if was, ok := old.Agents[name]; ok && was != m.Agents[name] {
			return fmt.Errorf("%s has trials of another agent with the name %s, %s; give this one another name by --agent NAME=AGENT, or name another folder by --out", project.Shown(d.dir), project.Shown(name), project.Shown(was))
		}
	}
	had := len(old.Agents)
	maps.Copy(m.Agents, old.Agents)
	if len(m.Agents) == had {
		return nil
	}
	return m.write(path)
}

func (m *manifest) write(path string) error {
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return disk.Write(path, append(data, '\n'))
}

// definitions returns what each agent is, by the name of its folder.
func (o *Options) definitions() map[string]string {
	m := make(map[string]string)
	for _, a := range o.Agents {
		if text := o.Defined[a.Name()]; text != "" {
			m[Folder(a)] = text
		}
	}
	return m
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
	// These two would be other folders.
	if name == "." || name == ".." {
		return strings.ReplaceAll(name, ".", "-")
	}
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
