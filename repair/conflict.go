package repair

import (
	"cmp"

	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/validate"
)

// A Conflict is one disagreement of a case: between its checks, or of them with
// the model. Two are the same if they are equal.
type Conflict struct {
	File string           `json:"file"`
	Case string           `json:"case"`
	Kind validate.Verdict `json:"kind"` // none of unknown and consistent

	// Of a forward conflict: the tool whose call breaks a precondition, and the
	// clause on one line. Of an over-restrictive check: its name.
	Tool   string `json:"tool,omitempty"`
	Clause string `json:"clause,omitempty"`
	Check  string `json:"check,omitempty"`
}

// A finding is a conflict with what shows it.
type finding struct {
	Conflict
	forward  *validate.Forward
	backward *validate.Backward
}

// findings returns the conflicts of a case. Where its checks contradict each other, or
// no run of the model passes them, nothing else is one: what else would be said of
// such a case mostly follows from that.
func findings(c *validate.Case) []finding {
	at := Conflict{File: c.File, Case: c.Name}
	var list []finding
	// These verdicts have no witness, so the finding has neither a forward nor a backward part.
	switch c.Verdict {
	case validate.UnsatisfiableChecks, validate.NoCompliantTrace:
		at.Kind = c.Verdict
		return []finding{{Conflict: at}}
	}
	seen := make(map[Conflict]bool)
	forward := func(f *validate.Forward) {
		if f.Answer != validate.Found || len(f.Broken) == 0 {
			return
		}
		// A copy for each conflict: the fields of one must not leak into the next.
		at := at
		at.Kind, at.Tool, at.Clause = validate.ForwardConflict, f.Witness.Steps[f.Step-1].Call.Tool, clauseOf(f.Broken[0])
		// Two witnesses can break the same clause with the same tool; that is one conflict.
		if !seen[at] {
			seen[at] = true
			list = append(list, finding{Conflict: at, forward: f})
		}
	}
	forward(&c.Forward)
	for i := range c.Conflicts {
		forward(&c.Conflicts[i])
	}
	for i := range c.Backward {
		// An omission is no conflict: every independent obligation has one.
		if b := &c.Backward[i]; b.Answer == validate.Found && b.Class == validate.Commission {
			at := at
			at.Kind, at.Check = validate.OverRestrictive, b.Check
			list = append(list, finding{Conflict: at, backward: b})
		}
	}
	return list
}

// alone returns the case as if it had no other conflict.
func (f finding) alone(c *validate.Case) *validate.Case {
	// The copy is shallow: the case itself is shared by all of its conflicts.
	k := *c
	k.Verdict, k.Conflicts, k.Backward, k.Omissions = f.Kind, nil, nil, nil
	switch {
	case f.forward != nil:
		k.Forward = *f.forward
	case f.backward != nil:
		k.Forward, k.Backward = validate.Forward{Answer: validate.None}, []validate.Backward{*f.backward}
	}
	return &k
}

// clauseOf returns the source of a broken rule on one line.
func clauseOf(b interp.Broken) string {
	return cmp.Or(b.Text(), b.Kind.String()+" of "+b.Leaf)
}
