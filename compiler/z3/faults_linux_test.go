package z3

import (
	"runtime"
	"syscall"
	"testing"

	"github.com/ebitengine/purego"
)

// TestFreedMemoryIsKept: a solver takes the memory that the one before has freed, and the
// kernel need not give out new pages for it.
func TestFreedMemoryIsKept(t *testing.T) {
	l := library(t)
	if _, ok := symbol(purego.RTLD_DEFAULT, "mallopt"); !ok {
		t.Skip("this C library has no mallopt, so it cannot be told to keep memory")
	}
	runtime.LockOSThread() // the C library keeps memory for each thread
	defer runtime.UnlockOSThread()
	use(t, l)
	const solvers = 5
	before := faults(t)
	for range solvers {
		use(t, l)
	}
	each := (faults(t) - before) / solvers
	t.Logf("%d page faults for each solver", each)
	// Without keepMemory there are 850, for the blocks of more than 128 KB.
	if each > 200 {
		t.Errorf("%d page faults for each solver", each)
	}
}

// faults returns how often the process was given a page.
func faults(t *testing.T) int64 {
	t.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return used.Minflt
}
