package validate

import (
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
)

// Judge reports whether a check holds on a witness, and the number of the call
// that breaks it for good; 0 where none does.
func (w *Witness) Judge(c *monitor.Check) (holds bool, step int) {
	s := c.Start()
	broken := c.Verdict(s) == monitor.Violated
	for i := range w.Steps {
		s = c.Step(s, w.Steps[i].letter(c, w.Steps[i].Call))
		if !broken && c.Verdict(s) == monitor.Violated {
			broken, step = true, i+1
		}
	}
	return c.Verdict(s).Holds(), step
}

// letter returns what a check sees of a step, with a call in the place of its
// own: the call, and the answer to it.
func (s *Step) letter(c *monitor.Check, call tool.Call) monitor.Letter {
	answer := s.Answer
	if answer == nil {
		answer = types.Object{}
	}
	l := c.Letter(call)
	for i := range c.Atoms {
		if a := &c.Atoms[i]; a.Answer != nil {
			l[i] = a.Match(call, answer)
		}
	}
	return l
}
