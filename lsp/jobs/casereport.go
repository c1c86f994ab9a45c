package jobs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lang/types"
)

// A CaseReport is a case as the verifier reports it.
type CaseReport struct {
	Verdict string `json:"verdict"`
	Bound   int    `json:"bound"`
	Checks  struct {
		Result string `json:"result"`
		Reason string `json:"reason"`
	} `json:"checks_alone"`
	Compliant struct {
		Result  string   `json:"result"`
		Proved  bool     `json:"proved"`
		Reason  string   `json:"reason"`
		Witness *Witness `json:"witness"`
	} `json:"compliant"`
	Forward struct {
		Result  string        `json:"result"`
		Proved  bool          `json:"proved"`
		Class   string        `json:"class"`
		Step    int           `json:"step"`
		Clause  *clauseReport `json:"clause"`
		Reason  string        `json:"reason"`
		Witness *Witness      `json:"witness"`
	} `json:"forward"`
	Backward []struct {
		Check   string   `json:"check"`
		Result  string   `json:"result"`
		Proved  bool     `json:"proved"`
		Class   string   `json:"class"`
		Step    int      `json:"step"`
		Reason  string   `json:"reason"`
		Witness *Witness `json:"witness"`
	} `json:"backward"`

	Raw, Notes json.RawMessage `json:"-"`
}

type clauseReport struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Text   string `json:"text"`
	Kind   string `json:"kind"`
}

// A Witness is a trace: its initial state and its calls.
type Witness struct {
	Init  map[string]json.RawMessage `json:"init"`
	Steps []struct {
		Tool string          `json:"tool"`
		Args json.RawMessage `json:"args"`
	} `json:"steps"`
}

// Phase says what a result is worth.
func (c *CaseReport) Phase() Phase {
	switch c.Verdict {
	case "consistent":
		all := c.Forward.Proved
		for _, b := range c.Backward {
			all = all && (b.Result != "none" || b.Proved)
		}
		if all {
			return Proved
		}
		return Bounded
	case "unknown":
		return Unknown
	}
	return Conflict
}

// Story tells a trace on one line.
func (w *Witness) Story() string {
	if w == nil || len(w.Steps) == 0 {
		return "the empty trace"
	}
	var steps []string
	for _, s := range w.Steps {
		steps = append(steps, s.Tool)
	}
	return strings.Join(steps, " → ")
}

// Unanswered says why a question has no answer: of the first one that has none.
func (c *CaseReport) Unanswered() string {
	reasons := []string{c.Checks.Reason, c.Compliant.Reason, c.Forward.Reason}
	for _, b := range c.Backward {
		reasons = append(reasons, b.Reason)
	}
	for _, r := range reasons {
		if r != "" {
			return r
		}
	}
	return "a question has no answer"
}

// PinsOf returns the arguments of a call as pins; none that cannot be written.
func PinsOf(args json.RawMessage) string {
	d := json.NewDecoder(bytes.NewReader(args))
	d.UseNumber()
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return ""
	}
	var b strings.Builder
	for d.More() {
		name, err := d.Token()
		value, ok := valueText(d)
		if text, is := name.(string); err == nil && is && ok && syntax.IsIdent(text) {
			b.WriteString(" (" + text + " " + value + ")")
		}
		if err != nil {
			break
		}
	}
	return b.String()
}

// valueText reads a JSON value and writes it in the source language.
func valueText(d *json.Decoder) (string, bool) {
	t, err := d.Token()
	if err != nil {
		return "", false
	}
	switch t := t.(type) {
	case nil:
		return "null", true
	case bool:
		return fmt.Sprint(t), true
	case json.Number:
		return t.String(), true
	case string:
		return types.Quote(t), true
	case json.Delim:
		return compoundText(d, t)
	}
	return "", false
}

func compoundText(d *json.Decoder, open json.Delim) (string, bool) {
	all, text := true, "(array"
	if open == '{' {
		text = "(record"
	}
	for d.More() {
		name := ""
		if open == '{' {
			key, err := d.Token()
			if err != nil {
				return "", false
			}
			name, _ = key.(string)
			all = all && syntax.IsIdent(name)
		}
		value, ok := valueText(d)
		all = all && ok
		if !ok {
			return "", false
		}
		if open == '{' {
			value = "(" + name + " " + value + ")"
		}
		text += " " + value
	}
	_, err := d.Token()
	return text + ")", all && err == nil
}
