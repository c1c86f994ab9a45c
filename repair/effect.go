package repair

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system/slice"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/validate"
)

// effectOf validates every case that a variant can affect, that of a conflict first,
// and compares. If it is to be clean, it gives up at the first case with a new
// conflict, and returns nil.
func (f *finder) effectOf(v *variant, of Conflict, clean bool) (*Effect, error) {
	// A variant is cached for all conflicts; its effect does not depend on which one asks.
	if v.effect != nil {
		return v.effect, nil
	}
	e := &Effect{}
	// The case of the conflict comes first, so that a clean search can fail early.
	for _, old := range f.startingWith(caseKey{of.File, of.Case}) {
		now, ok := v.ref(keyOf(old))
		// Equal fingerprints or untouched slices guarantee equal answers, so the case is skipped.
		if !ok || v.quick.Fingerprint(now.Suite, now.Case) == f.quick.Fingerprint(old.Suite, old.Case) || f.apart(v, old, now) {
			continue
		}
		c, err := f.judged(v, now)
		if err != nil {
			return nil, err
		}
		e.compare(f.found[keyOf(old)], c)
		if clean && len(e.Opened) > 0 {
			// The effect is incomplete here, so it is not cached.
			return nil, nil
		}
	}
	v.effect = e
	return e, nil
}

// startingWith returns all cases, one of them first.
func (f *finder) startingWith(key caseKey) []Ref {
	i := slices.IndexFunc(f.refs, func(r Ref) bool { return keyOf(r) == key })
	// Not found (-1), or first already (0).
	if i <= 0 {
		return f.refs
	}
	return slices.Concat(f.refs[i:i+1], f.refs[:i], f.refs[i+1:])
}

// judged returns the conflicts of an edited case, once.
func (f *finder) judged(v *variant, ref Ref) (*validate.Case, error) {
	if c := v.judgements[keyOf(ref)]; c != nil {
		return c, nil
	}
	c, err := v.judge(f.ctx, ref)
	if err == nil {
		v.judgements[keyOf(ref)] = c
	}
	return c, err
}

// compare adds what becomes of a case.
func (e *Effect) compare(old, new *validate.Case) {
	was, is := conflictsOf(old), conflictsOf(new)
	for _, c := range was {
		// A conflict that an unanswered question may still have is not counted as closed.
		if !slices.Contains(is, c) && !mayHave(new, c) {
			e.Closed = append(e.Closed, c)
		}
	}
	for _, c := range is {
		if !slices.Contains(was, c) {
			e.Opened = append(e.Opened, c)
		}
	}
	if old.Verdict != new.Verdict {
		e.Changed = append(e.Changed, Change{new.File, new.Name, old.Verdict, new.Verdict})
	}
	if new.Verdict == validate.UnknownVerdict && old.Verdict != validate.UnknownVerdict {
		e.Unknown = append(e.Unknown, unknownOf(new))
	}
}

// mayHave reports whether a question about a conflict that was not found in a case has no
// answer.
func mayHave(c *validate.Case, x Conflict) bool {
	switch {
	case c.Verdict == validate.UnknownVerdict:
		return true
	case x.Kind == validate.UnsatisfiableChecks:
		return c.ChecksAlone.Answer == validate.Unknown
	case x.Kind == validate.NoCompliantTrace:
		return c.Compliant.Answer == validate.Unknown
	case x.Kind == validate.ForwardConflict:
		// One unanswered forward question suffices: the old conflict may be its answer.
		return c.Forward.Answer == validate.Unknown || slices.ContainsFunc(c.Conflicts, func(f validate.Forward) bool { return f.Answer == validate.Unknown })
	}
	return slices.ContainsFunc(c.Backward, func(b validate.Backward) bool {
		return b.Check == x.Check && b.Class == validate.Commission && b.Answer == validate.Unknown
	})
}

func conflictsOf(c *validate.Case) []Conflict {
	return lists.Map(findings(c), func(x finding) Conflict { return x.Conflict })
}

// apart reports whether edits of a model cannot change what is said of a case: they
// are of transitions that no question about the case needs, before and after.
func (f *finder) apart(v *variant, old, new Ref) bool {
	var tools []string
	for _, e := range v.edits {
		// A constant, a definition or a variable can occur anywhere, so nothing is concluded.
		if k := e.At.Kind(); k != edit.Pre && k != edit.Post {
			return false
		}
		tools = append(tools, e.At.Path[1])
	}
	key := keyOf(old)
	// The tools of the unedited case are the same for all variants; needed never returns nil.
	if f.kept[key] == nil {
		f.kept[key] = f.needed(old)
	}
	if meets(f.kept[key], tools) {
		return false
	}
	// The edit can also enlarge the slice: a new effect can make a tool relevant.
	return !meets(v.needed(new), tools)
}

func meets(a, b []string) bool {
	return slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
}

// needed returns the tools that the questions about a case need.
func (a asked) needed(r Ref) []string {
	m := a.quick.System(r.Suite.Model)
	sc := m.Scenario(r.Suite, r.Case)
	// The list is not nil, so that the cache tells "none" from "not computed".
	list := []string{}
	for _, i := range slice.New(m).Case(sc).All().Tools {
		list = append(list, sc.Tools[i].Name)
	}
	return list
}
