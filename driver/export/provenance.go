package export

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/driver/run"
	"github.com/mantrac/mantrac/validate"
)

// A runSource is a run of the generator that cases come from.
type runSource struct {
	ID     string     `json:"id"`
	State  run.State  `json:"state"`
	Inputs []run.File `json:"inputs"`
	Models []string   `json:"models"` // that have answered
	Table  any        `json:"table"`  // what became of all of its cases
}

// statusName is the file that says in the folder of a sample what became of its cases.
const statusName = "status.json"

// statusInRun returns the status of a case in the run that has made it, if one has.
func statusInRun(f *validate.Case) (status string, ok bool) {
	data, err := os.ReadFile(filepath.Join(filepath.Dir(filepath.FromSlash(f.File)), statusName))
	if err != nil {
		return "", false
	}
	var s struct {
		Cases []struct{ Name, Status string } `json:"cases"`
	}
	if json.Unmarshal(data, &s) != nil {
		return "", false
	}
	for _, k := range s.Cases {
		if k.Name == f.Name {
			return k.Status, true
		}
	}
	return "", false
}

// findRuns returns the runs that the suites come from, each once.
func (b *Benchmark) findRuns() error {
	var seen []string
	for _, s := range b.suites {
		dir := filepath.Dir(filepath.Dir(s.path)) // of the sample
		base, id := filepath.Split(dir)
		// Several suites may come from one run.
		if _, err := os.Stat(filepath.Join(filepath.Dir(s.path), statusName)); err != nil || slices.Contains(seen, dir) {
			continue
		}
		seen = append(seen, dir)
		m, events, err := run.ReadManifest(base, id)
		if err != nil {
			return err
		}
		source := runSource{ID: id, State: m.State, Inputs: m.Inputs, Models: []string{}, Table: m.Table}
		// Only some events name a model.
		for _, e := range events {
			var detail struct{ Model string }
			if json.Unmarshal(e.Detail, &detail) == nil && detail.Model != "" && !slices.Contains(source.Models, detail.Model) {
				source.Models = append(source.Models, detail.Model)
			}
		}
		slices.Sort(source.Models)
		b.runs = append(b.runs, source)
	}
	return nil
}

// renderProvenance writes what the cases were made of, and the hashes of the files that
// decide about them.
func (b *Benchmark) renderProvenance() error {
	if err := b.findRuns(); err != nil {
		return err
	}
	p := struct {
		Version int         `json:"version"`
		MadeBy  string      `json:"made_by"`
		Runs    []runSource `json:"runs"`
		Left    []Left      `json:"left_out"`
		Files   []run.File  `json:"files"`
	}{1, b.MadeBy, b.runs, b.Left, nil}
	for _, name := range b.names() {
		if name == "cases.jsonl" || strings.HasPrefix(name, projectFolder+"/") {
			p.Files = append(p.Files, run.NewFile(name, b.files[name]))
		}
	}
	return b.putJSON("provenance.json", p)
}
