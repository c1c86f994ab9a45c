package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// A runner runs tests on mutants.
type runner struct {
	packages []string // whose tests are run
	run      string   // the tests to run; all if empty
	short    bool
	timeout  time.Duration
	dir      string // for the overlay
}

// An outcome is what the tests say of a mutant.
type outcome int

const (
	killed outcome = iota
	survives
	unbuilt
)

// original fails if the tests fail without a mutation.
func (r runner) original() error {
	out, err := r.tests(map[string]string{})
	if err != nil {
		return fmt.Errorf("the tests fail without a mutation: %w\n%s", err, out)
	}
	return nil
}

// test runs the tests on a mutant.
func (r runner) test(m mutant) (outcome, error) {
	path := filepath.Join(r.dir, "mutant.go")
	if err := os.WriteFile(path, m.mutated(), 0o666); err != nil {
		return 0, err
	}
	out, err := r.tests(map[string]string{m.path: path})
	failed := (*exec.ExitError)(nil)
	switch {
	case err == nil:
		return survives, nil
	case !errors.As(err, &failed):
		return 0, err
	case bytes.Contains(out, []byte("[build failed]")):
		return unbuilt, nil
	}
	return killed, nil
}

// tests runs the tests with some files replaced by others.
func (r runner) tests(replace map[string]string) ([]byte, error) {
	overlay := filepath.Join(r.dir, "overlay.json")
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(overlay, data, 0o666); err != nil {
		return nil, err
	}
	args := []string{"test", "-overlay", overlay, "-vet=off", "-count=1", "-failfast", "-timeout", r.timeout.String()}
	if r.run != "" {
		args = append(args, "-run", r.run)
	}
	if r.short {
		args = append(args, "-short")
	}
	cmd := exec.Command("go", append(args, r.packages...)...)
	// A law that fails is not minimised and leaves no file.
	cmd.Env = append(os.Environ(), "RAPID_SHRINKTIME=0s", "RAPID_NOFAILFILE=true")
	return cmd.CombinedOutput()
}
