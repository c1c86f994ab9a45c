package main

import (
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/internal/interrupt"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/internal/solver"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/world/mcp"
	"github.com/mantrac/mantrac/world/runtime"
	"github.com/mantrac/mantrac/world/server"
	"github.com/mantrac/mantrac/world/simulator"
)

func serve(c *cli.Context) error {
	s, _, err := simulatorOf(c)
	if err != nil {
		return err
	}
	defer s.Close()
	ctx := interrupt.Context()
	if c.Bool("stdio") {
		return mcp.Serve(ctx, s, "", c.Uint64("seed"), buildVersion().String())
	}
	l, err := localListener(c.String("listen"))
	if err != nil {
		return err
	}
	say(fmt.Sprintf("%s at http://%s", report.Count(len(s.Cases()), "case"), l.Addr()))
	if err := server.Listen(ctx, l, paths(s)); err != nil {
		return err
	}
	return s.Close()
}

// simulatorOf returns a simulator of the cases that arguments and flags name.
func simulatorOf(c *cli.Context) (*simulator.Simulator, []selection.Case, error) {
	if c.NArg() == 0 {
		return nil, nil, suggest("it takes a suite", "", "mantrac help "+c.Command.Name)
	}
	var manual string
	o := projectOptions(c)
	o.Projects = true
	found, err := selectFilesOf(c, o, func(o *selection.Checked) (*selection.Selection, error) {
		manual = manualOf(o)
		return selection.Cases(o, c.StringSlice("case"))
	})
	if err != nil {
		return nil, nil, err
	}
	if found.Bad {
		return nil, nil, status(exitBadInput)
	}
	engine := validate.Options{Plain: true, AnyWitness: true, Timeout: 30 * time.Second}
	if _, err := solver.Attach(&engine, solver.Limits{Jobs: defaultJobs()}); err != nil {
		return nil, nil, err
	}
	s, err := simulator.New(found.Cases, simulator.Options{
		Runtime: runtime.Options{Explain: c.Bool("explain"), Engine: engine},
		Traces:  c.String("traces"),
		Manual:  manual,
		Report:  complain,
	})
	return s, found.Cases, err
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
