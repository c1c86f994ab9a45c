package mutate

import (
	"cmp"
	"slices"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/validate/behaviour"
)

// A Score says how many mutants are killed of those that count.
type Score struct {
	Killed  int `json:"killed"`
	Counted int `json:"counted"`
}

// Percent returns the part that is killed, rounded down: 100 only if all are. It
// is 100 if none count.
func (s Score) Percent() int {
	if s.Counted == 0 {
		return 100
	}
	return 100 * s.Killed / s.Counted
}

func (s *Score) add(o *Outcome) {
	switch o.Status {
	case Killed:
		s.Killed++
		s.Counted++
	case Survived:
		s.Counted++
	}
}

// Count returns how many mutants have a status.
func (r *Result) Count(s Status) int {
	n := 0
	for i := range r.Outcomes {
		if r.Outcomes[i].Status == s {
			n++
		}
	}
	return n
}

// Score returns the score of all mutants, of those of models, or of those of
// suites.
func (r *Result) Score(counts func(Operator) bool) Score {
	var all Score
	for i := range r.Outcomes {
		if counts(r.Outcomes[i].Operator) {
			all.add(&r.Outcomes[i])
		}
	}
	return all
}

// A CaseScore says how many mutants a case kills, and how many no other does.
type CaseScore struct {
	Judge
	Kills, Alone int
}

// Cases returns the scores of the cases, in their order.
func (r *Result) Cases() []CaseScore {
	var list []CaseScore
	for _, j := range r.Judges {
		c := CaseScore{Judge: j}
		for _, o := range r.Outcomes {
			by := func(k Kill) bool { return k.Case == j.Name && k.File == j.File }
			if slices.ContainsFunc(o.Kills, by) {
				c.Kills++
				if !slices.ContainsFunc(o.Kills, func(k Kill) bool { return !by(k) }) {
					c.Alone++
				}
			}
		}
		list = append(list, c)
	}
	return list
}

// A PlaceScore is the score of the mutants of one thing: a clause, or a check.
type PlaceScore struct {
	At   string // its address
	Span source.Span
	Score
	// Notices is how many mutants of models a check notices; 0 for a clause.
	Notices int
}

// Clauses returns the scores of the clauses of models, in the order of the files.
func (r *Result) Clauses() []PlaceScore {
	return r.places(true, func(o *Outcome) string { return o.At.String() })
}

// Checks returns the scores of the checks, in the order of the files.
func (r *Result) Checks() []PlaceScore {
	list := r.places(false, checkOf)
	for _, o := range r.Outcomes {
		if !o.Operator.OnModel() {
			continue
		}
		noticed := make(map[string]bool)
		for _, k := range o.Kills {
			for _, c := range k.Checks {
				noticed[edit.At("case", k.Case, "check", c).In(k.File).String()] = true
				noticed[edit.At("common", c).In(k.File).String()] = true
			}
		}
		for i := range list {
			if noticed[list[i].At] {
				list[i].Notices++
			}
		}
	}
	return list
}

// checkOf returns the address of the check that a mutant changes.
func checkOf(o *Outcome) string {
	at := o.At
	// A mutant of the form has an address below that of its check.
	if last := len(at.Path) - 1; at.Path[last] == "form" {
		at.Path = at.Path[:last]
	}
	return at.String()
}

func (r *Result) places(onModel bool, key func(*Outcome) string) []PlaceScore {
	var list []PlaceScore
	places := make(map[string]int)
	for i := range r.Outcomes {
		o := &r.Outcomes[i]
		if o.Operator.OnModel() != onModel {
			continue
		}
		at := key(o)
		p, ok := places[at]
		if !ok {
			p = len(list)
			places[at] = p
			list = append(list, PlaceScore{At: at, Span: o.Span})
		}
		list[p].add(o)
	}
	return slices.DeleteFunc(list, func(p PlaceScore) bool { return p.Counted == 0 })
}

// Survivors returns the mutants that survive: first those that allow something,
// then those that only refuse something, then those of which that is not known;
// among these, those that allow most tools, or refuse most, and those with the
// shortest trace.
func (r *Result) Survivors() []*Outcome {
	var list []*Outcome
	for i := range r.Outcomes {
		if r.Outcomes[i].Status == Survived {
			list = append(list, &r.Outcomes[i])
		}
	}
	slices.SortStableFunc(list, func(a, b *Outcome) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(b.Allows.Tools, a.Allows.Tools),
			cmp.Compare(b.Allows.Fewer, a.Allows.Fewer), cmp.Compare(calls(a), calls(b)))
	})
	return list
}

func rank(o *Outcome) int {
	switch o.Allows.Class() {
	case behaviour.Looser, behaviour.Both:
		return 0
	case behaviour.Stricter:
		return 1
	}
	return 2
}

// Trace returns a trace that tells a survivor apart, and whether it is the mutant
// that allows it; nil if none is known.
func (a *Allows) Trace() (w *behaviour.Witness, allowed bool) {
	if a.Looser.Answer == validate.Found {
		return a.Looser.Witness, true
	}
	return a.Stricter.Witness, false
}

func calls(o *Outcome) int {
	if w, _ := o.Allows.Trace(); w != nil {
		return len(w.Calls)
	}
	return 0
}
