package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The figures of the case study are those that are measured.
func TestTablesAreFresh(t *testing.T) {
	data := os.Getenv("MANTRAC_DATA")
	if data == "" {
		data = "../../../../shared/data"
	}
	if _, err := os.Stat(filepath.Join(data, "tau-airline")); err != nil {
		t.Skipf("the benchmark's files are not there (%v); MANTRAC_DATA names the folder that has them", err)
	}
	traces := []string{
		filepath.Join(data, "tau-airline/gpt-4o-airline.trials01.json"),
		filepath.Join(data, "tau2-traces/gpt-4.1_airline_20.slim.json"),
		filepath.Join(data, "tau2-traces/qwen2.5-7b_airline_50.slim.json"),
	}
	got, err := report("../../../examples/airline/desk.checks", "../../../docs/casestudy-airline.csv", traces, filepath.Join(data, "tau-airline"))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := os.ReadFile("../../../docs/casestudy-airline.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(doc), begin)
	want, _, ok := strings.Cut(rest, end)
	if !ok {
		t.Fatal("docs/casestudy-airline.md has no marks")
	}
	if got != want {
		t.Errorf("make casestudy writes something else:\n%s", got)
	}
}
