package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	edits "github.com/mantrac/mantrac/edit/report"
	"github.com/mantrac/mantrac/lang/diag"
	diagnostics "github.com/mantrac/mantrac/lang/diag/report"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/validate/behaviour"
	behaviours "github.com/mantrac/mantrac/validate/behaviour/report"
)

// behaviourFlags are those of diff that ask what a change means.
func behaviourFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "behaviour", Usage: "say what the change means: which traces are now allowed, and which no longer"},
		&cli.GenericFlag{Name: "from", Value: oneOf("cases", "any"), Usage: "with --behaviour: `WHERE` traces start: in the initial states of the cases, or in any state"},
		&cli.StringSliceFlag{Name: "forbid", Usage: "with --behaviour: `CLASSES` of changes that make the exit code 1: stricter, looser, both, equal; others make it 0"},
		&cli.IntFlag{Name: "bound", Aliases: []string{"k"}, Value: validate.DefaultBound, Usage: "with --behaviour: look at traces of at most `K` calls"},
		&cli.GenericFlag{Name: "engine", Value: oneOf(engineNames()...), Usage: "with --behaviour: `ENGINE` that answers: auto, explicit, smt, spacer or reference"},
		&cli.DurationFlag{Name: "timeout", Value: 10 * time.Second, Usage: "with --behaviour: `TIME` for each question to the solver; 0 is no limit"},
		&cli.IntFlag{Name: "jobs", Aliases: []string{"j"}, Value: defaultJobs(), DefaultText: "the processors, at most 4", Usage: "with --behaviour: ask `N` questions at a time"},
	}
}

const behaviourDescription = `With --behaviour, it says of each tool whether it is stricter (some trace that
ends in a call of it is no longer allowed), looser, both or equal, with a
shortest trace as witness; what each edit does by itself; and which cases have
another verdict. The files must be free of errors.

--forbid makes it a gate: the exit code is 1 if the change is of a class that is
named, 3 if it is not known, and else 0. Who forbids looser forbids both as well.`

// A meaning is what the flags about behaviour ask for.
type meaning struct {
	options behaviour.Options
	gate    bool
	forbid  []behaviour.Class
	report  *behaviour.Report
	stopped bool
}

// meaningOf reads the flags; nil without --behaviour.
func meaningOf(c *cli.Context) (*meaning, error) {
	if !c.Bool("behaviour") {
		for _, f := range behaviourFlags() {
			if name := f.Names()[0]; c.IsSet(name) {
				return nil, suggest(fmt.Sprintf("--%s is of use with --behaviour alone", name), "", "mantrac help diff")
			}
		}
		return nil, nil
	}
	if format := c.String("format"); !slices.Contains([]string{"text", "json", "markdown"}, format) {
		return nil, suggest(fmt.Sprintf("--behaviour goes with the formats text, json and markdown, not with %s", format), "", "mantrac help diff")
	}
	m := &meaning{gate: c.IsSet("forbid")}
	bound, err := boundOf(c)
	if err != nil {
		return nil, err
	}
	if m.options.Workers, err = within(c, "jobs", maxJobs); err != nil {
		return nil, err
	}
	if c.Duration("timeout") < 0 {
		return nil, suggest("--timeout is not negative", "", "mantrac help diff")
	}
	if m.forbid, err = classesOf(c.StringSlice("forbid")); err != nil {
		return nil, err
	}
	m.options.Any = c.String("from") == "any"
	m.options.Bound, m.options.Timeout, m.options.Engine = bound, c.Duration("timeout"), validate.Engine(c.String("engine"))
	_, err = useLibrary(&m.options.Options, 0)
	return m, err
}

// classesOf reads what --forbid names.
func classesOf(list []string) ([]behaviour.Class, error) {
	known := []behaviour.Class{behaviour.Stricter, behaviour.Looser, behaviour.Both, behaviour.Equal}
	var all []behaviour.Class
	for _, name := range list {
		class := behaviour.Class(strings.TrimSpace(name))
		if !slices.Contains(known, class) {
			return nil, suggest(fmt.Sprintf("--forbid does not take %q: it takes stricter, looser, both and equal", name), "", "mantrac help diff")
		}
		all = append(all, class)
	}
	return all, nil
}

// diffMeaning is diff with --behaviour.
func diffMeaning(c *cli.Context, m *meaning, r *diffReport, out *output) error {
	if err := m.find(r); err != nil {
		return err
	}
	if err := m.write(out, r, c.String("format"), coloredOutput(c, out)); err != nil {
		return err
	}
	if err := out.finish(); err != nil {
		return err
	}
	return m.status(len(r.edits) > 0)
}

// find finds out what the edits mean.
func (m *meaning) find(r *diffReport) error {
	if errs := r.errors(); len(errs) > 0 {
		if err := diagnostics.Text(os.Stderr, errs, diagnostics.TextOptions{Color: colored("auto", os.Stderr)}); err != nil {
			return err
		}
		return status(exitBadInput)
	}
	ctx := interruptible()
	var err error
	m.report, err = behaviour.Run(ctx, r.old.set, r.new.set, r.edits, r.options, m.options)
	m.stopped = errors.Is(context.Cause(ctx), errInterrupted)
	return err
}

// errors returns what keeps the versions from having a meaning.
func (r *diffReport) errors() []diag.Diagnostic {
	var list []diag.Diagnostic
	add := func(found []diag.Diagnostic) {
		for _, d := range found {
			if d.Severity == diag.Error {
				list = append(list, d)
			}
		}
	}
	for _, v := range []diffVersion{r.old, r.new} {
		add(v.found)
		for _, k := range v.set.Suites {
			if k.Model != nil {
				add(k.Model.Diagnostics)
			}
		}
	}
	return diag.Canonical(list)
}

// write writes the edits with what they mean.
func (m *meaning) write(w io.Writer, r *diffReport, format string, color bool) error {
	switch format {
	case "json":
		return behaviours.JSON(w, m.report)
	case "markdown":
		return m.comment(w, r)
	}
	if err := r.write(w, format, color); err != nil {
		return err
	}
	if len(r.edits) > 0 {
		fmt.Fprintln(w)
	}
	return behaviours.Text(w, m.report, behaviours.Options{Color: color})
}

// comment writes a comment on a pull request: what the change means, and,
// folded, the edits.
func (m *meaning) comment(w io.Writer, r *diffReport) error {
	if err := behaviours.Markdown(w, m.report); err != nil || len(r.edits) == 0 {
		return err
	}
	fmt.Fprintf(w, "\n<details><summary>%s</summary>\n\n", edits.Summary(r.edits))
	if err := r.write(w, "markdown", false); err != nil {
		return err
	}
	_, err := fmt.Fprint(w, "\n</details>\n")
	return err
}

// status returns how the verb ends.
func (m *meaning) status(differs bool) error {
	whole := m.report.Whole()
	found, open := whole.Forbids(m.forbid)
	if !m.gate {
		found, open = differs || whole.Class() != behaviour.Equal && whole.Class() != behaviour.Unknown, whole.Open()
	}
	switch {
	case m.stopped:
		return status(exitInterrupted)
	case found:
		return status(exitFindings)
	case open:
		return status(exitInconclusive)
	}
	return nil
}
