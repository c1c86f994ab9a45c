package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/driver/provider/builtin"
	"github.com/mantrac/mantrac/driver/provider/client"
	"github.com/mantrac/mantrac/internal/disk"
	"github.com/mantrac/mantrac/internal/grading"
	"github.com/mantrac/mantrac/internal/interrupt"
	"github.com/mantrac/mantrac/internal/terminal"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/metrics"
	traces "github.com/mantrac/mantrac/trace/report"
	"github.com/mantrac/mantrac/world/mcp"
	"github.com/mantrac/mantrac/world/server"
	"github.com/mantrac/mantrac/world/simulator"
	"github.com/mantrac/mantrac/world/trial"
)

// The limits of flags of eval.
const (
	maxTrials = 10000
	maxCalls  = 100000
)

// resultsFile is the file with the results of trials, beside their traces.
const resultsFile = "results.json"

func evaluate(c *cli.Context) error {
	if c.NArg() != 1 {
		return suggest("it takes one suite", "", "mantrac help eval")
	}
	o, err := trialOptions(c)
	if err != nil {
		return err
	}
	gates, err := gatesOf(c)
	if err != nil {
		return err
	}
	s, cases, err := simulatorOf(c)
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
	if o.Agents, err = agentsOf(ctx, c, s); err != nil {
		return err
	}
	sum, err := runTrials(ctx, s, o)
	if err != nil {
		return err
	}
	e := &evaluation{c: c, dir: o.Dir, judging: j, gates: gates}
	if err := e.grade(); err != nil {
		return err
	}
	if c.Bool("calibrate") {
		return e.calibrate(sum)
	}
	if err := e.show(); err != nil {
		return err
	}
	if len(sum.Errors) > 0 {
		return status(exitProvider)
	}
	return judged(e.stats)
}

// judgingTrials reads the flags that say how trials are graded. Each is replayed in the
// model.
func judgingTrials(c *cli.Context, suite *checker.Suite) (*judging, error) {
	options, err := gradeOptions(c, true)
	if err != nil {
		return nil, err
	}
	choose, err := plansByTask(suite, options)
	return &judging{suite, options, choose}, err
}

// trialOptions reads the flags.
func trialOptions(c *cli.Context) (o trial.Options, err error) {
	o.Dir, o.Seed, o.Time = c.String("out"), c.Uint64("seed"), c.Duration("time-limit")
	if o.Time < 0 {
		return o, suggest("--time-limit is not negative", "", "mantrac help eval")
	}
	if o.Trials, err = within(c, "trials", maxTrials); err != nil {
		return o, err
	}
	if o.Calls, err = within(c, "max-calls", maxCalls); err != nil {
		return o, err
	}
	o.Workers, err = within(c, "jobs", maxJobs)
	return o, err
}

// runTrials runs the trials that are missing, and says what became of them.
func runTrials(ctx context.Context, s *simulator.Simulator, o trial.Options) (*trial.Summary, error) {
	o.Cases = s.Cases()
	bar := terminal.NewBar(len(o.Cases) * len(o.Agents) * o.Trials)
	o.Progress = bar
	sum, err := trial.Run(ctx, s, o)
	bar.Close()
	if sum != nil {
		for _, e := range sum.Errors {
			complain(e)
		}
		say(fmt.Sprintf("%d trials were run, %d were there already, %d do not apply, %d failed; the traces are in %s", sum.Made, sum.Had, sum.Skipped, len(sum.Errors), trial.Traces(o.Dir)))
	}
	if ctx.Err() != nil {
		return nil, status(exitInterrupted)
	}
	return sum, err
}

// agentsOf returns the agents that --agent names. For commands a simulator is served
// until the context ends.
func agentsOf(ctx context.Context, c *cli.Context, s *simulator.Simulator) (list []trial.Agent, err error) {
	names := c.StringSlice("agent")
	if c.Bool("calibrate") {
		list = trial.Calibrators()
	} else if len(names) == 0 {
		return nil, suggest("it takes at least one --agent", "", "mantrac help eval")
	}
	ask, err := modelAgents(c, names)
	if err != nil {
		return nil, err
	}
	url := ""
	for _, text := range names {
		label, kind := agentLabel(text)
		var a trial.Agent
		switch name, rest, _ := strings.Cut(kind, ":"); {
		case kind == "oracle":
			a = trial.Oracle{}
		case kind == "random":
			a = trial.Random{}
		case name == "mistaken" && slices.Contains(trial.Mistakes, grade.Class(rest)):
			a = trial.Mistaken{Class: grade.Class(rest)}
		case isModel(kind):
			a = trial.Chat{Label: label, Model: name + "/" + rest, Asks: ask}
		case name == "exec" && rest != "":
			if url == "" {
				if url, err = serveTrials(ctx, s); err != nil {
					return nil, err
				}
			}
			a = trial.Exec{Label: label, Command: commandOf(rest), URL: url}
		case name == "replay" && rest != "":
			a, err = trial.NewReplay(label, rest)
		default:
			err = suggest(fmt.Sprintf("unknown agent %q; expected oracle, random, mistaken:CLASS, exec:COMMAND, replay:FILE or PROVIDER:MODEL", text), "", "mantrac help eval")
		}
		if err != nil {
			return nil, err
		}
		list = append(list, a)
	}
	return list, nil
}

// isModel reports whether an agent is a language model, PROVIDER:MODEL.
func isModel(kind string) bool {
	name, model, _ := strings.Cut(kind, ":")
	return model != "" && name != "exec" && slices.Contains(builtin.Names(), name)
}

// modelAgents returns what asks the language models among agents, within the limits of
// [moneyFlags].
func modelAgents(c *cli.Context, agents []string) (provider.Provider, error) {
	var models []string
	for _, text := range agents {
		if _, kind := agentLabel(text); isModel(kind) {
			models = append(models, strings.Replace(kind, ":", "/", 1))
		}
	}
	money, err := ledgerFor(c, models)
	if err != nil {
		return nil, err
	}
	open := func(name string) (provider.Provider, string, error) { return builtin.Open(name, provider.Options{}) }
	return client.New(client.Options{Open: open, Ledger: money}), nil
}

// agentLabel divides NAME=AGENT. Without a name it is the agent, or the first word of
// its command.
func agentLabel(text string) (label, kind string) {
	if label, kind, ok := strings.Cut(text, "="); ok && !strings.ContainsAny(label, ":/ ") {
		return label, kind
	}
	label = text
	if name, rest, ok := strings.Cut(text, ":"); ok && (name == "exec" || name == "replay") {
		first, _, _ := strings.Cut(rest, " ")
		label = filepath.Base(first)
	}
	return label, text
}

// commandOf returns the words of a command. What names a file does so in any folder.
func commandOf(text string) []string {
	words := strings.Fields(text)
	for i, w := range words {
		if _, err := os.Stat(w); err == nil {
			if path, err := filepath.Abs(w); err == nil {
				words[i] = path
			}
		}
	}
	return words
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
	mux := http.NewServeMux()
	mux.Handle("/mcp", mcp.Handler(s, buildVersion().String()))
	mux.Handle("/", server.New(s, complain))
	return mux
}

// An evaluation is what is made of the traces of trials.
type evaluation struct {
	c   *cli.Context
	dir string
	*judging
	gates *grading.Gates
	stats *traces.Stats
}

// grade grades all trials of the folder into its results, and computes the statistics.
func (e *evaluation) grade() error {
	path := filepath.Join(e.dir, resultsFile)
	file := &disk.Spooled{Path: path}
	if err := e.run("json", file); err != nil {
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
func (e *evaluation) calibrate(sum *trial.Summary) error {
	f, err := os.Open(filepath.Join(e.dir, resultsFile))
	if err != nil {
		return err
	}
	defer f.Close()
	var results []grade.Result
	err = metrics.Read(f, func(r *grade.Result) error { results = append(results, *r); return nil })
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
	if len(found.Findings)+len(sum.Errors) > 0 {
		return status(exitFindings)
	}
	return nil
}

// run grades the traces in a format.
func (e *evaluation) run(format string, file *disk.Spooled) error {
	names, err := grading.Find([]string{trial.Traces(e.dir)})
	if errors.Is(err, grading.ErrNone) {
		return errors.New("no trial has a trace")
	}
	if err != nil {
		return err
	}
	defer names.Close()
	g := &grading.Grading{Importing: importOptions(e.c), Choose: e.choose, Complain: complain}
	return g.Run(names, defaultJobs(), grading.Output{
		To: file, Format: format, Suite: e.suite, Options: e.options, Gates: &grading.Gates{Tiers: e.gates.Tiers},
		Color: coloredOutput(e.c), Version: buildVersion().Version,
	})
}

// show writes the result: statistics as text, or a report.
func (e *evaluation) show() error {
	path := e.c.String("output")
	if format := e.c.String("format"); format != "text" {
		file := &disk.Spooled{Path: path}
		if err := e.run(format, file); err != nil {
			return err
		}
		return file.Finish()
	}
	out := &disk.Output{Path: path}
	if err := traces.StatsText(out, e.stats); err != nil {
		return err
	}
	return out.Finish()
}
