package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// What a language model answered about the handbook of an operations desk becomes 48
// cases in 12 samples, whose checks and models the checker accepts. The answers are
// those of the first run, with their mistakes.
func TestRecordedOperations(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../examples/operations")); err != nil {
		t.Fatal(err)
	}
	generate := program(t, "generate", "-c", "generate.yaml", "--only", "smt_full_pass")
	generate.Dir = dir
	if out, err := generate.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	samples, err := filepath.Glob(filepath.Join(dir, "runs/001/sample-*"))
	if err != nil {
		t.Fatal(err)
	}
	cases := 0
	for _, sample := range samples {
		cases += scenarios(t, sample)
		check := program(t, "check", ".")
		check.Dir = sample
		if out, err := check.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", filepath.Base(sample), err, out)
		}
	}
	if len(samples) != 12 || cases != 48 {
		t.Errorf("the recording has %d samples with %d scenarios, expected 12 with 48", len(samples), cases)
	}
}

// scenarios returns how many scenarios a sample has.
func scenarios(t *testing.T, sample string) int {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(sample, "scenarios.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Scenarios []struct{ Name string }
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	return len(file.Scenarios)
}
