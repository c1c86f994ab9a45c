package lsp

import (
	"encoding/json"
	"strings"
)

// A caseReport is a case as the verifier reports it.
type caseReport struct {
	Verdict string `json:"verdict"`
	Bound   int    `json:"bound"`
	Checks  struct {
		Result string `json:"result"`
	} `json:"checks_alone"`
	Compliant struct {
		Result  string   `json:"result"`
		Proved  bool     `json:"proved"`
		Witness *witness `json:"witness"`
	} `json:"compliant"`
	Forward struct {
		Result  string        `json:"result"`
		Proved  bool          `json:"proved"`
		Class   string        `json:"class"`
		Step    int           `json:"step"`
		Clause  *clauseReport `json:"clause"`
		Witness *witness      `json:"witness"`
	} `json:"forward"`
	Backward []struct {
		Check   string   `json:"check"`
		Result  string   `json:"result"`
		Proved  bool     `json:"proved"`
		Class   string   `json:"class"`
		Witness *witness `json:"witness"`
	} `json:"backward"`

	raw json.RawMessage
}

type clauseReport struct {
	Text string `json:"text"`
	Kind string `json:"kind"`
}

type witness struct {
	Init  map[string]json.RawMessage `json:"init"`
	Steps []struct {
		Tool string          `json:"tool"`
		Args json.RawMessage `json:"args"`
	} `json:"steps"`
}

// phase says what a result is worth.
func (c *caseReport) phase() phase {
	switch c.Verdict {
	case "consistent":
		all := c.Forward.Proved
		for _, b := range c.Backward {
			all = all && (b.Result != "none" || b.Proved)
		}
		if all {
			return proved
		}
		return bounded
	case "unknown":
		return unknown
	}
	return conflict
}

// story tells a trace on one line.
func (w *witness) story() string {
	if w == nil || len(w.Steps) == 0 {
		return "the empty trace"
	}
	var steps []string
	for _, s := range w.Steps {
		steps = append(steps, s.Tool)
	}
	return strings.Join(steps, " → ")
}
