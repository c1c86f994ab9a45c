package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/edit/locks"
	"github.com/mantrac/mantrac/internal/disk"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/project"
)

// severities are the values of --fail-on.
var severities = map[string]diag.Severity{"error": diag.Error, "warning": diag.Warning, "lint": diag.Lint}

func check(c *cli.Context) error {
	args := c.Args().Slice()
	if len(args) == 0 {
		args = []string{"."}
	}
	files, errs := project.Find(args, project.FindOptions{Stdin: os.Stdin, StdinName: c.String("stdin-name")})
	if err := refuse(c, files, c.String("output")); err != nil {
		return err
	}
	x, err := deepened(c)
	if err != nil {
		return err
	}
	if c.Bool("portable") {
		return listExtensions(c, files, errs)
	}
	// --diff checks the fixed texts, and writes none of them.
	if c.Bool("diff") {
		return previewFixes(c, files, errs)
	}
	result, err := checked(c, files)
	if err != nil {
		return err
	}
	// Counted before the findings of lint are added, which --fix does not fix.
	fixable := fixableIn(result, files)
	if err := warnOfLocks(result); err != nil {
		errs = append(errs, err)
	}
	if err := x.deepen(result, errs); err != nil {
		return err
	}
	format := c.String("format")
	errs = append(errs, result.Errors...)
	if err := writeDocument(c, findings{list: result.Diagnostics, unreadable: errs, color: coloredOutput(c)}); err != nil {
		return err
	}
	for _, err := range errs {
		complain(err)
	}
	if forPeople(format) && len(files) > 0 {
		fmt.Fprintln(os.Stderr, summary(result, fixable, len(errs) == 0, x.unsure()))
	}
	if x != nil && x.result != nil {
		x.complain()
		return x.status(len(errs) > 0, result.Diagnostics, severities[c.String("fail-on")])
	}
	return verdict(errs, result.Diagnostics, severities[c.String("fail-on")])
}

// warnOfLocks adds warnings of what is locked and was changed.
func warnOfLocks(r *project.Result) error {
	set := &edit.Set{Models: r.Models, Suites: r.Suites}
	folders, err := locks.Around(set.Names())
	if err != nil {
		return err
	}
	found, err := locks.Find(folders, set)
	r.Diagnostics = diag.Canonical(append(r.Diagnostics, found...))
	return err
}

// refuse returns an error where flags and files do not go together.
func refuse(c *cli.Context, files []project.File, output string) error {
	if c.Bool("diff") && !fixes(c) {
		return errors.New("--diff requires --fix")
	}
	if c.Bool("portable") && (fixes(c) || c.Bool("deep") || c.Bool("strict-grammar")) {
		return errors.New("--portable cannot be combined with --fix, --deep or --strict-grammar")
	}
	for _, f := range files {
		if f.Stdin && fixes(c) {
			return errors.New("--fix cannot write to standard input; save it to a file first")
		}
		if abs, err := filepath.Abs(output); output != "" && err == nil && disk.Same(abs, f.Path) {
			return fmt.Errorf("%s is one of the files to check, and cannot be the output", project.Shown(f.Name))
		}
	}
	return nil
}

// checkOptions are those of the check that the flags ask for.
func checkOptions(c *cli.Context) project.Options {
	return project.Options{Tools: c.String("tools"), Config: c.String("config"), Strict: c.Bool("strict-grammar")}
}

// checked checks files, after fixing them if that is asked for.
func checked(c *cli.Context, files []project.File) (*project.Result, error) {
	if !fixes(c) {
		return project.Check(files, checkOptions(c)), nil
	}
	fixed := project.Fix(files, fixOptions(c, files), fixesUpTo(c))
	if err := changesOf(fixed).Write(); err != nil {
		return nil, err
	}
	tellFixes(fixed, "applied")
	return fixed.Result, nil
}

// verdict returns how the verb ends.
func verdict(errs []error, list []diag.Diagnostic, failOn diag.Severity) error {
	return ending{bad: len(errs) > 0, found: fails(list, failOn)}.status()
}

// fails reports whether a diagnostic is severe enough for a verb to fail.
func fails(list []diag.Diagnostic, failOn diag.Severity) bool {
	return slices.ContainsFunc(list, func(d diag.Diagnostic) bool { return d.Severity <= failOn })
}
