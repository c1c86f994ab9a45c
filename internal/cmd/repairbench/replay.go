package main

import (
	"slices"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/repair"
	"github.com/mantrac/mantrac/validate"
)

// A place is a case in a file.
type place struct{ file, name string }

// verdicts validates all cases of a project.
func (b *bench) verdicts(set *edit.Set) (map[place]validate.Verdict, error) {
	session := validate.NewSession(b.options)
	all := make(map[place]validate.Verdict)
	for _, s := range set.Suites {
		for _, k := range s.Cases {
			v, err := session.Verdict(b.ctx, s, k)
			if err != nil {
				return nil, err
			}
			all[place{s.File.Tree.File.Name(), k.Decl.Name().Name}] = v
		}
	}
	return all, nil
}

// replayed reports whether the cases have the verdicts that the effect of a candidate says,
// and all others the same as without it.
func replayed(e *repair.Effect, before, after map[place]validate.Verdict) bool {
	for p, is := range after {
		want := before[p]
		for _, c := range e.Changed {
			if p == (place{c.File, c.Case}) {
				want = c.New
			}
		}
		unknown := slices.ContainsFunc(e.Unknown, func(u repair.Unknown) bool { return p == (place{u.File, u.Case}) })
		if is != want && !unknown {
			return false
		}
	}
	return true
}
