package z3

import (
	"fmt"
	"math"
	"math/big"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/internal/modeltest"
)

// resident returns the bytes of memory that the process has.
func resident(t *testing.T) int {
	t.Helper()
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skipf("the size of the process is read from /proc, which Linux alone has: %v", err)
	}
	var total, pages int
	if _, err := fmt.Fscan(strings.NewReader(string(data)), &total, &pages); err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize()
}

// use makes a solver do a bit of everything, and closes it.
func use(t *testing.T, l *Library) {
	t.Helper()
	s, err := l.NewSolver(Options{Seed: 1, Rlimit: 1_000_000})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	b := smt.NewBuilder()
	a := b.Var("a", smt.Array{Index: smt.Int, Elem: smt.Real})
	x, i := b.Select(a, b.Int(3)), b.Var("i", smt.Int)
	big := b.Number(new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), 100)), smt.Int)
	assert(t, s, b.Lt(big, i), pigeons(b, 3).Args()[0])
	low := b.Lt(x, b.Number(b.Int(-1).Rat(), smt.Real))
	if r, err := s.Check(t.Context(), low, b.Not(b.Eq(i, big))); r != smt.Sat {
		t.Fatal(r, err)
	}
	if _, err := s.Number(x); err != nil {
		t.Fatal(err)
	}
	if r, err := s.Check(t.Context(), low, b.Lt(b.ToReal(big), x)); r != smt.Unsat {
		t.Fatal(r, err)
	}
	if _, err := s.Core(); err != nil {
		t.Fatal(err)
	}
}

func TestClosedSolversLeaveNothing(t *testing.T) {
	l := library(t)
	count := modeltest.Repetitions(500)
	// The C library keeps free memory for each thread, 17 MB of it after a
	// context was there, which is no leak but looks like one for a while.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for range count / 5 {
		use(t, l)
	}
	// Memory may grow once for reasons of its own: the C library, Go's heap, and what
	// the race detector keeps beside both. A leak grows by as much every time.
	growth := math.MaxInt
	// A context that is not freed holds a thousand times as much for each.
	bound := 2<<20 + count*200
	for round := 0; round < 4 && growth > bound; round++ {
		runtime.GC()
		before := resident(t)
		for range count {
			use(t, l)
		}
		runtime.GC()
		growth = resident(t) - before
		t.Logf("%d solvers: %d KB more than before", count, growth/1024)
	}
	if growth > bound {
		t.Errorf("%d solvers left %d KB", count, growth/1024)
	}
}
