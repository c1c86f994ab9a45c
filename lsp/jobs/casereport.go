package jobs

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lang/types"
)

// A CaseReport is a case as the verifier reports it.
type CaseReport struct {
	Verdict string `json:"verdict"`
	Bound   int    `json:"bound"`
	Lists   int    `json:"lists"`

	Checks    outcome `json:"checks_alone"`
	Compliant outcome `json:"compliant"`
	Forward   struct {
		outcome
		Class  string        `json:"class"`
		Step   int           `json:"step"`
		Clause *clauseReport `json:"clause"`
	} `json:"forward"`
	Backward []struct {
		outcome
		Check string `json:"check"`
		Class string `json:"class"`
		Step  int    `json:"step"`
	} `json:"backward"`

	Raw, Notes json.RawMessage `json:"-"`
}

// An outcome is what became of a question about a case.
type outcome struct {
	Result  string   `json:"result"`
	Proved  bool     `json:"proved"`
	Reason  string   `json:"reason"`
	Witness *Witness `json:"witness"` // nil of the checks alone
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
	Steps []Step                     `json:"steps"`
}

// A Step is a call of a trace.
type Step struct {
	Tool string          `json:"tool"`
	Args json.RawMessage `json:"args"`
}

// Lengths says how long the traces, and the lists in them, are that were looked at.
func (c *CaseReport) Lengths() string {
	text := fmt.Sprintf("%d calls", c.Bound)
	if c.Lists > 0 {
		text += fmt.Sprintf(" and lists of at most %d", c.Lists)
	}
	return text
}

// Phase says what a result is worth.
func (c *CaseReport) Phase() Phase {
	switch c.Verdict {
	case "consistent":
		// The verdict holds for every length only if each question without a witness is proved.
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
	return strings.Join(lists.Map(w.Steps, func(s Step) string { return s.Tool }), " → ")
}

// Unanswered says why a question has no answer: of the first one that has none.
func (c *CaseReport) Unanswered() string {
	reasons := []string{c.Checks.Reason, c.Compliant.Reason, c.Forward.Reason}
	for _, b := range c.Backward {
		reasons = append(reasons, b.Reason)
	}
	return cmp.Or(append(reasons, "a question has no answer")...)
}

// PinsOf returns the arguments of a call as pins; none that cannot be written.
func PinsOf(args json.RawMessage) string {
	value, err := document.ReadValue(string(args))
	object, ok := value.(types.Object)
	if err != nil || !ok {
		return ""
	}
	var b strings.Builder
	for _, m := range object {
		// A pin that cannot be written is dropped, which makes the pattern more general.
		if syntax.IsIdent(m.Name) && writable(m.Value) {
			b.WriteString(" (" + m.Name + " " + m.Value.String() + ")")
		}
	}
	return b.String()
}

// writable reports whether all names in a value can be written in the source
// language.
func writable(v types.Value) bool {
	switch v := v.(type) {
	case types.List:
		return !slices.ContainsFunc(v, func(x types.Value) bool { return !writable(x) })
	case types.Object:
		return !slices.ContainsFunc(v, func(m types.Member) bool { return !syntax.IsIdent(m.Name) || !writable(m.Value) })
	}
	return true
}
