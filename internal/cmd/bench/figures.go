package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/validate"
)

// figures are what the tables rest on, kept for the next time.
type figures struct {
	Machine machine            `json:"machine"`
	Date    string             `json:"date"`
	Jobs    map[string]*figure `json:"jobs"`
}

// A machine is where something is measured.
type machine struct {
	CPU   string `json:"cpu"`
	Cores int    `json:"cores"`
	Go    string `json:"go"`
	Z3    string `json:"libz3"`
}

func thisMachine(lib *z3.Library) machine {
	return machine{CPU: cpu(), Cores: runtime.NumCPU(), Go: strings.TrimPrefix(runtime.Version(), "go"), Z3: fmt.Sprint(lib.Version())}
}

// cpu returns the model of the processor, where the system tells it.
func cpu() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return runtime.GOOS + "/" + runtime.GOARCH
	}
	for line := range strings.Lines(string(text)) {
		if name, model, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(model)
		}
	}
	return runtime.GOOS + "/" + runtime.GOARCH
}

func (b *bench) figures() *figures {
	return &figures{Machine: thisMachine(b.lib), Date: time.Now().Format(time.DateOnly), Jobs: b.measured}
}

// readFigures reads the figures of the last time; there may be none.
func readFigures(path string) (*figures, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	f := &figures{}
	if err := json.Unmarshal(text, f); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

func (f *figures) write(path string) error {
	text, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o644)
}

// noise is what differs from one time to the next for no reason: this part of
// a time, and as many milliseconds.
const (
	noisePart  = 0.15
	noiseFloor = 0.1
)

// slower reports whether a job takes longer than it did, with the pace of the
// machine taken off: its fastest run is slower than all runs were, by more than
// noise.
func slower(now, then *figure, pace float64) bool {
	if then == nil || then.Cut || now.Cut && now.Median < then.Median {
		return false
	}
	// Every run of now has to be slower than every run of then.
	return now.Least/pace > then.Most*(1+noisePart)+noiseFloor
}

// pace is how much longer the reference engine takes than it did: a machine that
// is shared is not as fast at every hour. It is 1 where that is not known.
func (b *bench) pace(old *figures) float64 {
	var list []float64
	for _, key := range b.order {
		now, then := b.measured[key], old.Jobs[key]
		if strings.HasSuffix(key, ", "+string(validate.Reference)) && then != nil && !now.Cut && !then.Cut {
			list = append(list, now.Median/then.Median)
		}
	}
	if len(list) == 0 {
		return 1
	}
	slices.Sort(list)
	return list[len(list)/2]
}
