// Package property says what a check demands of a trace, as data: names are
// resolved, literals are values, and what is written in several ways is one.
// The checker makes it of the syntax tree; the automata, the formulas and the
// grader read it.
package property

import (
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/tool"
)

// A Property is a basic form, or properties joined by `and` or `or`.
type Property struct {
	Op    forms.Form // And or Or; None for a basic form
	Parts []*Property
	Basic *Basic // of a basic form
	Node  ast.CheckForm
}

// A Basic is a form about calls: every one but `and` and `or`. Its variables
// are its own: those of another form of the same name are others.
type Basic struct {
	Form   forms.Form
	Limit  int  // the number of at_most and at_least
	Forbid bool // the target of an `after` or `before` is a no_call

	// Target is what the form speaks of, Anchor what it is ordered by: a step
	// that matches one of the patterns. Forms without order have no anchor.
	Target, Anchor []*Pattern

	Apart bool     // steps need not agree: see [Relax]
	Fixed []string // if so, the variables that have one value in all of the trace

	Node ast.CheckForm
}

// A Pattern is about one step of a trace: a call of a tool, or the answer to
// one.
type Pattern struct {
	Tool   string
	Owner  tool.Owner // of the tool
	By     tool.Actor // whose calls it sees; not the name of the owner
	Tests  []Test     // of arguments; of one argument all
	Vars   []Var      // arguments that are bound to variables
	Answer *Answer    // of `answered`: the step is the answer; else nil
	Node   *ast.Atom
}

// An Answer is what `answered` says of the answer to a successful call. Its
// tests and variables are of parts of the answer.
type Answer struct {
	Tests []Test
	Vars  []Var
	Node  ast.CheckForm
}

// A Var binds a variable to a value, which must be present. Where a pattern
// binds a variable twice, the values must be equal.
type Var struct {
	Of   string // as of a Test
	Name string // without the question mark
}

// Variables returns the names of the variables that a pattern binds, without
// duplicates, in the order in which they come first.
func (p *Pattern) Variables() []string {
	var list []string
	add := func(vars []Var) {
		for _, v := range vars {
			list = lists.Include(list, v.Name)
		}
	}
	add(p.Vars)
	if p.Answer != nil {
		add(p.Answer.Vars)
	}
	return list
}

// Joins reports whether variables of several steps have to agree in a basic form.
func (b *Basic) Joins() bool {
	targets, anchors := variables(b.Target), variables(b.Anchor)
	if b.Apart {
		return false
	}
	if b.Form == forms.AtMost || b.Form == forms.EachAfter {
		return len(targets) > 0
	}
	return slices.ContainsFunc(targets, func(v string) bool { return slices.Contains(anchors, v) })
}

// Polarity returns what one more step does to the form that matches the target,
// or the anchor, and not the other.
func (b *Basic) Polarity(anchor bool) forms.Polarity {
	switch {
	case !anchor:
		return b.Form.Target()
	case b.Forbid:
		return -b.Form.Anchored()
	}
	return b.Form.Anchored()
}

func variables(patterns []*Pattern) []string {
	return lists.FlatMap(patterns, (*Pattern).Variables)
}

// Basics returns the basic forms of a property, in source order.
func (p *Property) Basics() []*Basic {
	if p.Basic != nil {
		return []*Basic{p.Basic}
	}
	return lists.FlatMap(p.Parts, (*Property).Basics)
}

// Patterns returns the patterns of a basic form: of the target, then of the
// anchor.
func (b *Basic) Patterns() []*Pattern {
	return append(b.Target[:len(b.Target):len(b.Target)], b.Anchor...)
}
