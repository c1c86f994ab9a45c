package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/workload"
	"github.com/mantrac/mantrac/mutate"
	"github.com/mantrac/mantrac/repair"
	"github.com/mantrac/mantrac/validate"
)

// A base is a project whose cases are all consistent.
type base struct {
	name     string
	set      *edit.Set
	mistakes []mutate.Mutant // in random order, as far as they are not drawn
}

// A draw is a mistake in one of the projects.
type draw struct {
	of      *base
	mistake mutate.Mutant
}

// examples are the suites that are drawn from.
var examples = []string{"procurement/*.checks", "operations/operations.checks", "airline/airline.checks", "arrays/dock.checks", "retail/retail.checks", "telecom/telecom.checks"}

// findBases returns the projects with consistent cases.
func (b *bench) findBases(folder string) error {
	var found []*workload.Workload
	for _, pattern := range examples {
		list, err := workload.Example(folder, pattern)
		if err != nil {
			return err
		}
		found = append(found, list...)
	}
	for _, w := range found {
		if err := b.addBase(w, b.consistent); err != nil {
			return err
		}
	}
	return b.addBase(workload.Cabin(workload.CabinSize{}), b.corrected)
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
		b.bases = append(b.bases, &base{name: w.Name, set: set})
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
			at := edit.At("case", k.Decl.Name().Name).In(s.File.Tree.File.Name())
			edits = append(edits, edit.Edit{Op: edit.Remove, At: at, Expect: caseText(s, k)})
		}
	}
	return made(set, edits)
}

// mostCorrections is how many edits make a case consistent at most.
const mostCorrections = 12

// corrected makes cases consistent, by the first candidate for each conflict, and
// leaves those in a project of which that is true in the end.
func (b *bench) corrected(set *edit.Set) (*edit.Set, error) {
	for i := range set.Suites[0].Cases {
		for range mostCorrections {
			s := set.Suites[0]
			one := &edit.Set{Models: set.Models, Suites: set.Suites}
			r, err := repair.Find(b.ctx, one, []repair.Ref{{Suite: s, Case: s.Cases[i]}}, repair.Options{Options: b.options, Tries: 12, Shown: 1})
			if err != nil {
				return nil, err
			}
			if len(r.Repairs) == 0 || len(r.Repairs[0].Candidates) == 0 || r.Repairs[0].Candidates[0].Edits[0].At.Kind().InModel() {
				break
			}
			if set, err = made(set, r.Repairs[0].Candidates[0].Edits); err != nil {
				return nil, err
			}
		}
	}
	return b.consistent(set)
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

// draws returns the mistakes of one edit, in the order in which they are made: each
// time a project is drawn, then a mistake in it.
func (b *bench) draws() []draw {
	random := rand.New(rand.NewPCG(b.seed, 17))
	var open []*base
	for _, x := range b.bases {
		for _, m := range mutate.Mutants(x.set) {
			if len(m.Edits) == 1 { // else the correction is no single edit
				x.mistakes = append(x.mistakes, m)
			}
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
	text := s.File.Tree.File.Text()
	start := strings.Index(text, "(case "+k.Decl.Name().Name)
	depth := 0
	for i := start; i < len(text); i++ {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return edit.Compact(text[start : i+1])
			}
		}
	}
	return ""
}
