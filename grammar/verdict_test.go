package grammar

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/validate"
)

// validate holds the verdicts of a case of the corpus against the validator.
func (c *testCase) validate(t *testing.T, result *project.Result) {
	if len(c.verdicts) == 0 {
		return
	}
	lib := library(t)
	for _, v := range c.verdicts {
		for _, s := range result.Suites {
			for _, k := range s.Cases {
				if k.Decl.Name().Name != v.suiteCase {
					continue
				}
				if diff := cmp.Diff(v.want, v.validated(t, lib, s, k)); diff != "" {
					t.Errorf("line %d: want -, got +\n%s", v.line, diff)
				}
			}
		}
	}
}

// validated returns what the validator says, in the lines of the corpus.
func (v *verdict) validated(t *testing.T, lib *z3.Library, s *checker.Suite, k *checker.Case) []string {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if v.interrupted {
		cancel()
	}
	got, err := validate.Validate(ctx, s, k, validate.Options{
		Bound: v.bound,
		NewSolver: func(limit time.Duration) (smt.Solver, error) {
			return lib.NewSolver(z3.Options{Timeout: limit})
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines(t, got)
}

func lines(t *testing.T, c *validate.Case) []string {
	list := []string{string(c.Verdict)}
	alone := answered(c.ChecksAlone.Answer, "unsatisfiable", fmt.Sprintf("satisfiable %d", c.ChecksAlone.Steps))
	list = append(list, "checks-alone "+alone, "compliant "+answered(c.Compliant.Answer, "none", "trace"))
	list = append(list, witness(t, c.Compliant.Witness)...)
	found := ""
	none := "none"
	if c.Forward.Answer == validate.Found || c.Forward.Disturbed {
		b := c.Forward.Broken[0]
		found = fmt.Sprintf("%s %d %s %s", c.Forward.Class, c.Forward.Step, b.Kind, b.Text())
	}
	if c.Forward.Disturbed {
		none = "disturbed " + found
	}
	list = append(list, "forward "+answered(c.Forward.Answer, none, found))
	list = append(list, witness(t, c.Forward.Witness)...)
	for _, b := range c.Backward {
		list = append(list, "backward "+b.Check+" "+answered(b.Answer, "none", string(b.Class)))
		list = append(list, witness(t, b.Witness)...)
	}
	return list
}

func answered(a validate.Answer, none, found string) string {
	return map[validate.Answer]string{validate.Unknown: "unknown", validate.None: none, validate.Found: found}[a]
}

// witness returns the lines of a trace.
func witness(t *testing.T, w *validate.Witness) []string {
	if w == nil {
		return nil
	}
	init := fmt.Sprintf(`{"init": %s`, state(t, w.Init))
	for i, name := range w.Free {
		init += fmt.Sprintf(`%s%q`, map[bool]string{true: `, "free": [`, false: ", "}[i == 0], name)
	}
	if len(w.Free) > 0 {
		init += "]"
	}
	list := []string{init + "}"}
	for _, s := range w.Steps {
		args := ""
		if len(s.Call.Args) > 0 {
			args = fmt.Sprintf(`, "args": %s`, interp.ToJSON(s.Call.Args))
		}
		list = append(list, fmt.Sprintf(`{"tool": %q%s, "state": %s}`, s.Call.Tool, args, state(t, s.State)))
	}
	for i, line := range list {
		short, err := compacted(line)
		if err != nil {
			t.Fatal(err)
		}
		list[i] = short
	}
	return list
}

func state(t *testing.T, s interp.State) string {
	text, err := s.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
