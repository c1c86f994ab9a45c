// Package verifier validates cases in another process, so that a solver that
// hangs, takes all memory or dies takes nobody's editor with it.
//
// The two processes speak in lines of JSON. A [Request] goes to the worker,
// which answers with an [Outcome] for each case and one more that says that it
// is done. A request is taken back by killing the worker; the next request
// starts another one.
package verifier

import "encoding/json"

// A Request asks for some cases of one suite.
type Request struct {
	ID      int               `json:"id"`
	Buffers map[string]string `json:"buffers"` // texts by path, in place of what is on disk
	Suite   string            `json:"suite"`   // the path
	Cases   []string          `json:"cases"`
	Bound   int               `json:"bound"`
	Engine  string            `json:"engine"`
	Timeout int               `json:"timeout_ms"` // for each question to the solver
}

// An Outcome is about one case, or the last word about a request.
type Outcome struct {
	ID     int             `json:"id"`
	Case   string          `json:"case,omitempty"`
	Result json.RawMessage `json:"result,omitempty"` // as `mantrac validate --format json` writes a case
	Error  string          `json:"error,omitempty"`  // why there is no result
	Done   bool            `json:"done,omitempty"`
}
