package snapshot

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/mantrac/mantrac/validate"
)

// Settings are what a user of an editor chooses, as initializationOptions or
// as the section mantrac of the configuration.
type Settings struct {
	Verify  string `json:"verify"`  // when cases are validated: onSave, onType or never
	Inspect string `json:"inspect"` // when models are inspected beside when that is asked for: onSave or never
	Compare string `json:"compare"` // when models are compared with what they were: onCommand, onSave or, without a trace in the editor, never

	MergeBase string `json:"mergeBase"` // the branch that changes are for; "" is main or master

	ShowCanFail bool `json:"showCanFail"` // lenses that say of each check whether it can fail
	ShowKeeps   bool `json:"showKeeps"`   // hints that say what a transition leaves as it is

	Pause   int    `json:"pause"`   // milliseconds without an edit before onType validates
	Bound   int    `json:"bound"`   // the length of traces
	Engine  string `json:"engine"`  // as --engine
	Timeout int    `json:"timeout"` // milliseconds for each question to the solver
	Panel   bool   `json:"panel"`   // the client draws the traces that commands answer, and needs no message with them
	Pull    bool   `json:"pull"`    // the client asks for the diagnostics of open documents, which are then not pushed; at the start alone
}

// DefaultSettings returns what holds for a user who has chosen nothing.
func DefaultSettings() Settings {
	return Settings{Verify: OnSave, Inspect: Never, Compare: onCommand, Pause: 800, Bound: validate.DefaultBound, Engine: string(validate.Auto), Timeout: int((10 * time.Second).Milliseconds())}
}

// When cases are validated.
const (
	OnSave = "onSave"
	OnType = "onType"
	Never  = "never"

	onCommand = "onCommand"
)

// Read takes over what a client says. What it does not say stays as it is, and
// what cannot be is refused.
func (s *Settings) Read(raw json.RawMessage) error {
	if len(raw) == 0 || string(raw) == "null" {
		return nil
	}
	// Read into a copy, so that a refused message changes nothing.
	next := *s
	if err := json.Unmarshal(raw, &next); err != nil {
		return fmt.Errorf("the settings cannot be read: %w", err)
	}
	engine := false
	for _, e := range validate.Engines {
		engine = engine || string(e) == next.Engine
	}
	switch {
	case next.Verify != OnSave && next.Verify != OnType && next.Verify != Never:
		return fmt.Errorf("mantrac.verify is onSave, onType or never, not %q", next.Verify)
	case next.Inspect != OnSave && next.Inspect != Never:
		return fmt.Errorf("mantrac.inspect is onSave or never, not %q", next.Inspect)
	case next.Compare != onCommand && next.Compare != OnSave && next.Compare != Never:
		return fmt.Errorf("mantrac.compare is onCommand, onSave or never, not %q", next.Compare)
	case next.Bound < 1 || next.Bound > 1000:
		return fmt.Errorf("mantrac.bound is from 1 to 1000, not %d", next.Bound)
	case !engine:
		return fmt.Errorf("mantrac.engine is one of %v, not %q", validate.Engines, next.Engine)
	case next.Timeout < 0 || next.Pause < 0:
		return fmt.Errorf("mantrac.timeout and mantrac.pause are not negative")
	}
	*s = next
	return nil
}
