package main

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/workload"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/mutate"
	"github.com/mantrac/mantrac/validate"
)

// A base is a project whose cases are all consistent.
type base struct {
	name     string
	set      *edit.Set
	session  *validate.Session
	mistakes []mutate.Mutant // in random order, as far as they are not drawn
}

// exampleOf returns the example that a project is of.
func exampleOf(project string) string {
	return project[:strings.IndexAny(project, "/,")]
}

// A draw is a mistake in one of the projects.
type draw struct {
	of      *base
	mistake mutate.Mutant
}

// suites are those of the examples that are drawn from.
var suites = []string{
	"procurement/*.checks", "operations/operations.checks", "airline/airline.checks", "arrays/dock.checks",
	"retail/retail.checks", "telecom/telecom.checks", "review/*/library.checks",
}

// findBases returns the projects with consistent cases.
func (b *bench) findBases(folder string) error {
	var found []*workload.Workload
	for _, pattern := range suites {
		list, err := workload.Example(folder, pattern)
		if err != nil {
			return err
		}
		for _, w := range list {
			if w.Name, err = filepath.Rel(folder, w.Suite.File.Tree.File.Name()); err != nil {
				return err
			}
		}
		found = append(found, list...)
	}
	for _, w := range found {
		if err := b.addBase(w, b.consistent); err != nil {
			return err
		}
	}
	return b.addBase(workload.Cabin(workload.CabinSize{}), b.reduced)
}

func (b *bench) addBase(w *workload.Workload, prepare func(*edit.Set) (*edit.Set, error)) error {
	if !strings.Contains(w.Name, b.only) {
		return nil
	}
	set, err := prepare(&edit.Set{Models: []*checker.Model{w.Suite.Model}, Suites: []*checker.Suite{w.Suite}})
	if err != nil {
		return err
	}
	fmt.Printf("%s: %d of %d cases\n", w.Name, len(set.Suites[0].Cases), len(w.Suite.Cases))
	if len(set.Suites[0].Cases) > 0 {
		b.bases = append(b.bases, &base{name: w.Name, set: set, session: validate.NewSession(b.options)})
	}
	return nil
}

// consistent leaves the consistent cases in a project.
func (b *bench) consistent(set *edit.Set) (*edit.Set, error) {
	s := set.Suites[0]
	session := validate.NewSession(b.options)
	var edits []edit.Edit
	for _, k := range s.Cases {
		v, err := session.Verdict(b.ctx, s, k)
		if err != nil {
			return nil, err
		}
		if v != validate.Consistent {
			edits = append(edits, removal(s, k))
		}
	}
	return made(set, edits)
}

// reduced leaves as many checks in each case as it is consistent with, in their order.
// Where that is none, it removes the case.
func (b *bench) reduced(set *edit.Set) (*edit.Set, error) {
	s := set.Suites[0]
	var edits []edit.Edit
	for i, k := range s.Cases {
		var left []edit.Edit // those that remove a check
		for _, c := range k.Checks {
			left = append(left, edit.Edit{Op: edit.Remove, At: edit.At("case", k.Decl.Name().Name, "check", c.Name.Name).In(s.File.Tree.File.Name()), Expect: edit.Compact(s.UnitOf(k, c).Text(c))})
		}
		// Greedy: put back one check after the other and keep it if the case stays consistent.
		for n := 0; n < len(left); {
			some := slices.Delete(slices.Clone(left), n, n+1)
			now, err := made(set, some)
			if err != nil {
				return nil, err
			}
			v, err := validate.NewSession(b.options).Verdict(b.ctx, now.Suites[0], now.Suites[0].Cases[i])
			if err != nil {
				return nil, err
			}
			if v == validate.Consistent {
				left = some
			} else {
				n++
			}
		}
		if len(left) == len(k.Checks) {
			// No check could be put back.
			left = []edit.Edit{removal(s, k)}
		}
		edits = append(edits, left...)
	}
	return made(set, edits)
}

// removal removes a case.
func removal(s *checker.Suite, k *checker.Case) edit.Edit {
	at := edit.At("case", k.Decl.Name().Name).In(s.File.Tree.File.Name())
	return edit.Edit{Op: edit.Remove, At: at, Expect: caseText(s, k)}
}

// made makes edits to a copy of a set.
func made(set *edit.Set, edits []edit.Edit) (*edit.Set, error) {
	if len(edits) == 0 {
		return set, nil
	}
	r, err := edit.Apply(set, edits, edit.ApplyOptions{Brief: true})
	if err != nil {
		return nil, err
	}
	return r.Set, nil
}

// examples returns the examples of the projects, in order.
func (b *bench) examples() []string {
	list := lists.Map(b.bases, func(x *base) string { return exampleOf(x.name) })
	return slices.Compact(list)
}

// draws returns the mistakes of one edit in an example, in the order in which they are
// made: each time a project is drawn, then a mistake in it. A mistake in a model that
// several projects have is made in the first of them.
func (b *bench) draws(example string) []draw {
	random := rand.New(rand.NewPCG(b.seed, 17))
	had := make(map[string]bool)
	var open []*base
	for _, x := range b.bases {
		if exampleOf(x.name) != example {
			continue
		}
		for _, m := range mutate.Mutants(x.set) {
			text := fmt.Sprintln(m.Span, m.Now)
			if len(m.Edits) == 1 && !had[text] { // else the correction is no single edit
				x.mistakes = append(x.mistakes, m)
			}
			// A mutant of a shared model occurs in several projects.
			had[text] = true
		}
		random.Shuffle(len(x.mistakes), func(i, j int) { x.mistakes[i], x.mistakes[j] = x.mistakes[j], x.mistakes[i] })
		open = append(open, x)
	}
	var list []draw
	for len(open) > 0 {
		i := random.IntN(len(open))
		x := open[i]
		if len(x.mistakes) == 0 {
			open = slices.Delete(open, i, i+1)
			continue
		}
		list = append(list, draw{x, x.mistakes[0]})
		x.mistakes = x.mistakes[1:]
	}
	return list
}

// caseText returns the source of a case on one line.
func caseText(s *checker.Suite, k *checker.Case) string {
	tree := s.File.Tree
	text := tree.File.Text()
	start := strings.LastIndexByte(text[:tree.Resolve(k.Decl.Header.Span(k.Decl.Header.Node)).Start+1], '(')
	return edit.Compact(text[start:ast.FormEnd(text, start)])
}
