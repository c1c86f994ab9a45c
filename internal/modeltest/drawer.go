package modeltest

import "pgregory.net/rapid"

// A drawer makes choices. Zero, false and the first of a list are the simple
// ones, to which rapid shrinks.
type drawer struct{ t *rapid.T }

func (d drawer) between(least, most int) int { return rapid.IntRange(least, most).Draw(d.t, "n") }

// oneIn is true about once in n times.
func (d drawer) oneIn(n int) bool { return d.between(0, n-1) == n-1 }

func (d drawer) flip() bool { return rapid.Bool().Draw(d.t, "flip") }

func pick[E any](d drawer, list []E) E { return rapid.SampledFrom(list).Draw(d.t, "pick") }

func shuffle[E any](d drawer, list []E) []E { return rapid.Permutation(list).Draw(d.t, "order") }

// some draws a number of different elements of a list.
func some[E any](d drawer, list []E, least, most int) []E {
	return shuffle(d, list)[:d.between(least, min(most, len(list)))]
}

// A choice is one way to go on, as likely as its weight is large.
type choice struct {
	weight int
	text   func() string
}

// choose goes one of several ways; the first is the simplest.
func (d drawer) choose(list ...choice) string {
	var table []int
	for i, c := range list {
		for range c.weight {
			table = append(table, i)
		}
	}
	return list[pick(d, table)].text()
}
