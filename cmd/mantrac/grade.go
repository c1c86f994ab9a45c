package main

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/disk"
	"github.com/mantrac/mantrac/internal/grading"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
)

func gradeTraces(c *cli.Context) error {
	if c.Bool("classes") {
		if err := noArguments(c, "--classes"); err != nil {
			return err
		}
		return listClasses(os.Stdout)
	}
	if c.NArg() < 2 {
		return suggest("expected a suite and traces", "", "mantrac help grade")
	}
	gates, err := gatesOf(c)
	if err != nil {
		return err
	}
	j, err := judgingOf(c)
	if err != nil {
		return err
	}
	names, err := grading.Find(c.Args().Tail())
	if err != nil {
		return err
	}
	defer names.Close()
	// The output must be none of the inputs, which would be overwritten.
	others := []string{c.Args().First(), c.String("map"), c.String("edges"), c.String("tiers"), c.String("baseline")}
	for _, inputs := range []iter.Seq[string]{names.All, slices.Values(others)} {
		if err := disk.Spare([]string{c.String("output")}, inputs); err != nil {
			return err
		}
	}
	var to io.Writer = os.Stdout
	var file *disk.Spooled // results go to standard output as they come
	if path := c.String("output"); path != "" {
		file = &disk.Spooled{Path: path}
		to = file
	}
	g := &grading.Grading{Importing: importOptions(c), Choose: j.choose, Complain: complain}
	err = g.Run(names, c.Int("jobs"), grading.Output{
		To: to, Format: c.String("format"), Suite: j.suite, Options: j.options, Gates: gates,
		Color: coloredOutput(c), Verbose: c.Bool("verbose"), Version: buildVersion().Version,
	})
	// A file is written as a whole, and only if nothing has failed.
	if err == nil && file != nil {
		err = file.Finish()
	}
	if err != nil {
		return err
	}
	said := g.Summary()
	if g.Stats != nil {
		sayGates(g.Stats)
	}
	if c.String("format") == "text" {
		fmt.Fprintln(os.Stderr, said)
	}
	unusedPrefix(c, g.Assumed.ByText > 0)
	j.warnUnused()
	e := gradeEnding(g)
	if gates.Judge() {
		// With gates, verdicts of traces do not count by themselves.
		e.found, e.open = false, g.Traces == 0
		e = e.with(gatesEnding(g.Stats))
	}
	e.bad = e.bad || g.Traces+g.Without+g.LeftOut == 0 || c.Bool("strict") && g.Problems+g.Without > 0
	return e.status()
}

// gradeEnding returns how a verb ends by the traces. Files that were named and have no
// trace are bad input. What may be a trace without a verdict leaves the result open, and so does
// a run without any verdict.
func gradeEnding(g *grading.Grading) ending {
	traces := g.Tally.Traces
	return ending{bad: g.Empty > 0, found: traces[grade.Fail] > 0, open: traces[grade.Inconclusive]+g.Ungraded > 0 || g.Traces == 0}
}

// A judging is what traces are judged by.
type judging struct {
	suite   *checker.Suite
	options grade.Options
	choose  func(*trace.Header) *grade.Plan // nil where no case is given to a trace
	mapping *grade.Mapping                  // nil without --map
	mapped  string                          // the file of the mapping
}

// judgingOf reads the suite, which is the first argument, and [judgeFlags].
func judgingOf(c *cli.Context) (*judging, error) {
	options, err := gradeOptions(c, c.Bool("model"))
	if err != nil {
		return nil, err
	}
	suite, err := suiteOf(c)
	if err != nil {
		return nil, err
	}
	warnOfEdges(c.String("edges"), options.Edges, suite.Tools)
	j := &judging{suite: suite, options: options}
	if name := c.String("map"); name != "" {
		return j, j.readMapping(c, name)
	}
	j.choose, err = gradePlans(c, suite, options)
	return j, err
}

// gradeOptions reads the flags that say how traces are graded, with or without a replay
// in the model.
func gradeOptions(c *cli.Context, replay bool) (grade.Options, error) {
	o := grade.Options{
		Failed: grade.FailedCalls(c.String("failed-calls")), Parallel: grade.Parallel(c.String("parallel")),
		Attempts: grade.Attempts(c.String("attempts")), Requestor: grade.Requestor(c.String("requestor")), Replay: replay,
	}
	if c.IsSet("attempts") && !o.Replay {
		return o, errors.New("--attempts requires --model")
	}
	var err error
	if o.Findings, err = findingsOf(c.StringSlice("findings")); err != nil {
		return o, err
	}
	if name := c.String("edges"); name != "" {
		if o.Edges, err = readEdges(name); err != nil {
			return o, err
		}
	}
	return o, nil
}

// findingsOf returns the classes that words stand for; nil for the default.
func findingsOf(words []string) ([]grade.Class, error) {
	if len(words) == 0 {
		return nil, nil
	}
	all := grade.AllFindings()
	names := []string{"default", "all", "none", "schema"}
	for _, class := range all {
		names = append(names, string(class))
	}
	// Not nil: `none` alone means no findings, whereas nil means the default.
	list := []grade.Class{}
	for _, w := range words {
		known := false
		for _, class := range all {
			if string(class) == w {
				list, known = append(list, class), true
			}
		}
		switch w {
		case "default":
			list = append(list, grade.DefaultFindings()...)
		case "all":
			list = append(list, all...)
		case "schema":
			list = append(list, grade.SchemaFindings()...)
		case "none":
		default:
			if !known {
				return nil, suggest("unknown findings "+project.Shown(w), spell.Nearest(w, names), "mantrac grade --classes")
			}
		}
	}
	return list, nil
}

// suiteOf returns the suite that is named first, without errors.
func suiteOf(c *cli.Context) (*checker.Suite, error) {
	name := c.Args().First()
	if kind, known := project.KindOf(name); !known || kind != project.SuiteFile {
		return nil, suggest(fmt.Sprintf("the first argument is one suite (*.checks), and %s is not", project.Shown(name)), "", "mantrac help "+c.Command.Name)
	}
	files, errs := project.Find([]string{name}, project.FindOptions{Kinds: []project.Kind{project.SuiteFile}})
	if err := errors.Join(errs...); err != nil {
		return nil, withUnreadable(c, err)
	}
	if len(files) != 1 {
		return nil, fmt.Errorf("%s matches %s; expected one suite", project.Shown(name), report.Count(len(files), "file"))
	}
	result := project.Check(files, projectOptions(c))
	if err := errors.Join(result.Errors...); err != nil {
		return nil, withUnreadable(c, err)
	}
	if err := refuseErrors(result.Diagnostics); err != nil {
		return nil, err
	}
	return result.Suites[0], nil
}

// gradePlans returns a function that says by which plan a trace is graded; nil
// where no case is given to it.
func gradePlans(c *cli.Context, s *checker.Suite, o grade.Options) (func(*trace.Header) *grade.Plan, error) {
	// With a single case, all traces are graded by it, whatever their task.
	if c.String("case") == "" && len(s.Cases) > 1 {
		return plansByTask(s, o)
	}
	k, err := caseIn(c, s, c.String("case"))
	if err != nil {
		return nil, err
	}
	plan, err := grade.NewPlan(s, k, o)
	if err != nil {
		return nil, err
	}
	needsModel(k, o)
	return func(*trace.Header) *grade.Plan { return plan }, nil
}

// plansByTask grades each trace by the case that has the name of its task.
func plansByTask(s *checker.Suite, o grade.Options) (func(*trace.Header) *grade.Plan, error) {
	plans := make(map[string]*grade.Plan)
	cases := make(map[string]*checker.Case)
	for _, k := range s.Cases {
		name := k.Decl.Name().Name
		plan, err := grade.NewPlan(s, k, o)
		if err != nil {
			return nil, err
		}
		plans[name], cases[name] = plan, k
		needsModel(k, o)
	}
	starts := grading.NewStarts(s, o, complain)
	return func(h *trace.Header) *grade.Plan {
		// A simulated trace tells its initial state, which goes before that of the case.
		if plan := starts.Plan(cases[h.Task], h); plan != nil {
			return plan
		}
		return plans[h.Task]
	}, nil
}

// needsModel says what is left out without the model.
func needsModel(k *checker.Case, o grade.Options) {
	if len(k.Goals) > 0 && !o.Replay {
		complain(fmt.Errorf("the goal of %s is not judged: that requires --model", project.Shown(k.Decl.Name().Name)))
	}
}
