package grammar

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/keywords"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/monitor"
	"github.com/mantrac/mantrac/validate"
)

// A recipe is a section of cookbook.md: a model, a suite, and tables of what
// the two say.
type recipe struct {
	title         string
	model, checks string
	verdicts      [][]string // case, verdict
	traces        [][]string // trace, checks, model: of the first case
}

// recipes reads cookbook.md.
func recipes(t *testing.T) []recipe {
	var list []recipe
	sections := strings.Split(readFile(t, "cookbook.md"), "\n## ")
	for _, s := range sections[1:] {
		title, _, _ := strings.Cut(s, "\n")
		list = append(list, recipe{
			title:    title,
			model:    fenced(s, "wm"),
			checks:   fenced(s, "checks"),
			verdicts: rowsBelow(s, "| case | verdict |"),
			traces:   rowsBelow(s, "| trace | checks | model |"),
		})
	}
	return list
}

// fenced returns the text of the one block of a language in a section.
func fenced(section, language string) string {
	_, rest, _ := strings.Cut(section, "```"+language+"\n")
	text, _, _ := strings.Cut(rest, "```")
	return text
}

// rowsBelow returns the rows of the table with the given head, cell by cell.
func rowsBelow(section, head string) [][]string {
	_, rest, _ := strings.Cut(section, head+"\n")
	var list [][]string
	for i, line := range strings.Split(rest, "\n") {
		if !strings.HasPrefix(line, "|") {
			break
		}
		if i == 0 { // the rule below the head
			continue
		}
		cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|"), " | ")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		list = append(list, cells)
	}
	return list
}

// TestCookbook checks the models and suites of cookbook.md, validates every
// case, and judges every trace by the checks and by the model.
func TestCookbook(t *testing.T) {
	list := recipes(t)
	if len(list) < 12 {
		t.Errorf("found %d recipes, expected at least 12", len(list))
	}
	lib := library(t)
	for _, r := range list {
		t.Run(r.title, func(t *testing.T) {
			t.Parallel()
			model := checker.CheckModel(parse(r.model, ast.ModelFile), nil, checker.Options{}, nil)
			suite := checker.CheckSuite(parse(r.checks, ast.ChecksFile), model, nil, checker.Options{})
			noErrors(t, model.Diagnostics)
			noErrors(t, suite.Diagnostics)
			r.validate(t, suite, lib)
			for _, row := range r.traces {
				judgeRow(t, suite, row)
			}
		})
	}
}

func noErrors(t *testing.T, list []diag.Diagnostic) {
	t.Helper()
	for _, d := range list {
		if d.Severity <= diag.Warning {
			t.Fatalf("the recipe has findings:\n%s", shown(list))
		}
	}
}

func (r recipe) validate(t *testing.T, suite *checker.Suite, lib *z3.Library) {
	if len(r.verdicts) != len(suite.Cases) {
		t.Errorf("%d verdicts for %d cases", len(r.verdicts), len(suite.Cases))
	}
	for i, row := range r.verdicts {
		k := suite.Cases[i]
		got, err := validate.Validate(context.Background(), suite, k, validate.Options{
			Bound:     usualBound,
			NewSolver: func(limit time.Duration) (smt.Solver, error) { return lib.NewSolver(z3.Options{Timeout: limit}) },
		})
		if err != nil {
			t.Fatal(err)
		}
		if row[0] != "`"+k.Decl.Name().Name+"`" || row[1] != "`"+string(got.Verdict)+"`" {
			t.Errorf("case %s is %s; cookbook.md says: %s is %s", k.Decl.Name().Name, got.Verdict, row[0], row[1])
		}
	}
}

// TestCookbookHasEveryExtension looks in the recipes for each form and keyword that the
// paper's grammar lacks, and for each test of pins. Operators are in the examples of the
// quick reference ([TestQuickReferenceExamples]).
func TestCookbookHasEveryExtension(t *testing.T) {
	used := make(map[any]bool)
	for _, r := range recipes(t) {
		usedIn(parse(r.model, ast.ModelFile), used)
		usedIn(parse(r.checks, ast.ChecksFile), used)
	}
	for _, f := range forms.All() {
		if f.Info().Extension && !used[f] {
			t.Errorf("no recipe has the form `%s`", f)
		}
	}
	for _, k := range keywords.All() {
		if k.Info().Extension && !used[k] {
			t.Errorf("no recipe has %s", k.Info().Signature)
		}
	}
	for _, x := range forms.Tests() {
		if !used[x] {
			t.Errorf("no recipe has the test `%s`", x)
		}
	}
}

var head = regexp.MustCompile(`^\(([^\s()]+)`)

// usedIn notes the rows of the tables in lang that a file uses.
func usedIn(f *ast.File, used map[any]bool) {
	for i := range f.Tree.Pieces {
		u := f.UnitAt(i)
		if u == nil {
			continue
		}
		ast.Inspect(u.Node, func(n ast.Node) bool {
			word := ""
			if m := head.FindStringSubmatch(u.Text(n)); m != nil {
				word = m[1]
			}
			switch n := n.(type) {
			case *ast.Pin:
				for _, x := range n.AllTests() {
					used[x.Kind] = true
				}
			case *ast.By:
				if f.Kind == ast.ModelFile {
					used[keywords.By] = true
				} else {
					used[forms.By] = true
				}
			case *ast.Definition:
				used[keywords.Definition] = true
			case *ast.Zip, ast.Expr: // an operator
			case ast.CheckForm:
				used[forms.Lookup(word)] = true
			default:
				used[keywords.Lookup(word)] = true
			}
			return true
		})
	}
}

var codeSpan = regexp.MustCompile("`(\\w+)(?: ({.*?}))?`")

// judgeRow runs the trace of one row from the initial state of the first case.
func judgeRow(t *testing.T, suite *checker.Suite, row []string) {
	k, x := suite.Cases[0], interp.New(suite.Model)
	init, _ := x.Initial(k)
	trace := interp.Trace{Init: init}
	var calls []tool.Call
	for _, span := range codeSpan.FindAllStringSubmatch(row[0], -1) {
		c := tool.Call{Tool: span[1]}
		if span[2] != "" {
			c.Args = object(t, span[2])
		}
		calls = append(calls, c)
		trace.Steps = append(trace.Steps, interp.Step{Call: c})
	}
	replay, err := x.Run(trace)
	if err != nil {
		t.Fatal(err)
	}
	if got := passes(suite, k, x, calls, replay); got != row[1] {
		t.Errorf("%s: the checks %s; cookbook.md says %s", row[0], got, row[1])
	}
	if got := allowedBy(replay); got != row[2] {
		t.Errorf("%s: %s by the model; cookbook.md says %s", row[0], got, row[2])
	}
}

// passes says whether the checks and the goal of a case hold.
func passes(suite *checker.Suite, k *checker.Case, x *interp.Machine, calls []tool.Call, replay *interp.Replay) string {
	for _, c := range k.Checks {
		if !monitor.In(suite, c).Holds(calls) {
			return "fail"
		}
	}
	for _, e := range k.Goals {
		for _, s := range replay.Final() {
			if ok, _ := x.Goal(suite, k.Decl.Goal, e, s); !ok {
				return "fail"
			}
		}
	}
	return "pass"
}

// allowedBy names the first call that the model refuses.
func allowedBy(replay *interp.Replay) string {
	for i, o := range replay.Steps {
		if !o.Allowed() {
			return fmt.Sprintf("refused at %d", i+1)
		}
	}
	return "allowed"
}
