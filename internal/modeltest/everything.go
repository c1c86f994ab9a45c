package modeltest

import "pgregory.net/rapid"

// Everything draws tiny or small projects that combine the forms beyond the
// paper's grammar: maps, quantifiers, definitions, results, also lists of them,
// what has been seen, owners, events, and suites as [Extended] draws them. One in
// four projects lacks each of these, so that what some engine refuses does not hide
// all else.
func Everything(size Size) *rapid.Generator[*Project] {
	return drawn(size, (*generator).withEverything)
}

// withEverything makes a generator draw most forms beyond the paper's grammar.
func (g *generator) withEverything() {
	often := func() bool { return g.between(0, 3) > 0 }
	g.keyed, g.members, g.defined, g.answers, g.owned, g.extended, g.heard = often(), often(), often(), often(), often(), often(), often()
	if g.keyed {
		g.drawMapTypes()
	}
}
