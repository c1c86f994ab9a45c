package repair

import (
	"slices"

	"github.com/mantrac/mantrac/validate"
)

// effectOf validates every case that a variant can affect, and compares.
func (f *finder) effectOf(v *variant) (*Effect, error) {
	if v.effect != nil {
		return v.effect, nil
	}
	e := &Effect{Proved: true}
	for _, old := range f.refs {
		key := keyOf(old)
		now, ok := v.ref(key)
		if !ok || v.session.Fingerprint(now.Suite, now.Case) == f.session.Fingerprint(old.Suite, old.Case) {
			continue
		}
		c, err := f.validate(v, key)
		if err != nil {
			return nil, err
		}
		e.compare(f.found[key], c)
	}
	v.effect = e
	return e, nil
}

// compare adds what becomes of a case.
func (e *Effect) compare(old, new *validate.Case) {
	was, is := conflictsOf(old), conflictsOf(new)
	for _, c := range was {
		if !slices.Contains(is, c) {
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
	if len(was) > 0 && len(new.Unproved()) > 0 {
		e.Proved = false
	}
}

func conflictsOf(c *validate.Case) []Conflict {
	var list []Conflict
	for _, x := range findings(c) {
		list = append(list, x.Conflict)
	}
	return list
}
