package run

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// A Step is a piece of work. Its result depends on its inputs, and on nothing else.
type Step struct {
	Stage   string
	Subject string // what it is about: "sample-01/dock"
	Inputs  []Input
}

// An Input is something that the result of a step depends on.
type Input struct {
	Name string
	Data []byte
}

// key returns the hash of a step that was to be done anew a number of times.
func (s Step) key(redone int) string {
	h := sha256.New()
	// The length before each part keeps different lists of parts apart.
	part := func(data string) { fmt.Fprintf(h, "%d:%s", len(data), data) }
	part(s.Stage)
	part(s.Subject)
	part(fmt.Sprint(redone))
	for _, i := range s.Inputs {
		part(i.Name)
		part(string(i.Data))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// A Changed result is not the one that was stored.
type Changed struct{ Path string }

// Error implements [error].
func (c *Changed) Error() string {
	return c.Path + ": this result has changed since it was stored; restore the file, or remove it to do the step again"
}

// Do returns the result of a step: the one that is stored, or else that of make, which
// is stored before Do returns it. It does nothing but return the error of make.
func (r *Run) Do(ctx context.Context, s Step, make func(context.Context) ([]byte, error)) ([]byte, error) {
	// A step that is done anew has another key, so the old result stays.
	key := s.key(r.Redone(s.Stage, s.Subject))
	name := path.Join(stepsName, s.Stage, key)
	data, err := os.ReadFile(filepath.Join(r.Dir, filepath.FromSlash(name)))
	// Only a result that is not there is made; other errors of the file are told.
	if errors.Is(err, fs.ErrNotExist) {
		if err = ctx.Err(); err != nil {
			return nil, err
		}
		if data, err = make(ctx); err != nil {
			return nil, err
		}
		err = r.put(name, data)
	}
	if err != nil {
		return nil, err
	}
	done := Event{Kind: Done, Stage: s.Stage, Subject: s.Subject, Key: key, SHA256: hash(data)}
	// A result that a person has changed must not be taken for that of the step.
	if old, ok := r.stored(key); ok && old != done.SHA256 {
		return nil, &Changed{filepath.Join(r.Dir, filepath.FromSlash(name))}
	}
	return data, r.add(done, false)
}

// stored returns the hash that was logged for the result of a step.
func (r *Run) stored(key string) (string, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	sum, ok := r.log.sums[key]
	return sum, ok
}
