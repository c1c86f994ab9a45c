package validate

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
)

// partsOf returns the basic forms of a check of which commissions may be, each as
// a check of its own: all but `at_least`, whose calls are what it asks for.
func partsOf(c *monitor.Check) (list []*monitor.Check) {
	for _, b := range c.Basics {
		if b.Form != forms.AtLeast {
			list = append(list, monitor.New(c.Name, &property.Property{Basic: b, Node: b.Node}, c.Node))
		}
	}
	return list
}

// partsOf returns the parts of a check of the case.
func (v *validator) partsOf(c *ast.Check) []*monitor.Check {
	list, had := v.parts[c]
	if !had {
		if v.parts == nil {
			v.parts = make(map[*ast.Check][]*monitor.Check)
		}
		list = partsOf(v.checks[slices.Index(v.scenario.Case.Checks, c)])
		v.parts[c] = list
	}
	return list
}

// commits reports whether a witness that a check does not accept is a commission:
// some basic form does not accept it, and a step matches a pattern of it that is
// no anchor and that the question is about.
func commits(parts []*monitor.Check, w *Witness, q system.Query) bool {
	return slices.ContainsFunc(parts, func(b *monitor.Check) bool {
		holds, _ := w.Judge(b)
		return !holds && slices.ContainsFunc(w.Steps, func(s Step) bool { return speaksOf(b, s.letter(b, s.Call), q) })
	})
}

// Commits reports whether a witness that a check does not accept is a commission: a run
// of the model that the check refuses for a call of the agent, and not for one that it
// lacks.
func (w *Witness) Commits(c *monitor.Check) bool {
	return commits(partsOf(c), w, system.Query{Kind: system.Commission, Check: c.Node})
}

// speaksOf reports whether a step matches a pattern of a basic form that is no
// anchor.
func speaksOf(b *monitor.Check, l monitor.Letter, q system.Query) bool {
	for i, m := range l {
		if m != monitor.NoMatch && !b.Atoms[i].Anchor && q.Counts(b.Atoms[i].Pattern) {
			return true
		}
	}
	return false
}

// Judge reports whether a check holds on a witness, and the number of the call
// that breaks it for good; 0 where none does.
func (w *Witness) Judge(c *monitor.Check) (holds bool, step int) {
	s := c.Start()
	// A check can be violated before the first call; step is then 0.
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
	l := c.Letter(call)
	own := false // the letter is not shared with other steps
	for i := range c.Atoms {
		a := &c.Atoms[i]
		if a.Answer == nil {
			continue
		}
		answer := s.Answer
		// In a witness the answer is known: an empty object, not an unknown one.
		if answer == nil {
			answer = types.Object{}
		}
		// c.Letter may return a letter that it shares, so it is copied before the first write.
		if !own {
			l, own = slices.Clone(l), true
		}
		l[i] = a.Match(call, answer)
	}
	return l
}
