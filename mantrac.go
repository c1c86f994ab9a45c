// Package mantrac checks, formats, validates, compares and explains world models
// and the checks of agents' traces, and grades traces by them.
//
// A model (*.wm) says what tools do to the state of a world. A suite (*.checks)
// says what an agent has to call, and in which order. [Load] reads them with their
// project. What can be wrong with them is a [diag.Diagnostic]; what checks and
// model mean together is a [Case]; what a trace did is a [grade.Result].
//
//	p, err := mantrac.Load(ctx, mantrac.Options{}, "suite.checks")
//	cases, err := mantrac.Validate(ctx, p, mantrac.ValidateOptions{})
//
// # What is supported
//
// This package, lang and the packages below it, checker, fmt, trace, trace/grade
// and monitor keep their API within a major version. Every other package may
// change.
package mantrac

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/mantrac/mantrac/checker"
	catalogue "github.com/mantrac/mantrac/docs/errors"
	"github.com/mantrac/mantrac/edit"
	edits "github.com/mantrac/mantrac/edit/report"
	format "github.com/mantrac/mantrac/fmt"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/runner"
	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/internal/solver"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/importer"
	"github.com/mantrac/mantrac/validate"
	results "github.com/mantrac/mantrac/validate/report"
)

// Options say how files are read.
type Options struct {
	Tools  string // a file of tool schemas to use in place of those that mantra.yaml names
	Config string // a file to use in place of the nearest mantra.yaml
	// Read returns the content of a file; nil reads the disk.
	Read func(path string) (string, error)
}

// A Project is models and suites that have been read and checked.
type Project struct {
	Models      []*checker.Model
	Suites      []*checker.Suite
	Diagnostics []diag.Diagnostic // what is wrong with them, in the order of files and places

	checked *selection.Checked
}

// Load reads and checks files, folders and patterns; without any, the current
// folder. A suite brings its model, and a model that is named by itself the suites
// about it. What is wrong with a file is a diagnostic; an error is that a file
// cannot be read.
func Load(ctx context.Context, o Options, paths ...string) (*Project, error) {
	if len(paths) == 0 {
		paths = []string{"."}
	}
	s := selection.Options{Options: project.Options{Tools: o.Tools, Config: o.Config, Read: o.Read}, Args: paths}
	s.Files, s.Errs = project.Find(paths, project.FindOptions{Kinds: selection.Kinds})
	if err := errors.Join(append(s.Errs, ctx.Err())...); err != nil {
		return nil, err
	}
	c := selection.Check(s)
	if err := errors.Join(append(c.Errs, ctx.Err())...); err != nil {
		return nil, err
	}
	return &Project{Models: c.Models, Suites: c.Suites, Diagnostics: c.Diagnostics, checked: c}, nil
}

// Check returns what is wrong with files: [Load], and its diagnostics.
func Check(ctx context.Context, o Options, paths ...string) ([]diag.Diagnostic, error) {
	p, err := Load(ctx, o, paths...)
	if err != nil {
		return nil, err
	}
	return p.Diagnostics, nil
}

// Format returns a model or a suite in the canonical layout. The name says by its
// ending which of the two it is. The error is a [format.Invalid] if the text has
// errors of lexis or grammar.
func Format(name, text string) (string, error) {
	kind, ok := project.KindOf(name)
	if !ok || kind != project.ModelFile && kind != project.SuiteFile {
		return "", fmt.Errorf("%s is neither a model (*.wm) nor a suite (*.checks)", project.Shown(name))
	}
	file := ast.ModelFile
	if kind == project.SuiteFile {
		file = ast.ChecksFile
	}
	out, err := format.Source(source.NewFile(name, text), file)
	return string(out), err
}

// A Verdict is what checks and model mean together: the first of these, in this
// order, that applies.
type Verdict string

// The verdicts.
const (
	UnsatisfiableChecks Verdict = "unsatisfiable-checks" // no trace passes the checks, model aside
	NoCompliantTrace    Verdict = "no-compliant-trace"   // no run of the model passes them
	ForwardConflict     Verdict = "forward-conflict"     // they accept a call that the model forbids
	OverRestrictive     Verdict = "over-restrictive"     // one refuses a call that the model and all others accept
	Unknown             Verdict = "unknown"              // an answer that the verdict rests on is not known
	Consistent          Verdict = "consistent"           // none of these
)

// ValidateOptions are the choices for [Validate]. The zero value is that of the
// command line.
type ValidateOptions struct {
	Cases   []string      // their names; none is all
	Bound   int           // the length of traces; 0 is 16
	Timeout time.Duration // for each question to the solver; 0 is 30 seconds
	Jobs    int           // cases at a time; 0 is one
	Memory  uint64        // megabytes for the solver and each job; 0 is 1024
	Prove   bool          // look for proofs of every length with all effort, as --require=proved does
}

// A Case is the verdict on one case.
type Case struct {
	Name, File string
	Verdict    Verdict
	Proved     bool // the verdict holds for traces of every length, not only up to the bound
	Conflicts  []Conflict
	// Compliant is a shortest trace that model and checks accept; nil if there is
	// none, or none is known.
	Compliant []tool.Call
}

// A Conflict is why checks and model do not agree.
type Conflict struct {
	Rule string // the verdict with its class, such as forward-conflict/asked
	Text string
	At   source.Span
}

// Validate asks of each case whether checks and model agree. Without libz3 it
// decides what a search of states can. Where ctx ends, the cases that are not
// decided are left out, and the error says why.
func Validate(ctx context.Context, p *Project, o ValidateOptions) ([]Case, error) {
	s, err := selection.Cases(p.checked, o.Cases)
	if err != nil {
		return nil, err
	}
	// Errors in the files are returned one at a time: the first one is enough to refuse.
	if len(s.Blocked) > 0 {
		return nil, fmt.Errorf("%s: %s", s.Blocked[0].Primary, s.Blocked[0].Message)
	}
	if err := errors.Join(s.Left...); err != nil {
		return nil, err
	}
	r, err := runner.Validate(ctx, s.Cases, runner.Options{
		Options: validate.Options{Bound: o.Bound, Timeout: cmp.Or(o.Timeout, 30*time.Second), Engine: validate.Auto, Prove: o.Prove},
		Limits:  solver.Limits{Jobs: o.Jobs, Memory: o.Memory}, NoCache: true,
	})
	if err != nil {
		return nil, err
	}
	list := lists.Map(r.Cases, caseOf)
	// The results so far are returned together with the error.
	for _, u := range r.Unfinished {
		err = errors.Join(err, fmt.Errorf("case %s: %w", project.Shown(u.Name), u.Reason))
	}
	return list, err
}

func caseOf(c *validate.Case) Case {
	k := Case{Name: c.Name, File: c.File, Verdict: Verdict(c.Verdict), Proved: c.Proved()}
	for _, f := range results.Conflicts(c) {
		k.Conflicts = append(k.Conflicts, Conflict{f.Rule, f.Text, f.At})
	}
	if w := c.Compliant.Witness; w != nil {
		// Not nil: the empty trace may be compliant.
		k.Compliant = []tool.Call{}
		for _, s := range w.Steps {
			k.Compliant = append(k.Compliant, s.Call)
		}
	}
	return k
}

// GradeOptions are the choices for [Grade].
type GradeOptions struct {
	Case string // the name of the case to grade by; a suite with one case needs none
	grade.Options
}

// Grade judges the traces in a file by a case of a suite, in any format that
// mantrac import knows, and hands over the results one by one.
func Grade(ctx context.Context, suite *checker.Suite, o GradeOptions, file string, each func(*grade.Result) error) error {
	var names []string
	// With several cases and no name, Named reports the empty name as unknown.
	if o.Case != "" || len(suite.Cases) != 1 {
		names = []string{o.Case}
	}
	list, err := selection.Named([]*checker.Suite{suite}, names)
	if err != nil {
		return err
	}
	plan, err := grade.NewPlan(suite, list[0].Decl, o.Options)
	if err != nil {
		return err
	}
	choose := func(*trace.Header) (*grade.Plan, error) { return plan, ctx.Err() }
	_, err = importer.ReadFile(file, importer.Options{ErrorPrefix: importer.DefaultErrorPrefix}, grade.NewGrader(choose, each))
	return err
}

// A Change is a typed edit that leads from one project to another.
type Change struct {
	Rule string      // what it does: "remove-precondition"
	Text string      // the same with names and source
	At   source.Span // in the new project; the zero span if it is gone
}

// Diff returns the shortest list of changes that makes the old project mean what
// the new one does. Layout, comments and order are no change.
func Diff(ctx context.Context, old, new *Project) ([]Change, error) {
	a, b := &edit.Set{Models: old.Models, Suites: old.Suites}, &edit.Set{Models: new.Models, Suites: new.Suites}
	list, err := edit.Diff(a, b, edit.DiffOptions{})
	if err != nil {
		return nil, err
	}
	places, err := edit.Places(a, b, list, edit.DiffOptions{})
	if err != nil {
		return nil, err
	}
	var changes []Change
	for i, e := range list {
		changes = append(changes, Change{edits.Rule(e), edits.Words(e, edits.Quoted), places[i].New})
	}
	return changes, ctx.Err()
}

// Explain returns the page of a code such as MC0412, in Markdown, and whether
// there is one.
func Explain(code diag.Code) (page string, ok bool) { return catalogue.Page(string(code)) }
