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
		c.Class, c.Root = Precondition, true
		c.Error = infoOf[Precondition].Error
	}
	if len(r.Replay.Broken) > 0 {
		var clauses []string
		for _, b := range r.Replay.Broken {
			clauses = append(clauses, "`"+b.Text+"`")
		}
		c.Message = strings.TrimPrefix(c.Message+": ", ": ") + strings.Join(clauses, ", ")
	}
	if r.Replay.Seq > 0 {
		c.Evidence = append(c.Evidence, Evidence{Seq: r.Replay.Seq, Tool: r.Replay.Tool, Role: Violates, At: r.Replay.At})
	}
	return append(r.Checks[:len(r.Checks):len(r.Checks)], c)
}
