package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/edit/locks"
	"github.com/mantrac/mantrac/internal/disk"
	"github.com/mantrac/mantrac/internal/editing"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/project"
)

// An optionalFlag is a flag that may have a value, after an equals sign.
type optionalFlag struct{ *cli.GenericFlag }

// TakesValue implements [cli.DocGenerationFlag].
func (optionalFlag) TakesValue() bool { return false }

// String implements [cli.Flag].
func (f optionalFlag) String() string { return cli.FlagStringer(f) }

// A fixLevel is the value of --fix: "" without the flag.
type fixLevel string

// String implements [cli.Generic].
func (l *fixLevel) String() string { return string(*l) }

// Set implements [cli.Generic].
func (l *fixLevel) Set(value string) error {
	switch value {
	case "true", "certain":
		*l = "certain"
	case "suggestions":
		*l = "suggestions"
	default:
		return errors.New("certain (the default) or suggestions")
	}
	return nil
}

// IsBoolFlag makes package flag accept the flag without a value.
func (*fixLevel) IsBoolFlag() bool { return true }

// fixes reports whether fixes are to be applied.
func fixes(c *cli.Context) bool { return c.String("fix") != "" }

// fixesUpTo returns the level of the fixes to apply.
func fixesUpTo(c *cli.Context) diag.Level {
	if c.String("fix") == "suggestions" {
		return diag.Suggestion
	}
	return diag.Certain
}

// previewFixes shows what --fix would write. The exit code is 1 if it would
// write something, or if findings would be left.
func previewFixes(c *cli.Context, files []project.File, errs []error) error {
	fixed := project.Fix(files, fixOptions(c, files), fixesUpTo(c))
	if err := writeText(c, changesOf(fixed).Diff()); err != nil {
		return err
	}
	tellFixes(fixed, "would be applied")
	if left := fixed.Result.Diagnostics; len(left) > 0 {
		fmt.Fprintln(os.Stderr, "left: "+tallied(left))
	}
	errs = append(errs, fixed.Result.Errors...)
	for _, err := range errs {
		complain(err)
	}
	if len(errs) == 0 && len(fixed.Files) > 0 {
		// Something would be written. That counts as a finding even if nothing would be left.
		return status(exitFindings)
	}
	return verdict(errs, fixed.Result.Diagnostics, severities[c.String("fail-on")])
}

// changesOf returns the changes that fixes make.
func changesOf(fixed *project.Fixed) disk.Changes {
	return lists.Map(fixed.Files, func(f project.Rewrite) disk.Change {
		return disk.Change{Name: f.Name, Path: f.Path, Old: f.Old, New: f.New}
	})
}

// tellFixes lists the fixes of a run with their places.
func tellFixes(fixed *project.Fixed, what string) {
	for _, f := range fixed.Taken {
		fmt.Fprintf(os.Stderr, "%s:%d:%d: %s %s: %s\n", project.Shown(f.File), f.At.Line, f.At.Column, f.Level.Label(), f.Code, f.Message)
	}
	if n := len(fixed.Taken); n > 0 {
		fmt.Fprintf(os.Stderr, "%s %s in %s\n", report.Counts(n, "fix", "fixes"), what, report.Count(len(fixed.Files), "file"))
	}
	if n := fixed.Worse; n > 0 {
		fmt.Fprintf(os.Stderr, "%s not applied: there would be more errors than before\n", report.Counts(n, "fix", "fixes"))
	}
}

// A fixCount is how many findings have fixes.
type fixCount struct{ certain, suggestions int }

// fixableIn counts the findings that --fix would fix, and those that
// --fix=suggestions would fix as well.
func fixableIn(r *project.Result, files []project.File) fixCount {
	o := project.Options{Keep: keepLocked(files)}
	certain := len(project.Fixable(r, files, o, diag.Certain))
	return fixCount{certain, max(0, len(project.Fixable(r, files, o, diag.Suggestion))-certain)}
}

// String says what there is to fix: "2 can be fixed with --fix, 1 more with
// --fix=suggestions", or nothing.
func (n fixCount) String() string {
	switch {
	case n.certain > 0 && n.suggestions > 0:
		return fmt.Sprintf("%d can be fixed with --fix, %d more with --fix=suggestions", n.certain, n.suggestions)
	case n.certain > 0:
		return fmt.Sprintf("%d can be fixed with --fix", n.certain)
	case n.suggestions > 0:
		return fmt.Sprintf("%d can be fixed with --fix=suggestions", n.suggestions)
	}
	return ""
}

// fixOptions are those of check, with what is locked.
func fixOptions(c *cli.Context, files []project.File) project.Options {
	o := checkOptions(c)
	o.Keep = keepLocked(files)
	return o
}

// keepLocked returns what is locked in files: all of them, if that cannot be told.
func keepLocked(files []project.File) func(*source.File) [][2]int {
	folders, err := locks.Around(editing.NamesOf(files))
	spans := make(map[*source.File][][2]int) // each fix of a file asks for them
	return func(f *source.File) [][2]int {
		if err != nil {
			// Locks that cannot be read might be on anything, so the span covers the whole file.
			return [][2]int{{-1, len(f.Text()) + 1}}
		}
		if _, found := spans[f]; !found {
			spans[f] = locks.Spans(folders, f.Name(), f.Text())
		}
		return spans[f]
	}
}
