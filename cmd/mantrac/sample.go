package main

import (
	"bufio"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/driver/config"
	"github.com/mantrac/mantrac/driver/document"
	"github.com/mantrac/mantrac/driver/sample"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/project"
)

// sampleFlags are those of `mantrac sample`; the defaults are those of the paper.
func sampleFlags() []cli.Flag {
	strategies := lists.Map(sample.Strategies(), func(s sample.Strategy) string { return string(s) })
	return []cli.Flag{
		choiceFlag("strategy", "`STRATEGY` by which chunks are drawn", strategies...),
		&cli.IntFlag{Name: "samples", Value: 12, Usage: "draw `N` samples"},
		&cli.IntFlag{Name: "min-nodes", Value: 2, Usage: "at least `N` chunks in a sample"},
		&cli.IntFlag{Name: "max-nodes", Value: 4, Usage: "at most `N` chunks in a sample"},
		&cli.Int64Flag{Name: "seed", Value: 42, Usage: "`NUMBER` that decides between equals"},
		textFlag("after", "`FILE` of samples (--format json) to continue: their chunks count as drawn"),
		boolFlag("matrix", "show the first sample of each strategy with 2–3, 4–6 and 8–10 chunks (text, markdown)"),
		formatFlag("text", "json", "markdown"), outputFlag(resultFile),
	}
}

// sampleChunks is `mantrac sample`.
func sampleChunks(c *cli.Context) error {
	if err := sampleUsage(c); err != nil {
		return err
	}
	g, settings, err := graphOf(c, "sample", c.Args().Slice())
	if err != nil {
		return err
	}
	return writeOut(c.String("output"), func(w io.Writer) error {
		if c.Bool("matrix") {
			return writeMatrix(w, g, c)
		}
		return writeSamples(w, g, samplingOf(c, settings), c)
	})
}

// sampleUsage returns an error for flags that do not go together.
func sampleUsage(c *cli.Context) error {
	matrix, format := c.Bool("matrix"), c.String("format")
	switch {
	case matrix && format == "json":
		return suggest("--matrix has no format json", "", "mantrac help sample")
	case !matrix && format == "markdown":
		return suggest("--format markdown requires --matrix", "", "mantrac help sample")
	case c.Int("samples") < 1:
		return suggest("--samples requires a number of at least 1", "", "mantrac help sample")
	}
	for _, flag := range []string{"strategy", "samples", "min-nodes", "max-nodes", "after"} {
		if matrix && c.IsSet(flag) {
			return suggest("--matrix has its own samples, and takes no --"+flag, "", "mantrac help sample")
		}
	}
	return nil
}

func writeMatrix(w io.Writer, g *document.Graph, c *cli.Context) error {
	m, err := sample.NewMatrix(g, c.Int64("seed"))
	if err != nil {
		return err
	}
	if c.String("format") == "markdown" {
		return m.Markdown(w)
	}
	return m.Text(w)
}

// samplingOf returns how samples are drawn: as the flags say, or else the settings,
// which may be nil.
func samplingOf(c *cli.Context, settings *config.Config) config.Sampling {
	if settings == nil {
		settings = &config.Config{Sampling: config.Sampling{
			Options: sample.Options{Seed: c.Int64("seed"), Min: c.Int("min-nodes"), Max: c.Int("max-nodes"), Strategy: sample.Strategy(c.String("strategy"))},
			Samples: c.Int("samples"),
		}}
	}
	s := settings.Sampling
	s.Min, s.Max, s.Samples = flagOr(c, "min-nodes", s.Min), flagOr(c, "max-nodes", s.Max), flagOr(c, "samples", s.Samples)
	if c.IsSet("seed") {
		s.Seed = c.Int64("seed")
	}
	if c.IsSet("strategy") {
		s.Strategy = sample.Strategy(c.String("strategy"))
	}
	return s
}

func writeSamples(w io.Writer, g *document.Graph, sampling config.Sampling, c *cli.Context) error {
	s, err := sample.New(g, sampling.Options)
	if err != nil {
		return err
	}
	var earlier []sample.Sample
	if name := c.String("after"); name != "" {
		if earlier, err = continued(s, name); err != nil {
			return err
		}
	}
	r := s.Draw(sampling.Samples, earlier)
	if c.String("format") == "json" {
		return r.Write(w)
	}
	return listSamples(w, g, r, len(earlier))
}

// continued counts the samples in a file, and returns them.
func continued(s *sample.Sampler, name string) ([]sample.Sample, error) {
	data, err := project.ReadFile(name)
	if err != nil {
		return nil, err
	}
	r, err := sample.Read(project.Shown(name), data)
	if err != nil {
		return nil, err
	}
	if err := s.Continue(r.Samples); err != nil {
		return nil, fmt.Errorf("%s: %w", project.Shown(name), err)
	}
	return r.Samples, nil
}

// listSamples writes the samples that follow the first ones.
func listSamples(w io.Writer, g *document.Graph, r *sample.Run, first int) error {
	out := bufio.NewWriter(w)
	for _, s := range r.Samples[first:] {
		words := 0
		for _, id := range s.Chunks {
			words += g.Chunk(id).Words
		}
		fmt.Fprintf(out, "sample %d: %s, %s\n", s.Number, report.Count(len(s.Chunks), "chunk"), report.Count(words, "word"))
		for _, id := range s.Chunks {
			fmt.Fprintf(out, "  %s\n", report.Visible(id))
		}
	}
	fmt.Fprintf(out, "covered %d of the %s that are more than a heading\n", r.Covered, report.Count(r.Eligible, "chunk"))
	return out.Flush()
}
