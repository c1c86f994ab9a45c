package runtime

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/plan/why"
	"github.com/mantrac/mantrac/validate"
)

// refusal returns what is answered to a call that breaks preconditions. If it has to
// explain, it says nothing of leaves that no answer shows.
func (s *Session) refusal(ctx context.Context, call tool.Call, broken []interp.Broken) (string, error) {
	text := fmt.Sprintf("Error: %s cannot be done now.", call.Tool)
	if !s.world.options.Explain {
		return text, nil
	}
	x, err := s.world.explainer.Explain(ctx, []interp.State{s.state}, call)
	if err != nil {
		return "", err
	}
	for _, b := range broken {
		if clause := s.world.clause(b); clause != "" {
			text += "\n" + clause
		}
		for _, m := range why.Manual(s.world.Suite.Model, b) {
			text += fmt.Sprintf("\nThe manual, %s", strings.TrimSpace(m.Place+": "+m.Text))
		}
	}
	for _, w := range x.Ways {
		text += "\n" + s.way(w)
	}
	return text, nil
}

// clause names a clause that is broken, and says why; "" where it reads something that
// no answer shows.
func (w *World) clause(b interp.Broken) string {
	t := w.lowered.Transition(b.Transition.Name())
	for _, term := range conditions(t) {
		if term.Expr != b.Expr {
			continue
		}
		// A clause about a hidden leaf would reveal its value.
		if slices.ContainsFunc(read(term), func(leaf int) bool { return w.hidden[leaf] }) {
			return ""
		}
		if reason := b.Reason(); reason != "" {
			return fmt.Sprintf("It needs %s, and %s.", b.Text(), reason)
		}
		return fmt.Sprintf("It needs %s.", b.Text())
	}
	return ""
}

// conditions returns what a call of a transition has to meet: its preconditions, and
// the assignments that it has to be possible to make.
func conditions(t *system.Transition) []*system.Term {
	list := append([]*system.Term(nil), t.Pre...)
	for _, a := range t.Assignments {
		list = append(list, a.Term)
	}
	return list
}

// way says which calls make a call allowed. Values that the agent has not met are left
// out.
func (s *Session) way(w why.Way) string {
	if w.Answer != validate.Found {
		return "No calls are known that would make it possible."
	}
	// The last step of the witness is the refused call itself.
	steps := w.Witness.Steps
	calls := lists.Map(steps[:len(steps)-1], func(step validate.Step) string { return s.shownCall(step.Call) })
	return "First: " + strings.Join(calls, ", then ") + "."
}

// shownCall returns a call with the arguments that the agent has met.
func (s *Session) shownCall(c tool.Call) string {
	var args types.Object
	for _, a := range c.Args {
		if s.met(a.Value) {
			args = append(args, a)
		}
	}
	if len(args) == 0 {
		return c.Tool
	}
	return c.Tool + " " + string(document.AppendJSON(nil, args))
}

// met reports whether the agent has read or written a value.
func (s *Session) met(v types.Value) bool {
	switch v := v.(type) {
	case types.Boolean:
		return true
	case types.Text:
		return strings.Contains(s.heard.String(), string(v))
	}
	return strings.Contains(s.heard.String(), string(document.AppendJSON(nil, v)))
}
