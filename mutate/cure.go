package mutate

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/validate/behaviour"
)

// A Cure is what would kill a mutant of a model: checks for a case, or a case with
// checks. It was tried: with it the case is consistent, and with it and the mutant
// it has a conflict.
type Cure struct {
	Case  string      `json:"case"`
	Edits []edit.Edit `json:"edits"`
}

// maxTries is how many versions of a case are made from one check that a trace
// suggests, maxAll how many are made for a mutant, and maxDepth how many checks are
// added beside the first one.
const maxTries, maxAll, maxDepth = 10, 40, 4

// cure looks for a cure of a survivor.
func (t *trial) cure() {
	h := &healer{trial: t}
	if s, list := h.search((*healer).subjects); s != nil {
		t.Cure = &Cure{s.name, h.edits(s, list)}
	}
}

// search looks for checks that kill a mutant of a model in one of the subjects, which
// may depend on the trace that tells it apart. The trace says which call has to be refused, or
// asked for, and after which others.
func (h *healer) search(subjects func(*healer, *behaviour.Witness) []*subject) (*subject, []demand) {
	if !h.Operator.OnModel() {
		return nil, nil
	}
	for _, side := range []struct {
		behaviour.Side
		looser bool
	}{{h.Allows.Looser, true}, {h.Allows.Stricter, false}} {
		w := side.Witness
		if side.Answer != validate.Found || w == nil || len(w.Calls) == 0 {
			continue
		}
		list := h.candidates(w, side.looser)
		for _, s := range subjects(h, w) {
			for _, c := range list {
				h.tries = 0
				if list := h.grow(s, []demand{c}, s.depth()); list != nil {
					return h.brief(s, list), list
				}
			}
		}
	}
	return nil, nil
}

// A healer looks for the cure of one mutant.
type healer struct {
	*trial
	taken []string // names that a new case cannot have, beside those of its suite
	tries int      // versions made from the present check
	all   int      // versions made
}

// depth returns how many checks may be added beside the first one. A new case needs
// more, as it has none.
func (s *subject) depth() int {
	if s.start == nil {
		return 1
	}
	return maxDepth
}

// brief returns the subject to add checks to: a new case names only what its checks
// are about, if that does as well.
func (h *healer) brief(s *subject, list []demand) *subject {
	if s.start == nil {
		return s
	}
	brief := *s
	brief.named = h.mentioned(list)
	if !h.does(&brief, list) {
		return s
	}
	return &brief
}

// shortest returns a new case with an init of which no value can be left out.
func (h *healer) shortest(s *subject, list []demand) *subject {
	for _, v := range h.model.Vars {
		less := *s
		less.named = slices.DeleteFunc(slices.Clone(s.named), func(name string) bool { return name == v.Name() })
		if len(less.named) < len(s.named) && h.does(&less, list) {
			s = &less
		}
	}
	return s
}

// does reports whether checks kill the mutant in a subject.
func (h *healer) does(s *subject, list []demand) bool {
	h.tries, h.all = 0, 0
	return h.grow(s, list, 0) != nil
}

// grow returns a list of checks that kills the mutant: the given ones, and more where
// a call that they speak of is not yet sure to be allowed; nil if none is found.
func (h *healer) grow(s *subject, list []demand, depth int) []demand {
	edits := h.edits(s, list)
	set := h.applied(&edit.Set{Models: []*checker.Model{h.model}, Suites: h.suites}, edits)
	if set == nil {
		return nil
	}
	suite, k := s.in(set)
	session := validate.NewSession(h.bounded())
	switch verdict, err := session.Verdict(h.ctx, suite, k); {
	case err != nil:
		return nil
	case verdict == validate.Consistent && h.kills(s, edits):
		return list
	case verdict != validate.ForwardConflict || depth == 0:
		// Only a forward conflict shows which check may be missing.
		return nil
	}
	c, err := session.Validate(h.ctx, suite, k)
	if err != nil || c.Forward.Witness == nil {
		return nil
	}
	for _, more := range h.remedies(suite.Model, &c.Forward) {
		if slices.Contains(list, more) {
			continue
		}
		if longer := h.grow(s, append(slices.Clip(list), more), depth-1); longer != nil {
			return longer
		}
	}
	return nil
}

// kills reports whether a case with edits has a conflict with the mutant.
func (h *healer) kills(s *subject, edits []edit.Edit) bool {
	set := h.applied(h.mutated, edits)
	if set == nil {
		return false
	}
	suite, k := s.in(set)
	verdict, err := validate.NewSession(h.bounded()).Verdict(h.ctx, suite, k)
	return err == nil && verdict.Conflict()
}

// applied returns a set with edits; nil if that has errors, or if enough has been
// tried.
func (h *healer) applied(set *edit.Set, edits []edit.Edit) *edit.Set {
	h.tries++
	h.all++
	if h.tries > maxTries || h.all > maxAll {
		return nil
	}
	r, err := edit.Apply(set, edits, edit.ApplyOptions{Brief: true, ByHand: true})
	if err != nil {
		return nil
	}
	return r.Set
}
