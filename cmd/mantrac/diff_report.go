package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	edits "github.com/mantrac/mantrac/edit/report"
	"github.com/mantrac/mantrac/internal/versions"
	"github.com/mantrac/mantrac/lang/ast"
	behaviours "github.com/mantrac/mantrac/validate/behaviour/report"
	"github.com/mantrac/mantrac/validate/gate"
)

// A diffReport is what the verb diff has found out.
type diffReport struct {
	old, new versions.Version
	options  edit.DiffOptions
	edits    []edit.Edit
	changes  []gate.Change // that are no edits
	prose    []edit.ProseChange
	color    bool
}

func newDiffReport(c *cli.Context) (*diffReport, error) {
	r := &diffReport{color: coloredOutput(c)}
	var err error
	if r.old, r.new, err = diffVersions(c); err != nil {
		return nil, err
	}
	if !asksMeaning(c) { // what cannot be read has none that is known
		r.leaveOutBroken()
	}
	r.options = edit.DiffOptions{Order: c.Bool("order"), Old: r.old.Prefix, New: r.new.Prefix}
	if r.edits, err = edit.Diff(r.old.Set, r.new.Set, r.options); err != nil {
		return nil, err
	}
	r.changes = gate.Changes(r.input())
	r.prose, err = edit.Prose(r.old.Set, r.new.Set, r.options)
	return r, err
}

// diffVersions returns what a command line compares.
func diffVersions(c *cli.Context) (old, new versions.Version, err error) {
	args, o := c.Args().Slice(), projectOptions(c)
	if base := c.String("merge-base"); base != "" {
		return versions.SinceMergeBase(c.Context, o, base, args)
	}
	if len(args) != 2 {
		return old, new, suggest("expected an old and a new version", "", "mantrac help diff")
	}
	if old, err = versions.Read(c.Context, o, args[0]); err == nil {
		new, err = versions.Read(c.Context, o, args[1])
	}
	if err == nil {
		err = versions.SameKind(old, new, args)
	}
	return old, new, err
}

// input returns both versions as the gate takes them.
func (r *diffReport) input() gate.Input {
	version := func(v versions.Version) gate.Version {
		return gate.Version{Set: v.Set, Projects: v.Projects, Prefix: v.Prefix}
	}
	return gate.Input{Old: version(r.old), New: version(r.new), Edits: r.edits}
}

// leaveOutBroken leaves out files with errors of their own that are the same in
// both versions.
func (r *diffReport) leaveOutBroken() {
	broken := func(v versions.Version) map[string]string {
		texts := make(map[string]string)
		for _, f := range v.Set.Files() {
			if f.Broken() {
				texts[strings.TrimPrefix(f.Tree.File.Name(), v.Prefix)] = f.Tree.File.Text()
			}
		}
		return texts
	}
	was, is := broken(r.old), broken(r.new)
	for _, v := range []versions.Version{r.old, r.new} {
		same := func(f *ast.File) bool {
			name := strings.TrimPrefix(f.Tree.File.Name(), v.Prefix)
			text, before := was[name]
			other, after := is[name]
			return before && after && text == other
		}
		// v is a copy, but Set is a pointer, so the report's own sets change.
		v.Set.Models = slices.DeleteFunc(v.Set.Models, func(m *checker.Model) bool { return same(m.File) })
		v.Set.Suites = slices.DeleteFunc(v.Set.Suites, func(k *checker.Suite) bool { return same(k.File) })
	}
}

// file returns the name of the file that an edit is in, as it is shown.
func (r *diffReport) file(a edit.Address) string {
	if a.File != "" {
		return a.File
	}
	suite := a.Kind() >= edit.Use
	for _, v := range []versions.Version{r.new, r.old} {
		for _, m := range v.Set.Models {
			if !suite {
				return strings.TrimPrefix(m.File.Tree.File.Name(), v.Prefix)
			}
		}
		for _, k := range v.Set.Suites {
			if suite {
				return strings.TrimPrefix(k.File.Tree.File.Name(), v.Prefix)
			}
		}
	}
	return ""
}

// context says of edits where they are, and what reads what they change.
func (r *diffReport) context() edits.Context {
	return edits.Context{File: r.file, Readers: func(a edit.Address) []string { return edit.Readers(r.new.Set, r.new.Prefix, a) }}
}

// Text implements [report.Document].
func (r *diffReport) Text(w io.Writer) error {
	if err := edits.Text(w, r.edits, r.context(), edits.TextOptions{Color: r.color}); err != nil {
		return err
	}
	if err := behaviours.OthersText(w, r.changes, len(r.edits) > 0, r.color); err != nil {
		return err
	}
	return edits.ProseText(w, r.prose, len(r.edits)+len(r.changes) > 0, edits.TextOptions{Color: r.color})
}

// JSON implements [report.Document].
func (r *diffReport) JSON(w io.Writer) error {
	data, err := edit.WriteJSON(r.edits)
	if err == nil {
		_, err = w.Write(data)
	}
	return err
}

// SARIF implements [report.Document].
func (r *diffReport) SARIF(w io.Writer) error {
	places, err := edit.Places(r.old.Set, r.new.Set, r.edits, r.options)
	if err != nil {
		return err
	}
	return edits.SARIF(w, r.edits, places, buildVersion().Version, r.others()...)
}

// GitHub implements [report.Document].
func (r *diffReport) GitHub(w io.Writer) error {
	places, err := edit.Places(r.old.Set, r.new.Set, r.edits, r.options)
	if err != nil {
		return err
	}
	return edits.GitHub(w, r.edits, places, r.others()...)
}

// Markdown implements [report.Document].
func (r *diffReport) Markdown(w io.Writer) error {
	if err := edits.Markdown(w, r.edits, r.context()); err != nil {
		return err
	}
	if err := behaviours.OthersMarkdown(w, r.changes); err != nil {
		return err
	}
	return edits.ProseMarkdown(w, r.prose)
}

// Format implements the further formats of package report.
func (r *diffReport) Format(name string) func(io.Writer) error {
	if name != "sexpr" {
		return nil
	}
	return func(w io.Writer) error {
		text, err := edit.WriteSExpr(r.edits)
		if err == nil {
			_, err = io.WriteString(w, text)
		}
		return err
	}
}

// manual returns the sections of the manual that changed.
func (r *diffReport) manual() []gate.Change {
	return slices.DeleteFunc(slices.Clone(r.changes), func(c gate.Change) bool { return c.Prose == [2]string{} })
}

// others returns the changes that are no edits, for annotations.
func (r *diffReport) others() []edits.Note {
	var list []edits.Note
	for i := range r.changes {
		c := &r.changes[i]
		list = append(list, edits.Note{Rule: c.Rule, Key: c.Key, Text: c.Words(edits.Quoted), At: c.New})
	}
	return list
}

// summary counts the changes.
func (r *diffReport) summary() string {
	switch {
	case len(r.changes) == 0:
		return edits.Summary(r.edits)
	case len(r.edits) == 0:
		return others(len(r.changes))
	}
	return fmt.Sprintf("%s, and %s", edits.Summary(r.edits), others(len(r.changes)))
}

func others(n int) string {
	if n == 1 {
		return "1 change that is no edit"
	}
	return fmt.Sprintf("%d changes that are no edits", n)
}
