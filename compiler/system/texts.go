package system

import (
	"slices"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/like"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/types"
)

// Texts says which strings there are beside those that occur in a case, where its
// model, or its checks of a string that a model reads or a variable joins, ask what
// a string is like.
type Texts struct {
	Patterns []like.Pattern
	Few      []string     // that match patterns as only few strings do
	Classes  []like.Class // of the other strings; first that of the strings that match none, if there is one

	sources []string
}

// Class returns the index of the class of a string, or -1 for one of the few.
func (x *Texts) Class(s string) int {
	return slices.IndexFunc(x.Classes, func(c like.Class) bool { return c.Has(s) })
}

// Index returns the index of a pattern.
func (x *Texts) Index(pattern string) int { return slices.Index(x.sources, pattern) }

// Fresh returns a string of a class that is not among some.
func (x *Texts) Fresh(class int, given func(string) bool) string {
	// Names that read well come first, if the class has any.
	for i := range 2 * Spares {
		if s := Numbered("new", i); !given(s) && x.Classes[class].Has(s) {
			return s
		}
	}
	// The class is infinite, so that some text of it is not given.
	for i := 0; ; i++ {
		if s := x.Classes[class].Text(i); !given(s) {
			return s
		}
	}
}

func source(t *property.Test) string {
	text, _ := t.Values[0].(types.Text)
	return string(text)
}

// textsOf returns the strings of a scenario whose tools are known, nil where nothing
// asks what a string is like; it reports false where they are too many to tell.
func textsOf(sc *Scenario, seen *lookedAt) (*Texts, bool) {
	x := &Texts{}
	add := func(pattern string) {
		if !slices.Contains(x.sources, pattern) {
			x.sources = append(x.sources, pattern)
			x.Patterns = append(x.Patterns, like.Parse(pattern))
		}
	}
	for _, p := range sc.patterns {
		add(p)
	}
	for _, a := range seen.places {
		for _, t := range a.tests {
			if t.Kind == forms.TestLike && sc.reads(a) {
				add(source(t))
			}
		}
	}
	if len(x.Patterns) == 0 {
		return nil, true
	}
	classes, ok := like.Divide(x.Patterns)
	for _, c := range classes {
		// The strings of a small class are numbered one by one.
		if c.Few == nil {
			x.Classes = append(x.Classes, c)
		}
		x.Few = append(x.Few, c.Few...)
	}
	return x, ok
}

// PatternOf returns the pattern of an application of `like`.
func PatternOf(e *ast.Op) string {
	text, _ := e.Args[1].(*ast.Literal).Value.(types.Text)
	return string(text)
}

// reads reports whether what a place holds matters beyond the tests on it.
func (sc *Scenario) reads(a *asked) bool {
	j := sc.Place(a.tool)
	return slices.ContainsFunc(sc.Tools[j].Inputs(), func(p *Parameter) bool {
		return p.Name == a.of && p.Answer == a.answer && !p.Chosen()
	})
}
