package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/edit"
	edits "github.com/mantrac/mantrac/edit/report"
	"github.com/mantrac/mantrac/internal/interrupt"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/internal/solver"
	"github.com/mantrac/mantrac/internal/versions"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/validate/behaviour"
	behaviours "github.com/mantrac/mantrac/validate/behaviour/report"
	"github.com/mantrac/mantrac/validate/gate"
)

// A meaning is what the flags about behaviour ask for.
type meaning struct {
	*diffReport
	options behaviour.Options
	gate    bool
	forbid  []behaviour.Class
	report  *behaviour.Report
	verdict *gate.Report
	stopped bool
}

// asksMeaning reports whether it is asked what the change means.
func asksMeaning(c *cli.Context) bool { return c.Bool("behaviour") || c.IsSet("forbid") }

// meaningOf reads the flags; nil without --behaviour.
func meaningOf(c *cli.Context) (*meaning, error) {
	if !asksMeaning(c) {
		// A flag that would be ignored is an error.
		for _, f := range behaviourFlags() {
			if name := f.Names()[0]; c.IsSet(name) {
				return nil, suggest(fmt.Sprintf("--%s requires --behaviour", name), "", "mantrac help diff")
			}
		}
		return nil, nil
	}
	if c.String("format") == "sexpr" {
		return nil, suggest("--behaviour has no format sexpr; use text, json, markdown, sarif or github", "", "mantrac help diff")
	}
	if c.IsSet("forbid") && c.String("from") == "cases" {
		return nil, suggest("--forbid cannot be combined with --from cases: it examines traces from any state", "", "mantrac help diff")
	}
	m := &meaning{gate: c.IsSet("forbid")}
	var err error
	if m.forbid, err = classesOf(c.StringSlice("forbid")); err != nil {
		return nil, err
	}
	// "all" begins in the cases and looks at other states beyond them.
	m.options.Any, m.options.Beyond = c.String("from") == "any", c.String("from") == "all"
	m.options.Bound, m.options.Timeout, m.options.Engine = c.Int("bound"), c.Duration("timeout"), validate.Engine(c.String("engine"))
	m.options.Workers = c.Int("jobs")
	_, err = solver.Attach(&m.options.Options, solver.Limits{Jobs: m.options.Workers})
	return m, err
}

// classesOf reads what --forbid names.
func classesOf(list []string) ([]behaviour.Class, error) {
	known := []behaviour.Class{behaviour.Stricter, behaviour.Looser, behaviour.Both, behaviour.Equal}
	var all []behaviour.Class
	for _, name := range list {
		class := behaviour.Class(strings.TrimSpace(name))
		if !slices.Contains(known, class) {
			return nil, suggest(fmt.Sprintf("--forbid: unknown class %q; expected stricter, looser, both or equal", name), "", "mantrac help diff")
		}
		all = append(all, class)
	}
	return all, nil
}

// diffMeaning is diff with --behaviour.
func diffMeaning(c *cli.Context, m *meaning, r *diffReport) error {
	m.diffReport = r
	if err := m.find(); err != nil {
		return err
	}
	if err := writeDocument(c, m); err != nil {
		return err
	}
	return m.status()
}

// find finds out what the edits mean.
func (m *meaning) find() error {
	if errs := m.errors(); len(errs) > 0 {
		if err := tellFaults(errs); err != nil {
			return err
		}
		return status(exitBadInput)
	}
	ctx := interrupt.Context()
	var err error
	m.report, err = behaviour.Run(ctx, m.old.Set, m.new.Set, m.edits, m.diffReport.options, m.options)
	m.stopped = interrupt.Ended(ctx)
	if err != nil {
		return err
	}
	in := m.input()
	if in.Places, err = edit.Places(m.old.Set, m.new.Set, m.edits, m.diffReport.options); err != nil {
		return err
	}
	in.Behaviour = m.report
	m.verdict = gate.Judge(in)
	return m.faulty()
}

// faulty reports waivers that cannot be read.
func (m *meaning) faulty() error {
	for _, w := range m.verdict.Faults {
		complain(fmt.Errorf("%s: `%s` is not a waiver: %s; expected @allow looser REASON -- AUTHOR", w.Span, report.Visible(w.Span.Text()), w.Fault))
	}
	if len(m.verdict.Faults) > 0 {
		return status(exitBadInput)
	}
	return nil
}

// errors returns what keeps the versions from having a meaning.
func (r *diffReport) errors() []diag.Diagnostic {
	var list []diag.Diagnostic
	add := func(found []diag.Diagnostic) {
		for _, d := range found {
			if d.Severity == diag.Error && d.Code != project.MalformedWaiverCode { // faulty reports those of the new version
				list = append(list, d)
			}
		}
	}
	for _, v := range []versions.Version{r.old, r.new} {
		add(v.Found)
		for _, k := range v.Set.Suites {
			if k.Model != nil {
				add(k.Model.Diagnostics)
			}
		}
	}
	return diag.Canonical(list)
}

// Text implements [report.Document].
func (m *meaning) Text(w io.Writer) error {
	if err := edits.Text(w, m.edits, m.context(), edits.TextOptions{Color: m.color}); err != nil {
		return err
	}
	if len(m.edits) > 0 {
		fmt.Fprintln(w)
	}
	if err := behaviours.Text(w, m.report, m.verdict, behaviours.Options{Color: m.color}); err != nil {
		return err
	}
	if err := behaviours.OthersText(w, m.manual(), true, m.color); err != nil {
		return err
	}
	return edits.ProseText(w, m.prose, true, edits.TextOptions{Color: m.color})
}

// JSON implements [report.Document].
func (m *meaning) JSON(w io.Writer) error {
	m.verdict.Comments = m.prose
	return behaviours.JSON(w, m.report, m.verdict)
}

// SARIF implements [report.Document].
func (m *meaning) SARIF(w io.Writer) error {
	return behaviours.SARIF(w, m.report, m.verdict, m.forbid, buildVersion().Version)
}

// GitHub implements [report.Document].
func (m *meaning) GitHub(w io.Writer) error {
	return behaviours.GitHub(w, m.report, m.verdict, m.forbid)
}

// Markdown implements [report.Document]: a comment on a pull request, which says
// what the change means, and, folded, has the edits.
func (m *meaning) Markdown(w io.Writer) error {
	if err := behaviours.Markdown(w, m.report, m.verdict); err != nil || len(m.edits)+len(m.prose)+len(m.manual()) == 0 {
		return err
	}
	summary := edits.Summary(m.edits)
	if len(m.edits) == 0 {
		summary = "comments and the manual"
	}
	fmt.Fprintf(w, "\n<details><summary>%s</summary>\n\n", summary)
	if len(m.edits) > 0 {
		if err := edits.Markdown(w, m.edits, m.context()); err != nil {
			return err
		}
	}
	if err := behaviours.OthersMarkdown(w, m.manual()); err != nil {
		return err
	}
	if err := edits.ProseMarkdown(w, m.prose); err != nil {
		return err
	}
	_, err := fmt.Fprint(w, "\n</details>\n")
	return err
}

// status returns how the verb ends.
func (m *meaning) status() error {
	whole := m.verdict.Whole()
	found, open := whole.Forbids(m.forbid)
	// Without --forbid, any change of meaning counts as found.
	if !m.gate {
		found, open = len(m.verdict.Changes) > 0 && (whole.Class() != behaviour.Unknown || len(m.report.Edits) > 0), whole.Open()
	}
	return ending{interrupted: m.stopped, found: found, open: open}.status()
}
