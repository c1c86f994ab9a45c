package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/driver/config"
	"github.com/mantrac/mantrac/driver/document"
	"github.com/mantrac/mantrac/driver/document/reader"
	"github.com/mantrac/mantrac/internal/disk"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/project"
)

// docVerbs are the parts of `mantrac doc`.
var docVerbs = []string{"chunks", "graph"}

// manuals is `mantrac doc`.
func manuals(c *cli.Context) error {
	what := c.Args().First()
	if !slices.Contains(docVerbs, what) {
		return suggest("doc takes `chunks` or `graph`, and manuals", spell.Nearest(what, docVerbs), "mantrac help doc")
	}
	format := c.String("format")
	drawn := slices.Contains([]string{"dot", "svg"}, format)
	if c.IsSet("format") && what == "graph" != drawn && format != "json" {
		return suggest(fmt.Sprintf("doc %s has no format %s", what, format), "", "mantrac help doc")
	}
	g, _, err := graphOf(c, "doc "+what, c.Args().Tail())
	if err != nil {
		return err
	}
	write := g.DOT
	switch {
	case format == "json":
		write = g.Write
	case format == "svg":
		write = g.SVG
	case what == "chunks":
		write = func(w io.Writer) error { return listChunks(w, g, c.Bool("verbose")) }
	}
	return writeOut(c.String("output"), write)
}

// chunkFlags are those of verbs that cut manuals.
func chunkFlags() []cli.Flag {
	return append(configFlags(),
		&cli.IntFlag{Name: "max-tokens", Value: document.DefaultMaxTokens, Usage: "cut chunks of more than `N` tokens of four bytes"},
		&cli.IntFlag{Name: "min-tokens", Usage: "leave sections of at most `N` tokens whole, with those below them"},
		boolFlag("poppler", "read PDF by the program pdftotext of poppler"),
	)
}

// graphOf returns the graph of manuals, or the one that was saved; without any, that
// of the manual in mantra.yaml, whose settings count then where no flag says otherwise.
// Warnings are told.
func graphOf(c *cli.Context, verb string, names []string) (*document.Graph, *config.Config, error) {
	switch help := "mantrac help " + c.Command.Name; {
	case c.Int("max-tokens") < 1:
		return nil, nil, suggest(fmt.Sprintf("--max-tokens: expected at least 1, found %d", c.Int("max-tokens")), "", help)
	case c.Int("min-tokens") < 0:
		return nil, nil, suggest(fmt.Sprintf("--min-tokens: expected at least 0, found %d", c.Int("min-tokens")), "", help)
	}
	if len(names) > 0 {
		if c.IsSet("config") {
			return nil, nil, suggest("name the manual by --config or on the command line, not both", "", "mantrac help "+c.Command.Name)
		}
		g, err := manualsGraph(c, names, document.Options{MaxTokens: c.Int("max-tokens"), MinTokens: c.Int("min-tokens")})
		return g, nil, err
	}
	// Without a configuration, the message is about the missing arguments.
	if _, ok := project.NearestConfig("."); !ok && !c.IsSet("config") {
		return nil, nil, suggest(verb+" takes manuals, or a graph that `mantrac doc graph --format json` has saved; no "+project.ConfigName+" found that names one", "", "mantrac help "+c.Command.Name)
	}
	settings, err := settingsOf(c)
	if err != nil {
		return nil, nil, err
	}
	if settings.Manual == "" {
		return nil, nil, suggest(project.Shown(settings.Path)+" requires the key `document_path`", "", "mantrac help "+c.Command.Name)
	}
	o := document.Options{MaxTokens: flagOr(c, "max-tokens", settings.Chunking.MaxTokens), MinTokens: flagOr(c, "min-tokens", settings.Chunking.MinTokens)}
	g, err := manualsGraph(c, []string{settings.Manual}, o)
	return g, settings, err
}

// flagOr returns the value of a flag, or that of a setting if it is not given.
func flagOr(c *cli.Context, flag string, setting int) int {
	if c.IsSet(flag) {
		return c.Int(flag)
	}
	return setting
}

func manualsGraph(c *cli.Context, names []string, o document.Options) (*document.Graph, error) {
	if err := disk.Spare([]string{c.String("output")}, slices.Values(names)); err != nil {
		return nil, err
	}
	// JSON is a saved graph. Manuals have other endings.
	if strings.EqualFold(filepath.Ext(names[0]), ".json") {
		return savedGraph(c, names)
	}
	var docs []*document.Document
	for _, name := range names {
		d, err := reader.Open(name, reader.Options{Poppler: c.Bool("poppler")})
		if err != nil {
			return nil, err
		}
		for _, w := range d.Warnings {
			say(fmt.Sprintf("%s: warning: %s", project.Shown(name), w))
		}
		docs = append(docs, d)
	}
	return document.Build(docs, o)
}

func savedGraph(c *cli.Context, names []string) (*document.Graph, error) {
	if len(names) > 1 {
		return nil, suggest("a saved graph cannot be combined with other files: unexpected "+project.Shown(names[1]), "", "mantrac help "+c.Command.Name)
	}
	for _, flag := range []string{"max-tokens", "min-tokens", "poppler"} {
		if c.IsSet(flag) {
			return nil, suggest("--"+flag+" requires manuals; "+project.Shown(names[0])+" has been cut already", "", "mantrac help "+c.Command.Name)
		}
	}
	data, err := project.ReadFile(names[0])
	if err != nil {
		return nil, err
	}
	return document.Read(project.Shown(names[0]), data)
}

// listChunks writes a line for each chunk, and its text if asked to.
func listChunks(w io.Writer, g *document.Graph, texts bool) error {
	out := bufio.NewWriter(w)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	depths := g.Depths()
	if !texts {
		fmt.Fprintf(table, "words\ttokens\t  at\t%s\n", "  chunk")
	}
	for _, c := range g.Chunks {
		if texts {
			fmt.Fprintf(out, "== %s · %s\n%s\n", report.Visible(c.ID), report.Count(c.Words, "word"), visibleText(strings.TrimRight(c.Text, "\r\n")))
			continue
		}
		fmt.Fprintf(table, "%d\t%d\t%s\t  %s%s\n", c.Words, c.Tokens, placeOf(c.Source), strings.Repeat("  ", depths[c.ID]), report.Visible(c.ID))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for _, m := range g.Manuals {
		fmt.Fprintf(out, "%s: %s\n", report.Visible(m.Name), report.Count(m.Words, "word"))
	}
	fmt.Fprintf(out, "%s, %s\n", report.Count(len(g.Chunks), "chunk"), report.Count(references(g), "reference"))
	return out.Flush()
}

// visibleText returns a text as it is safe to print: of the hidden characters only the ends of
// lines and tabs stay.
func visibleText(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		// A carriage return that ends a line does nothing there.
		parts := strings.Split(strings.TrimSuffix(line, "\r"), "\t")
		lines[i] = strings.Join(lists.Map(parts, report.Visible), "\t")
	}
	return strings.Join(lines, "\n")
}

// placeOf returns the lines or the pages of a chunk.
func placeOf(o document.Origin) string {
	name, from, to := "", o.Line, o.EndLine
	if o.Page > 0 {
		name, from, to = "p. ", o.Page, o.EndPage
	}
	if from == to {
		return fmt.Sprintf("%s%d", name, from)
	}
	return fmt.Sprintf("%s%d-%d", name, from, cmp.Or(to, from))
}

func references(g *document.Graph) int {
	return lists.Count(g.Edges, func(e document.Edge) bool { return e.Kind == document.Reference })
}
