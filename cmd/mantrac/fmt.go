package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	format "github.com/mantrac/mantrac/fmt"
	"github.com/mantrac/mantrac/internal/disk"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/project"
)

// A formatter is one run of the verb.
type formatter struct {
	list, write, diff, check bool

	differ, failed bool
}

func formatFiles(c *cli.Context) error {
	f := formatter{list: c.Bool("list"), write: c.Bool("write"), diff: c.Bool("diff"), check: c.Bool("check")}
	switch {
	case !c.Args().Present():
		return errors.New("no files: name files or folders to format, or - for standard input")
	case f.write && f.check:
		return errors.New("--check writes nothing; leave out one of -w and --check")
	}
	files, errs := project.Find(c.Args().Slice(), project.FindOptions{
		Kinds: []project.Kind{project.ModelFile, project.SuiteFile}, Stdin: os.Stdin, StdinName: c.String("stdin-name"),
	})
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
	complain(err)
}

// file formats a file. The error is that of writing the result.
func (f *formatter) file(file project.File) error {
	text := file.Text
	if !file.Stdin {
		data, err := project.ReadFile(file.Path)
		if err != nil {
			f.fail(fmt.Errorf("%s: %w", project.Shown(file.Name), errors.Unwrap(err)))
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
	return f.show(file.Name, text, string(out))
}

// refused reports why a file is not formatted.
func (f *formatter) refused(err error) {
	var invalid *format.Invalid
	if !errors.As(err, &invalid) {
		f.fail(err)
		return
	}
	f.failed = true
	tellFaults(invalid.Faults)
}

// show writes what was asked for about a file to standard output.
func (f *formatter) show(name, old, new string) error {
	var b strings.Builder
	if old != new {
		f.differ = true
		if f.list || f.check && !f.diff {
			b.WriteString(project.Shown(name) + "\n")
		}
		if f.diff {
			b.WriteString(disk.Change{Name: name, Old: old, New: new}.Diff())
		}
	}
	if !f.list && !f.write && !f.diff && !f.check {
		b.WriteString(new)
	}
	if _, err := io.WriteString(os.Stdout, b.String()); err != nil {
		return fmt.Errorf("cannot write the result: %w", err)
	}
	return nil
}
