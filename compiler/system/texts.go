package system

import (
	"slices"

	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/like"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/types"
)

// mostAlike is how many strings are looked for that pass the same tests: where
// there are more, there are as many as a trace needs.
const mostAlike = 32

// Texts says which strings there are beside those that occur in a case, where
// its checks ask of a string that a model reads or a variable joins what it is
// like.
type Texts struct {
	Patterns []like.Pattern
	Few      []string // of a kind of which there are only these, beside those that occur
	Classes  [][]bool // by pattern: which of them a string matches of which there are many others; first the one that matches none, if there is one

	sources []string
}

// Class returns the index of the class of a string that does not occur, or -1.
func (x *Texts) Class(s string) int {
	return slices.IndexFunc(x.Classes, func(c []bool) bool { return slices.Equal(c, x.matches(s)) })
}

// Index returns the index of the pattern of a test.
func (x *Texts) Index(t *property.Test) int { return slices.Index(x.sources, source(t)) }

// Fresh returns a string of a class that is not among some.
func (x *Texts) Fresh(class int, given func(string) bool) string {
	for i := range 2 * mostAlike {
		if s := Numbered("new", i); !given(s) && x.Class(s) == class {
			return s
		}
	}
	var avoid []string
	for range 1 << 10 {
		samples, _ := like.Samples(x.Patterns, avoid)
		i := slices.IndexFunc(samples, func(s like.Sample) bool { return slices.Equal(s.Matches, x.Classes[class]) })
		if i < 0 {
			break
		}
		if s := samples[i].Text; !given(s) {
			return s
		}
		avoid = append(avoid, samples[i].Text)
	}
	return ""
}

func (x *Texts) matches(s string) []bool {
	list := make([]bool, len(x.Patterns))
	for i, p := range x.Patterns {
		list[i] = p.Matches(s)
	}
	return list
}

func source(t *property.Test) string {
	text, _ := t.Values[0].(types.Text)
	return string(text)
}

// textsOf returns the strings of a scenario whose tools are known, nil where no
// check asks; it reports false where they are too many to tell.
func textsOf(sc *Scenario, seen *lookedAt) (*Texts, bool) {
	x := &Texts{}
	for _, a := range seen.places {
		for _, t := range a.tests {
			if t.Kind == forms.TestLike && !slices.Contains(x.sources, source(t)) && sc.reads(a) {
				x.sources = append(x.sources, source(t))
				x.Patterns = append(x.Patterns, like.Parse(source(t)))
			}
		}
	}
	if len(x.Patterns) == 0 {
		return nil, true
	}
	var avoid []string
	occurring, enums := sc.Strings()
	for _, s := range append(occurring, enums...) {
		if slices.Contains(x.matches(s), true) {
			avoid = append(avoid, s)
		}
	}
	return x, x.divide(avoid)
}

// divide finds the classes, with the strings of those that have few.
func (x *Texts) divide(avoid []string) bool {
	var rounds [][]like.Sample
	for range mostAlike {
		samples, ok := like.Samples(x.Patterns, avoid)
		if !ok {
			return false
		}
		rounds = append(rounds, samples)
		for _, s := range samples {
			if slices.Contains(s.Matches, true) {
				avoid = append(avoid, s.Text)
			}
		}
	}
	many := rounds[mostAlike-1]
	for _, s := range many {
		x.Classes = append(x.Classes, s.Matches)
	}
	slices.SortStableFunc(x.Classes, func(a, b []bool) int { return matched(a) - matched(b) })
	for _, round := range rounds {
		for _, s := range round {
			if x.Class(s.Text) < 0 {
				x.Few = append(x.Few, s.Text)
			}
		}
	}
	return true
}

func matched(list []bool) (n int) {
	for _, x := range list {
		if x {
			n++
		}
	}
	return n
}

// reads reports whether what a place holds matters beyond the tests on it.
func (sc *Scenario) reads(a *asked) bool {
	j := sc.Place(a.tool)
	return slices.ContainsFunc(sc.Tools[j].Inputs(), func(p *Parameter) bool {
		return p.Name == a.of && p.Answer == a.answer && !p.Chosen()
	})
}
