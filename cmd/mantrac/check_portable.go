package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/jsontext"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/published"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/project"
)

// listExtensions lists what files use beyond the published grammar. A list of a
// file that cannot be read to its end is not whole; then the verb fails.
func listExtensions(c *cli.Context, files []project.File, errs []error) error {
	format := c.String("format")
	if format != "text" && format != "json" {
		return errors.New("--portable has the formats text and json")
	}
	r := project.Check(files, checkOptions(c))
	words, faults := []source.Span{}, []diag.Diagnostic{}
	for _, f := range (&edit.Set{Models: r.Models, Suites: r.Suites}).Files() {
		words = append(words, published.Words(f)...)
		if f.Broken() {
			faults = append(faults, f.Faults...)
		}
	}
	if err := writeOut(c.String("output"), func(w io.Writer) error { return writeExtensions(w, format, words) }); err != nil {
		return err
	}
	errs = append(errs, r.Errors...)
	for _, err := range errs {
		complain(err)
	}
	if err := tellFaults(diag.Canonical(faults)); err != nil {
		return err
	}
	if format == "text" {
		fmt.Fprintf(os.Stderr, "%s in %s\n", report.Count(len(words), "extension"), report.Count(r.Checked, "file"))
	}
	return verdict(errs, faults, diag.Error)
}

// jsonExtension is a use of an extension.
type jsonExtension struct {
	*report.Place
	Name string `json:"name"`
}

func writeExtensions(w io.Writer, format string, words []source.Span) error {
	if format == "json" {
		return jsontext.Write(w, struct {
			Version    int             `json:"version"`
			Extensions []jsonExtension `json:"extensions"`
		}{1, jsontext.Each(words, func(at source.Span) jsonExtension { return jsonExtension{report.PlaceOf(at), at.Text()} })})
	}
	for _, at := range words {
		fmt.Fprintf(w, "%s: %s\n", report.Visible(at.String()), at.Text())
	}
	return nil
}
