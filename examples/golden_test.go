package examples_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/golden"
	"github.com/mantrac/mantrac/validate"
)

// withTraces are the examples whose suites have traces, and how many suites of each.
var withTraces = map[string]int{"procurement": 4, "operations": 3, "airline": 3, "arrays": 2, "telecom": 1, "retail": 1}

// Each kept trace is judged as its header expects, and none is missing.
func TestKeptTraces(t *testing.T) {
	t.Parallel()
	for example, want := range withTraces {
		kept := 0
		for _, s := range suites(t, example) {
			f := keptOf(t, s)
			if f == nil {
				continue
			}
			kept++
			outcomes, err := golden.Judge(f, s, s.Cases, true)
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range outcomes {
				if o.Status == golden.Failed || o.Status == golden.Missing {
					t.Errorf("%s: %s: %s %v %s", suiteName(s), o.ID, o.Status, o.Changes, o.Reason)
				}
			}
		}
		if kept != want {
			t.Errorf("%d suites of %s have traces, not %d", kept, example, want)
		}
	}
}

// What is made anew is what is kept: of one example, and of all with MANTRAC_SOAK=1.
func TestKeptTracesAreShortest(t *testing.T) {
	t.Parallel()
	solver := newSolver(t)
	for example := range withTraces {
		if example != "procurement" && os.Getenv("MANTRAC_SOAK") == "" {
			continue
		}
		for _, s := range suites(t, example) {
			if f := keptOf(t, s); f != nil {
				made(t, solver, s, f)
			}
		}
	}
}

func made(t *testing.T, solver func(time.Duration) (smt.Solver, error), s *checker.Suite, f *golden.File) {
	t.Helper()
	session := validate.NewSession(validate.Options{Timeout: time.Minute, NewSolver: solver})
	var proofs []golden.Proof
	var names []string
	for _, k := range s.Cases {
		list, err := golden.Make(context.Background(), session, validate.DefaultBound, s, k)
		if err != nil {
			t.Fatal(err)
		}
		proofs, names = append(proofs, list...), append(names, k.Decl.Name().Name)
	}
	if was, is := f.Text(), f.With(proofs, names).Text(); was != is {
		t.Errorf("%s: mantrac test --update makes other traces:\n%s", suiteName(s), is)
	}
}

// keptOf returns what is kept about a suite; nil if there is no file.
func keptOf(t *testing.T, s *checker.Suite) *golden.File {
	t.Helper()
	path := golden.PathOf(s.File.Tree.File.Name())
	text, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	f, err := golden.Read(path, string(text))
	if err != nil {
		t.Fatal(err)
	}
	return f
}
