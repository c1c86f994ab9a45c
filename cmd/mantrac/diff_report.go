package main

import (
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	edits "github.com/mantrac/mantrac/edit/report"
	"github.com/mantrac/mantrac/lang/ast"
)

// A diffReport is what the verb diff has found out.
type diffReport struct {
	old, new diffVersion
	options  edit.DiffOptions
	edits    []edit.Edit
}

func newDiffReport(c *cli.Context) (*diffReport, error) {
	r := &diffReport{}
	var err error
	if r.old, r.new, err = diffVersions(c); err != nil {
		return nil, err
	}
	if !c.Bool("behaviour") { // what cannot be read has none that is known
		r.leaveOutBroken()
	}
	r.options = edit.DiffOptions{Order: c.Bool("order"), Old: r.old.prefix, New: r.new.prefix}
	r.edits, err = edit.Diff(r.old.set, r.new.set, r.options)
	return r, err
}

// leaveOutBroken leaves out files with errors of their own that are the same in
// both versions.
func (r *diffReport) leaveOutBroken() {
	broken := func(v diffVersion) map[string]string {
		texts := make(map[string]string)
		for _, f := range v.set.Files() {
			if f.Broken() {
				texts[strings.TrimPrefix(f.Tree.File.Name(), v.prefix)] = f.Tree.File.Text()
			}
		}
		return texts
	}
	was, is := broken(r.old), broken(r.new)
	for _, v := range []diffVersion{r.old, r.new} {
		same := func(f *ast.File) bool {
			name := strings.TrimPrefix(f.Tree.File.Name(), v.prefix)
			text, before := was[name]
			other, after := is[name]
			return before && after && text == other
		}
		v.set.Models = slices.DeleteFunc(v.set.Models, func(m *checker.Model) bool { return same(m.File) })
		v.set.Suites = slices.DeleteFunc(v.set.Suites, func(k *checker.Suite) bool { return same(k.File) })
	}
}

// file returns the name of the file that an edit is in, as it is shown.
func (r *diffReport) file(a edit.Address) string {
	if a.File != "" {
		return a.File
	}
	suite := a.Kind() >= edit.Use
	for _, v := range []diffVersion{r.new, r.old} {
		for _, m := range v.set.Models {
			if !suite {
				return strings.TrimPrefix(m.File.Tree.File.Name(), v.prefix)
			}
		}
		for _, k := range v.set.Suites {
			if suite {
				return strings.TrimPrefix(k.File.Tree.File.Name(), v.prefix)
			}
		}
	}
	return ""
}

// write writes the edits in a format.
func (r *diffReport) write(w io.Writer, format string, color bool) error {
	switch format {
	case "json":
		data, err := edit.WriteJSON(r.edits)
		if err == nil {
			_, err = w.Write(data)
		}
		return err
	case "sexpr":
		text, err := edit.WriteSExpr(r.edits)
		if err == nil {
			_, err = io.WriteString(w, text)
		}
		return err
	case "markdown":
		return edits.Markdown(w, r.edits, r.file)
	case "sarif", "github":
		places, err := edit.Places(r.old.set, r.new.set, r.edits, r.options)
		if err != nil {
			return err
		}
		if format == "github" {
			return edits.GitHub(w, r.edits, places)
		}
		return edits.SARIF(w, r.edits, places, buildVersion().Version)
	}
	return edits.Text(w, r.edits, r.file, edits.TextOptions{Color: color})
}
