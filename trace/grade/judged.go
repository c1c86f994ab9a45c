package grade

import "strings"

// WorldModel is the name under which [Result.Judged] lists the replay. No
// check has it, since a name has no blank.
const WorldModel = "world model"

// Judged returns everything that has a part in the verdict: the checks, and
// the replay as one more, so that reports can treat them alike.
func (r *Result) Judged() []Check {
	if r.Replay == nil {
		return r.Checks
	}
	c := Check{Check: WorldModel, Verdict: r.Replay.Verdict, Message: r.Replay.Message, Evidence: []Evidence{}}
	if c.Verdict == Fail {
		// A violation is always a root: no check causes it.
		c.Class, c.Root = r.Replay.Class(), true
		c.Error = infoOf[c.Class].Error
		c.Message = r.Replay.summary()
		for _, v := range r.Replay.All() {
			for _, o := range v.Calls() {
				if len(c.Evidence) < maxListed {
					c.Evidence = append(c.Evidence, Evidence{Seq: o.Seq, Tool: o.Tool, Role: Violates, At: o.At})
				}
			}
		}
	} else if r.Replay.Seq > 0 {
		v := Violation{Broken: r.Replay.Broken}
		if clauses := v.Clauses(); clauses != "" {
			c.Message = strings.TrimPrefix(c.Message+": ", ": ") + clauses
		}
		c.Evidence = append(c.Evidence, Evidence{Seq: r.Replay.Seq, Tool: r.Replay.Tool, Role: Unknown, At: r.Replay.At})
	}
	// The full slice expression makes append copy, so that the checks of the result stay as they are.
	return append(r.Checks[:len(r.Checks):len(r.Checks)], c)
}
