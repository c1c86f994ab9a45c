//go:build linux || darwin

package validate_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/internal/workload"
	"github.com/mantrac/mantrac/validate"
)

// shortOfMemory is set for a process in which libz3 gets so many megabytes more
// than a solver has that knows nothing. It is a limit of the whole library, and
// so of the whole process.
const shortOfMemory = "MANTRAC_TEST_MEMORY"

// TestMemoryLimit gives libz3 too little memory. What it does not come to is
// unknown; the process lives on, and once there is memory again all is known.
func TestMemoryLimit(t *testing.T) {
	library(t)
	for _, megabytes := range []string{"-3", "20", "30", "60"} {
		if testing.Short() && megabytes != "1" {
			continue
		}
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
		c := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestShortOfMemory$", "-test.v")
		c.Env = append(os.Environ(), shortOfMemory+"="+megabytes)
		out, err := c.CombinedOutput()
		cancel()
		if err != nil || !strings.Contains(string(out), "still alive") {
			t.Errorf("with %s MB more: %v\n%s", megabytes, err, out)
			continue
		}
		t.Logf("with %s MB more: %s", megabytes, out)
	}
}

// TestShortOfMemory is the child process of TestMemoryLimit.
func TestShortOfMemory(t *testing.T) {
	more, err := strconv.Atoi(os.Getenv(shortOfMemory))
	if err != nil {
		t.Skip("a child process of TestMemoryLimit, which runs it, and nothing by itself")
	}
	lib := library(t)
	// What a solver has that knows nothing changes: the library keeps some.
	limit := func() uint64 {
		s, err := lib.NewSolver(z3.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		return uint64(int(lib.Allocated()>>20)+1+more) << 20
	}

	w := workload.Latches(12)
	p := &modeltest.Project{Tools: w.Suite.Model.Tools, Model: w.Suite.Model, Suite: w.Suite}
	for _, k := range w.Suite.Cases[3:] {
		options := validate.Options{Bound: 6, NewSolver: solvers(lib), NewFixedpoint: fixedpointsOf(lib), Timeout: 20 * time.Second}
		run := func() *validate.Case {
			c, err := validate.Validate(context.Background(), w.Suite, k, options)
			if err != nil {
				fmt.Printf("%s: %v\n", options.Engine, err)
				return nil
			}
			return c
		}
		options.Engine = validate.Reference
		full := run()
		for _, e := range validate.Engines {
			options.Engine = e
			lib.LimitMemory(limit())
			c := run()
			lib.LimitMemory(0)
			if c == nil {
				continue
			}
			fmt.Printf("%s %s: %s\n", k.Decl.Name().Name, e, c.Verdict)
			if err := trueOf(p, k, c, full); err != nil {
				t.Errorf("engine %s: %v", e, err)
			}
		}
	}
	options := validate.Options{Bound: 6, Engine: validate.SMT, NewSolver: solvers(lib)}
	if c, err := validate.Validate(context.Background(), w.Suite, w.Suite.Cases[3], options); err != nil || hasUnknown(c) {
		t.Errorf("with memory again: %v, %v", c, err)
	}
	fmt.Println("still alive")
}
