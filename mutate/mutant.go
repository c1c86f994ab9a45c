package mutate

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
)

// An Operator is a kind of mistake that a mutant has.
type Operator string

// The operators on models.
const (
	ClauseDropped Operator = "clause-dropped" // a clause of `pre` is gone
	ClauseNegated Operator = "clause-negated" // a clause of `pre` is in `not`
	ConstantMoved Operator = "constant-moved" // a number is one more, or one less
	GuardDropped  Operator = "guard-dropped"  // (=> GUARD CLAUSE) is CLAUSE
	EffectDropped Operator = "effect-dropped" // a clause of `post` is gone
	OrderFreed    Operator = "order-freed"    // of two or more clauses of `pre` that another tool establishes, all are gone
	NameExchanged Operator = "name-exchanged" // a name of an enum is the next one; in `post`, true is false
)

// The operators on suites.
const (
	CheckDropped   Operator = "check-dropped"   // a check is gone
	FormChanged    Operator = "form-changed"    // a word is its counterpart, a number is one more or one less
	PinChanged     Operator = "pin-changed"     // a pin is gone, or its value is another one
	SidesExchanged Operator = "sides-exchanged" // target and anchor are exchanged
)

// Operators returns all operators, those on models first.
func Operators() []Operator {
	return []Operator{ClauseDropped, ClauseNegated, ConstantMoved, GuardDropped, EffectDropped, OrderFreed, NameExchanged,
		CheckDropped, FormChanged, PinChanged, SidesExchanged}
}

// OnModel reports whether an operator changes models; the others change suites.
func (o Operator) OnModel() bool {
	return slices.Index(Operators(), o) < slices.Index(Operators(), CheckDropped)
}

// A Mutant is a set of files with one mistake in it.
type Mutant struct {
	Operator Operator
	At       edit.Address // what is changed: a clause, a check, or, where an order is freed, a transition
	Span     source.Span  // of it in the file
	Was, Now string       // the source before and after, on one line; Now is "" for what is gone
	Edits    []edit.Edit  // that make the mistake
}

// key tells a mutant apart from those that make other edits.
func (m *Mutant) key() string {
	text := ""
	for _, e := range m.Edits {
		text += string(e.Op) + " " + e.At.String() + " " + e.Text + "\n"
	}
	return text
}

// Mutants returns all mutants of a set, in the order of its files and of the
// places in them. Not all of them check. No two make the same edits.
func Mutants(s *edit.Set) []Mutant {
	l := &lister{had: make(map[string]bool)}
	for _, m := range s.Models {
		l.file = m.File
		l.model(m)
	}
	for _, k := range s.Suites {
		l.file = k.File
		l.suite(k)
	}
	return l.list
}

// Sample returns n of the mutants, in their order: the same ones for the same
// seed. It returns all if there are no more than n, or n is 0.
func Sample[M any](list []M, n int, seed uint64) []M {
	if n <= 0 || n >= len(list) {
		return list
	}
	places := rand.New(rand.NewPCG(seed, 0)).Perm(len(list))[:n]
	slices.Sort(places)
	sample := make([]M, n)
	for i, p := range places {
		sample[i] = list[p]
	}
	return sample
}

// A lister collects mutants.
type lister struct {
	file *ast.File // that mutants are made of now
	list []Mutant
	had  map[string]bool
}

// add adds the mutant that has another text for a node of a unit; nothing for "".
func (l *lister) add(o Operator, at edit.Address, u *ast.Unit, n ast.Node, now string) {
	e := edit.Edit{Op: edit.Replace, At: at, Expect: u.Compact(n), Text: edit.Compact(now)}
	if now == "" {
		e.Op, e.Text = edit.Remove, ""
	}
	l.addMutant(Mutant{o, at, l.file.Tree.Resolve(u.Span(n)), e.Expect, e.Text, []edit.Edit{e}})
}

func (l *lister) addMutant(m Mutant) {
	if m.Was == m.Now || l.had[m.key()] {
		return
	}
	l.had[m.key()] = true
	l.list = append(l.list, m)
}

// next returns the name after another one in a list, the first one after the
// last; "" if there is no other.
func next[T cmp.Ordered](names []T, name T) (other T) {
	i := slices.Index(names, name)
	if i < 0 || len(names) < 2 {
		return other
	}
	return names[(i+1)%len(names)]
}
