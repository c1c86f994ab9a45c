package grade

import (
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/interp/partial"
	"github.com/mantrac/mantrac/lang/tool"
)

// missed judges the trace again if it does not tell when some events of the model
// happen: any number may have happened before each call, so that what they change
// is not known at any call. What does not depend on that is decided as ever.
func (r *replay) missed(list []*tool.Tool) {
	if len(list) == 0 {
		return
	}
	r.unsaid = why(list[0])
	l := r.learning
	// Without the calls that are not in the log, they cannot be judged again.
	if l.full {
		r.giveUp(r.unsaid)
		return
	}
	// What was found under the assumption that no event happened is dropped.
	l.windows, l.found, l.ignored = nil, nil, make(map[said]bool)
	for _, t := range list {
		rules := r.rules[t.Name]
		if rules.owner == tool.Agent && rules.mayBreak() && r.perhaps == "" {
			r.perhaps = why(t)
		}
		for _, x := range rules.post {
			for _, leaf := range x.mentions {
				// The window is the whole trace: an event may have happened before any call.
				w := window{slot: partial.Slot{Leaf: leaf}, from: -1, to: len(l.log)}
				l.windows = lists.Include(l.windows, w)
			}
		}
	}
	changed := slices.Clone(l.windows)
	for r.judgeAgain(); l.again && r.unclear == ""; {
		r.judgeAgain()
	}
	// Events may have happened after the last call as well.
	for _, w := range changed {
		r.forget(w.slot, "at the end of the trace")
	}
}

// doubtedBy returns what a replay says of a trace that may not tell of events.
func (r *replay) doubtedBy(out Replay) Replay {
	switch {
	case r.unsaid == "", r.unclear == r.unsaid: // which the message says already
	case out.Verdict == Inconclusive:
		out.Message += r.because()
	// A pass may rest on an event that broke a precondition and was not told of.
	case out.Verdict == Pass && r.perhaps != "":
		out.Verdict, out.Message = Inconclusive, r.perhaps
	}
	return out
}

// mayBreak reports whether a call may break a precondition.
func (t *toolRules) mayBreak() bool {
	// An assignment that reads the state has implicit preconditions, which may be broken.
	asks := func(x rule) bool { return len(x.reads) > 0 }
	return len(t.pre) > 0 || len(t.bound) > 0 || slices.ContainsFunc(t.assignments, asks)
}

// because says why it is not known what happened, after what that leaves open.
func (r *replay) because() string {
	if r.unsaid == "" {
		return ""
	}
	return "; " + r.unsaid
}
