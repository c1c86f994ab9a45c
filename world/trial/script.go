package trial

import (
	"context"
	"errors"
	"fmt"

	"github.com/mantrac/mantrac/golden"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/world/runtime"
	"github.com/mantrac/mantrac/world/simulator"
)

// Oracle plays a compliant plan of each case.
type Oracle struct{}

// Name implements [Agent].
func (Oracle) Name() string { return "oracle" }

// Play implements [Agent].
func (Oracle) Play(ctx context.Context, s *simulator.Session) error {
	events, err := planOf(ctx, s)
	if err != nil {
		return err
	}
	return perform(ctx, s, events)
}

// planOf returns the events of a compliant trace from the state in which a session
// began.
func planOf(ctx context.Context, s *simulator.Session) ([]trace.Event, error) {
	w := s.World()
	f, err := w.Compliant(ctx, s.Init())
	switch {
	case err != nil:
		return nil, err
	case f.Answer != validate.Found:
		return nil, &runtime.Unsolvable{Case: w.Case.Decl.Name().Name, Proved: f.Proved, Reason: f.Reason}
	}
	return golden.Events(w.From(s.Init()), f.Witness)
}

// perform makes the calls of events, and says what their messages say. Results are
// those of the session.
func perform(ctx context.Context, s *simulator.Session, events []trace.Event) error {
	for _, e := range events {
		by := tool.Agent
		if e.Requestor == "user" {
			by = tool.User
		}
		var err error
		switch e.Kind {
		case trace.Message:
			_, err = s.Say(ctx, by, e.Text)
		case trace.Call:
			_, err = s.Call(ctx, by, "", e.Tool, arguments(&e))
		case trace.Approval:
			err = errors.New("approvals cannot be played")
		}
		if errors.Is(err, simulator.ErrLimit) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s %s: %w", e.Kind, e.Tool, err)
		}
	}
	return nil
}

// arguments returns the text of the arguments of a call. Those that were not an object
// are as they were written.
func arguments(e *trace.Event) string {
	if e.State == trace.ArgsOK {
		return string(document.AppendJSON(nil, e.Args))
	}
	// A text in quotes is unwrapped, since CallText takes the text itself.
	if v, err := document.ReadValue(string(e.Raw)); err == nil {
		if text, ok := v.(types.Text); ok {
			return string(text)
		}
	}
	return string(e.Raw)
}
