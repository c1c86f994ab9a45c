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
var suites = []string{"procurement/*.checks", "operations/operations.checks", "airline/airline.checks", "arrays/dock.checks", "retail/retail.checks", "telecom/telecom.checks"}

// findBases returns the projects with consistent cases.
func (b *bench) findBases(folder string) error {
	var found []*workload.Workload
	for _, pattern := range suites {
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

// mostCorrections is how many edits make a case consistent at most.
const mostCorrections = 12

// A correction is what a case is like after it has been made consistent; it has no text
// where that failed.
type correction struct{ Case, Text string }

// corrected makes cases consistent, each by the first candidates for its conflicts, and
// leaves those in a project of which that is true in the end. It takes minutes, so that
// what is done is kept beside the log.
func (b *bench) corrected(set *edit.Set) (*edit.Set, error) {
	file := ""
	if b.log != "" {
		file = b.log + ".corrected"
	}
	done, err := readLines[correction](file)
	if err != nil {
		return nil, err
	}
	s, all := set.Suites[0], edit.Prepare(set)
	var edits []edit.Edit
	for i, k := range s.Cases {
		if i == len(done) {
			text, err := b.correct(all, s, k)
			if err != nil {
				return nil, err
			}
			done = append(done, correction{k.Decl.Name().Name, text})
			if err := addLine(file, done[i]); err != nil {
				return nil, err
			}
		}
		edits = append(edits, removal(s, k))
		if done[i].Text != "" {
			edits = append(edits, edit.Edit{Op: edit.Add, At: removal(s, k).At, Text: done[i].Text})
		}
	}
	return made(set, edits)
}

// correct returns the text of a case that has been made consistent, by itself; "" where
// that fails. The model stays as it is.
func (b *bench) correct(all *edit.Prepared, s *checker.Suite, k *checker.Case) (string, error) {
	var others []edit.Edit
	for _, other := range s.Cases {
		if other != k {
			others = append(others, removal(s, other))
		}
	}
	r, err := all.Apply(others, edit.ApplyOptions{Brief: true})
	if err != nil {
		return "", err
	}
	now := &edit.Set{Suites: r.Set.Suites} // what is not in the set is not changed
	o := repair.Options{Options: b.options, Tries: 12, Shown: 1}
	for range mostCorrections {
		one := now.Suites[0]
		found, err := repair.Find(b.ctx, now, []repair.Ref{{Suite: one, Case: one.Cases[0]}}, o)
		switch {
		case err != nil:
			return "", err
		case len(found.Repairs) == 0 && len(found.Unknown) == 0:
			return caseText(one, one.Cases[0]), nil
		case len(found.Repairs) == 0 || len(found.Repairs[0].Candidates) == 0:
			return "", nil
		}
		if now, err = made(now, found.Repairs[0].Candidates[0].Edits); err != nil {
			return "", err
		}
	}
	return "", nil
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
	var list []string
	for _, x := range b.bases {
		list = append(list, exampleOf(x.name))
	}
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
