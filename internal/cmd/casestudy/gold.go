package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/importer"
)

// An expectation is the list of actions that a task expects, and how it is graded.
type expectation struct {
	task    string
	actions []call
	at      []int // the numbers of their events
	result  *grade.Result
}

// A call is one line of a trace, with its answer.
type call struct {
	Tool string          `json:"name"`
	Args json.RawMessage `json:"kwargs"`
	text string
}

// A subject is whom and what a call is about.
type subject struct {
	User        string `json:"user_id"`
	Reservation string `json:"reservation_id"`
}

// about returns the subject of a call, as far as its arguments name it.
func (c call) about() (s subject) {
	_ = json.Unmarshal(c.Args, &s)
	return s
}

// Records are what the tools that read answer from.
type records struct {
	Users        map[string]json.RawMessage
	Reservations map[string]json.RawMessage
	Flights      map[string]struct {
		Dates map[string]struct{ Status string }
	}
}

// gold grades the list of expected actions of each task. The lists name few of the
// calls that read, so that each action is preceded by all that it could rest on.
func (d *desk) gold(dir string) ([]*expectation, error) {
	var tasks []struct {
		ID      int `json:"task_id"`
		Actions []call
	}
	var facts records
	if err := errors.Join(readJSON(filepath.Join(dir, "tasks.json"), &tasks), readJSON(filepath.Join(dir, "db_subset.json"), &facts)); err != nil {
		return nil, err
	}
	var list []*expectation
	for _, task := range tasks {
		x := &expectation{task: fmt.Sprint(task.ID), actions: task.Actions}
		g := d.grader(func(r *grade.Result) { x.result = r })
		if _, err := importer.Read("task "+x.task, bytes.NewReader(x.trace(&facts)), importer.Options{}, g); err != nil {
			return nil, err
		}
		list = append(list, x)
	}
	return list, nil
}

func readJSON(path string, into any) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// trace writes the actions, after what they could rest on, as a trace.
func (x *expectation) trace(facts *records) []byte {
	b := &writer{}
	b.line(map[string]any{"trace": map[string]any{"id": x.task}})
	known := make(map[subject]bool)
	for _, a := range x.actions {
		about := a.about()
		if !known[about] { // later the records say what they said before the action
			for _, c := range facts.reads(about) {
				b.call(c)
			}
		}
		known[about] = true
		// The expected actions have no answers of their own.
		a.text = "done"
		x.at = append(x.at, b.call(a))
	}
	return b.text.Bytes()
}

// reads are the calls that tell all about a subject.
func (f *records) reads(of subject) (list []call) {
	add := func(tool, text string, args map[string]string) {
		given, _ := json.Marshal(args) // of strings
		list = append(list, call{tool, given, text})
	}
	if profile, ok := f.Users[of.User]; ok {
		add("get_user_details", string(profile), map[string]string{"user_id": of.User})
	}
	details, ok := f.Reservations[of.Reservation]
	if !ok {
		return list
	}
	add("get_reservation_details", string(details), map[string]string{"reservation_id": of.Reservation})
	var trip struct {
		Flights []struct {
			Number string `json:"flight_number"`
			Date   string
		}
	}
	if json.Unmarshal(details, &trip) != nil {
		return list
	}
	for _, l := range trip.Flights {
		if status := f.Flights[l.Number].Dates[l.Date].Status; status != "" {
			add("get_flight_status", status, map[string]string{"flight_number": l.Number, "date": l.Date})
		}
	}
	return list
}

// A writer writes a trace in the plain format.
type writer struct {
	text   bytes.Buffer
	events int
}

func (w *writer) line(v any) {
	line, _ := json.Marshal(v) // of maps of texts and of JSON
	w.text.Write(append(line, '\n'))
}

// call writes a call and its answer, and returns the number of its event.
func (w *writer) call(c call) int {
	w.events += 2
	seq := w.events - 1
	id := fmt.Sprint(seq)
	w.line(map[string]any{"seq": seq, "kind": "call", "id": id, "tool": c.Tool, "args": c.Args})
	w.line(map[string]any{"seq": seq + 1, "kind": "result", "id": id, "tool": c.Tool, "text": c.text})
	return seq
}
