// Package worker validates, inspects, compares, repairs and mutates in a separate
// process, so
// that a solver that hangs or crashes does not stop the editor.
//
// The two processes speak in lines of JSON. A [Request] goes to the worker. It
// validates cases and answers with an [Outcome] for each, and one more that says that
// it is done. Of any other [Task], that last one has the answer. A request is taken
// back by killing the worker; the next one starts another.
//
// This package is not part of the supported API, and may change.
package worker

import (
	"encoding/json"

	"github.com/mantrac/mantrac/lint"
)

// A Task is what a request asks for.
type Task string

// The tasks.
const (
	Validate Task = ""        // some cases of one suite
	Inspect  Task = "inspect" // what package lint finds out about a model
	Compare  Task = "compare" // what a change of a model means
	Repair   Task = "repair"  // candidates for the conflicts of a case
	Mutate   Task = "mutate"  // which mutants of a model and its suites survive
)

// A Request asks for something about the files of a project.
type Request struct {
	ID      int               `json:"id"`
	Task    Task              `json:"task,omitempty"`
	Buffers map[string]string `json:"buffers"` // texts by path, in place of what is on disk
	Suite   string            `json:"suite"`   // the path; of Validate and Repair
	Cases   []string          `json:"cases"`   // of the suite
	Bound   int               `json:"bound"`
	Engine  string            `json:"engine"`
	Timeout int               `json:"timeout_ms"` // for each question to the solver

	// Model is the path of a model, and Suites those of the suites about it. Validate
	// finds the model by its suite.
	Model  string   `json:"model,omitempty"`
	Suites []string `json:"suites,omitempty"`

	// Old is the earlier version that Compare compares the model and its suites with.
	Old *Version `json:"old,omitempty"`
	Top string   `json:"top,omitempty"` // what the paths of this version begin with
}

// A Version is a model and the suites about it as they were, in files of their
// own.
type Version struct {
	Top    string   `json:"top"` // what the paths begin with
	Model  string   `json:"model"`
	Suites []string `json:"suites,omitempty"`
}

// An Inspection is what was found out about a model and its suites.
type Inspection struct {
	Transitions map[string]Standing                       `json:"transitions"` // by tool
	Checks      map[string]map[string]map[string]Standing `json:"checks"`      // by suite, case and check; "" is the goal
}

// A Standing is a state, as package lint has them, and what it is worth.
type Standing struct {
	State  lint.State `json:"state"`
	Proved bool       `json:"proved,omitempty"` // for runs of every length
	Bound  int        `json:"bound,omitempty"`  // else up to so many calls
}

// An Outcome is about one case, or the last word about a request.
type Outcome struct {
	ID     int             `json:"id"`
	Case   string          `json:"case,omitempty"`
	Result json.RawMessage `json:"result,omitempty"` // as the verb of the task with --format json writes it, or validate a case
	Notes  json.RawMessage `json:"notes,omitempty"`  // what its text report says beyond that, as report.Notes
	Model  *Inspection     `json:"model,omitempty"`  // of Inspect
	Error  string          `json:"error,omitempty"`  // why there is no result
	Done   bool            `json:"done,omitempty"`
}
