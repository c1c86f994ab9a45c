package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/driver/config"
	"github.com/mantrac/mantrac/driver/document"
	"github.com/mantrac/mantrac/driver/document/reader"
	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/driver/provider/client"
	"github.com/mantrac/mantrac/driver/provider/ledger"
	"github.com/mantrac/mantrac/driver/provider/recording"
	"github.com/mantrac/mantrac/driver/run"
	"github.com/mantrac/mantrac/driver/stage"
	"github.com/mantrac/mantrac/internal/interrupt"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/internal/solver"
	"github.com/mantrac/mantrac/internal/terminal"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/repair"
	"github.com/mantrac/mantrac/validate"
)

// generateFlags say which run is done, and how far.
func generateFlags() []cli.Flag {
	return append(append(configFlags(), moneyFlags()...),
		textFlag("run", "continue or begin the run of this `NAME`; the newest one by default"),
		boolFlag("new", "begin another run"),
		textFlag("from", "ask again from this `STAGE` on"),
		textFlag("only", "end after this `STAGE`"),
		boolFlag("retry-failed", "ask again about cases that were rejected or wait for a person"),
		textFlag("execute", "make the calls of a compliant trace of each validated case with real tools, exec:`COMMAND`, or in the simulator: simulate"),
		boolFlag("dry-run", "ask nothing, and estimate what would be asked", "n"),
	)
}

// The exit codes where a language model could not be asked, and where a cap ended the run.
const (
	exitProvider = 4
	exitSpent    = 5
)

// A generation is one use of the verb.
type generation struct {
	settings *config.Config
	graph    *document.Graph
	inputs   []run.File
	run      *run.Run
}

// generate is `mantrac generate`.
func generate(c *cli.Context) error {
	for _, flag := range []string{"from", "only"} {
		if name := c.String(flag); name != "" && !slices.Contains(config.Stages(), name) {
			return suggest(fmt.Sprintf("--%s: unknown stage %s", flag, project.Shown(name)), spell.Nearest(name, config.Stages()), "mantrac help generate")
		}
	}
	// Check the flags first, so that a mistake costs neither time nor money.
	if _, err := executor(c); err != nil {
		return err
	}
	if _, err := capsOf(c); err != nil {
		return err
	}
	if c.Args().Present() {
		return suggest("generate takes no arguments; the manual is named by "+project.ConfigName, "", "mantrac help generate")
	}
	g, err := newGeneration(c)
	if err != nil {
		return err
	}
	if c.Bool("dry-run") {
		return g.estimate()
	}
	if err := checkProviders(g.settings); err != nil {
		return err
	}
	money, err := ledgerFor(c, modelsOf(g.settings))
	if err != nil {
		return err
	}
	if g.run, err = openRun(c, g.settings.RunDir); err != nil {
		return err
	}
	// The run is closed whether do has failed or not.
	err = g.do(c, money)
	return errors.Join(err, g.run.Close())
}

// simulated is the value of --execute for the simulator.
const simulated = "simulate"

// executor returns the command of --execute, nil if there is none.
func executor(c *cli.Context) ([]string, error) {
	text := c.String("execute")
	command, ok := strings.CutPrefix(text, "exec:")
	if words := strings.Fields(command); text == "" || text == simulated || ok && len(words) > 0 {
		return words, nil
	}
	return nil, suggest("--execute takes simulate or exec:COMMAND, not "+project.Shown(text), "", "mantrac help generate")
}

// newGeneration reads the settings, the manual and the tools.
func newGeneration(c *cli.Context) (*generation, error) {
	settings, err := settingsWithTools(c)
	if err != nil {
		return nil, err
	}
	g := &generation{settings: settings}
	if settings.Manual == "" {
		return nil, suggest(project.Shown(settings.Path)+" requires the key `document_path`", "", "mantrac help generate")
	}
	if settings.Tools == nil {
		return nil, suggest(project.Shown(settings.Path)+" requires the key `tools`, with a file of tool schemas", "", "mantrac explain MC0706")
	}
	if len(settings.Tools.Tools) == 0 {
		return nil, fmt.Errorf("%s has no tools; the checks of a case are about calls of tools", project.Shown(settings.Tools.File.Name()))
	}
	for _, path := range []string{settings.Path, settings.Manual} {
		data, err := readInput(path)
		if err != nil {
			return nil, err
		}
		g.inputs = append(g.inputs, run.NewFile(filepath.Base(path), data))
	}
	g.inputs = append(g.inputs, run.NewFile(filepath.Base(settings.Tools.File.Name()), []byte(settings.Tools.File.Text())))
	d, err := reader.Open(settings.Manual, reader.Options{})
	if err != nil {
		return nil, err
	}
	for _, w := range d.Warnings {
		say(fmt.Sprintf("%s: warning: %s", project.Shown(settings.Manual), w))
	}
	g.graph, err = document.Build([]*document.Document{d}, settings.Chunking)
	return g, err
}

// openRun opens the run that the flags name.
func openRun(c *cli.Context, base string) (*run.Run, error) {
	id := c.String("run")
	if id != "" && c.Bool("new") {
		return nil, suggest("--run and --new cannot be combined: --run begins the run if there is none of that name", "", "mantrac help generate")
	}
	if id == "" {
		ids, err := run.IDs(base)
		if err != nil {
			return nil, err
		}
		if len(ids) > 0 {
			// The ids are in order, so the last one is the newest.
			id = ids[len(ids)-1]
		}
		if id == "" || c.Bool("new") {
			if id, err = run.NextID(base); err != nil {
				return nil, err
			}
		}
	}
	return run.Open(base, id)
}

// do does the run, and writes what came out.
func (g *generation) do(c *cli.Context, money *ledger.Ledger) error {
	log, err := openLog(g.settings.Logging, g.run.Dir)
	if err != nil {
		return err
	}
	defer log.Close()
	g.run.Observe = log.event
	// redo drops stored steps, so it comes before anything reads them.
	if err := g.redo(c); err != nil {
		return err
	}
	// Each answer is recorded before it is used, so an interrupted run can go on.
	answers, err := recording.Open(filepath.Join(g.run.Dir, "answers.jsonl"), "the models that the entries name")
	if err != nil {
		return err
	}
	defer answers.Close()
	options, err := json.Marshal(g.settings.Public())
	if err != nil {
		return err
	}
	m := run.Manifest{State: run.Unfinished, Inputs: g.inputs, Options: options}
	// The manifest says Unfinished until the end, in case the process dies.
	if err := g.run.Describe(m); err != nil {
		return err
	}
	d, err := g.driver(c)
	if err != nil {
		return err
	}
	d.Provider = providers(g.settings, clientOf(g.settings, answers, money))
	ctx := interrupt.Context()
	result, failed := d.Do(ctx)
	terminal.Progress("")
	sayCost(money)
	// A run that failed may still have results of some samples.
	if result != nil {
		if err := g.finish(m, result, failed == nil && d.Until == ""); err != nil {
			return err
		}
	}
	unfinished := "run " + g.run.ID + " is not finished; `mantrac generate` goes on where it ended"
	switch {
	case interrupt.Ended(ctx):
		say(unfinished)
		return status(exitInterrupted)
	case failed != nil:
		log.failure(failed)
		complain(failed)
		say(unfinished)
		return status(exitOf(failed))
	}
	return nil
}

// driver returns what does the run, without a provider.
func (g *generation) driver(c *cli.Context) (*stage.Driver, error) {
	questions := validate.Options{Engine: validate.Auto, States: repair.DefaultStates}
	if _, err := solver.Attach(&questions, solver.Limits{Jobs: g.settings.Sampling.Parallel, Steps: repair.DefaultSteps}); err != nil {
		return nil, err
	}
	execute, err := executor(c)
	return &stage.Driver{
		Config: g.settings, Run: g.run, Graph: g.graph, Tools: g.settings.Tools, Questions: questions,
		Until: c.String("only"), Execute: execute, Simulate: c.String("execute") == simulated, Progress: terminal.Progress,
	}, err
}

// exitOf returns the exit code of a run that ended with an error.
func exitOf(err error) int {
	var spent *ledger.Exceeded
	switch {
	case errors.As(err, &spent):
		return exitSpent
	case provider.KindOf(err) != "":
		return exitProvider
	}
	return exitBadInput
}

// sayCost says what the run has cost, with what it cost before.
func sayCost(money *ledger.Ledger) {
	for _, t := range money.Totals(func(l ledger.Line) string { return l.Model }) {
		cost := t.Cost.String()
		if t.Unpriced {
			cost = "no price"
		}
		say(fmt.Sprintf("%s: %d requests, %d tokens in and %d out, %s", t.Name, t.Requests, t.Usage.Input, t.Usage.Output, cost))
	}
}

// redo has the steps done anew that the flags ask for.
func (g *generation) redo(c *cli.Context) error {
	if from := c.String("from"); from != "" {
		// An empty subject means all samples. All later stages are dropped, too.
		return g.run.Redo("", config.Stages()[slices.Index(config.Stages(), from):]...)
	}
	if !c.Bool("retry-failed") {
		return nil
	}
	m, _, err := run.ReadManifest(g.settings.RunDir, g.run.ID)
	if err != nil {
		return err
	}
	var last stage.Result
	if m.Table != nil {
		if err := json.Unmarshal(m.Table, &last); err != nil {
			return err
		}
	}
	for _, subject := range failed(&last) {
		if err := g.run.Redo(subject, config.Stages()...); err != nil {
			return err
		}
	}
	return nil
}

// failed returns what has to be asked about anew: the samples that have no validated case,
// and in the others the cases that are not validated.
func failed(r *stage.Result) (subjects []string) {
	for n := 1; n <= r.Samples; n++ {
		name := stage.SampleName(n)
		cases := slices.DeleteFunc(slices.Clone(r.Cases), func(k stage.Case) bool { return k.Sample != name })
		if !slices.ContainsFunc(cases, func(k stage.Case) bool { return k.Status == stage.Validated }) {
			subjects = append(subjects, name)
			continue
		}
		for _, k := range cases {
			if k.Status != stage.Validated {
				subjects = append(subjects, name+"/"+k.Name)
			}
		}
	}
	return subjects
}

// finish writes the manifest and the table.
func (g *generation) finish(m run.Manifest, r *stage.Result, whole bool) error {
	table, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if m.Table = table; whole {
		m.State = run.Finished
	}
	if err := g.run.Describe(m); err != nil {
		return err
	}
	if n := r.Noted(); n > 0 {
		say(fmt.Sprintf("%s with notes for a person who inspects them: see `notes` in status.json", report.Count(n, "validated case")))
	}
	return writeOut("", func(w io.Writer) error { return r.Table(w, domainOf(g.settings)) })
}

// domainOf names what a run is about: the folder of its mantra.yaml.
func domainOf(settings *config.Config) string { return filepath.Base(settings.Dir) }

// providers returns who is asked in each stage: the client, and the model with its provider.
func providers(settings *config.Config, c *client.Client) func(string) (provider.Provider, string, error) {
	return func(stage string) (provider.Provider, string, error) {
		s := settings.LLM.For(stage)
		return c, s.Provider + "/" + s.Model, nil
	}
}

// estimate says how many requests a run would make at least.
func (g *generation) estimate() error {
	e := stage.EstimateOf(g.settings, g.graph, g.settings.Tools)
	return e.Text(os.Stdout)
}
