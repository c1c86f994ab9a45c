package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/importer"
)

// A desk is the case of desk.checks, over some records.
type desk struct{ plan *grade.Plan }

// initForm is the form that stands for the records in desk.checks.
var initForm = regexp.MustCompile(`(?s)\(init .*?\n  (\(checks)`)

func newDesk(dir, example, facts string) (*desk, error) {
	for _, name := range []string{"desk.wm", "desk.checks", "tools.json", "manual.md"} {
		data, err := os.ReadFile(filepath.Join(example, name))
		if err != nil {
			return nil, err
		}
		if name == "desk.checks" {
			if !initForm.Match(data) {
				return nil, errors.New("desk.checks has no init in front of its checks")
			}
			data = initForm.ReplaceAllFunc(data, func([]byte) []byte { return []byte(facts + "\n  (checks") })
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			return nil, err
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "mantra.yaml"), []byte(config), 0o644); err != nil {
		return nil, err
	}
	files, errs := project.Find([]string{filepath.Join(dir, "desk.checks")}, project.FindOptions{})
	checked := project.Check(files, project.Options{})
	if err := errors.Join(append(errs, checked.Errors...)...); err != nil {
		return nil, err
	}
	for _, d := range checked.Diagnostics {
		if d.Severity == diag.Error {
			return nil, fmt.Errorf("%s: %s", d.Primary, d.Message)
		}
	}
	s := checked.Suites[0]
	plan, err := grade.NewPlan(s, s.Cases[0], grade.Options{Replay: true, Findings: grade.AllFindings()})
	return &desk{plan}, err
}

// The benchmark has a tool more than the example, which neither reads nor
// writes.
const config = `document_path: manual.md
tools: tools.json
model: desk.wm
effects: {book_reservation: write, calculate: generic, cancel_reservation: write, get_flight_status: read, get_reservation_details: read, get_user_details: read, list_all_airports: read, search_direct_flight: read, search_onestop_flight: read, send_certificate: write, transfer_to_human_agents: generic, update_reservation_baggages: write, update_reservation_flights: write, update_reservation_passengers: write}
`

// grade grades the traces of files.
func (d *desk) grade(files []string) ([]*grade.Result, error) {
	var results []*grade.Result
	g := grade.NewGrader(
		func(*trace.Header) (*grade.Plan, error) { return d.plan, nil },
		func(r *grade.Result) error {
			r.File = filepath.Base(r.File)
			results = append(results, r)
			return nil
		})
	for _, name := range files {
		if _, err := importer.ReadFile(name, importer.Options{}, g); err != nil {
			return nil, err
		}
	}
	return results, nil
}

// gold grades the list of expected actions of each task.
func (d *desk) gold(path string) ([]*grade.Result, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var tasks []struct {
		ID      int `json:"task_id"`
		Actions []struct {
			Name   string          `json:"name"`
			Kwargs json.RawMessage `json:"kwargs"`
		}
	}
	if err := json.Unmarshal(data, &tasks); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var results []*grade.Result
	for _, task := range tasks {
		g := grade.NewGrader(
			func(*trace.Header) (*grade.Plan, error) { return d.plan, nil },
			func(r *grade.Result) error {
				r.Task = fmt.Sprint(task.ID)
				results = append(results, r)
				return nil
			})
		var lines bytes.Buffer
		for _, a := range task.Actions {
			line, err := json.Marshal(map[string]any{"tool": a.Name, "args": a.Kwargs})
			if err != nil {
				return nil, err
			}
			lines.Write(append(line, '\n'))
		}
		if len(task.Actions) == 0 {
			lines.WriteString(`{"trace":{}}`) // nothing is to be done
		}
		if _, err := importer.Read(path, &lines, importer.Options{}, g); err != nil {
			return nil, err
		}
	}
	return results, nil
}
