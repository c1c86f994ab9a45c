package validate_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/internal/workload"
	"github.com/mantrac/mantrac/validate"
)

// Whatever goes wrong with a solver, and whenever: there is a result, what it
// says is true, and what is not known is said to be unknown.

// A fault is what goes wrong at one moment.
type fault int

const (
	givesUp       fault = iota // Check knows nothing, this once
	runsOut                    // the time of a Check runs out, this once
	fails                      // Check fails for a reason of its own
	cancelsBefore              // the caller gives up before a Check begins
	cancelsAfter               // the caller gives up while a Check ends
	refuses                    // Assert fails
	forgets                    // a value of the model cannot be read
	isAlone                    // there is no other solver beside it
	proofGivesUp               // nothing is known of a fixed point, this once
	proofCancels               // the caller gives up while a fixed point is looked for
	proofRefuses               // a rule is not taken
	faults
)

func (f fault) String() string {
	return [...]string{"gives up", "runs out of time", "fails", "is cancelled before", "is cancelled after", "refuses", "forgets", "is alone",
		"proves nothing", "is cancelled in a proof", "refuses a rule"}[f]
}

// at returns the calls that the fault concerns.
func (f fault) at() moment {
	switch f {
	case refuses:
		return assertion
	case forgets:
		return value
	case isAlone:
		return more
	case proofGivesUp, proofCancels:
		return proof
	case proofRefuses:
		return rule
	}
	return check
}

// A moment is a call of a solver by which the moments are counted.
type moment int

const (
	check moment = iota
	assertion
	value
	more
	proof
	rule
	moments
)

// errCut is what a solver with a fault says.
var errCut = errors.New("the wire is cut")

// A saboteur makes solvers, one of whose calls goes wrong.
type saboteur struct {
	lib    *z3.Library
	fault  fault
	when   int // the number of the call that goes wrong, from 1 on; 0 for none
	cancel context.CancelFunc
	calls  [moments]int
}

func (s *saboteur) solver(limit time.Duration) (smt.Solver, error) {
	real, err := solvers(s.lib)(limit)
	return &sabotaged{real, s}, err
}

func (s *saboteur) fixedpoint(limit time.Duration, steps uint) (smt.Fixedpoint, error) {
	real, err := fixedpointsOf(s.lib)(limit, steps)
	return &sabotagedProof{real, s}, err
}

// now counts a call, and reports whether it is the one to go wrong.
func (s *saboteur) now(m moment) bool {
	s.calls[m]++
	return s.fault.at() == m && s.calls[m] == s.when
}

// A sabotaged solver.
type sabotaged struct {
	smt.Solver
	by *saboteur
}

func (s *sabotaged) Another() (smt.Solver, error) {
	if s.by.now(more) {
		return nil, errCut
	}
	return another(s.Solver, func(in smt.Solver) smt.Solver { return &sabotaged{in, s.by} })
}

func (s *sabotaged) Assert(t *smt.Term) error {
	if s.by.now(assertion) {
		return errCut
	}
	return s.Solver.Assert(t)
}

func (s *sabotaged) Check(ctx context.Context, assumptions ...*smt.Term) (smt.Result, error) {
	if !s.by.now(check) {
		return s.Solver.Check(ctx, assumptions...)
	}
	switch s.by.fault {
	case givesUp:
		return smt.Unknown, &z3.Incomplete{Reason: "(incomplete quantifiers)"}
	case runsOut:
		return smt.Unknown, smt.ErrTimeout
	case fails:
		return smt.Unknown, errCut
	case cancelsBefore:
		s.by.cancel()
		return s.Solver.Check(ctx, assumptions...)
	}
	defer s.by.cancel()
	return s.Solver.Check(ctx, assumptions...)
}

func (s *sabotaged) Truth(t *smt.Term) (bool, error) {
	if s.by.now(value) {
		return false, errCut
	}
	return s.Solver.Truth(t)
}

func (s *sabotaged) Number(t *smt.Term) (*big.Rat, error) {
	if s.by.now(value) {
		return nil, errCut
	}
	return s.Solver.Number(t)
}

// A sabotagedProof is a sabotaged fixed point.
type sabotagedProof struct {
	smt.Fixedpoint
	by *saboteur
}

func (s *sabotagedProof) Rule(r smt.Rule) error {
	if s.by.now(rule) {
		return errCut
	}
	return s.Fixedpoint.Rule(r)
}

func (s *sabotagedProof) Query(ctx context.Context, goal *smt.Relation) (smt.Result, error) {
	if !s.by.now(proof) {
		return s.Fixedpoint.Query(ctx, goal)
	}
	if s.by.fault == proofGivesUp {
		return smt.Unknown, errCut
	}
	s.by.cancel()
	return s.Fixedpoint.Query(ctx, goal)
}

// ordeals are small cases of all verdicts, in which many things are asked.
func ordeals(t *testing.T) []*modeltest.Project {
	t.Helper()
	var list []*modeltest.Project
	for _, body := range []string{
		shut + `(checks (a (call knock)))`,
		shut + `(checks (a (call open)) (b (no_call knock)))`,
		shut + `(checks (a (call open)) (b (no_call unlock)))`,
		`(checks (a (after (call paint) (call open)))) (goal opened)`,
	} {
		list = append(list, door(t, body))
	}
	return list
}

// TestEveryFault lets each call of a solver go wrong in turn.
func TestEveryFault(t *testing.T) {
	lib := library(t)
	for _, e := range validate.Engines {
		t.Run(string(e), func(t *testing.T) {
			t.Parallel()
			runs := 0
			for i, p := range ordeals(t) {
				k := p.Suite.Cases[0]
				full, calls := sabotage(t, lib, e, p, saboteur{})
				for f := range faults {
					n := calls[f.at()]
					first := 1 + i*(step(n, 1)-1)/4 // other moments in each ordeal
					for when := first; when <= n; when += step(n, when) {
						c, _ := sabotage(t, lib, e, p, saboteur{fault: f, when: when})
						runs++
						if err := trueOf(p, k, c, full); err != nil {
							t.Errorf("%s\na solver %v at %d of %d: %v", p.SuiteText, f, when, n, err)
						}
					}
				}
			}
			t.Logf("%d faults", runs)
			if (runs == 0) != (e == validate.Explicit) {
				t.Error("solvers go wrong where none is asked, or never where one is")
			}
		})
	}
}

// step says how far the next call that goes wrong is from this one of n: the
// first few of many are taken one by one with MANTRAC_SOAK=1.
func step(n, now int) int {
	return 1 + n/max(2, modeltest.Scaled(2, 40)) + now/12
}

// sabotage validates a case with a solver that is sabotaged, and returns how
// often it was called.
func sabotage(t *testing.T, lib *z3.Library, e validate.Engine, p *modeltest.Project, s saboteur) (*validate.Case, [moments]int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	s.lib, s.cancel = lib, cancel
	o := validate.Options{Bound: 2, Engine: e, NewSolver: s.solver, NewFixedpoint: s.fixedpoint}
	if e == validate.Auto {
		o.States = 1 // or the search would decide everything
	}
	c, err := validate.Validate(ctx, p.Suite, p.Suite.Cases[0], o)
	if err != nil {
		t.Fatalf("%s\nengine %s, a solver %v at %d: %v", p.SuiteText, e, s.fault, s.when, err)
	}
	return c, s.calls
}

// trueOf fails if a result says what is not true, given one that knows all
// there is to know.
func trueOf(p *modeltest.Project, k *checker.Case, c, full *validate.Case) error {
	l := law{walker: newWalker(p.Suite, k), project: p, c: c, count: make(map[string]int)}
	if err := l.witnesses(); err != nil {
		return err
	}
	var said, known claims
	claimed(&said, "with a fault", c)
	claimed(&known, "without", full)
	if x := said.by["checks-alone"][0]; x.witness != nil {
		x.witness.Rough = true // so it may be, and nothing says whether it is
	}
	for _, q := range said.order {
		x, y := said.by[q][0], known.by[q]
		if x.answer == validate.Unknown || len(y) == 0 || y[0].answer == validate.Unknown {
			continue
		}
		if err := differ(x, y[0]); err != nil {
			return fmt.Errorf("%s: %w", q, err)
		}
	}
	if c.Verdict != full.Verdict && c.Verdict != validate.UnknownVerdict && (full.Verdict == validate.Consistent || c.Verdict == validate.Consistent) {
		return fmt.Errorf("the verdict is %s, and without a fault %s", c.Verdict, full.Verdict)
	}
	if c.Verdict == validate.Consistent && slices.ContainsFunc(c.Backward, func(b validate.Backward) bool { return b.Answer == validate.Unknown && b.Class == validate.Commission }) {
		return errors.New("consistent with an unknown commission")
	}
	for _, a := range []struct {
		answer validate.Answer
		reason error
	}{{c.ChecksAlone.Answer, c.ChecksAlone.Reason}, {c.Compliant.Answer, c.Compliant.Reason}, {c.Forward.Answer, c.Forward.Reason}} {
		if (a.answer == validate.Unknown) != (a.reason != nil) {
			return fmt.Errorf("an answer is %d for the reason %v", a.answer, a.reason)
		}
	}
	return nil
}

// TestCancelAtAnyMoment cancels at moments that are spread over the time that a
// case takes.
func TestCancelAtAnyMoment(t *testing.T) {
	t.Parallel()
	lib := library(t)
	w := workload.Counters(2, 2)
	p := &modeltest.Project{Tools: w.Suite.Model.Tools, Model: w.Suite.Model, Suite: w.Suite, SuiteText: w.Checks}
	rounds := max(6, modeltest.Repetitions(8))
	for _, e := range validate.Engines {
		t.Run(string(e), func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, 2))
			for _, k := range w.Suite.Cases {
				options := validate.Options{Bound: 6, Engine: e, NewSolver: solvers(lib), NewFixedpoint: fixedpointsOf(lib)}
				began := time.Now()
				full, err := validate.Validate(context.Background(), w.Suite, k, options)
				if err != nil {
					t.Fatal(err)
				}
				usual := time.Since(began)
				var ended atomic.Int32
				for range rounds {
					ctx, cancel := context.WithCancelCause(context.Background())
					delay := time.Duration(random.Int64N(int64(usual) + 1))
					timer := time.AfterFunc(delay, func() { cancel(errCut); ended.Add(1) })
					c, err := validate.Validate(ctx, w.Suite, k, options)
					timer.Stop()
					cancel(nil)
					if err != nil {
						t.Fatalf("%s, cancelled after %v of %v: %v", w.Name, delay, usual, err)
					}
					if err := trueOf(p, k, c, full); err != nil {
						t.Errorf("%s, cancelled after %v of %v: %v", w.Name, delay, usual, err)
					}
				}
				t.Logf("%s: %d of %d were cancelled before the end", k.Decl.Name().Name, ended.Load(), rounds)
			}
		})
	}
}

// TestSmallLimits gives each question so many steps of the solver, from far too
// few to enough. The same limit gives the same result each time.
func TestSmallLimits(t *testing.T) {
	lib := library(t)
	for _, e := range validate.Engines {
		t.Run(string(e), func(t *testing.T) {
			t.Parallel()
			unknown := 0
			for _, p := range ordeals(t) {
				k := p.Suite.Cases[0]
				full, _ := sabotage(t, lib, e, p, saboteur{})
				for limit := uint(1); limit < 1_000_000; limit = limit*20 + 1 {
					limited := func() *validate.Case {
						c, err := validate.Validate(context.Background(), p.Suite, k, validate.Options{Bound: 2, Engine: e, NewSolver: func(d time.Duration) (smt.Solver, error) {
							return lib.NewSolver(z3.Options{Timeout: d, Rlimit: limit})
						}, NewFixedpoint: fixedpointsOf(lib), ProofSteps: limit})
						if err != nil {
							t.Fatalf("a limit of %d: %v", limit, err)
						}
						return c
					}
					c := limited()
					if err := trueOf(p, k, c, full); err != nil {
						t.Errorf("%s\na limit of %d: %v", p.SuiteText, limit, err)
					}
					if again := limited(); document(t, c) != document(t, again) {
						t.Errorf("%s\na limit of %d gives\n%s\nand then\n%s", p.SuiteText, limit, document(t, c), document(t, again))
					}
					if hasUnknown(c) {
						unknown++
					}
				}
			}
			t.Logf("%d results with something unknown", unknown)
			if unknown == 0 && e == validate.Reference {
				t.Error("no limit was too small: the test says too little")
			}
		})
	}
}

// TestNoSolverAtAll leaves the library out: what the search of states knows is
// the same, and the rest is unknown because of that.
func TestNoSolverAtAll(t *testing.T) {
	lib := library(t)
	missing := errors.New("libz3 was not found")
	for _, e := range validate.Engines {
		for _, p := range ordeals(t) {
			k := p.Suite.Cases[0]
			full, _ := sabotage(t, lib, validate.Auto, p, saboteur{})
			c, err := validate.Validate(context.Background(), p.Suite, k, validate.Options{Bound: 2, Engine: e, NoSolver: missing})
			if err != nil {
				t.Fatalf("engine %s: %v", e, err)
			}
			if err := trueOf(p, k, c, full); err != nil {
				t.Errorf("%s\nengine %s without a solver: %v", p.SuiteText, e, err)
			}
			if e != validate.Auto && e != validate.Explicit && (c.Verdict != validate.UnknownVerdict || !errors.Is(c.Compliant.Reason, missing)) {
				t.Errorf("%s\nengine %s without a solver: %s because of %v", p.SuiteText, e, c.Verdict, c.Compliant.Reason)
			}
		}
	}
}

// TestSolversRunShort lets the making of a solver fail, the first or a later
// one. That is an error of the case, or an unknown answer, and nothing else.
func TestSolversRunShort(t *testing.T) {
	lib := library(t)
	p := ordeals(t)[1]
	for _, e := range validate.Engines {
		full, _ := sabotage(t, lib, e, p, saboteur{})
		for fine := range 6 {
			made := 0
			c, err := validate.Validate(context.Background(), p.Suite, p.Suite.Cases[0], validate.Options{Bound: 2, Engine: e, NewSolver: func(d time.Duration) (smt.Solver, error) {
				if made++; made > fine {
					return nil, errCut
				}
				return solvers(lib)(d)
			}})
			switch {
			case err != nil:
				if c != nil || !errors.Is(err, errCut) {
					t.Errorf("engine %s, %d solvers: %v, %v", e, fine, c, err)
				}
			default:
				if err := trueOf(p, p.Suite.Cases[0], c, full); err != nil {
					t.Errorf("engine %s, %d solvers: %v", e, fine, err)
				}
			}
		}
	}
}

// TestExplosion asks for what no engine can do in the time that it has: 200
// numbers that are multiplied with each other, and traces of 200 calls. The
// reference engine writes its formula before it asks anything, and is given a
// shorter one.
func TestExplosion(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("lets every engine run out of time, and is left out with -short")
	}
	lib := library(t)
	w := workload.Explosive(200)
	for _, e := range validate.Engines {
		t.Run(string(e), func(t *testing.T) {
			bound := 200
			if e == validate.Reference {
				bound = 4
			}
			hard := time.AfterFunc(10*time.Minute, func() { panic("engine " + string(e) + " does not come to an end") })
			defer hard.Stop()
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			defer cancel()
			began := time.Now()
			c, err := validate.Validate(ctx, w.Suite, w.Suite.Cases[0], validate.Options{
				Bound: bound, Engine: e, Timeout: 300 * time.Millisecond, NewSolver: solvers(lib), NewFixedpoint: fixedpointsOf(lib),
			})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s after %v", c.Verdict, time.Since(began))
			// A trace exists for the checks alone. Of the rest nothing is known
			// that an engine could find out in this time.
			if c.ChecksAlone.Answer == validate.None || c.Verdict == validate.Consistent || c.Compliant.Answer == validate.None {
				t.Errorf("%s, checks alone %d, compliant %d", c.Verdict, c.ChecksAlone.Answer, c.Compliant.Answer)
			}
		})
	}
}
