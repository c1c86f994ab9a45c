package z3

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/mantrac/mantrac/compiler/smt"
)

// patience is far more than an interrupt takes, and far less than the hard
// problems do.
const patience = 10 * time.Second

func TestTimeout(t *testing.T) {
	for _, problem := range []func(*smt.Builder) *smt.Term{
		func(b *smt.Builder) *smt.Term { return pigeons(b, 12) },
		func(b *smt.Builder) *smt.Term { return cubes(b, 42) },
	} {
		s, b := solver(t, Options{Timeout: 50 * time.Millisecond}), smt.NewBuilder()
		hard := problem(b)
		for range 2 {
			began := time.Now()
			r, err := s.Check(context.Background(), hard)
			if r != smt.Unknown || !errors.Is(err, smt.ErrTimeout) {
				t.Errorf("got %v, %v", r, err)
			}
			if took := time.Since(began); took < 40*time.Millisecond || took > patience {
				t.Errorf("a time-out of 50 ms came after %v", took)
			}
			easy := b.Lt(b.Int(7), b.Var("n", smt.Int))
			untilInTime(t, s, easy)
			wantTruth(t, true, s, easy)
		}
	}
}

// untilInTime asks an easy question until it is answered within the time of the solver, which a
// busy machine may not give it at once.
func untilInTime(t *testing.T, s *Solver, easy *smt.Term) {
	t.Helper()
	for began := time.Now(); ; {
		r, err := s.Check(context.Background(), easy)
		if r == smt.Sat {
			return
		}
		if !errors.Is(err, smt.ErrTimeout) || time.Since(began) > patience {
			t.Fatalf("got %v, %v", r, err)
		}
	}
}

// Also a question that Z3 answers at once has no answer where no time is left:
// else the answer depends on the load of the machine.
func TestTimeoutOfNearlyNothing(t *testing.T) {
	s, b := solver(t, Options{Timeout: 1}), smt.NewBuilder()
	for _, question := range []*smt.Term{pigeons(b, 12), b.Lt(b.Int(7), b.Var("n", smt.Int))} {
		for range 100 {
			if r, err := s.Check(context.Background(), question); r != smt.Unknown || !errors.Is(err, smt.ErrTimeout) {
				t.Fatalf("got %v, %v", r, err)
			}
		}
	}
}

func TestTheContextsOwnEndIsNoTimeout(t *testing.T) {
	s, b := solver(t, Options{Timeout: time.Minute}), smt.NewBuilder()
	cause := errors.New("the user went away")
	ctx, cancel := context.WithCancelCause(context.Background())
	time.AfterFunc(20*time.Millisecond, func() { cancel(cause) })
	if r, err := s.Check(ctx, pigeons(b, 12)); r != smt.Unknown || !errors.Is(err, cause) || errors.Is(err, smt.ErrTimeout) {
		t.Errorf("got %v, %v", r, err)
	}
	late, stop := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer stop()
	if r, err := s.Check(late, pigeons(b, 12)); r != smt.Unknown || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, %v", r, err)
	}
}

func TestRlimit(t *testing.T) {
	answer := func(limit uint) (smt.Result, string) {
		s, b := solver(t, Options{Rlimit: limit, Timeout: time.Minute}), smt.NewBuilder()
		r, err := s.Check(context.Background(), pigeons(b, 6))
		if err == nil {
			return r, ""
		}
		var incomplete *Incomplete
		if !errors.As(err, &incomplete) || !strings.Contains(err.Error(), "resource limit") {
			t.Errorf("a limit of %d gave %v", limit, err)
		}
		wantResult(t, smt.Sat, s, b.Var("p0-0", smt.Bool))
		return r, err.Error()
	}
	if r, _ := answer(10_000); r != smt.Unknown {
		t.Errorf("a small limit gave %v", r)
	}
	if r, why := answer(math.MaxUint); r != smt.Unsat {
		t.Errorf("a great limit gave %v, %s", r, why)
	}
	for _, limit := range []uint{20_000, 50_000, 200_000, 1_000_000} {
		r, why := answer(limit)
		if again, whyAgain := answer(limit); r != again || why != whyAgain {
			t.Errorf("a limit of %d gave %v (%s), then %v (%s)", limit, r, why, again, whyAgain)
		}
	}
}

// A limit is for the checks that follow, and gives way to a smaller one that the
// solver was made with.
func TestLimitOfSteps(t *testing.T) {
	for _, made := range []uint{0, 50_000_000} {
		s, b := solver(t, Options{Rlimit: made, Timeout: time.Minute}), smt.NewBuilder()
		s.Limit(10_000)
		if r, err := s.Check(context.Background(), pigeons(b, 6)); r != smt.Unknown || !errors.Is(err, smt.ErrSteps) {
			t.Errorf("within few steps: %v, %v", r, err)
		}
		s.Limit(0)
		wantResult(t, smt.Unsat, s, pigeons(b, 6))
	}
	s, b := solver(t, Options{Rlimit: 10_000, Timeout: time.Minute}), smt.NewBuilder()
	s.Limit(50_000_000)
	var incomplete *Incomplete
	if r, err := s.Check(context.Background(), pigeons(b, 6)); r != smt.Unknown || !errors.As(err, &incomplete) || !incomplete.OutOfSteps() {
		t.Errorf("made for few steps: %v, %v", r, err)
	} else if errors.Is(err, smt.ErrSteps) {
		t.Errorf("made for few steps: %v, as if a Limit could help", err)
	}
}

// Where the steps run out is of no matter: it is always said that they did, and
// how many they were.
func TestTooFewSteps(t *testing.T) {
	for limit := uint(1); limit < 20_000; limit = limit*3/2 + 1 {
		s, b := solver(t, Options{Rlimit: limit, Timeout: time.Minute}), smt.NewBuilder()
		r, err := s.Check(context.Background(), pigeons(b, 6), cubes(b, 7))
		var incomplete *Incomplete
		if r != smt.Unknown || !errors.As(err, &incomplete) || !incomplete.OutOfSteps() || !strings.HasSuffix(err.Error(), fmt.Sprintf(" (%d)", limit)) {
			t.Errorf("a limit of %d gave %v, %v", limit, r, err)
		}
	}
}

func TestUnknownHasAReason(t *testing.T) {
	s, b := solver(t, Options{}), smt.NewBuilder()
	// Z3 has no decision procedure for nonlinear Ints and knows it.
	x, y := b.Var("x", smt.Int), b.Var("y", smt.Int)
	assert(t, s, b.Eq(b.Mul(x, x, x), b.Add(b.Mul(y, y, b.Int(7)), b.Int(3))), b.Lt(b.Int(1), b.IntDiv(x, y)))
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	r, err := s.Check(ctx)
	if (r == smt.Unknown) != (err != nil) {
		t.Fatalf("got %v, %v", r, err)
	}
	var incomplete *Incomplete
	if r == smt.Unknown && ctx.Err() == nil && (!errors.As(err, &incomplete) || incomplete.Reason == "") {
		t.Errorf("got %v", err)
	}
}

func TestAnEndedContextNeedsNoCheck(t *testing.T) {
	s, b := solver(t, Options{}), smt.NewBuilder()
	p := b.Var("p", smt.Bool)
	wantResult(t, smt.Sat, s, p)
	cause := errors.New("over")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(cause)
	if r, err := s.Check(ctx, p); r != smt.Unknown || !errors.Is(err, cause) {
		t.Errorf("got %v, %v", r, err)
	}
	if _, err := s.Truth(p); !errors.Is(err, errNoModel) {
		t.Errorf("there is the model of an earlier check: %v", err)
	}
}

// An interrupt before the search begins is lost; see watch.
func TestInterruptAtAnyMoment(t *testing.T) {
	delays := []time.Duration{
		-1, 0, time.Microsecond, 3 * time.Microsecond, 10 * time.Microsecond, 30 * time.Microsecond,
		100 * time.Microsecond, 300 * time.Microsecond, time.Millisecond, 5 * time.Millisecond, 50 * time.Millisecond,
	}
	problems := map[string]func(*smt.Builder) *smt.Term{
		"pigeons": func(b *smt.Builder) *smt.Term { return pigeons(b, 12) },
		"cubes":   func(b *smt.Builder) *smt.Term { return cubes(b, 42) },
	}
	for name, problem := range problems {
		t.Run(name, func(t *testing.T) {
			s, b := solver(t, Options{}), smt.NewBuilder()
			hard, x := problem(b), b.Var("easy", smt.Int)
			for round := range 10 {
				for _, delay := range delays {
					interruptAfter(t, s, delay, hard)
					low := b.Lt(x, b.Int(int64(round)))
					wantResult(t, smt.Sat, s, low)
					wantTruth(t, true, s, low)
					wantResult(t, smt.Unsat, s, low, b.Lt(b.Int(99), x))
				}
			}
		})
	}
}

func interruptAfter(t *testing.T, s *Solver, delay time.Duration, hard *smt.Term) {
	t.Helper()
	cause := fmt.Errorf("interrupted after %v", delay)
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	if delay < 0 {
		cancel(cause)
	} else {
		time.AfterFunc(delay, func() { cancel(cause) })
	}
	began := time.Now()
	r, err := s.Check(ctx, hard)
	if r != smt.Unknown || !errors.Is(err, cause) {
		t.Errorf("%v: got %v, %v", cause, r, err)
	}
	if took := time.Since(began); took > patience {
		t.Errorf("%v: it took %v to end", cause, took)
	}
}

// The interrupt comes for certain before the search here.
func TestAnInterruptIsRepeated(t *testing.T) {
	s, b := solver(t, Options{}), smt.NewBuilder()
	assert(t, s, pigeons(b, 12))
	ctx, cancel := context.WithCancel(context.Background())
	w := s.watch(ctx)
	cancel()
	time.Sleep(5 * time.Millisecond)
	rescue := time.AfterFunc(patience, func() {
		t.Error("the interrupt was lost")
		s.interrupt(s.c)
	})
	answer := s.solverCheck(s.c, s.solver, 0, nil)
	rescue.Stop()
	if err := w.stop(); answer != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("got %d, %v", answer, err)
	}
}

// An interrupt after the search has ended would make the next call fail; see
// settle. The moments are spread over the time that a check takes.
func TestInterruptAtTheEnd(t *testing.T) {
	s, b := solver(t, Options{}), smt.NewBuilder()
	x := b.Var("x", smt.Int)
	low := b.Lt(x, b.Int(3))
	began := time.Now()
	for range 100 {
		wantResult(t, smt.Sat, s, low)
	}
	usual := time.Since(began) / 100
	sat, unknown := 0, 0
	for range 3000 {
		ctx, cancel := context.WithCancel(context.Background())
		timer := time.AfterFunc(rand.N(3*usual), cancel)
		r, err := s.Check(ctx, low)
		switch {
		case r == smt.Sat && err == nil:
			sat++
			wantTruth(t, true, s, low)
		case r == smt.Unknown && errors.Is(err, context.Canceled):
			unknown++
		default:
			t.Fatalf("got %v, %v", r, err)
		}
		timer.Stop()
		cancel()
		if err := s.Assert(b.Or(low, b.Lt(b.Int(3), x), b.Eq(x, b.Int(3)))); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d checks were over before the interrupt, %d were not", sat, unknown)
	wantResult(t, smt.Unsat, s, low, b.Lt(b.Int(5), x))
}

func TestSettleTakesAnInterruptBack(t *testing.T) {
	s, b := solver(t, Options{}), smt.NewBuilder()
	x := b.Var("x", smt.Int)
	wantResult(t, smt.Sat, s, b.Lt(b.Int(3), x))
	s.interrupt(s.c)
	if _, err := s.Number(b.Add(x, b.Int(1))); err == nil {
		t.Log("this version of Z3 does not keep an interrupt for the next call")
	}
	if err := s.settle(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Number(b.Add(x, b.Int(1))); err != nil {
		t.Errorf("after settle: %v", err)
	}
}

// TestNothingIsLostByGivingUp ends checks while Z3 still takes up what was asserted, and
// asks then for what that excludes.
func TestNothingIsLostByGivingUp(t *testing.T) {
	s, b := solver(t, Options{Timeout: time.Minute}), smt.NewBuilder()
	gaveUp := 0
	for round := range 15 {
		var no []*smt.Term
		for i := range 300 {
			v := func(k int) *smt.Term { return b.Var(fmt.Sprint("v ", round, (i+k)%300), smt.Int) }
			p := b.Var(fmt.Sprint("p ", round, i), smt.Bool)
			assert(t, s, b.Eq(p, b.Lt(b.Mul(v(0), v(1)), b.Add(v(2), b.Mul(v(3), v(4))))))
			assert(t, s, b.Not(p))
			no = append(no, p)
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(1+2*round)*time.Millisecond)
		if r, _ := s.Check(ctx); r == smt.Unknown {
			gaveUp++
		}
		cancel()
		late, stop := context.WithTimeout(context.Background(), 100*time.Millisecond)
		if r, _ := s.Check(late, no[round]); r == smt.Sat {
			t.Fatalf("after round %d, p is possible, and not p was asserted", round)
		}
		stop()
	}
	if gaveUp == 0 {
		t.Error("no check gave up")
	}
}

// A limit below one megabyte is a limit.
func TestMegabytes(t *testing.T) {
	for bytes, want := range map[uint64]uint64{0: 0, 1: 1, 1<<20 - 1: 1, 1 << 20: 1, 5<<20 + 1: 5, 1<<64 - 1: 1<<44 - 1} {
		if got := megabytes(bytes); got != want {
			t.Errorf("%d bytes are %d MB, expected %d", bytes, got, want)
		}
	}
}
