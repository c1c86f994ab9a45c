package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/editing"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/project"
)

func merge(c *cli.Context) error {
	if c.NArg() != 3 {
		return suggest("expected a base and two versions of it", "", "mantrac help merge")
	}
	if format := c.String("format"); format != "text" && c.String("output") == "" {
		return suggest("--format "+format+" needs --output: the report takes the place of the merged text", "", "mantrac help merge")
	}
	// git passes --path, so the flag tells that git runs this.
	m := &editing.Merging{Options: projectOptions(c), Path: cmp.Or(c.String("path"), c.Args().Get(1)), Git: c.IsSet("path")}
	for i := range m.Texts {
		data, err := project.ReadFile(c.Args().Get(i))
		if err != nil {
			return err
		}
		m.Texts[i] = string(data)
	}
	if err := m.Run(c.Context); err != nil {
		return err
	}
	// The text is written also with conflicts, whose markers are in it.
	if err := writeText(c, m.Text); err != nil {
		return err
	}
	if err := reportMerge(c, m); err != nil {
		return err
	}
	if !m.Clean {
		return status(exitFindings)
	}
	return nil
}

// A mergeReport is what became of a merge as a document.
type mergeReport struct {
	findings
	*editing.Merging
}

// reportMerge says how it went: to people on standard error, beside the merged text.
func reportMerge(c *cli.Context, m *editing.Merging) error {
	r := mergeReport{findings{fingerprint: "mantracMerge/v1"}, m}
	name, format := cmp.Or(c.String("path"), c.String("output")), c.String("format")
	if format == "text" {
		return r.Text(os.Stderr)
	}
	if !m.Clean {
		r.list = m.Conflicts(name)
		r.more = r.unmarked(name)
	}
	return report.Write(os.Stdout, format, r)
}

// unmarked returns what keeps a merge from being clean and is not marked in the text.
func (r mergeReport) unmarked(name string) (list []report.Finding) {
	add := func(rule, text string) {
		f := report.Finding{Rule: rule, Help: "See mantrac help merge.", Level: report.Error, Text: text, Key: name + "\n" + text}
		f.At = source.NewFile(name, r.Merging.Text).Span(0, 0)
		list = append(list, f)
	}
	if r.Merged != nil {
		for _, k := range r.Merged.Lost {
			add("lost-comment", lost(k))
		}
	} else if len(r.list) == 0 {
		// Lines were merged, and no marker says what the conflict is.
		add("not-merged", cmp.Or(report.Visible(r.Reason), "the lines conflict"))
	}
	return list
}

func lost(k edit.Comment) string {
	return fmt.Sprintf("this comment of %s is not in the result: %s", k.Side, report.Visible(k.Text))
}

// JSON implements [report.Document].
func (r mergeReport) JSON(w io.Writer) error {
	data, err := edit.WriteMergeJSON(r.Merged, r.Reason, r.Clean)
	if err == nil {
		_, err = w.Write(data)
	}
	return err
}

// Text implements [report.Document].
func (r mergeReport) Text(w io.Writer) error {
	var b strings.Builder
	name := project.Shown(r.Path)
	if r.Reason != "" {
		fmt.Fprintf(&b, "%s: %s\n", name, report.Visible(r.Reason))
	}
	if r.Merged == nil && !r.Clean {
		fmt.Fprintf(&b, "%s: the lines conflict\n", name)
	}
	if r.Merged != nil {
		for _, k := range r.Merged.Conflicts {
			fmt.Fprintf(&b, "%s: %s\n", name, strings.Join(k.Lines(), "\n  "))
			for _, d := range k.Found {
				fmt.Fprintf(&b, "  note: %s\n", report.Visible(d.Message))
			}
		}
		for _, k := range r.Merged.Lost {
			fmt.Fprintf(&b, "%s: %s\n", name, lost(k))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
