package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/internal/interrupt"
	"github.com/mantrac/mantrac/internal/jsontext"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/internal/solver"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/world/mcp"
	"github.com/mantrac/mantrac/world/runtime"
	"github.com/mantrac/mantrac/world/server"
	"github.com/mantrac/mantrac/world/simulator"
)

func serve(c *cli.Context) error {
	if err := serveUsage(c); err != nil {
		return err
	}
	s, _, err := simulatorOf(c, func(cases []selection.Case) (simulator.User, error) { return scriptOf(c, cases) })
	if err != nil {
		return err
	}
	defer s.Close()
	ctx := interrupt.Context()
	if c.Bool("stdio") {
		return serveStdio(ctx, c, s)
	}
	l, err := localListener(c.String("listen"))
	if err != nil {
		return err
	}
	if err := makeTraces(c); err != nil {
		return errors.Join(err, l.Close())
	}
	say(fmt.Sprintf("%s at http://%s", report.Count(len(s.Cases()), "case"), l.Addr()))
	if err := server.Listen(ctx, l, paths(s)); err != nil {
		return err
	}
	// Close reports an error of the trace files. The deferred call then finds nothing open.
	if err := s.Close(); err != nil {
		return err
	}
	return status(exitInterrupted) // nothing else ends it
}

// serveUsage returns an error for flags that would be ignored.
func serveUsage(c *cli.Context) error {
	switch stdio := c.Bool("stdio"); {
	case stdio && c.IsSet("listen"):
		return suggest("--listen and --stdio cannot be combined", "", "mantrac help serve")
	case !stdio && c.IsSet("seed"):
		return suggest("--seed requires --stdio: over HTTP the body of POST /sessions has the seed", "", "mantrac help serve")
	}
	return nil
}

// serveStdio serves the one case on standard input and output.
func serveStdio(ctx context.Context, c *cli.Context, s *simulator.Simulator) error {
	if n := len(s.Cases()); n > 1 {
		return suggest(fmt.Sprintf("--stdio serves one case, and there are %d; name one by --case", n), "", "mantrac help serve")
	}
	if err := makeTraces(c); err != nil {
		return err
	}
	err := mcp.Serve(ctx, s, "", c.Uint64("seed"), buildVersion().String())
	if err == nil && ctx.Err() != nil {
		return status(exitInterrupted)
	}
	return err
}

// makeTraces makes the folder of traces: a session that cannot be kept would be refused
// only when its agent begins it.
func makeTraces(c *cli.Context) error {
	dir := c.String("traces")
	if dir == "" {
		return nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("--traces: %w", err)
	}
	return nil
}

// simulatorOf returns a simulator of the cases that arguments and flags name, with the
// user that a function returns.
func simulatorOf(c *cli.Context, userOf func([]selection.Case) (simulator.User, error)) (*simulator.Simulator, []selection.Case, error) {
	if c.NArg() == 0 {
		return nil, nil, suggest("expected a suite", "", "mantrac help "+c.Command.Name)
	}
	var manual string
	o := projectOptions(c)
	o.Projects = true
	found, err := selectFilesOf(c, o, func(o *selection.Checked) (*selection.Selection, error) {
		// The manual is a part of what was checked, and is not kept by the selection.
		manual = manualOf(o)
		return selection.Cases(o, c.StringSlice("case"))
	})
	if err != nil {
		return nil, nil, err
	}
	if found.Bad {
		return nil, nil, status(exitBadInput)
	}
	if len(found.Cases) == 0 {
		return nil, nil, noCases(c)
	}
	faults, err := faultsOf(c, found.Cases)
	if err != nil {
		return nil, nil, err
	}
	user, err := userOf(found.Cases)
	if err != nil {
		return nil, nil, err
	}
	engine := validate.Options{Plain: true, Timeout: 30 * time.Second}
	if _, err := solver.Attach(&engine, solver.Limits{Jobs: defaultJobs()}); err != nil {
		return nil, nil, err
	}
	s, err := simulator.New(found.Cases, simulator.Options{
		Runtime: runtime.Options{Explain: c.Bool("explain"), Engine: engine, Faults: faults},
		Traces:  c.String("traces"),
		Manual:  manual,
		User:    user,
		Report:  complain,
	})
	return s, found.Cases, err
}

// userFlag is the flag for what users reply.
func userFlag() cli.Flag {
	return textFlag("user", "`FILE` (JSON) with what users reply to agents: {CASE: [TEXT, …]}")
}

// scriptOf reads the file of [userFlag]; nil without one.
func scriptOf(c *cli.Context, cases []selection.Case) (simulator.User, error) {
	if c.String("user") == "" {
		return nil, nil
	}
	turns, err := readByCase[[]string](c, "user", "{CASE: [TEXT, …]}", cases)
	return simulator.Script(turns), err
}

// readByCase reads the file (JSON) of a flag, which has something for some of the cases.
func readByCase[T any](c *cli.Context, flag, form string, cases []selection.Case) (map[string]T, error) {
	name := c.String(flag)
	data, err := readInput(name)
	if err != nil {
		return nil, err
	}
	var list map[string]T
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, fmt.Errorf("%s: line %d: expected %s: %s", project.Shown(name), jsontext.FaultLine(data, err), form, jsontext.Fault(err))
	}
	var d document.Document
	if d.Parse(string(data)) == nil {
		if twice, member := d.Root().Twice(); member.Kind() != document.Absent {
			return nil, fmt.Errorf("%s: case %s is there twice; remove one of the two", project.Shown(name), project.Shown(twice))
		}
	}
	names := lists.Map(cases, selection.Case.Name)
	for _, text := range slices.Sorted(maps.Keys(list)) {
		if !slices.Contains(names, text) {
			return nil, suggestOf(fmt.Sprintf("%s: unknown case %s", project.Shown(name), project.Shown(text)), text, names, "mantrac help "+c.Command.Name)
		}
	}
	return list, nil
}

// faultFlags say what goes wrong.
func faultFlags() []cli.Flag {
	return []cli.Flag{
		listFlag("fault", "place a fault, `TOOL#N=KIND`: at call N of the tool, of the kind fails, slow, malformed, flood, lost or disappears; may be repeated"),
		&cli.Float64Flag{Name: "fault-rate", Usage: "the `SHARE` of calls that get a fault for that one call, drawn by the seed"},
	}
}

// faultsOf reads the flags. Tools that are named have to be tools of a case.
func faultsOf(c *cli.Context, cases []selection.Case) (f runtime.Faults, err error) {
	f.Rate = c.Float64("fault-rate")
	if !(f.Rate >= 0 && f.Rate <= 1) { // nor is it NaN
		return f, suggest("--fault-rate: expected a share from 0 to 1", "", "mantrac help "+c.Command.Name)
	}
	for _, text := range c.StringSlice("fault") {
		one, err := runtime.ParseFault(text)
		if err != nil {
			return f, fmt.Errorf("--fault: %w", err)
		}
		// The tool need not exist in every case.
		if !slices.ContainsFunc(cases, func(k selection.Case) bool { return k.Suite.Tools.Lookup(one.Tool) != nil }) {
			return f, suggest(fmt.Sprintf("--fault: unknown tool %s", project.Shown(one.Tool)), spell.Nearest(one.Tool, cases[0].Suite.Tools.Names()), "mantrac help "+c.Command.Name)
		}
		f.Plan = append(f.Plan, one)
	}
	return f, nil
}

// manualOf returns the text of the manual that mantra.yaml names.
func manualOf(o *selection.Checked) string {
	for _, p := range o.Projects {
		for _, m := range p.Manuals {
			return m.Text()
		}
	}
	return ""
}
