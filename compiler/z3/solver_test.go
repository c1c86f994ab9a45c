package z3

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mantrac/mantrac/compiler/smt"
)

// Z3's own handler prints the error and ends the process.
func TestAnErrorOfZ3IsAnError(t *testing.T) {
	s, b := solver(t, Options{}), smt.NewBuilder()
	i, err := s.term(b.Var("i", smt.Int))
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.term(b.Var("p", smt.Bool))
	if err != nil {
		t.Fatal(err)
	}
	for _, wrong := range []func() z3AST{
		func() z3AST { return s.mkEq(s.c, i, p) },
		func() z3AST { return s.mkAnd(s.c, 2, []z3AST{p, i}) },
		func() z3AST { return s.mkNot(s.c, i) },
		func() z3AST { return s.mkSelect(s.c, p, i) },
		func() z3AST { return s.mkNumeral(s.c, "no numeral", s.sorts[smt.Int]) },
	} {
		if a, err := s.own(wrong(), "wrong"); err == nil || a != 0 || !strings.Contains(err.Error(), "wrong: ") {
			t.Errorf("got term %#x and error %v", a, err)
		}
	}
	assert(t, s, b.Var("p", smt.Bool))
	wantResult(t, smt.Sat, s)
}

func TestTermsThatNeverReachZ3(t *testing.T) {
	s, b := solver(t, Options{}), smt.NewBuilder()
	i, p := b.Var("i", smt.Int), b.Var("p", smt.Bool)
	wantResult(t, smt.Sat, s)
	for _, term := range []*smt.Term{nil, i, b.Filled(smt.Int, p), {}} {
		if err := s.Assert(term); err == nil {
			t.Errorf("%v was asserted", term)
		}
		if r, err := s.Check(context.Background(), p, term); err == nil || r != smt.Unknown {
			t.Errorf("%v was assumed: %v", term, r)
		}
	}
	wantResult(t, smt.Sat, s)
	if _, err := s.Truth(i); err == nil {
		t.Error("an Int has a truth value")
	}
	if _, err := s.Number(p); err == nil {
		t.Error("a Bool has a number")
	}
	for _, term := range []*smt.Term{nil, {}, b.Filled(smt.Int, p)} {
		if _, err := s.Truth(term); err == nil {
			t.Errorf("%v has a truth value", term)
		}
		if _, err := s.Number(term); err == nil {
			t.Errorf("%v has a number", term)
		}
	}
}

func TestUseAfterClose(t *testing.T) {
	s, b := solver(t, Options{}), smt.NewBuilder()
	p := b.Var("p", smt.Bool)
	wantResult(t, smt.Sat, s, p)
	wantTruth(t, true, s, p)
	s.Close()
	s.Close()
	if err := s.Assert(p); !errors.Is(err, errClosed) {
		t.Error(err)
	}
	if r, err := s.Check(context.Background()); r != smt.Unknown || !errors.Is(err, errClosed) {
		t.Error(r, err)
	}
	if err := s.Reset(); !errors.Is(err, errClosed) {
		t.Errorf("Reset: %v", err)
	}
	if _, err := s.Core(); !errors.Is(err, errClosed) {
		t.Error(err)
	}
	if _, err := s.Truth(p); !errors.Is(err, errClosed) {
		t.Error(err)
	}
	if _, err := s.Number(b.Int(1)); !errors.Is(err, errClosed) {
		t.Error(err)
	}
}

func TestCloseWaitsForACheck(t *testing.T) {
	s, b := solver(t, Options{}), smt.NewBuilder()
	assert(t, s, pigeons(b, 12))
	ctx, cancel := context.WithCancel(context.Background())
	result := make(chan error)
	go func() {
		_, err := s.Check(ctx)
		result <- err
	}()
	for s.mu.TryLock() { // the check has not begun
		s.mu.Unlock()
		time.Sleep(time.Millisecond)
	}
	time.AfterFunc(20*time.Millisecond, cancel)
	s.Close()
	if err := <-result; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestAnswersLastUntilTheNextCall(t *testing.T) {
	s, b := solver(t, Options{}), smt.NewBuilder()
	p := b.Var("p", smt.Bool)
	noModel := func() {
		t.Helper()
		if _, err := s.Truth(p); !errors.Is(err, errNoModel) {
			t.Errorf("there is a model: %v", err)
		}
	}
	noCore := func() {
		t.Helper()
		if _, err := s.Core(); !errors.Is(err, errNoCore) {
			t.Errorf("there is a core: %v", err)
		}
	}
	noModel()
	noCore()
	wantResult(t, smt.Sat, s, p)
	wantTruth(t, true, s, p)
	noCore()
	assert(t, s, b.Or(p, b.Not(p)))
	noModel()
	wantResult(t, smt.Sat, s, p)
	wantResult(t, smt.Unsat, s, p, b.Not(p))
	noModel()
	if _, err := s.Core(); err != nil {
		t.Error(err)
	}
	assert(t, s, p)
	noCore()
	wantResult(t, smt.Sat, s)
	if _, err := s.Check(context.Background(), nil); err == nil {
		t.Error("nil was assumed")
	}
	noModel()
	noCore()
}

func TestBigNumerals(t *testing.T) {
	s, b := solver(t, Options{}), smt.NewBuilder()
	huge := new(big.Int).Exp(big.NewInt(7), big.NewInt(3000), nil)
	values := []*big.Rat{
		big.NewRat(0, 1), big.NewRat(-1, 1), big.NewRat(1<<62, 1), big.NewRat(-1<<63, 1),
		new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), 63)), new(big.Rat).SetInt(huge),
		new(big.Rat).Neg(new(big.Rat).SetInt(huge)), big.NewRat(-1, 3), big.NewRat(355, 113),
		new(big.Rat).SetFrac(huge, new(big.Int).Lsh(big.NewInt(1), 5000)),
	}
	var vars []*smt.Term
	for k, r := range values {
		for _, sort := range []smt.Basic{smt.Int, smt.Real} {
			if sort == smt.Int && !r.IsInt() {
				continue
			}
			v := b.Var(fmt.Sprintf("%v%d", sort, k), sort)
			assert(t, s, b.Eq(b.Add(v, b.Number(big.NewRat(1, 1), sort)), b.Add(b.Number(r, sort), b.Number(big.NewRat(1, 1), sort))))
			vars = append(vars, v)
		}
	}
	wantResult(t, smt.Sat, s)
	k := 0
	for _, r := range values {
		wantNumber(t, r, s, vars[k])
		if k++; r.IsInt() {
			wantNumber(t, r, s, vars[k])
			k++
		}
	}
}

func TestAnIrrationalValueIsAnError(t *testing.T) {
	s, b := solver(t, Options{}), smt.NewBuilder()
	x, two := b.Var("x", smt.Real), b.Number(big.NewRat(2, 1), smt.Real)
	assert(t, s, b.Eq(b.Mul(x, x), two))
	wantResult(t, smt.Sat, s)
	if v, err := s.Number(x); err == nil {
		t.Errorf("the root of 2 is %v", v)
	}
	wantNumber(t, two.Rat(), s, b.Mul(x, x))
}

func TestOnlyRationalsAreRead(t *testing.T) {
	for _, text := range []string{"", "-", "1.5", "1.41?", "1/0", "1e3", "0x10", " 1", "1_000", "+1", "1/-2", "(- 1)", "--1", "inf"} {
		if r, err := rational(text); err == nil {
			t.Errorf("%q is read as %v", text, r)
		}
	}
	if r, err := rational("-10/4"); err != nil || r.Cmp(big.NewRat(-5, 2)) != 0 {
		t.Error(r, err)
	}
}

func TestArrays(t *testing.T) {
	s, b := solver(t, Options{}), smt.NewBuilder()
	sort := smt.Array{Index: smt.Int, Elem: smt.Array{Index: smt.Bool, Elem: smt.Real}}
	a, c := b.Var("a", sort), b.Var("c", sort)
	one, half := b.Int(1), b.Number(big.NewRat(1, 2), smt.Real)
	row := b.Filled(smt.Bool, half)
	yes := b.Bool(true)
	assert(t, s,
		b.Eq(c, b.Store(a, one, b.Store(row, yes, b.Add(half, b.Select(b.Select(a, b.Int(2)), yes))))),
		b.Eq(b.Select(b.Select(a, b.Int(2)), yes), b.Number(big.NewRat(7, 1), smt.Real)))
	wantResult(t, smt.Sat, s)
	read := func(array, i, j *smt.Term) *smt.Term { return b.Select(b.Select(array, i), j) }
	wantNumber(t, big.NewRat(15, 2), s, read(c, one, yes))
	wantNumber(t, big.NewRat(1, 2), s, read(c, one, b.Bool(false)))
	wantNumber(t, big.NewRat(7, 1), s, read(c, b.Int(2), yes))
	wantTruth(t, true, s, b.Eq(read(c, b.Int(9), yes), read(a, b.Int(9), yes)))
	wantResult(t, smt.Unsat, s, b.Lt(read(c, b.Int(2), yes), half))

	// The array that is everywhere 1/2 is one, whatever it is made of.
	other := b.Store(b.Store(b.Var("r", row.Sort()), yes, half), b.Bool(false), half)
	wantResult(t, smt.Unsat, s, b.Not(b.Eq(other, row)))
}

// Every operator, on numbers of both signs and on equal ones.
func TestOperators(t *testing.T) {
	s, b := solver(t, Options{}), smt.NewBuilder()
	p, q := b.Var("p", smt.Bool), b.Var("q", smt.Bool)
	i, j := b.Var("i", smt.Int), b.Var("j", smt.Int)
	x, y := b.Var("x", smt.Real), b.Var("y", smt.Real)
	terms := []*smt.Term{
		b.Not(p), b.And(p, q), b.Or(p, q), b.Implies(p, q), b.Eq(p, q), b.Ite(p, q, b.Not(q)),
		b.Eq(i, j), b.Eq(x, y), b.Le(i, j), b.Le(x, y), b.Lt(i, j), b.Lt(x, y), b.Le(x, b.ToReal(i)),
		b.Add(i, j, i), b.Add(x, y), b.Mul(i, j), b.Mul(x, y, x), b.Neg(i), b.IntDiv(i, j), b.Div(x, y), b.Ite(q, i, j), b.ToReal(j),
	}
	half := big.NewRat(1, 2)
	for m := int64(-3); m <= 3; m++ {
		for n := int64(-3); n <= 3; n++ {
			xm, yn := new(big.Rat).Mul(big.NewRat(m, 1), half), new(big.Rat).Mul(big.NewRat(n, 1), half)
			wantResult(t, smt.Sat, s,
				b.Eq(p, b.Bool(m > 0)), b.Eq(q, b.Bool(n%2 == 0)), b.Eq(i, b.Int(m)), b.Eq(j, b.Int(n)),
				b.Eq(x, b.Number(xm, smt.Real)), b.Eq(y, b.Number(yn, smt.Real)))
			look := ofModel(s, b)
			e := &evaluator{variable: look, known: make(map[*smt.Term]any)}
			for k, term := range terms {
				want, err := e.eval(term)
				if errors.Is(err, errZero) {
					continue
				}
				got, lookErr := look(term)
				if same, equalErr := equal(term.Sort(), got, want); !same || errors.Join(err, lookErr, equalErr) != nil {
					t.Errorf("term %d of %d and %d is %v, want %v", k, m, n, got, want)
				}
			}
		}
	}
}

// See equal.
func TestArraysOfTwoAreComparedInModels(t *testing.T) {
	s, b := solver(t, Options{}), smt.NewBuilder()
	x, y := b.Var("x", smt.Int), b.Var("y", smt.Int)
	left := b.Store(b.Filled(smt.Bool, b.Int(4)), b.Bool(false), x)
	right := b.Store(b.Filled(smt.Bool, x), b.Bool(true), y)
	same := b.Eq(left, right)
	assert(t, s, same, b.Lt(b.Int(5), x))
	wantResult(t, smt.Sat, s)
	wantTruth(t, true, s, same)
	wantNumber(t, big.NewRat(4, 1), s, y)

	nested := b.Eq(b.Filled(smt.Int, left), b.Filled(smt.Int, right))
	for _, term := range []*smt.Term{nested, b.And(nested, b.Lt(x, y)), b.Not(nested)} {
		if v, err := s.Truth(term); !errors.Is(err, ErrDoubtful) {
			t.Errorf("got %v, %v", v, err)
		}
	}
	wantResult(t, smt.Unsat, s, b.Not(nested))
}

func TestModelsAreComplete(t *testing.T) {
	s, b := solver(t, Options{}), smt.NewBuilder()
	p, i, r := b.Var("p", smt.Bool), b.Var("i", smt.Int), b.Var("r", smt.Real)
	a := b.Var("a", smt.Array{Index: smt.Int, Elem: smt.Int})
	assert(t, s, b.Lt(b.Int(3), i))
	wantResult(t, smt.Sat, s)
	truth, err := s.Truth(p)
	if err != nil {
		t.Fatal(err)
	}
	var before []*big.Rat
	for _, x := range []*smt.Term{r, b.Select(a, b.Int(12)), b.Select(a, i)} {
		v, err := s.Number(x)
		if err != nil {
			t.Fatal(err)
		}
		before = append(before, v)
	}
	wantTruth(t, truth, s, p)
	wantTruth(t, !truth, s, b.Not(p))
	wantNumber(t, before[0], s, r)
	wantNumber(t, before[1], s, b.Select(a, b.Int(12)))
	wantNumber(t, before[2], s, b.Select(a, i))
}

// Names go nowhere near C, where a zero byte would end them.
func TestNamesAreKeptApart(t *testing.T) {
	s, b := solver(t, Options{}), smt.NewBuilder()
	for i, name := range []string{"", "a", "a\x00b", "a\x00c", "k!0", "k!1", "|", "true", "\xff", "\xfe"} {
		assert(t, s, b.Eq(b.Var(name, smt.Int), b.Int(int64(i))))
	}
	wantResult(t, smt.Sat, s)
	other := smt.NewBuilder() // whose terms are others, whatever their names
	assert(t, s, other.Eq(other.Var("a", smt.Int), other.Int(77)))
	wantResult(t, smt.Sat, s)
}

func TestCoreIsOfTheTermsGiven(t *testing.T) {
	s, b := solver(t, Options{}), smt.NewBuilder()
	p, q, r, x := b.Var("p", smt.Bool), b.Var("q", smt.Bool), b.Var("r", smt.Bool), b.Var("x", smt.Int)
	assert(t, s, b.Implies(q, b.Lt(x, b.Int(0))))
	big, not, or := b.Lt(b.Int(5), x), b.Not(r), b.Or(r, p)
	wantCore := func(want []*smt.Term, assumptions ...*smt.Term) {
		t.Helper()
		wantResult(t, smt.Unsat, s, assumptions...)
		got, err := s.Core()
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Errorf("got %d terms, want %d, or others", len(got), len(want))
		}
		again, err := s.Core()
		if err != nil || !slices.Equal(got, again) {
			t.Errorf("the second core is another one, or %v", err)
		}
	}
	wantCore([]*smt.Term{q, big}, p, q, r, big)
	wantCore([]*smt.Term{big, q}, p, big, r, q)
	wantCore([]*smt.Term{big, q}, big, big, q, q)
	wantCore([]*smt.Term{b.Not(p), not, or}, q, b.Not(p), not, or)
	wantCore([]*smt.Term{p, b.Not(p)}, p, r, b.Not(p))
	wantCore([]*smt.Term{b.Bool(false)}, p, b.Bool(true), b.Bool(false))
	wantResult(t, smt.Sat, s, b.Bool(true), big, not)
	assert(t, s, q, big)
	wantCore(nil, p, r)
	wantCore(nil)
}

func TestAssumptionsLastForOneCheck(t *testing.T) {
	s, b := solver(t, Options{}), smt.NewBuilder()
	x := b.Var("x", smt.Int)
	up, down := b.Lt(b.Int(0), x), b.Lt(x, b.Int(0))
	for range 3 {
		wantResult(t, smt.Sat, s, up)
		wantTruth(t, true, s, up)
		wantResult(t, smt.Unsat, s, up, down)
		wantResult(t, smt.Sat, s, down)
		wantTruth(t, false, s, up)
		wantResult(t, smt.Sat, s, b.Not(up), b.Not(down))
		wantNumber(t, new(big.Rat), s, x)
	}
	if len(s.proxies) != 4 {
		t.Errorf("%d proxies for 4 assumptions", len(s.proxies))
	}
}

func TestEqualSeedsGiveEqualModels(t *testing.T) {
	run := func(seed uint) (values []string) {
		s, b := solver(t, Options{Seed: seed}), smt.NewBuilder()
		var vars []*smt.Term
		for i := range 12 {
			vars = append(vars, b.Var(fmt.Sprint("v", i), smt.Int))
			assert(t, s, b.Lt(b.Int(int64(-i)), vars[i]), b.Lt(vars[i], b.Int(40)))
			for j := range i {
				assert(t, s, b.Not(b.Eq(vars[i], vars[j])))
			}
		}
		wantResult(t, smt.Sat, s)
		for _, v := range vars {
			r, err := s.Number(v)
			if err != nil {
				t.Fatal(err)
			}
			values = append(values, r.String())
		}
		return values
	}
	for _, seed := range []uint{0, 1, math.MaxUint} {
		if first, second := run(seed), run(seed); !slices.Equal(first, second) {
			t.Errorf("seed %d: %v, then %v", seed, first, second)
		}
	}
}

func TestContextsInParallel(t *testing.T) {
	l := library(t)
	var wg sync.WaitGroup
	for g := range 16 {
		wg.Go(func() {
			for k := range 12 {
				s, err := l.NewSolver(Options{Timeout: time.Minute})
				if err != nil {
					t.Error(err)
					return
				}
				b := smt.NewBuilder()
				x, y := b.Var("x", smt.Int), b.Var("y", smt.Int)
				n := int64(100*g + k)
				if err := s.Assert(b.And(b.Eq(b.Add(x, y), b.Int(n)), b.Eq(x, b.Add(y, b.Int(n))), pigeons(b, 4).Args()[0])); err != nil {
					t.Error(err)
				}
				if r, err := s.Check(context.Background()); r != smt.Sat {
					t.Error(r, err)
				}
				if v, err := s.Number(x); err != nil || v.Cmp(big.NewRat(n, 1)) != 0 {
					t.Error(v, err)
				}
				if r, err := s.Check(context.Background(), pigeons(b, 4)); r != smt.Unsat {
					t.Error(r, err)
				}
				s.Close()
			}
		})
	}
	wg.Wait()
}
