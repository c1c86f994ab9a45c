package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	format "github.com/mantrac/mantrac/fmt"
	"github.com/mantrac/mantrac/internal/disk"
	"github.com/mantrac/mantrac/internal/editing"
	"github.com/mantrac/mantrac/internal/jsontext"
	"github.com/mantrac/mantrac/internal/report"
	diagnostics "github.com/mantrac/mantrac/lang/diag/report"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/project"
)

// A formatter is one run of the verb.
type formatter struct {
	list, write, diff, check bool

	differ, failed bool

	findings
	out  io.Writer       // the result as text
	text strings.Builder // that, with --check
}

func formatFiles(c *cli.Context) error {
	f := &formatter{list: c.Bool("list"), write: c.Bool("write"), diff: c.Bool("diff"), check: c.Bool("check"), out: os.Stdout}
	if f.check {
		f.out = &f.text
	}
	switch {
	case !c.Args().Present():
		return errors.New("no files: name files or folders to format, or - for standard input")
	case f.write && f.check:
		return errors.New("--check writes nothing; leave out one of -w and --check")
	case !f.check && (c.IsSet("format") || c.IsSet("output")):
		return suggest("--format and --output require --check", "", "mantrac help fmt")
	}
	files, errs := project.Find(c.Args().Slice(), project.FindOptions{
		Kinds: []project.Kind{project.ModelFile, project.SuiteFile}, Stdin: os.Stdin, StdinName: c.String("stdin-name"),
	})
	// The report must not overwrite a file that is to be formatted.
	if err := disk.Spare([]string{c.String("output")}, slices.Values(editing.NamesOf(files))); err != nil {
		return err
	}
	for _, err := range errs {
		f.fail(err)
	}
	for _, file := range files {
		if file.Stdin && f.write {
			return errors.New("-w cannot write to standard input")
		}
		if err := f.file(file); err != nil {
			return err
		}
	}
	if f.check {
		if err := f.report(c); err != nil {
			return err
		}
	}
	switch {
	case f.failed:
		return status(exitBadInput)
	case f.check && f.differ:
		return status(exitFindings)
	}
	return nil
}

// fail says what is wrong with a file; the others are formatted.
func (f *formatter) fail(err error) {
	f.failed = true
	f.unreadable = append(f.unreadable, err)
	complain(err)
}

// file formats a file. The error is that of writing the result.
func (f *formatter) file(file project.File) error {
	text := file.Text
	if !file.Stdin {
		data, err := project.ReadFile(file.Path)
		if err != nil {
			f.fail(&project.Unreadable{Name: file.Name, Err: errors.Unwrap(err)})
			return nil
		}
		text = string(data)
	}
	out, err := format.Source(source.NewFile(file.Name, text), file.Kind.Language())
	if err != nil {
		f.refused(err)
		return nil
	}
	if f.write {
		if err := (disk.Change{Path: file.Path, Old: text, New: string(out)}).Write(); err != nil {
			f.fail(err)
			return nil
		}
	}
	return f.show(source.NewFile(file.Name, text), string(out))
}

// refused reports why a file is not formatted.
func (f *formatter) refused(err error) {
	var invalid *format.Invalid
	if !errors.As(err, &invalid) {
		f.fail(err)
		return
	}
	f.failed = true
	f.findings.list = append(f.findings.list, invalid.Faults...)
	tellFaults(invalid.Faults)
}

// show writes what was asked for about a file.
func (f *formatter) show(file *source.File, new string) error {
	var b strings.Builder
	name, old := file.Name(), file.Text()
	if old != new {
		f.differ = true
		f.more = append(f.more, unformatted(file, new))
		if f.list || f.check && !f.diff {
			b.WriteString(project.Shown(name) + "\n")
		}
		if f.diff {
			b.WriteString(disk.Change{Name: name, Old: old, New: new}.Diff())
			// The lines of such a diff look the same.
			if strings.Contains(old, "\r\n") {
				say(fmt.Sprintf("%s: %s", project.Shown(name), otherEnds))
			}
		}
	}
	if !f.list && !f.write && !f.diff && !f.check {
		b.WriteString(new)
	}
	if _, err := io.WriteString(f.out, b.String()); err != nil {
		return fmt.Errorf("cannot write the result: %w", err)
	}
	return nil
}

const otherEnds = "lines end with CR LF, and formatted ones with LF"

// unformatted is the finding that a file is not formatted, at the first line that
// formatting changes.
func unformatted(file *source.File, new string) report.Finding {
	old, at := file.Text(), 0
	for at < min(len(old), len(new)) && old[at] == new[at] {
		at++
	}
	// Both texts agree before at, so the line begins at the same offset in both.
	start := strings.LastIndexByte(old[:at], '\n') + 1
	line, _, _ := strings.Cut(old[start:], "\n")
	text := "the file is not formatted, from here on"
	if strings.HasPrefix(old[at:], "\r\n") {
		text += ": " + otherEnds
	}
	return report.Finding{
		Rule: "not-formatted", About: "a file is not formatted", Help: "Format files by mantrac fmt -w.", Level: report.Error,
		Text: text, At: file.Span(start, start+len(line)), Key: file.Name(),
	}
}

// report writes the result of --check.
func (f *formatter) report(c *cli.Context) error {
	f.fingerprint = "mantracFormat/v1"
	f.head = report.Counts(len(f.more), "file is not formatted", "files are not formatted")
	return writeDocument(c, f)
}

// Text implements [report.Document].
func (f *formatter) Text(w io.Writer) error {
	_, err := io.WriteString(w, f.text.String())
	return err
}

// JSON implements [report.Document]; fmt.schema.json describes it.
func (f *formatter) JSON(w io.Writer) error {
	return jsontext.Write(w, struct {
		Version     int             `json:"version"`
		Unformatted []*report.Place `json:"unformatted"`
		Diagnostics []any           `json:"diagnostics"`
	}{1, jsontext.Each(f.more, func(x report.Finding) *report.Place { return report.PlaceOf(x.At) }), diagnostics.Objects(f.all())})
}
