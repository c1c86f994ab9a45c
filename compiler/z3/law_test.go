package z3

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/internal/smtprogram"
)

var (
	numbers = smt.Array{Index: smt.Int, Elem: smt.Int}
	set     = smt.Array{Index: smt.Int, Elem: smt.Bool}
	pair    = smt.Array{Index: smt.Bool, Elem: smt.Real}
	pairs   = smt.Array{Index: smt.Int, Elem: pair}
	quad    = smt.Array{Index: smt.Bool, Elem: smt.Array{Index: smt.Bool, Elem: smt.Int}}
)

// A generator draws terms over three variables of each sort.
type generator struct {
	*smt.Builder
	t    *rapid.T
	made []*smt.Term
}

func (g *generator) draw(n int) int { return rapid.IntRange(0, n-1).Draw(g.t, "choice") }

func (g *generator) term(sort smt.Sort, depth int) *smt.Term {
	t := g.make(sort, depth)
	g.made = append(g.made, t)
	return t
}

func (g *generator) make(sort smt.Sort, depth int) *smt.Term {
	if depth == 0 || g.draw(6) == 0 {
		return g.leaf(sort)
	}
	if g.draw(6) == 0 {
		return g.Ite(g.term(smt.Bool, depth-1), g.term(sort, depth-1), g.term(sort, depth-1))
	}
	switch sort := sort.(type) {
	case smt.Array:
		if sort == pair && g.draw(4) == 0 {
			return g.Select(g.term(pairs, depth-1), g.term(smt.Int, depth-1))
		}
		if g.draw(4) == 0 {
			return g.Filled(sort.Index, g.term(sort.Elem, depth-1))
		}
		return g.Store(g.term(sort, depth-1), g.term(sort.Index, depth-1), g.term(sort.Elem, depth-1))
	default:
		if sort == smt.Bool {
			return g.formula(depth - 1)
		}
		return g.number(sort, depth-1)
	}
}

func (g *generator) leaf(sort smt.Sort) *smt.Term {
	if _, ok := sort.(smt.Array); ok || g.draw(2) == 0 {
		return g.Var(fmt.Sprintf("%v %d", sort, g.draw(3)), sort)
	}
	switch sort {
	case smt.Bool:
		return g.Bool(g.draw(2) == 0)
	case smt.Int:
		return g.Int(int64(g.draw(9) - 4))
	}
	return g.Number(big.NewRat(int64(g.draw(9)-4), int64(g.draw(3)+1)), smt.Real)
}

func (g *generator) formula(depth int) *smt.Term {
	boolean := func() *smt.Term { return g.term(smt.Bool, depth) }
	switch g.draw(9) {
	case 0:
		return g.Not(boolean())
	case 1:
		return g.And(boolean(), boolean(), boolean())
	case 2:
		return g.Or(boolean(), boolean())
	case 3:
		return g.Implies(boolean(), boolean())
	case 4:
		sort := []smt.Sort{smt.Bool, smt.Int, smt.Real, pair, set, pairs, quad}[g.draw(7)]
		return g.Eq(g.term(sort, depth), g.term(sort, depth))
	case 5:
		return g.Select(g.term(set, depth), g.term(smt.Int, depth))
	}
	sort := []smt.Sort{smt.Int, smt.Real}[g.draw(2)]
	if g.draw(2) == 0 {
		return g.Le(g.term(sort, depth), g.term(sort, depth))
	}
	return g.Lt(g.term(sort, depth), g.term(sort, depth))
}

func (g *generator) number(sort smt.Sort, depth int) *smt.Term {
	x := g.term(sort, depth)
	switch g.draw(7) {
	case 0:
		return g.Mul(x, g.leaf(sort))
	case 1:
		return g.Neg(x)
	case 2:
		if sort == smt.Real {
			return g.Div(x, g.leaf(sort))
		}
		return g.IntDiv(x, g.leaf(sort))
	case 3:
		if sort == smt.Real {
			return g.Select(g.term(pair, depth), g.term(smt.Bool, depth))
		}
		return g.Select(g.term(numbers, depth), x)
	case 4:
		if sort == smt.Real {
			return g.ToReal(g.term(smt.Int, depth))
		}
	}
	return g.Add(x, g.term(sort, depth), g.term(sort, depth))
}

// A model makes true what was asserted and assumed, and gives every term the
// value that follows from those of the variables.
func TestModelsAreRight(t *testing.T) {
	l := library(t)
	var sat, unsat, unknown, compared int
	modeltest.Law(t, 60, func(rt *rapid.T) {
		s, err := l.NewSolver(Options{Timeout: time.Second})
		if err != nil {
			rt.Fatal(err)
		}
		defer s.Close()
		g := &generator{Builder: smt.NewBuilder(), t: rt}
		asserted, assumed := g.term(smt.Bool, 4), g.term(smt.Bool, 3)
		if err := s.Assert(asserted); err != nil {
			rt.Fatal(err)
		}
		switch r, err := s.Check(context.Background(), assumed); {
		case r == smt.Unsat && err == nil:
			unsat++
			return
		case r == smt.Unknown && err != nil:
			unknown++
			return
		case r != smt.Sat || err != nil:
			rt.Fatal(r, err)
		}
		sat++
		e := &evaluator{variable: ofModel(s, g.Builder), known: make(map[*smt.Term]any)}
		for _, term := range []*smt.Term{asserted, assumed} {
			if v, err := e.eval(term); err == nil && v != any(true) {
				rt.Fatalf("the model does not make the term true")
			}
		}
		for _, term := range g.made {
			compared += compare(rt, s, e, term)
		}
	})
	t.Logf("%d sat, %d unsat, %d unknown; %d values compared", sat, unsat, unknown, compared)
}

// A solver that goes on after its steps ran out, any number of times, with assertions
// and other questions in between, has the answers of one that was never stopped.
func TestStepsThatRunOutLoseNothing(t *testing.T) {
	l := library(t)
	var stopped, sat, unsat int
	modeltest.Law(t, 60, func(rt *rapid.T) {
		s, err := l.NewSolver(Options{Timeout: time.Second})
		if err != nil {
			rt.Fatal(err)
		}
		defer s.Close()
		g := &generator{Builder: smt.NewBuilder(), t: rt}
		var asserted []*smt.Term
		for range 6 {
			term := g.term(smt.Bool, 4)
			if len(asserted) > 0 {
				term = g.Or(term, g.term(smt.Bool, 3)) // so that not all is contradictory soon
			}
			asserted = append(asserted, term)
			if err := s.Assert(term); err != nil {
				rt.Fatal(err)
			}
			assumed := g.term(smt.Bool, 3)
			for steps := uint(1 + g.draw(200)); ; steps *= 2 {
				s.Limit(steps)
				r, err := s.Check(context.Background(), assumed)
				if r == smt.Unknown && errors.Is(err, smt.ErrSteps) && steps < 1e6 {
					stopped++
					continue
				}
				if want := l.fresh(rt, asserted, assumed); r != smt.Unknown && want != smt.Unknown && r != want {
					rt.Fatalf("%v after it was stopped, and %v by a solver that was not, of\n%s", r, want, script(t, g.And(append(asserted, assumed)...)))
				}
				sat += int(r) % 2
				unsat += int(r) / 2
				break
			}
		}
	})
	t.Logf("stopped %d times; %d sat, %d unsat", stopped, sat, unsat)
	if stopped == 0 || sat == 0 || unsat == 0 {
		t.Errorf("stopped %d times; %d sat, %d unsat", stopped, sat, unsat)
	}
}

// fresh asks a solver of its own.
func (l *Library) fresh(t *rapid.T, asserted []*smt.Term, assumed *smt.Term) smt.Result {
	s, err := l.NewSolver(Options{Timeout: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, term := range asserted {
		if err := s.Assert(term); err != nil {
			t.Fatal(err)
		}
	}
	r, _ := s.Check(context.Background(), assumed)
	return r
}

// compare compares the solver's value of a term with the evaluator's, and
// returns 1 where there is something to compare.
func compare(t *rapid.T, s *Solver, e *evaluator, term *smt.Term) int {
	if _, ok := term.Sort().(smt.Array); ok {
		return 0
	}
	want, err := e.eval(term)
	if err != nil {
		return 0 // a division by zero, or a root that is not a rational number
	}
	got, err := e.variable(term)
	if errors.Is(err, ErrDoubtful) {
		return 0
	}
	if err != nil {
		t.Fatal(err)
	}
	if same, err := equal(term.Sort(), got, want); err != nil || !same {
		t.Fatalf("the solver says %v, and %v follows from the variables; %v:\n%s", got, want, err, script(t, term))
	}
	return 1
}

// The answer to a term is that of other programs to its text.
func TestOtherProgramsAgree(t *testing.T) {
	l := library(t)
	installed, missing := smtprogram.Installed(t, 10*time.Second)
	for _, name := range missing {
		t.Run(name, func(t *testing.T) { t.Skipf("the program %s is not on the path; `apt-get install %[1]s`", name) })
	}
	seeds := rapid.Custom(func(rt *rapid.T) *smt.Term {
		g := &generator{Builder: smt.NewBuilder(), t: rt}
		return g.And(g.term(smt.Bool, 4), g.term(smt.Bool, 4), g.term(smt.Bool, 3))
	})
	type question struct {
		term *smt.Term
		ours smt.Result
	}
	var asked []question
	for seed := range 50 {
		term := seeds.Example(seed)
		s, err := l.NewSolver(Options{Timeout: 2 * time.Second})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Assert(term); err != nil {
			t.Fatal(err)
		}
		ours, _ := s.Check(context.Background())
		s.Close()
		asked = append(asked, question{term, ours})
	}
	for _, program := range installed {
		t.Run(program.Name, func(t *testing.T) {
			agreed := map[string]int{}
			for _, q := range asked {
				agreed[agree(t, program, q.term, q.ours)]++
			}
			t.Log(agreed)
		})
	}
}

// agree fails where a program gives another answer to a term than we do.
// Division by zero makes no difference, for every value of it is allowed.
func agree(t *testing.T, program *smtprogram.Program, term *smt.Term, ours smt.Result) string {
	t.Helper()
	text := script(t, term)
	theirs, err := program.Run([]byte(text))
	switch {
	case errors.Is(err, smtprogram.ErrUnread) && strings.Contains(err.Error(), "expected a value"):
		return "not read" // cvc5 wants the value of a constant array to be one
	case err != nil:
		t.Errorf("%v\n%s", err, text)
		return "error"
	case theirs == smt.Unknown:
		return "no answer"
	case ours != smt.Unknown && ours != theirs:
		t.Errorf("we say %v, %s says %v to\n%s", ours, program.Name, theirs, text)
	}
	return ours.String() + " and " + theirs.String()
}

// script returns that a term is true, as SMT-LIB. One that is no Bool is
// compared with itself.
func script(t interface{ Fatal(...any) }, term *smt.Term) string {
	var w bytes.Buffer
	if err := smt.WriteScript(&w, "", []smt.Assertion{{Term: term}}); err != nil {
		t.Fatal(err)
	}
	return w.String()
}
