package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/disk"
	"github.com/mantrac/mantrac/internal/grading"
	"github.com/mantrac/mantrac/internal/interrupt"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/metrics"
	traces "github.com/mantrac/mantrac/trace/report"
	"github.com/mantrac/mantrac/world/mcp"
	"github.com/mantrac/mantrac/world/runtime"
	"github.com/mantrac/mantrac/world/server"
	"github.com/mantrac/mantrac/world/simulator"
	"github.com/mantrac/mantrac/world/trial"
)

// resultsFile is the file with the results of trials, beside their traces.
const resultsFile = "results.json"

func evaluate(c *cli.Context) error {
	if c.NArg() != 1 {
		return suggest("expected one suite", "", "mantrac help eval")
	}
	if c.String("out") == "" { // as of a variable that is not set
		return suggest("--out requires a folder", "", "mantrac help eval")
	}
	if err := calibrationUsage(c); err != nil {
		return err
	}
	o := trialOptions(c)
	gates, err := gatesOf(c)
	if err != nil {
		return err
	}
	asked, err := modelsOfTrials(c)
	if err != nil {
		return err
	}
	s, cases, err := simulatorOf(c, asked.userOf)
	if err != nil {
		return err
	}
	defer s.Close()
	j, err := judgingTrials(c, cases[0].Suite)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(interrupt.Context())
	defer stop()
	if o.Agents, o.Defined, err = agentsOf(ctx, c, s, asked); err != nil {
		return err
	}
	o.Cases, o.Spent = s.Cases(), asked.spent
	sum, err := runTrials(ctx, s, o, j)
	// The cost is told also after an error.
	sayCost(asked.money)
	if err != nil {
		return err
	}
	if err := sayOthers(o); err != nil {
		return err
	}
	e := &evaluation{c: c, dir: o.Dir, judging: j, gates: gates}
	return e.finish(sum)
}

// calibrationUsage returns an error for flags that --calibrate would ignore: its result is
// a table of its own.
func calibrationUsage(c *cli.Context) error {
	if !c.Bool("calibrate") {
		return nil
	}
	for _, name := range []string{"format", "metric", "tiers", "fail-under", "baseline", "no-regressions"} {
		if c.IsSet(name) && c.String(name) != "text" {
			return suggest(fmt.Sprintf("--calibrate and --%s cannot be combined", name), "", "mantrac help eval")
		}
	}
	return nil
}

// judgingTrials reads the flags that say how trials are graded. Each is replayed in the
// model.
func judgingTrials(c *cli.Context, suite *checker.Suite) (*judging, error) {
	options, err := gradeOptions(c, true)
	if err != nil {
		return nil, err
	}
	choose, err := plansByTask(suite, options)
	warnOfEdges(c.String("edges"), options.Edges, suite.Tools)
	return &judging{suite: suite, options: options, choose: choose}, err
}

// trialOptions reads the flags.
func trialOptions(c *cli.Context) trial.Options {
	return trial.Options{Dir: c.String("out"), Seed: c.Uint64("seed"), Time: c.Duration("time-limit"),
		Trials: c.Int("trials"), Calls: c.Int("max-calls"), Workers: c.Int("jobs")}
}

// runTrials runs the trials that are missing, and says what became of them.
func runTrials(ctx context.Context, s *simulator.Simulator, o trial.Options, j *judging) (*trial.Summary, error) {
	shown := &progress{judging: j}
	o.Progress = shown
	sum, err := trial.Run(ctx, s, o)
	shown.close()
	if sum != nil {
		for _, e := range sum.Errors {
			complain(e)
		}
		say(fmt.Sprintf("%s, %s, %s, %d failed; the traces are in %s",
			report.Counts(sum.Made, "trial was run", "trials were run"), report.Counts(sum.Had, "was there already", "were there already"),
			report.Counts(sum.Skipped, "does not apply", "do not apply"), len(sum.Errors), trial.Traces(o.Dir)))
	}
	if sum != nil {
		for _, why := range slices.Sorted(maps.Keys(sum.Skips)) {
			say(fmt.Sprintf("%s: %s", report.Counts(sum.Skips[why], "trial does not apply", "trials do not apply"), project.Shown(why)))
		}
	}
	// An interrupt is not an error of the trials.
	if ctx.Err() != nil {
		return nil, status(exitInterrupted)
	}
	if sum != nil && sum.Left > 0 {
		say(fmt.Sprintf("%s not begun; the same command runs them when the limit is raised", report.Count(sum.Left, "trial")))
	}
	return sum, err
}

// sayOthers says which agents of earlier runs in the folder count in the result.
func sayOthers(o trial.Options) error {
	entries, err := os.ReadDir(trial.Traces(o.Dir))
	if err != nil {
		return err
	}
	var others []string
	for _, e := range entries {
		if e.IsDir() && !slices.ContainsFunc(o.Agents, func(a trial.Agent) bool { return trial.Folder(a) == e.Name() }) {
			others = append(others, e.Name())
		}
	}
	if len(others) > 0 {
		say(fmt.Sprintf("results and gates count all agents of %s, also those of earlier runs: %s; for the agents of this run alone, name another folder by --out",
			project.Shown(o.Dir), project.Shown(strings.Join(others, ", "))))
	}
	return nil
}

// exitOfTrials returns the exit code of a run in which trials could not be run.
func exitOfTrials(errs []error, calibrating bool) int {
	solvable := func(err error) bool {
		var u *runtime.Unsolvable
		return !errors.As(err, &u)
	}
	switch {
	case exitOf(errors.Join(errs...)) == exitSpent:
		return exitSpent // goes before other errors
	case calibrating && !slices.ContainsFunc(errs, solvable):
		return exitFindings // about the suite: no agent can pass
	}
	return exitProvider
}

// serveTrials serves a simulator at a free port until the context ends.
func serveTrials(ctx context.Context, s *simulator.Simulator) (url string, err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	go func() {
		if err := server.Listen(ctx, l, paths(s)); err != nil {
			complain(err)
		}
	}()
	return "http://" + l.Addr().String(), nil
}

// paths returns what a simulator answers over HTTP.
func paths(s *simulator.Simulator) http.Handler {
	return server.New(s, map[string]http.Handler{"/mcp": mcp.Handler(s, buildVersion().String())}, complain)
}

// An evaluation is what is made of the traces of trials.
type evaluation struct {
	c   *cli.Context
	dir string
	*judging
	gates  *grading.Gates
	stats  *traces.Stats
	unread int // records of traces
}

// errNoTrial is the error where there is nothing to grade.
var errNoTrial = errors.New("no trial has a trace")

// finish shows the result. The exit code is that of trials that could not be run, also if
// none has a trace, before that of gates and findings.
func (e *evaluation) finish(sum *trial.Summary) error {
	err := e.result()
	if len(sum.Errors) == 0 {
		return err
	}
	var ended status
	switch {
	case errors.Is(err, errNoTrial):
		complain(err)
	case err != nil && !errors.As(err, &ended):
		return err
	}
	return status(exitOfTrials(sum.Errors, e.c.Bool("calibrate")))
}

// result grades all traces of the folder, those of earlier runs included, and shows what
// they tell.
func (e *evaluation) result() error {
	if err := e.grade(); err != nil {
		return err
	}
	err := e.judge()
	var ended status
	if e.unread > 0 && (err == nil || errors.As(err, &ended)) {
		say("traces that cannot be read do not count; remove their files, and the same command runs the trials again")
		return status(exitBadInput)
	}
	return err
}

// judge shows what the results tell.
func (e *evaluation) judge() error {
	if e.c.Bool("calibrate") {
		return e.calibrate()
	}
	if err := e.show(); err != nil {
		return err
	}
	sayGatesOf(e.c, e.stats)
	return judged(e.stats)
}

// grade grades all trials of the folder into its results, and computes the statistics.
func (e *evaluation) grade() error {
	path := filepath.Join(e.dir, resultsFile)
	file := &disk.Spooled{Path: path}
	// The results are written in full first and read back for the statistics.
	if err := e.run("json", file, complain); err != nil {
		return err
	}
	if err := file.Finish(); err != nil {
		return err
	}
	run := metrics.NewRun([]metrics.Dimension{metrics.ByModel, metrics.ByCase}, e.gates.Tiers)
	defer run.Close()
	if err := grading.ReadResults(path, run); err != nil {
		return err
	}
	var err error
	e.stats, err = e.gates.Stats(run, true)
	return err
}

// calibrate shows what the trials tell about the suite.
func (e *evaluation) calibrate() error {
	var results []grade.Result
	err := grading.EachResult(filepath.Join(e.dir, resultsFile), func(r *grade.Result) error { results = append(results, *r); return nil })
	if err != nil {
		return err
	}
	found := trial.Calibrate(results)
	out := &disk.Output{Path: e.c.String("output")}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "agent\ttrials\tas expected")
	for _, r := range found.Rows {
		fmt.Fprintf(table, "%s\t%d\t%d\n", r.Agent, r.Trials, r.Expected)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for _, line := range found.Findings {
		fmt.Fprintln(out, line)
	}
	if err := out.Finish(); err != nil {
		return err
	}
	if len(found.Findings) > 0 {
		return status(exitFindings)
	}
	return nil
}

// run grades the traces in a format, and tells what cannot be read.
func (e *evaluation) run(format string, file *disk.Spooled, tell func(error)) error {
	names, err := grading.Find([]string{trial.Traces(e.dir)})
	if errors.Is(err, grading.ErrNone) {
		return errNoTrial
	}
	if err != nil {
		return err
	}
	defer names.Close()
	g := &grading.Grading{Importing: importOptions(e.c), Choose: e.choose, Complain: tell}
	err = g.Run(names, defaultJobs(), grading.Output{
		To: file, Format: format, Suite: e.suite, Options: e.options, Gates: &grading.Gates{Tiers: e.gates.Tiers},
		Color: coloredOutput(e.c), Version: buildVersion().Version,
	})
	e.unread = g.Problems
	return err
}

// show writes the result: statistics as text, or a report.
func (e *evaluation) show() error {
	path := e.c.String("output")
	if format := e.c.String("format"); format != "text" {
		file := &disk.Spooled{Path: path}
		// What cannot be read was told when the results were written.
		if err := e.run(format, file, func(error) {}); err != nil {
			return err
		}
		return file.Finish()
	}
	return writeOut(path, func(w io.Writer) error { return traces.StatsText(w, e.stats) })
}
