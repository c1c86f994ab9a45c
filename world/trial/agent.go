package trial

import (
	"context"

	"github.com/mantrac/mantrac/world/simulator"
)

// An Agent works on cases. It may work on several at a time.
type Agent interface {
	// Name is the name of the agent in files and results.
	Name() string

	// Play works on the case of a session until it is done. A *[Crash] is the agent's
	// failure, which is a result. A *[Skip] says that the agent has nothing to do in the
	// case. Any other error is not the agent's fault.
	Play(ctx context.Context, s *simulator.Session) error
}

// Named is an agent under another name.
type Named struct {
	Agent
	Label string
}

// Name implements [Agent].
func (a Named) Name() string { return a.Label }

// A Crash is the failure of an agent.
type Crash struct {
	Reason string
	Output string // the last of what the agent has printed, if it has; the label `output` of the trace
}

func (e *Crash) Error() string { return e.Reason }

// A Skip says why an agent has nothing to do in a case.
type Skip struct{ Reason string }

func (e *Skip) Error() string { return e.Reason }
