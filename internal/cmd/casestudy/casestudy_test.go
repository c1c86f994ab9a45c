package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The figures of the case studies are those that are measured, and each verdict is
// judged.
func TestTablesAreFresh(t *testing.T) {
	data := os.Getenv("MANTRAC_DATA")
	if data == "" {
		data = "../../../../shared/data"
	}
	if _, err := os.Stat(filepath.Join(data, "tau-airline")); err != nil {
		t.Skipf("the benchmark's files are not there (%v); MANTRAC_DATA names the folder that has them", err)
	}
	for _, study := range []struct {
		name, gold string
		traces     []string
	}{
		{"airline", filepath.Join(data, "tau-airline"), []string{
			"tau-airline/gpt-4o-airline.trials01.json",
			"tau2-traces/gpt-4.1_airline_20.slim.json",
			"tau2-traces/qwen2.5-7b_airline_50.slim.json",
		}},
		{"retail", "", []string{"tau-retail/agentrx_even.json"}},
	} {
		t.Run(study.name, func(t *testing.T) {
			var traces []string
			for _, name := range study.traces {
				traces = append(traces, filepath.Join(data, name))
			}
			doc := "../../../docs/casestudy-" + study.name
			got, err := report("../../../examples/"+study.name+"/desk.checks", doc+".csv", traces, study.gold)
			if err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(doc + ".md")
			if err != nil {
				t.Fatal(err)
			}
			_, rest, _ := strings.Cut(string(text), begin)
			want, _, ok := strings.Cut(rest, end)
			if !ok {
				t.Fatalf("%s.md has no marks", doc)
			}
			if got != want {
				t.Errorf("make casestudy writes something else:\n%s", got)
			}
		})
	}
}
