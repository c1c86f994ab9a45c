package run

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// An Edited file was changed by a person.
type Edited struct{ Path string }

// Error implements [error].
func (e *Edited) Error() string {
	return e.Path + ": this file has been edited since the run wrote it, and is left as it is; move it away to have it written again"
}

// Write writes an artifact. Its name is a path below the run, with slashes.
func (r *Run) Write(name string, data []byte) error {
	path := filepath.Join(r.Dir, filepath.FromSlash(name))
	switch there, err := os.ReadFile(path); {
	// The file may have got this text in another way, so it is logged all the same.
	case err == nil && hash(there) == hash(data):
		return r.add(Event{Kind: Artifact, Path: name, SHA256: hash(data)}, false)
	// Only a text that the run has written may be replaced.
	case err == nil && !r.wrote(name, hash(there)):
		return &Edited{path}
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	// The hash is logged first: after a crash the file counts as the run's own, old or new.
	if err := r.add(Event{Kind: Artifact, Path: name, SHA256: hash(data)}, false); err != nil {
		return err
	}
	return r.put(name, data)
}

// wrote reports whether the run has given an artifact a text with a hash.
func (r *Run) wrote(name, sum string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.log.known[Event{Kind: Artifact, Path: name, SHA256: sum}.identity()]
}
