package validate_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/internal/workload"
	"github.com/mantrac/mantrac/validate"
)

// another returns a solver that shares the memory of one, as it is to be seen.
func another(s smt.Solver, seen func(smt.Solver) smt.Solver) (smt.Solver, error) {
	other, err := s.Another()
	if err != nil {
		return nil, err
	}
	return seen(other), nil
}

// A ledger counts what has memory of its own: fixed points, and solvers that share it.
type ledger struct{ open, most, all int }

func (l *ledger) begin() {
	l.all++
	l.open++
	l.most = max(l.most, l.open)
}

// A counted solver is in the ledger until it and those that share its memory are closed for the first time.
type counted struct {
	smt.Solver
	*ledger
	users  *int
	closed bool
}

func (c *counted) Another() (smt.Solver, error) {
	return another(c.Solver, func(in smt.Solver) smt.Solver {
		*c.users++
		return &counted{Solver: in, ledger: c.ledger, users: c.users}
	})
}

func (c *counted) Close() {
	if !c.closed {
		c.closed = true
		if *c.users--; *c.users == 0 {
			c.open--
		}
	}
	c.Solver.Close()
}

type countedProof struct {
	smt.Fixedpoint
	*ledger
	closed bool
}

func (c *countedProof) Close() {
	if !c.closed {
		c.closed = true
		c.open--
	}
	c.Fixedpoint.Close()
}

// TestMaxContexts: no engine has more memories of solvers than are promised, whatever it
// is asked, proofs and what is to blame included, and none stays open.
func TestMaxContexts(t *testing.T) {
	lib := library(t)
	projects := []*modeltest.Project{
		door(t, shut+`(checks (a (call open)) (b (no_call open)))`),                                  // nothing passes the checks
		door(t, shut+`(checks (a (call open)) (b (no_call unlock)) (c (call knock)))`),               // nor this, with the model
		door(t, shut+`(checks (a (call open)) (b (no_call paint (colour "blue")))) (goal opened)`),   // several conflicts
		door(t, shut+`(checks (a (call knock)) (b (after (call open) (call unlock))))`),              // consistent
		door(t, shut+`(checks (a (at_least 5 (call knock))) (b (after (call open) (call unlock))))`), // no short answers
	}
	w := workload.Latches(4)
	for _, k := range w.Suite.Cases {
		one := *w.Suite
		one.Cases = one.Cases[:0:0]
		one.Cases = append(one.Cases, k)
		projects = append(projects, &modeltest.Project{Tools: w.Suite.Model.Tools, Model: w.Suite.Model, Suite: &one})
	}
	most := 0
	for _, e := range validate.Engines {
		for _, p := range projects {
			l := &ledger{}
			s := validate.NewSession(validate.Options{
				Bound: 5, Engine: e, AllConflicts: 3, States: 3, Timeout: 20 * time.Second, ProofTime: 100 * time.Millisecond,
				NewSolver: func(limit time.Duration) (smt.Solver, error) {
					l.begin()
					real, err := solvers(lib)(limit)
					users := 1
					return &counted{Solver: real, ledger: l, users: &users}, err
				},
				NewFixedpoint: func(limit time.Duration, steps uint) (smt.Fixedpoint, error) {
					l.begin()
					real, err := fixedpointsOf(lib)(limit, steps)
					return &countedProof{Fixedpoint: real, ledger: l}, err
				},
			})
			c, err := s.Validate(context.Background(), p.Suite, p.Suite.Cases[0])
			if err != nil {
				t.Fatal(err)
			}
			if l.open != 0 || l.most > validate.MaxContexts {
				t.Errorf("engine %s, %s, %s: %d of %d at a time, %d left open", e, c.Name, c.Verdict, l.most, l.all, l.open)
			}
			most = max(most, l.most)
		}
	}
	if most != validate.MaxContexts {
		t.Errorf("%d at a time, and not %d: the promise is not what is so", most, validate.MaxContexts)
	}
}

// A scarce solver has a few others beside it.
type scarce struct {
	smt.Solver
	left *int
	why  error
}

func (s scarce) Another() (smt.Solver, error) {
	if *s.left--; *s.left < 0 {
		return nil, s.why
	}
	return another(s.Solver, func(in smt.Solver) smt.Solver { return scarce{in, s.left, s.why} })
}

// Where no solver can be had, because memory is short, all that asks for one is
// unknown, and says why.
func TestNoSolverToBeHad(t *testing.T) {
	p := door(t, shut+`(checks (a (call open)) (b (no_call paint (colour "blue"))))`)
	short := errors.New("memory is short")
	for _, e := range []validate.Engine{validate.Auto, validate.SMT, validate.Spacer, validate.Reference} {
		for left := range 4 {
			s := validate.NewSession(validate.Options{
				Bound: 2, Engine: e, States: 1, AllConflicts: 3,
				NewSolver: func(limit time.Duration) (smt.Solver, error) {
					if left--; left < 0 {
						return nil, short
					}
					s, err := solvers(library(t))(limit)
					return scarce{s, &left, short}, err
				},
				NewFixedpoint: func(time.Duration, uint) (smt.Fixedpoint, error) { return nil, short },
			})
			c, err := s.Validate(context.Background(), p.Suite, p.Suite.Cases[0])
			if err != nil {
				t.Fatalf("engine %s: %v", e, err)
			}
			for _, why := range c.Reasons() {
				if !errors.Is(why, short) {
					t.Errorf("engine %s: %v", e, why)
				}
			}
			if left < -1 && len(c.Reasons()) == 0 && c.Forward.Witness == nil {
				t.Errorf("engine %s: nothing is unknown", e)
			}
		}
	}
}
