package mutate

import (
	"cmp"
	"time"

	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/validate/behaviour"
)

// Allows says what a mutant allows and refuses, compared with the files as they
// are. Of a mutant of a model it is the traces of the model from any state, of
// one of a suite the traces that all checks of a case accept.
type Allows struct {
	behaviour.Difference
	Case  string // whose checks accept other traces; "" for a mutant of a model
	Tools int    // how many tools of a model may be called where they could not be before
	Fewer int    // how many may no longer be
}

// compareTime is the time for a proof that a tool is equal. It is far more than
// its steps take, so that the result is the same on all machines.
const compareTime = time.Minute

// compare finds out whether a mutant that no case kills is equivalent.
func (t *trial) compare() {
	if !t.Operator.OnModel() {
		t.compareChecks()
		return
	}
	o := behaviour.Options{Options: t.Options.Options, Beyond: true}
	o.ProofTime = cmp.Or(o.ProofTime, compareTime)
	c, err := behaviour.Compare(t.ctx, behaviour.Version{Model: t.model, Suites: t.suites}, behaviour.Version{Model: t.mutated.Models[0], Suites: t.mutated.Suites}, o)
	if err != nil {
		t.Reason = err
		return
	}
	t.Allows.Difference = c.Whole
	for _, g := range c.Goals {
		if t.Allows.Class() == behaviour.Equal && (g.Class() != behaviour.Equal || !g.Proved()) {
			t.Allows.Difference, t.Allows.Case = g.Difference, g.Case
		}
	}
	for _, x := range c.Tools {
		if x.Looser.Answer == validate.Found {
			t.Allows.Tools++
		}
		if x.Stricter.Answer == validate.Found {
			t.Allows.Fewer++
		}
	}
	t.settle(len(c.Doubts) == 0)
}

// settle says that the mutant is equivalent if that is proved.
func (t *trial) settle(sure bool) {
	if d := &t.Allows.Difference; sure && t.Reason == nil && d.Class() == behaviour.Equal && d.Proved() {
		t.Status = Equivalent
	}
}

// compareChecks compares the languages of the checks of the cases that judged.
func (t *trial) compareChecks() {
	t.Allows.Difference = behaviour.NoDifference()
	compared := false
	for i := range t.judges {
		j := &t.judges[i]
		if !t.judgedBy(j) || !t.affects(j) {
			continue
		}
		compared = true
		before, was := j.of(t.suites)
		after, is := j.of(t.mutated.Suites)
		p := behaviour.CasePair{Old: &behaviour.CaseRef{Suite: before, Case: was}, New: &behaviour.CaseRef{Suite: after, Case: is}}
		d := p.Checks()
		if t.Allows.Class() == behaviour.Equal {
			t.Allows.Difference, t.Allows.Case = d, j.name
		}
	}
	t.settle(compared)
}
