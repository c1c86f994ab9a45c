// Package worker validates, inspects and compares in a separate process, so that a
// solver that hangs or crashes does not stop the editor.
//
// The two processes speak in lines of JSON. A [Request] goes to the worker,
// which answers with an [Outcome] for each case, and one more that says that it
// is done; of a model that it inspects or compares, that one says it all. A
// request is taken back by killing the worker; the next one starts another.
//
// This package is not part of the supported API, and may change.
package worker

import (
	"encoding/json"

	"github.com/mantrac/mantrac/lint"
)

// A Request asks for some cases of one suite, or for what package lint finds out
// about a model, or what a change of it means.
type Request struct {
	ID      int               `json:"id"`
	Buffers map[string]string `json:"buffers"` // texts by path, in place of what is on disk
	Suite   string            `json:"suite"`   // the path
	Cases   []string          `json:"cases"`
	Bound   int               `json:"bound"`
	Engine  string            `json:"engine"`
	Timeout int               `json:"timeout_ms"` // for each question to the solver

	// Model is the path of a model to inspect, and Suites those of the suites
	// about it; there are no cases then.
	Model  string   `json:"model,omitempty"`
	Suites []string `json:"suites,omitempty"`

	// Old is the earlier version that the model and its suites are compared with;
	// they are not inspected then.
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

// An Outcome is about one case or a model, or the last word about a request.
type Outcome struct {
	ID     int             `json:"id"`
	Case   string          `json:"case,omitempty"`
	Result json.RawMessage `json:"result,omitempty"` // as `mantrac validate --format json` writes a case
	Notes  json.RawMessage `json:"notes,omitempty"`  // what its text report says beyond that, as report.Notes
	Model  *Inspection     `json:"model,omitempty"`
	Change json.RawMessage `json:"change,omitempty"` // as `mantrac diff --behaviour --format json` writes it
	Error  string          `json:"error,omitempty"`  // why there is no result
	Done   bool            `json:"done,omitempty"`
}
