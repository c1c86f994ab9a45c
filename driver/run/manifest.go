package run

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/jsontext"
)

// A State says how far a run is.
type State string

// The states.
const (
	Unfinished State = "unfinished"
	Finished   State = "finished"
)

// A Manifest says what a run was made from, and what it has made.
type Manifest struct {
	Version int             `json:"version"`
	ID      string          `json:"id"`
	State   State           `json:"state"`
	Inputs  []File          `json:"inputs"`
	Options json.RawMessage `json:"options,omitempty"` // of the configuration, without keys
	Table   json.RawMessage `json:"table,omitempty"`   // what came out, when it is finished
	Files   []File          `json:"files,omitempty"`   // the artifacts, by name
}

// A File is a file with its hash.
type File struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
}

// manifestVersion is that of manifest.json.
const manifestVersion = 1

// NewFile returns the description of a file.
func NewFile(name string, data []byte) File { return File{name, hash(data)} }

// Describe writes the manifest, with the artifacts as they are on disk.
func (r *Run) Describe(m Manifest) error {
	m.Version, m.ID = manifestVersion, r.ID
	seen := make(map[string]bool)
	for _, e := range r.Events() {
		// An artifact that was written several times is listed once, as it is now.
		if e.Kind != Artifact || seen[e.Path] {
			continue
		}
		seen[e.Path] = true
		if data, err := os.ReadFile(filepath.Join(r.Dir, filepath.FromSlash(e.Path))); err == nil {
			m.Files = append(m.Files, NewFile(e.Path, data))
		}
	}
	slices.SortFunc(m.Files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	data, err := jsontext.Indented(m)
	if err != nil {
		return err
	}
	return r.put(manifestName, data)
}

// ReadManifest returns the manifest of a run, and what was logged.
func ReadManifest(base, id string) (*Manifest, []Event, error) {
	dir := filepath.Join(base, id)
	events, _, err := readEvents(filepath.Join(dir, eventsName))
	if err != nil {
		return nil, nil, err
	}
	m := &Manifest{ID: id, State: Unfinished}
	path := filepath.Join(dir, manifestName)
	data, err := os.ReadFile(path)
	// A run that ended early has events and no manifest yet.
	if os.IsNotExist(err) && len(events) > 0 {
		return m, events, nil // it ended before there was one
	}
	if err != nil {
		return nil, nil, err
	}
	if err := json.Unmarshal(data, m); err != nil {
		return nil, nil, fmt.Errorf("%s: %s; continue the run to have it written again", path, jsontext.Fault(err))
	}
	return m, events, nil
}
