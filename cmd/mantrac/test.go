package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/golden"
	tests "github.com/mantrac/mantrac/golden/report"
	"github.com/mantrac/mantrac/internal/disk"
	"github.com/mantrac/mantrac/internal/interrupt"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/internal/solver"
	"github.com/mantrac/mantrac/internal/terminal"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/validate"
)

// A testRun is one run of the verb.
type testRun struct {
	all    bool // cases of the suites are tested
	suites []*testedSuite
	result tests.Result
	shown  tests.Options
}

// A testedSuite is a suite with those of its cases that are tested.
type testedSuite struct {
	suite *checker.Suite
	cases []*checker.Case
	path  string // of the file of its traces
	text  string // of that file
	kept  *golden.File
	is    bool // there is such a file

	proofs []golden.Proof
}

func testSuites(c *cli.Context) error {
	if err := inFiles(c); err != nil {
		return err
	}
	found, err := usable(selectedCases(c))
	if err != nil {
		return err
	}
	t := &testRun{all: !c.IsSet("case"), shown: tests.Options{Color: coloredOutput(c), Verbose: c.Bool("verbose")}}
	t.result.Version = buildVersion().Version
	if err := t.read(found.Cases); err != nil {
		return err
	}
	if c.Bool("update") {
		if found.Bad {
			return status(exitBadInput) // what is wrong has been said
		}
		if err := t.update(c); err != nil {
			return err
		}
	}
	if err := t.judge(); err != nil {
		return err
	}
	if err := writeDocument(c, t); err != nil {
		return err
	}
	if c.String("format") == "text" {
		fmt.Fprintln(os.Stderr, tests.Summary(&t.result))
	}
	return answered(c, found, t.status(found.Bad))
}

// read reads what is kept about the suites of cases.
func (t *testRun) read(cases []selection.Case) error {
	for _, k := range cases {
		// Cases of one suite follow each other, so a change of the suite begins the next one.
		if n := len(t.suites); n == 0 || t.suites[n-1].suite != k.Suite {
			s := &testedSuite{suite: k.Suite, path: golden.PathOf(k.File())}
			if err := s.read(); err != nil {
				return err
			}
			t.suites = append(t.suites, s)
		}
		s := t.suites[len(t.suites)-1]
		s.cases = append(s.cases, k.Decl)
	}
	return nil
}

func (s *testedSuite) read() (err error) {
	data, err := project.ReadFile(s.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	default:
		s.is, s.text = true, string(data)
	}
	s.kept, err = golden.Read(s.path, s.text)
	return err
}

// testTimeout ends a question of --update to the solver whose steps take too long.
const testTimeout = 30 * time.Second

// update makes the traces of the cases, and writes the files that change.
func (t *testRun) update(c *cli.Context) error {
	if err := inRange(c); err != nil {
		return err
	}
	o, limits := boundedQuestions(c)
	o.Plain, o.Timeout = true, testTimeout
	if _, err := solver.Attach(&o, limits); err != nil {
		return err
	}
	o.NewFixedpoint = nil // a proof that ends by the clock would make other remarks on another machine
	if err := t.make(o, limits.Jobs); err != nil {
		return err
	}
	for _, s := range t.suites {
		if err := s.write(); err != nil {
			return err
		}
	}
	return nil
}

// make makes the traces of the cases, and shows on a terminal how far it is.
func (t *testRun) make(o validate.Options, jobs int) error {
	var targets []golden.Target
	var of []*testedSuite
	for _, s := range t.suites {
		for _, k := range s.cases {
			targets, of = append(targets, golden.Target{Suite: s.suite, Case: k}), append(of, s)
		}
	}
	ctx := interrupt.Context()
	bar := terminal.NewBar(len(targets), "conflict")
	var failed error
	golden.MakeAll(ctx, o, jobs, targets, func(i int, proofs []golden.Proof, err error) {
		bar.End(targets[i].Case.Decl.Name().Name, false)
		failed = errors.Join(failed, err)
		of[i].proofs = append(of[i].proofs, proofs...)
	})
	bar.Close()
	if interrupt.Ended(ctx) {
		return status(exitInterrupted) // and nothing is written
	}
	return failed
}

// write writes the file of traces with the proofs, unless it stays as it is.
func (s *testedSuite) write() error {
	change, changes := s.change(s.kept.With(s.proofs, caseNames(s.suite)))
	if !changes {
		return nil
	}
	if err := change.Write(); err != nil {
		return err
	}
	var err error
	s.is, s.text = true, change.New
	s.kept, err = golden.Read(s.path, s.text)
	return err
}

// caseNames returns the names of the cases of a suite.
func caseNames(s *checker.Suite) []string {
	return lists.Map(s.Cases, func(k *checker.Case) string { return k.Decl.Name().Name })
}

// change returns the change that gives the file of traces other contents, and whether
// it changes anything.
func (s *testedSuite) change(by *golden.File) (disk.Change, bool) {
	text := by.Text()
	return disk.Change{Name: s.path, Path: s.path, Old: s.text, New: text, Absent: !s.is}, !s.is || text != s.text
}

// judge judges what is kept.
func (t *testRun) judge() error {
	for _, s := range t.suites {
		list, err := golden.Judge(s.kept, s.suite, s.cases, t.all)
		if err != nil {
			return err
		}
		t.result.Suites = append(t.result.Suites, tests.Suite{
			Suite: s.suite, Name: s.suite.File.Tree.File.Name(), File: s.path, Kept: s.is, Outcomes: list,
		})
	}
	return nil
}

// status returns how the verb ends.
func (t *testRun) status(bad bool) error {
	n := t.result.Tally()
	return ending{bad: bad, found: n[golden.Failed] > 0, open: n[golden.Missing] > 0}.status()
}

// Text implements [report.Document].
func (t *testRun) Text(w io.Writer) error { return tests.Text(w, &t.result, t.shown) }

// JSON implements [report.Document].
func (t *testRun) JSON(w io.Writer) error { return tests.JSON(w, &t.result) }

// SARIF implements [report.Document].
func (t *testRun) SARIF(w io.Writer) error { return tests.SARIF(w, &t.result) }

// GitHub implements [report.Document].
func (t *testRun) GitHub(w io.Writer) error { return tests.GitHub(w, &t.result) }

// Markdown implements [report.Document].
func (t *testRun) Markdown(w io.Writer) error { return tests.Markdown(w, &t.result) }

// Format implements the further formats of package report.
func (t *testRun) Format(name string) func(io.Writer) error {
	if name != "junit" {
		return nil
	}
	return func(w io.Writer) error { return tests.JUnit(w, &t.result) }
}
