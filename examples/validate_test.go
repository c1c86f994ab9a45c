// Package examples_test holds what the READMEs of the examples say about
// `mantrac validate` against what it finds.
package examples_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/validate/report"
)

// shortBound is the length of traces for most cases of the two large suites,
// those of operations and airline. The longest compliant trace of them has 6
// calls. A case takes one to three seconds at this bound, and three to ten at
// the default one.
const shortBound = 6

// wholeBound names the cases of the two large suites that are looked at up to
// the default bound.
var wholeBound = map[string]bool{
	"software_free":           true,
	"hardware_home_delivery":  true,
	"cancel_insured_and_ill":  true,
	"complain_without_asking": true,
}

// held names the cases that are looked at, of the examples of which not all are:
// the others take up to a minute each, and are looked at with MANTRAC_SOAK=1.
var held = map[string][]string{
	"retail":  {"cancel_too_late", "somebody_else", "out_of_scope"},
	"telecom": {"locked_card", "nothing_helps", "contract_over"},
}

// What the READMEs say of each case is what validate finds.
func TestReadme(t *testing.T) {
	solver := newSolver(t)
	for _, example := range []string{"procurement", "arrays", "operations", "airline", "retail", "telecom"} {
		t.Run(example, func(t *testing.T) {
			if testing.Short() && example != "procurement" {
				t.Skip("asks long questions, and is left out with -short")
			}
			says := readme(t, example)
			for _, s := range suites(t, example) {
				for _, k := range s.Cases {
					if list := held[example]; list != nil && os.Getenv("MANTRAC_SOAK") == "" && !slices.Contains(list, k.Decl.Name().Name) {
						says.skip(s, k)
						continue
					}
					c := caseOf(t, solver, s, k, says)
					says.compare(t, s, c)
				}
			}
			says.used(t)
		})
	}
}

// With too small a bound the verdict is about the bound, and says so.
func TestBoundTooSmall(t *testing.T) {
	if testing.Short() {
		t.Skip("asks long questions, and is left out with -short")
	}
	solver := newSolver(t)
	for _, s := range suites(t, "operations") {
		for _, k := range s.Cases {
			if k.Decl.Name().Name != "hardware_home_delivery" {
				continue
			}
			c := run(t, s, k, validate.Options{Bound: 4, NewSolver: solver})
			if c.Verdict != validate.NoCompliantTrace || c.ChecksAlone.Steps != 5 {
				t.Errorf("%s, and the checks need %d calls", c.Verdict, c.ChecksAlone.Steps)
			}
		}
	}
}

func newSolver(t *testing.T) func(time.Duration) (smt.Solver, error) {
	lib, err := z3.Load()
	if err != nil {
		t.Skip("this asks the solver: ", err)
	}
	return func(d time.Duration) (smt.Solver, error) { return lib.NewSolver(z3.Options{Timeout: d}) }
}

// suites returns the suites of an example, which are free of problems.
func suites(t *testing.T, example string) []*checker.Suite {
	t.Helper()
	files, errs := project.Find([]string{example}, project.FindOptions{})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	res := project.Check(files, project.Options{})
	for _, d := range res.Diagnostics {
		t.Errorf("%s: %s", d.Code, d.Message)
	}
	return res.Suites
}

// caseOf validates a case as its example wants it.
func caseOf(t *testing.T, solver func(time.Duration) (smt.Solver, error), s *checker.Suite, k *checker.Case, says *table) *validate.Case {
	t.Helper()
	name := k.Decl.Name().Name
	o := validate.Options{Timeout: 5 * time.Minute, NewSolver: solver}
	if row := says.row(s, name); row != nil {
		if row.verdict == string(validate.UnknownVerdict) {
			o.Timeout = 2 * time.Second // its questions have no answer, or one at once
		}
		if row.all && len(s.Cases) > 10 && !wholeBound[name] {
			o.Bound = shortBound
		}
	}
	start := time.Now()
	c := run(t, s, k, o)
	t.Logf("%s %s: %s, up to K=%d, %d ms", suiteName(s), name, c.Verdict, c.Bound, time.Since(start).Milliseconds())
	return c
}

func run(t *testing.T, s *checker.Suite, k *checker.Case, o validate.Options) *validate.Case {
	t.Helper()
	c, err := validate.Validate(context.Background(), s, k, o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// suiteName returns the name of a suite's file without its folder.
func suiteName(s *checker.Suite) string { return filepath.Base(s.File.Tree.File.Name()) }

// A table is what the README of an example says.
type table struct {
	rows   []*row
	traces map[string][]string // by "SUITE: CASE"
}

// A row is about one case, or about all of a suite.
type row struct {
	suite, name, verdict, conflicts string
	all                             bool
	cases                           int // that the row has been used for
	want                            int // that it says it is about
}

var (
	rowOf   = regexp.MustCompile("^\\| `([a-z]+\\.checks)` \\| (?:`([a-z_]+)`|all (\\d+)) \\| ([a-z-]+) \\|(.*)\\|$")
	heading = regexp.MustCompile(`^### (\S+\.checks: \S+)$`)
)

// readme reads the section of a README about validate.
func readme(t *testing.T, example string) *table {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(example, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(text), "\n## What validate says\n")
	if !found {
		t.Fatalf("%s has no section about validate", example)
	}
	section, _, _ = strings.Cut(section, "\n## ")
	says := &table{traces: make(map[string][]string)}
	about, fenced, trace := "", false, ""
	for line := range strings.SplitSeq(section, "\n") {
		switch m := heading.FindStringSubmatch(line); {
		case line == "```":
			if fenced && about != "" {
				says.traces[about] = append(says.traces[about], trace)
			}
			fenced, trace = !fenced, ""
		case fenced:
			trace += line + "\n"
		case m != nil:
			about = m[1]
		case strings.HasPrefix(line, "### "):
			about = ""
		case strings.HasPrefix(line, "| `"):
			says.add(t, line)
		}
	}
	return says
}

func (s *table) add(t *testing.T, line string) {
	t.Helper()
	m := rowOf.FindStringSubmatch(line)
	if m == nil {
		t.Fatalf("not a row about a case: %s", line)
	}
	r := &row{suite: m[1], name: m[2], verdict: m[4], conflicts: strings.TrimSpace(m[5]), all: m[3] != "", want: 1}
	if r.all {
		fmt.Sscan(m[3], &r.want)
	}
	s.rows = append(s.rows, r)
}

// row returns the row about a case, or nil.
func (s *table) row(suite *checker.Suite, name string) *row {
	for _, r := range s.rows {
		if r.suite == suiteName(suite) && (r.all || r.name == name) {
			return r
		}
	}
	return nil
}

// compare holds a case against its row and its traces.
func (s *table) compare(t *testing.T, suite *checker.Suite, c *validate.Case) {
	t.Helper()
	name := suiteName(suite) + ": " + c.Name
	r := s.row(suite, c.Name)
	if r == nil {
		t.Errorf("%s: the README has no row for it", name)
		return
	}
	r.cases++
	if got := conflicts(c); string(c.Verdict) != r.verdict || got != r.conflicts {
		t.Errorf("%s\n got %s | %s\nsaid %s | %s", name, c.Verdict, got, r.verdict, r.conflicts)
	}
	shown := oneLine(text(t, c))
	for _, trace := range s.traces[name] {
		if !strings.Contains(shown, oneLine(trace)) {
			t.Errorf("%s: the README shows\n%sand validate\n%s", name, trace, text(t, c))
		}
	}
	delete(s.traces, name)
}

// skip passes over a case, which its row says something of nevertheless.
func (s *table) skip(suite *checker.Suite, k *checker.Case) {
	if r := s.row(suite, k.Decl.Name().Name); r != nil {
		r.cases++
	}
}

// used reports what the README says about nothing.
func (s *table) used(t *testing.T) {
	t.Helper()
	for _, r := range s.rows {
		if r.cases != r.want {
			t.Errorf("the row of %s %s is about %d cases, and says %d", r.suite, r.name, r.cases, r.want)
		}
	}
	for name := range s.traces {
		t.Errorf("there is a trace of %s, and no such case", name)
	}
}

// conflicts writes the conflicts of a case as the READMEs do.
func conflicts(c *validate.Case) string {
	var list []string
	if f := c.Forward; f.Answer == validate.Found {
		list = append(list, fmt.Sprintf("%s, step %d: `%s`", f.Class, f.Step, oneLine(f.Broken[0].Text())))
	}
	for _, b := range c.Backward {
		if b.Answer == validate.Found && b.Class == validate.Commission {
			list = append(list, fmt.Sprintf("commission of `%s`, step %d", b.Check, b.Step))
		}
	}
	return strings.Join(list, "; ")
}

// text returns the report about a case, with everything in it.
func text(t *testing.T, c *validate.Case) string {
	t.Helper()
	var b bytes.Buffer
	if err := report.Text(&b, &validate.Result{Cases: []*validate.Case{c}}, report.Options{Verbose: true}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// oneLine folds white space, so that the indentation of a text does not count.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
