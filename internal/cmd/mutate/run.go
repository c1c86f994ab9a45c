package main

import (
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
	packages []string // folders of the packages whose tests are run
	run      string   // the tests to run; all if empty
	short    bool
	timeout  time.Duration // of a test
	dir      string        // for the overlay and the programs
}

// An outcome is what the tests say of a mutant.
type outcome int

const (
	killed outcome = iota
	survives
	unbuilt
)

// errBuild says that the tests of a package do not compile.
var errBuild = errors.New("the tests do not compile")

// test runs those tests on a mutant that run its place, until one fails.
func (r runner) test(m mutant, tests []test) (outcome, error) {
	path := filepath.Join(r.dir, "mutant.go")
	if err := os.WriteFile(path, m.mutated(), 0o666); err != nil {
		return 0, err
	}
	err := r.build(map[string]string{m.path: path})
	if errors.Is(err, errBuild) {
		return unbuilt, nil
	}
	if err != nil {
		return 0, err
	}
	for _, t := range tests {
		// A test that does not run the place cannot notice the mutation.
		if !m.runBy(t) {
			continue
		}
		// What takes ten times as long as without the mutation does not end.
		out, err := r.command(t.binary, r.arguments(t.name, min(r.timeout, 10*time.Second+10*t.took))...).CombinedOutput()
		failed := (*exec.ExitError)(nil)
		// A failure, a panic and a timeout all count as noticed.
		if errors.As(err, &failed) {
			return killed, nil
		}
		if err != nil {
			return 0, fmt.Errorf("%s: %w\n%s", t.name, err, out)
		}
	}
	return survives, nil
}

// build compiles the tests of the packages with some files replaced by others.
func (r runner) build(replace map[string]string, flags ...string) error {
	overlay := filepath.Join(r.dir, "overlay.json")
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	if err := os.WriteFile(overlay, data, 0o666); err != nil {
		return err
	}
	for i, pkg := range r.packages {
		// Debugging information takes a fifth of the time, and no test reads it.
		args := append([]string{"test", "-c", "-o", r.binary(i), "-overlay", overlay, "-vet=off", "-ldflags", "-w"}, flags...)
		out, err := exec.Command("go", append(args, pkg)...).CombinedOutput()
		failed := (*exec.ExitError)(nil)
		if errors.As(err, &failed) {
			return fmt.Errorf("%w: %s\n%s", errBuild, pkg, out)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// binary is where the tests of a package are.
func (r runner) binary(i int) string {
	return filepath.Join(r.dir, fmt.Sprintf("%d.test", i))
}
