package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/driver/run"
	"github.com/mantrac/mantrac/driver/stage"
	"github.com/mantrac/mantrac/internal/pairs"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/project"
)

// runVerbs are the parts of `mantrac runs`, and how many runs each takes.
var runVerbs = map[string]int{"list": 0, "show": 1, "diff": 2}

// runNames are the parts of `mantrac runs`.
var runNames = []string{"list", "show", "diff"}

// showRuns is `mantrac runs`.
func showRuns(c *cli.Context) error {
	what := c.Args().First()
	count, ok := runVerbs[what]
	if !ok || c.Args().Len() != count+1 {
		return suggest("runs takes `list`, `show RUN`, or `diff RUN RUN`", spell.Nearest(what, runNames), "mantrac help runs")
	}
	settings, err := settingsOf(c)
	if err != nil {
		return err
	}
	ids, err := run.IDs(settings.RunDir)
	if err != nil {
		return err
	}
	chosen := ids
	if count > 0 {
		chosen = c.Args().Tail()
	}
	var list []*keptRun
	for _, id := range chosen {
		if !slices.Contains(ids, id) {
			return suggest("unknown run "+project.Shown(id), spell.Nearest(id, ids), "mantrac runs list")
		}
		r, err := readRun(settings.RunDir, id)
		if err != nil {
			return err
		}
		list = append(list, r)
	}
	return writeOut(c.String("output"), func(w io.Writer) error {
		switch what {
		case "list":
			return listRuns(w, list)
		case "show":
			return list[0].Result.Table(w, domainOf(settings))
		}
		diffRuns(w, list[0], list[1])
		return nil
	})
}

// A keptRun is what a run has left behind.
type keptRun struct {
	*run.Manifest
	stage.Result
}

func readRun(base, id string) (*keptRun, error) {
	m, _, err := run.ReadManifest(base, id)
	if err != nil {
		return nil, err
	}
	r := &keptRun{Manifest: m}
	if m.Table != nil {
		err = json.Unmarshal(m.Table, &r.Result)
	}
	return r, err
}

func listRuns(w io.Writer, list []*keptRun) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "run\tstate\tsamples\tgenerated\tvalidated\tawaiting human\trejected")
	for _, r := range list {
		fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%d\t%d\t%d\n", report.Visible(r.ID), r.State, r.Samples, len(r.Cases), r.Count(stage.Validated), r.Count(stage.AwaitingHuman), r.Count(stage.Rejected))
	}
	return t.Flush()
}

// diffRuns writes what differs between two runs: inputs, files, and what became of cases.
func diffRuns(w io.Writer, a, b *keptRun) {
	files := func(kind string, x, y []run.File) {
		name := func(f run.File) string { return f.Name }
		for _, p := range pairs.Same(x, y, name) {
			switch {
			case !p.InOld:
				fmt.Fprintf(w, "%s %s: only in %s\n", kind, report.Visible(p.New.Name), report.Visible(b.ID))
			case !p.InNew:
				fmt.Fprintf(w, "%s %s: only in %s\n", kind, report.Visible(p.Old.Name), report.Visible(a.ID))
			case p.Old.SHA256 != p.New.SHA256:
				fmt.Fprintf(w, "%s %s: differs\n", kind, report.Visible(p.Old.Name))
			}
		}
	}
	files("input", a.Inputs, b.Inputs)
	if !bytes.Equal(a.Options, b.Options) {
		fmt.Fprintln(w, "the settings differ")
	}
	files("file", a.Files, b.Files)
	for _, k := range a.Cases {
		i := slices.IndexFunc(b.Cases, func(x stage.Case) bool { return x.Sample == k.Sample && x.Name == k.Name })
		if i >= 0 && b.Cases[i].Status != k.Status {
			fmt.Fprintf(w, "case %s/%s: %s → %s\n", k.Sample, report.Visible(k.Name), k.Status, b.Cases[i].Status)
		}
	}
}
