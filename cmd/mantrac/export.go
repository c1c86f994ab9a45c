package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/driver/export"
	"github.com/mantrac/mantrac/internal/interrupt"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/internal/runner"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/validate"
)

// exportCases is `mantrac export`.
func exportCases(c *cli.Context) error {
	dir := c.String("output")
	if dir == "" {
		return suggest("export requires --output, the folder to write", "", "mantrac help export")
	}
	for _, name := range []string{"name", "license"} {
		// The files have it in headers, of which a line break would end a line.
		if strings.ContainsFunc(c.String(name), unicode.IsControl) {
			return suggest(fmt.Sprintf("--%s: expected one line, without control characters", name), "", "mantrac help export")
		}
	}
	// Before the cases are validated, which may take long.
	if err := export.Vacant(dir); err != nil {
		return err
	}
	options, limits := boundedQuestions(c)
	found, err := usable(selectedCases(c))
	if err != nil {
		return err
	}
	ctx := interrupt.Context()
	result, err := runner.Validate(ctx, found.Cases, runner.Options{Options: options, Limits: limits})
	if err != nil {
		return err
	}
	if interrupt.Ended(ctx) {
		return status(exitInterrupted)
	}
	name := c.String("name")
	if name == "" {
		full, err := filepath.Abs(dir)
		if err != nil {
			return err
		}
		name = filepath.Base(full)
	}
	b, err := export.New(result.Cases, export.Options{Name: name, License: c.String("license"), MadeBy: buildVersion().String()})
	if err != nil {
		return err
	}
	return writeBenchmark(b, dir, result, found.Bad)
}

// writeBenchmark writes the folder, and says what is not in it.
func writeBenchmark(b *export.Benchmark, dir string, r *runner.Result, bad bool) error {
	for _, l := range b.Left {
		say(fmt.Sprintf("%s is left out: %s", project.Shown(l.Case), l.Reason))
	}
	for _, f := range r.Failed {
		complain(fmt.Errorf("%s: %w", project.Shown(f.Name()), f.Err))
	}
	if len(b.Cases) == 0 {
		say("no case can be exported")
		return status(cmp.Or(inconclusive(r), exitFindings))
	}
	if err := b.Write(dir); err != nil {
		return err
	}
	fmt.Printf("%s in %s\n", report.Count(len(b.Cases), "case"), project.Shown(dir))
	if bad || len(r.Failed) > 0 {
		return status(exitBadInput)
	}
	return nil
}

// inconclusive returns the exit code where a verdict is not known; 0 if all are.
func inconclusive(r *runner.Result) int {
	if slices.ContainsFunc(r.Cases, func(k *validate.Case) bool { return k.Verdict == validate.UnknownVerdict }) {
		return exitInconclusive
	}
	return 0
}
