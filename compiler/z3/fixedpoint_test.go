package z3

import (
	"context"
	"errors"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/internal/modeltest"
)

// rules are a set of them with a goal.
type rules struct {
	list []smt.Rule
	goal *smt.Relation
}

// fixedpoint returns a new one with rules, which the test closes at its end.
func fixedpoint(t testing.TB, o Options, r rules) *Fixedpoint {
	t.Helper()
	f, err := library(t).NewFixedpoint(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Close)
	add(t, f, r)
	return f
}

func add(t testing.TB, f *Fixedpoint, r rules) {
	t.Helper()
	for _, rule := range r.list {
		if err := f.Rule(rule); err != nil {
			t.Fatal(err)
		}
	}
}

func wantFollows(t testing.TB, want smt.Result, f *Fixedpoint, goal *smt.Relation) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if got, err := f.Query(ctx, goal); got != want || err != nil {
		t.Fatalf("got %v, %v, want %v", got, err, want)
	}
}

// counter counts a number up from 0 by a step, without end; the goal is that it
// meets a target.
func counter(b *smt.Builder, step, target int64) rules {
	at, goal := &smt.Relation{Name: "at", Sorts: []smt.Sort{smt.Int}}, &smt.Relation{Name: "goal"}
	x := b.Var("x", smt.Int)
	from := at.Holds(x)
	return rules{goal: goal, list: []smt.Rule{
		{When: b.Bool(true), To: at.Holds(b.Int(0))},
		{From: &from, When: b.Bool(true), To: at.Holds(b.Add(x, b.Int(step)))},
		{From: &from, When: b.Eq(x, b.Int(target)), To: goal.Holds()},
	}}
}

// squares sums numbers: what it comes to is no linear function, so that Spacer
// goes on for hours to find that it leaves out a number.
func squares(b *smt.Builder) rules {
	at, goal := &smt.Relation{Name: "at", Sorts: []smt.Sort{smt.Int, smt.Int}}, &smt.Relation{Name: "goal"}
	sum, n := b.Var("sum", smt.Int), b.Var("n", smt.Int)
	from := at.Holds(sum, n)
	return rules{goal: goal, list: []smt.Rule{
		{When: b.Bool(true), To: at.Holds(b.Int(0), b.Int(0))},
		{From: &from, When: b.Bool(true), To: at.Holds(b.Add(sum, n), b.Add(n, b.Int(1)))},
		{From: &from, When: b.Eq(sum, b.Int(1_000_003)), To: goal.Holds()},
	}}
}

// crowd has a goal that follows unless pigeons(n) cannot hold.
func crowd(b *smt.Builder, n int) rules {
	begun, goal := &smt.Relation{Name: "begun", Sorts: []smt.Sort{smt.Bool}}, &smt.Relation{Name: "goal"}
	p := b.Var("p", smt.Bool)
	from := begun.Holds(p)
	return rules{goal: goal, list: []smt.Rule{
		{When: b.Bool(true), To: begun.Holds(b.Bool(true))},
		{From: &from, When: b.And(p, pigeons(b, n)), To: goal.Holds()},
	}}
}

func TestFixedpoint(t *testing.T) {
	b := smt.NewBuilder()
	for _, test := range []struct {
		name string
		rules
		want smt.Result
	}{
		{"a number that is met", counter(b, 2, 10), smt.Sat},
		{"a number below", counter(b, 2, -2), smt.Unsat},
		{"a fact", crowd(b, 0), smt.Unsat},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := fixedpoint(t, Options{}, test.rules)
			for range 2 {
				wantFollows(t, test.want, f, test.goal)
			}
		})
	}
}

// Rules may be added after a query, and asked about another goal.
func TestMoreRules(t *testing.T) {
	b := smt.NewBuilder()
	r := counter(b, 1, -1)
	f := fixedpoint(t, Options{}, r)
	wantFollows(t, smt.Unsat, f, r.goal)
	other := &smt.Relation{Name: "goal"}
	wantFollows(t, smt.Unsat, f, other)
	if err := f.Rule(smt.Rule{When: b.Lt(b.Var("free", smt.Int), b.Int(3)), To: other.Holds()}); err != nil {
		t.Fatal(err)
	}
	wantFollows(t, smt.Sat, f, other)
	wantFollows(t, smt.Unsat, f, r.goal)
}

// Sets that grow: what is in one was put in.
func TestFixedpointOverArrays(t *testing.T) {
	b := smt.NewBuilder()
	set := smt.Array{Index: smt.Int, Elem: smt.Bool}
	at, goal := &smt.Relation{Name: "at", Sorts: []smt.Sort{set, smt.Bool}}, &smt.Relation{Name: "goal"}
	a, seven, x := b.Var("a", set), b.Var("seven", smt.Bool), b.Var("x", smt.Int)
	from := at.Holds(a, seven)
	r := rules{goal: goal, list: []smt.Rule{
		{When: b.Bool(true), To: at.Holds(b.Filled(smt.Int, b.Bool(false)), b.Bool(false))},
		{From: &from, When: b.Bool(true), To: at.Holds(b.Store(a, x, b.Bool(true)), b.Or(seven, b.Eq(x, b.Int(7))))},
		{From: &from, When: b.And(b.Select(a, b.Int(7)), b.Not(seven)), To: goal.Holds()},
	}}
	wantFollows(t, smt.Unsat, fixedpoint(t, Options{}, r), goal)
	r.list[2].When = b.Select(a, b.Int(7))
	wantFollows(t, smt.Sat, fixedpoint(t, Options{}, r), goal)
}

// Rules over which Spacer could end the process are refused: those with equations of arrays that are
// more than definitions, beside members of arrays of arrays that are changed or compared.
func TestEquationsOfArrays(t *testing.T) {
	b := smt.NewBuilder()
	numbers := smt.Array{Index: smt.Int, Elem: smt.Int}
	table := smt.Array{Index: smt.Int, Elem: numbers}
	n, m, next, rows, more := b.Var("n", numbers), b.Var("m", numbers), b.Var("next", numbers), b.Var("rows", table), b.Var("more", table)
	one, zero := b.Int(1), b.Int(0)
	set, row := b.Store(b.Filled(smt.Int, zero), one, one), b.Select(rows, one)
	condition := b.Eq(n, set)
	at, after := &smt.Relation{Name: "at", Sorts: []smt.Sort{smt.Int}}, &smt.Relation{Name: "after"}
	from := at.Holds(b.Select(n, zero))
	for what, c := range map[string]struct {
		when    *smt.Term
		refused bool
	}{
		"a condition":                     {when: b.Or(condition, b.Eq(n, m))},
		"an array that equals its reader": {when: b.Eq(n, b.Store(set, one, b.Select(n, one)))},
		"members of members that are read, beside a condition": {when: b.And(b.Eq(b.Select(row, one), one), condition)},
		"constants as members, beside a condition":             {when: b.And(b.Eq(more, b.Store(rows, one, set)), condition)},
		"a member that is changed":                             {when: b.Eq(more, b.Store(rows, one, b.Store(row, one, one)))},
		"a member that is changed, beside a condition":         {b.And(b.Eq(more, b.Store(rows, one, b.Store(row, one, one))), condition), true},
		"a member that is compared":                            {b.Or(b.Eq(row, set), condition), true},
		"an array as a member, beside a condition":             {b.And(b.Eq(more, b.Store(rows, one, n)), condition), true},
		"a table of an array, beside a condition":              {b.And(b.Eq(more, b.Filled(smt.Int, n)), condition), true},
		"two definitions of a table":                           {b.And(b.Eq(more, b.Store(rows, one, n)), b.Eq(more, rows)), true},
		"a definition by another one":                          {b.And(b.Eq(more, b.Store(rows, one, next)), b.Eq(next, set)), true},
	} {
		f := fixedpoint(t, Options{}, rules{})
		var refused *Incomplete
		err := f.Rule(smt.Rule{From: &from, When: c.when, To: after.Holds()})
		if c.refused != errors.As(err, &refused) || !c.refused && err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// Z3 4.8.12 loses conditions where it slices these rules, and then says that
// the goal follows.
func TestFixedpointKeepsAllConditions(t *testing.T) {
	b := smt.NewBuilder()
	at, goal := &smt.Relation{Name: "at"}, &smt.Relation{Name: "goal"}
	var was, first []*smt.Term
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		at.Sorts = append(at.Sorts, smt.Bool)
		was, first = append(was, b.Var(name, smt.Bool)), append(first, b.Bool(false))
	}
	p, q, from := b.Var("p", smt.Int), b.Var("q", smt.Int), at.Holds(was...)
	is := func(x *smt.Term, n int64) *smt.Term { return b.Eq(x, b.Int(n)) }
	r := rules{goal: goal, list: []smt.Rule{
		{When: b.Bool(true), To: at.Holds(first...)},
		{From: &from, When: is(p, 1), To: at.Holds(b.Or(was[0], is(p, 1)), b.Or(was[1], b.And(is(p, 1), was[0])),
			b.Bool(true), b.Bool(true), b.Or(was[4], b.Not(was[3])))},
		{From: &from, When: b.And(b.Or(is(p, 1), is(p, 2), is(p, 3)), b.Or(is(q, 1), is(q, 2), is(q, 3))),
			To: at.Holds(was[0], was[1], b.And(was[2], b.Not(b.And(is(p, 2), is(q, 2)))), was[3], was[4])},
		{From: &from, When: b.And(was[1], b.Not(was[2]), b.Not(was[4])), To: goal.Holds()},
	}}
	wantFollows(t, smt.Unsat, fixedpoint(t, Options{}, r), goal)
}

func TestFixedpointMisuse(t *testing.T) {
	b := smt.NewBuilder()
	r := counter(b, 1, -1)
	f := fixedpoint(t, Options{}, r)
	at := r.list[0].To.Of
	yes, x := b.Bool(true), b.Var("x", smt.Int)
	deep := x
	for range maxDepth + 1 {
		deep = b.Add(deep, x)
	}
	for name, rule := range map[string]smt.Rule{
		"no condition":           {To: at.Holds(x)},
		"a condition of no Bool": {When: x, To: at.Holds(x)},
		"no relation":            {When: yes},
		"no relation before":     {From: &smt.Atom{}, When: yes, To: at.Holds(x)},
		"too few terms":          {When: yes, To: at.Holds()},
		"too many terms":         {When: yes, To: at.Holds(x, x)},
		"a nil term":             {When: yes, To: at.Holds(nil)},
		"another sort":           {When: yes, To: at.Holds(yes)},
		"a deep term":            {When: yes, To: at.Holds(deep)},
	} {
		if err := f.Rule(rule); err == nil {
			t.Errorf("%s is no error", name)
		}
	}
	if err := f.Rule(smt.Rule{When: yes, To: at.Holds(deep)}); !errors.As(err, new(*TooDeep)) {
		t.Errorf("a deep term: %v", err)
	}
	for _, goal := range []*smt.Relation{nil, at} {
		if r, err := f.Query(context.Background(), goal); r != smt.Unknown || err == nil {
			t.Errorf("a goal that is none: %v, %v", r, err)
		}
	}
	wantFollows(t, smt.Unsat, f, r.goal)
	f.Close()
	f.Close()
	if err := f.Rule(r.list[0]); !errors.Is(err, errClosed) {
		t.Error(err)
	}
	if r, err := f.Query(context.Background(), r.goal); r != smt.Unknown || !errors.Is(err, errClosed) {
		t.Error(r, err)
	}
}

func TestFixedpointTimeout(t *testing.T) {
	b := smt.NewBuilder()
	for _, hard := range []rules{squares(b), crowd(b, 12)} {
		f := fixedpoint(t, Options{Timeout: 50 * time.Millisecond}, hard)
		for range 2 {
			began := time.Now()
			r, err := f.Query(context.Background(), hard.goal)
			if r != smt.Unknown || !errors.Is(err, smt.ErrTimeout) {
				t.Errorf("got %v, %v", r, err)
			}
			if took := time.Since(began); took > patience {
				t.Errorf("a time-out of 50 ms came after %v", took)
			}
		}
	}
}

func TestFixedpointRlimit(t *testing.T) {
	answer := func(limit uint) (smt.Result, string) {
		b := smt.NewBuilder()
		hard := squares(b)
		r, err := fixedpoint(t, Options{Rlimit: limit, Timeout: time.Minute}, hard).Query(context.Background(), hard.goal)
		var incomplete *Incomplete
		if r != smt.Unknown || !errors.As(err, &incomplete) || !strings.Contains(err.Error(), "resource limit") {
			t.Errorf("a limit of %d gave %v, %v", limit, r, err)
		}
		return r, err.Error()
	}
	for _, limit := range []uint{1, 1_000, 100_000} {
		r, why := answer(limit)
		if again, whyAgain := answer(limit); r != again || why != whyAgain {
			t.Errorf("a limit of %d gave %v (%s), then %v (%s)", limit, r, why, again, whyAgain)
		}
	}
	easy := counter(smt.NewBuilder(), 2, -2)
	wantFollows(t, smt.Unsat, fixedpoint(t, Options{Rlimit: math.MaxUint}, easy), easy.goal)
}

func TestInterruptAFixedpointAtAnyMoment(t *testing.T) {
	delays := []time.Duration{
		-1, 0, 10 * time.Microsecond, 100 * time.Microsecond, 300 * time.Microsecond,
		time.Millisecond, 3 * time.Millisecond, 10 * time.Millisecond, 50 * time.Millisecond,
	}
	b := smt.NewBuilder()
	for name, hard := range map[string]rules{"squares": squares(b), "crowd": crowd(b, 12)} {
		t.Run(name, func(t *testing.T) {
			f := fixedpoint(t, Options{}, hard)
			easy := counter(b, 3, -3)
			add(t, f, easy)
			for range 3 {
				for _, delay := range delays {
					cause := errors.New("interrupted after " + delay.String())
					ctx, cancel := context.WithCancelCause(context.Background())
					if delay < 0 {
						cancel(cause)
					} else {
						time.AfterFunc(delay, func() { cancel(cause) })
					}
					began := time.Now()
					r, err := f.Query(ctx, hard.goal)
					if r != smt.Unknown || !errors.Is(err, cause) {
						t.Errorf("%v: got %v, %v", cause, r, err)
					}
					if took := time.Since(began); took > patience {
						t.Errorf("%v: it took %v to end", cause, took)
					}
					cancel(nil)
				}
				wantFollows(t, smt.Unsat, f, easy.goal)
			}
		})
	}
}

// What Spacer believes is checked: a condition that does not hold before the
// first step, one that a step breaks, and one that the goal meets are refused.
func TestInvariantsAreChecked(t *testing.T) {
	b := smt.NewBuilder()
	r := counter(b, 1, -1)
	f := fixedpoint(t, Options{}, r)
	at := f.relations[r.list[0].To.Of]
	x := b.Var("x", smt.Int)
	for i, test := range []struct {
		says *smt.Term // of x, before the step
		bad  []int     // the rules that break it
	}{
		{b.Bool(false), []int{0}},
		{b.Eq(x, b.Int(0)), []int{1}},
		{b.Bool(true), []int{2}},
		{b.Le(b.Int(0), x), nil},
	} {
		for n, rule := range r.list {
			err := f.satisfied(context.Background(), rule, r.goal, map[z3Decl]meaning{at: f.meant(t, test.says, x)})
			want := false
			for _, bad := range test.bad {
				want = want || n == bad
			}
			if want != errors.Is(err, errWrongInvariant) {
				t.Errorf("condition %d, rule %d: %v", i, n, err)
			}
		}
	}
	if err := f.satisfied(context.Background(), r.list[0], r.goal, nil); !errors.Is(err, errNoInvariant) {
		t.Errorf("without a condition: %v", err)
	}
}

// meant returns what a term says of a variable as the meaning of a relation of
// one argument: the body of the formula that is quantified over it.
func (f *Fixedpoint) meant(t *testing.T, says, of *smt.Term) meaning {
	t.Helper()
	list, err := f.list([]*smt.Term{says, of})
	if err != nil {
		t.Fatal(err)
	}
	all, err := f.own(f.mkForall(f.c, 0, 1, list[1:], 0, nil, list[0]), "forall")
	if err != nil {
		t.Fatal(err)
	}
	return meaning{formula: f.forallBody(f.c, all), numbers: []uint32{0}}
}

// useFixedpoint makes one do a bit of everything, and closes it.
func useFixedpoint(t *testing.T, l *Library) {
	t.Helper()
	f, err := l.NewFixedpoint(Options{Rlimit: 100_000})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	b := smt.NewBuilder()
	sat, unsat := counter(b, 1, 1), counter(b, 1, -1)
	add(t, f, sat)
	add(t, f, unsat)
	wantFollows(t, smt.Sat, f, sat.goal)
	wantFollows(t, smt.Unsat, f, unsat.goal)
}

func TestClosedFixedpointsLeaveNothing(t *testing.T) {
	l := library(t)
	count := modeltest.Repetitions(50)
	runtime.LockOSThread() // see TestClosedSolversLeaveNothing
	defer runtime.UnlockOSThread()
	for range max(50, count/4) { // until what both libraries keep for later has its size
		useFixedpoint(t, l)
	}
	runtime.GC()
	before := resident(t)
	for range count {
		useFixedpoint(t, l)
	}
	runtime.GC()
	growth := resident(t) - before
	t.Logf("%d fixed points: %d KB more than before", count, growth/1024)
	// A few MB more or less are what the libraries keep for later. One that is
	// not freed holds 17 MB.
	if growth > 20<<20 {
		t.Errorf("%d fixed points left %d KB", count, growth/1024)
	}
}
