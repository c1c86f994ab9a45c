package repair

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/validate"
)

// A proposal is a candidate before anything is known of its effect.
type proposal struct {
	edits []edit.Edit
	why   string
	prior int // the smaller, the earlier it is tried among those of its source
}

// repair looks for candidates for one conflict.
func (f *finder) repair(ref Ref, c *validate.Case, of finding) (*Repair, error) {
	g := &generator{finder: f, ref: ref, found: c, conflict: of}
	r := &Repair{Conflict: of.Conflict, Text: sentence(of), Found: c}
	var closing []*closer
	for _, p := range interleave(g.sources()) {
		if f.ctx.Err() != nil {
			return nil, f.ctx.Err()
		}
		if r.Tried >= f.Tries {
			r.Untried++
			continue
		}
		k, err := f.try(r, keyOf(ref), p)
		if err != nil {
			return nil, err
		}
		if k != nil {
			closing = append(closing, k)
		}
	}
	list, err := f.rank(of.Conflict, closing)
	if err != nil {
		return nil, err
	}
	for i, k := range list {
		if i >= f.Shown {
			r.More = len(list) - i
			break
		}
		shown, err := f.candidate(ref, k)
		if err != nil {
			return nil, err
		}
		r.Candidates = append(r.Candidates, shown)
	}
	return r, nil
}

// A closer is a proposal that closes the conflict that it is for.
type closer struct {
	proposal
	variant *variant
	effect  *Effect
	weight  int
	cost    int
	place   int
}

// try validates the case of a conflict with a proposal. It returns nil where that
// does not close the conflict.
func (f *finder) try(r *Repair, key caseKey, p proposal) (*closer, error) {
	v := f.variantOf(p.edits)
	if v.err != nil {
		if v.locked {
			r.Locked++
		}
		return nil, nil
	}
	ref, ok := v.ref(key)
	if !ok || v.tried[key] == nil && f.refuted(ref, r.Conflict) {
		return nil, nil
	}
	r.Tried++
	c, err := f.tryCase(v, key, ref)
	if err != nil {
		return nil, err
	}
	left := findings(c)
	for _, had := range left {
		if had.forward != nil && !inModel(p.edits) {
			f.examples[key].bad = append(f.examples[key].bad, had)
		}
	}
	if c.Verdict == validate.UnknownVerdict || f.remains(r.Conflict, key, left) || worse(r.Conflict, left) {
		return nil, nil
	}
	return &closer{proposal: p, variant: v, cost: costOf(p.edits)}, nil
}

// remains reports whether a conflict is among others, or one in its place that
// differs from it in the words of the clause alone.
func (f *finder) remains(c Conflict, key caseKey, left []finding) bool {
	had := conflictsOf(f.found[key])
	return slices.ContainsFunc(left, func(x finding) bool {
		return x.Conflict == c || c.Kind == validate.ForwardConflict && x.Kind == c.Kind && x.Tool == c.Tool && !slices.Contains(had, x.Conflict)
	})
}

// worse reports whether a case without a conflict has one that makes the conflict
// meaningless: no trace at all.
func worse(c Conflict, left []finding) bool {
	for _, x := range left {
		switch x.Kind {
		case validate.UnsatisfiableChecks:
			return true
		case validate.NoCompliantTrace:
			if c.Kind != validate.UnsatisfiableChecks {
				return true
			}
		}
	}
	return false
}

// costOf returns how much of a list of edits has to be read: as [edit.Diff] counts.
func costOf(edits []edit.Edit) int {
	cost := 0
	for _, e := range edits {
		old, new := words(e.Expect), words(e.Text)
		cost += 4
		for _, w := range old {
			if i := slices.Index(new, w); i >= 0 {
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

// interleave takes proposals from several sources in turn, each sorted by how
// likely it is to help, and each edit once.
func interleave(sources [][]proposal) []proposal {
	seen := make(map[string]bool)
	var list []proposal
	for _, s := range sources {
		slices.SortStableFunc(s, func(a, b proposal) int { return a.prior - b.prior })
	}
	for i, more := 0, true; more; i++ {
		more = false
		for _, s := range sources {
			if i >= len(s) {
				continue
			}
			more = true
			if text, _ := edit.WriteSExpr(s[i].edits); !seen[text] {
				seen[text] = true
				list = append(list, s[i])
			}
		}
	}
	return list
}
