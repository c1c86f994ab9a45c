package repair

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/validate/behaviour"
)

// A proposal is a candidate before anything is known of its effect.
type proposal struct {
	edits []edit.Edit
	why   string
	prior int // the smaller, the earlier it is tried among those of its source

	slip   bool // something else in the files says so
	faint  bool // nothing in the files hints at it
	chance chance
	source int
}

// A chance says whether a change of a model or of a start agrees with the check that
// refuses a run because that is so, or by chance.
type chance int

const (
	implied chance = iota // the check can be why
	guessed               // the check says nothing of what it reads, but is about its tool
	strange               // the check is not about its tool, either
)

// mostClosing is how many candidates that close a conflict are enough.
const mostClosing = 24

// repair looks for candidates for one conflict.
func (f *finder) repair(ref Ref, c *validate.Case, of finding) (*Repair, error) {
	g := &generator{finder: f, ref: ref, found: c, conflict: of}
	r := &Repair{Conflict: of.Conflict, Text: sentence(of), Found: of.alone(c)}
	sources, err := g.sources()
	if err != nil {
		return nil, err
	}
	closing, err := f.tryAll(r, keyOf(ref), newTurns(sources), f.Tries)
	// Only if no single change helps are two tried at once, since pairs are many.
	if err == nil && len(closing) == 0 && len(g.firm.checks)+len(g.firm.clauses) > 0 {
		var pairs []proposal
		if pairs, err = g.pairs(); err == nil {
			closing, err = f.tryAll(r, keyOf(ref), newTurns([][]proposal{pairs}), r.Tried+f.Tries/2)
		}
	}
	if err != nil {
		return nil, err
	}
	list, err := f.rank(of.Conflict, closing)
	if err != nil {
		return nil, err
	}
	r.Candidates, r.More, err = f.distinct(ref, list)
	return r, err
}

// tryAll tries proposals of several sources in turn, until so many have been tried for
// the conflict, or enough of them close it.
func (f *finder) tryAll(r *Repair, key caseKey, t *turns, tries int) ([]*closer, error) {
	var closing []*closer
	for n := 0; r.Tried < tries && len(closing) < mostClosing; n++ {
		if f.ctx.Err() != nil {
			return nil, f.ctx.Err()
		}
		if t.empty() {
			break
		}
		for tried := r.Tried; r.Tried == tried; { // those that a known trace refutes cost no turn
			p, ok := t.next(n)
			if !ok {
				break
			}
			k, err := f.try(r, key, p)
			if err != nil {
				return nil, err
			}
			if k != nil {
				closing = append(closing, k)
			}
		}
	}
	r.Untried += t.left()
	return closing, nil
}

// A closer is a proposal that closes the conflict that it is for.
type closer struct {
	proposal
	variant *variant
	effect  *Effect
	weight  int
	cost    int
	place   int
	known   []known
}

// A known trace is allowed by the model of a candidate, or is not.
type known struct {
	*behaviour.Witness
	allowed bool
}

// try asks whether a proposal closes a conflict, and leaves the case a trace. It
// returns nil where it does not. What else the proposal does is asked of those
// alone that are ranked.
func (f *finder) try(r *Repair, key caseKey, p proposal) (*closer, error) {
	v := f.variantOf(p.edits)
	if v.err != nil {
		// An edit that cannot be made is no candidate; those that a lock forbids are counted for the report.
		if v.locked {
			r.Locked++
		}
		return nil, nil
	}
	ref, ok := v.ref(key)
	// Replaying a known trace is far cheaper than asking the solver.
	if !ok || f.refuted(ref, r.Conflict) {
		return nil, nil
	}
	r.Tried++
	closes, err := f.closes(v, ref, r.Conflict)
	if err != nil || !closes {
		return nil, err
	}
	f.keep(v)
	return &closer{proposal: p, variant: v, cost: costOf(p.edits)}, nil
}

// closes asks whether an edited case has a conflict no more.
func (f *finder) closes(v *variant, ref Ref, c Conflict) (bool, error) {
	ask := func(q system.Query, want validate.Answer) (bool, *validate.Witness, error) {
		a, err := v.quick.Ask(f.ctx, system.NewScenario(ref.Suite, ref.Case), q)
		return err == nil && a.Answer == want, a.Witness, err
	}
	switch c.Kind {
	case validate.UnsatisfiableChecks:
		ok, _, err := ask(system.Query{Kind: system.ChecksAlone}, validate.Found)
		return ok, err
	case validate.ForwardConflict:
		ok, w, err := ask(system.Query{Kind: system.Forward, Undisturbed: system.NewScenario(ref.Suite, ref.Case).Disturbed()}, validate.None)
		// Another forward conflict may have been behind this one: then this one is closed all the same.
		if err != nil || !ok && (w == nil || f.remains(c, ref, w)) {
			return false, err
		}
	case validate.OverRestrictive:
		if k := ref.Case.CheckNamed(c.Check); k != nil {
			ok, w, err := ask(system.Query{Kind: system.Commission, Check: k}, validate.None)
			if err == nil && w != nil {
				// The run that is still refused refutes later proposals without a solver.
				x := f.examples[keyOf(ref)]
				x.refused[c.Check] = append(x.refused[c.Check], w)
			}
			if err != nil || !ok {
				return false, err
			}
		}
	}
	// A change that leaves the case no good run trades the conflict for another one.
	ok, _, err := ask(system.Query{Kind: system.Compliant}, validate.Found)
	return ok, err
}

// remains reports whether a trace shows a forward conflict, or one in its place that
// differs from it in the words of the clause alone. It keeps the trace, on which other
// proposals are tried.
func (f *finder) remains(c Conflict, ref Ref, w *validate.Witness) bool {
	i := slices.IndexFunc(w.Steps, func(s validate.Step) bool { return len(s.Broken) > 0 })
	if i < 0 {
		return false
	}
	forward := &validate.Forward{Answer: validate.Found, Step: i + 1, Broken: w.Steps[i].Broken, Witness: w}
	is := c
	is.Tool, is.Clause = w.Steps[i].Call.Tool, clauseOf(w.Steps[i].Broken[0])
	key := keyOf(ref)
	if is == c {
		f.examples[key].bad = append(f.examples[key].bad, finding{Conflict: c, forward: forward})
		return true
	}
	return is.Tool == c.Tool && !slices.Contains(conflictsOf(f.found[key]), is)
}

// costOf returns how much of a list of edits has to be read: as [edit.Diff] counts.
func costOf(edits []edit.Edit) int {
	cost := 0
	for _, e := range edits {
		old, new := words(e.Expect), words(e.Text)
		cost += 4
		for _, w := range old {
			if i := slices.Index(new, w); i >= 0 {
				// Each word pairs with one word at most.
				new = slices.Delete(new, i, i+1)
			} else {
				cost++
			}
		}
		cost += len(new)
	}
	return cost
}

// words returns the tokens of a text other than parentheses.
func words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ()\n\t", r) })
}
