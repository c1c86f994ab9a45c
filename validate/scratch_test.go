package validate_test

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/validate"
)

func TestScratch(t *testing.T) {
	lib, err := z3.Load()
	if err != nil {
		t.Fatal(err)
	}
	files, errs := project.Find([]string{os.Getenv("TRY")}, project.FindOptions{})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	res := project.Check(files, project.Options{})
	for _, s := range res.Suites {
		for _, k := range s.Cases {
			start := time.Now()
			c, err := validate.Validate(context.Background(), s, k, validate.Options{NewSolver: func(d time.Duration) (smt.Solver, error) { return lib.NewSolver(z3.Options{Timeout: d}) }})
			if err != nil {
				t.Error(err)
				continue
			}
			fmt.Println(c.File, c.Name, c.Verdict, time.Since(start).Round(time.Millisecond), c.Stats)
			show := func(w *validate.Witness) {
				if w == nil {
					return
				}
				for _, st := range w.Steps {
					fmt.Print("    ", st.Call.Tool, st.Call.Args, "\n")
				}
			}
			if c.Verdict == validate.UnknownVerdict {
				fmt.Println(c.ChecksAlone.Reason, c.Compliant.Reason, c.Forward.Reason)
			}
			show(c.Compliant.Witness)
			if c.Forward.Witness != nil {
				fmt.Println("  forward", c.Forward.Class, c.Forward.Step, c.Forward.Broken[0].Text())
				show(c.Forward.Witness)
			}
			for _, b := range c.Backward {
				if b.Witness != nil && b.Class == validate.Commission {
					fmt.Println("  ", b.Check, b.Class, b.Step)
					show(b.Witness)
				}
			}
		}
	}
}
