package modeltest

import "pgregory.net/rapid"

// Everything draws tiny or small projects that combine the forms beyond the
// paper's grammar: maps, quantifiers, definitions, results, what has been seen,
// owners, and suites as [Extended] draws them. One in four projects lacks each
// of these, so that what some engine refuses does not hide all else.
func Everything(size Size) *rapid.Generator[*Project] { return everything(size, true) }

// EveryModel draws projects with such models, and suites with the paper's checks.
func EveryModel(size Size) *rapid.Generator[*Project] { return everything(size, false) }

func everything(size Size, suites bool) *rapid.Generator[*Project] {
	return rapid.Custom(func(t *rapid.T) *Project {
		p, err := Load(newGenerator(t, size).withEverything(suites).draft())
		if err != nil {
			t.Skip(err)
		}
		return p
	})
}

// withEverything makes a generator draw most forms beyond the paper's grammar.
func (g *generator) withEverything(suites bool) *generator {
	often := func() bool { return g.between(0, 3) > 0 }
	g.keyed, g.members, g.defined, g.answers, g.owned = often(), often(), often(), often(), often()
	g.extended = suites && often()
	if g.keyed {
		g.drawMapTypes()
	}
	return g
}
