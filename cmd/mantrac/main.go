// Command mantrac checks, formats, compares, cross-validates and explains world
// models and checks, and grades traces of agents by them. See mantrac help.
//
// There is one file a verb. What a verb does is the business of the packages
// above; here are flags, files and exit codes:
//
//	0    clean
//	1    findings: a diagnostic that --fail-on counts, a file that is not formatted,
//	     a conflict, a trace that is no run
//	2    bad usage, or input that cannot be read
//	3    inconclusive: an answer is not known
//	130  interrupted
package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/internal/interrupt"
)

// The exit codes that a verb ends with.
const (
	exitFindings     = 1
	exitBadInput     = 2
	exitInconclusive = 3
	exitInterrupted  = 130
)

// A status is the end of a verb that has said everything already.
type status int

// Error implements error.
func (s status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

func main() {
	interrupt.Handle(exitInterrupted)
	app := newApp()
	os.Exit(exitCode(app.Run(arguments(app, os.Args))))
}

// exitCode says what went wrong, unless the verb has, and returns the code.
func exitCode(err error) int {
	var s status
	switch {
	case err == nil:
		return 0
	case errors.As(err, &s):
		return int(s)
	}
	complain(err)
	return exitBadInput
}

// complain writes an error to standard error.
func complain(err error) { fmt.Fprintf(os.Stderr, "mantrac: %v\n", err) }

func newApp() *cli.App {
	app := &cli.App{
		Name:        "mantrac",
		Usage:       "check and cross-validate world models and trace checks, and grade traces of agents",
		UsageText:   "mantrac VERB [flags] [arguments]",
		Description: appDescription,
		Version:     buildVersion().String(),
		Commands: []*cli.Command{
			checkCommand(), lintCommand(), fmtCommand(), validateCommand(), runCommand(), compileCommand(),
			gradeCommand(), importCommand(), statsCommand(), watchCommand(),
			diffCommand(), applyCommand(), mergeCommand(), gitSetupCommand(), lockCommand(), unlockCommand(), locksCommand(),
			lspCommand(), explainCommand(), doctorCommand(), cacheCommand(), versionCommand(), completionCommand(), helpCommand(),
		},
		Flags:           []cli.Flag{cli.HelpFlag},
		HideHelpCommand: true,
		Writer:          os.Stdout,
		ErrWriter:       os.Stderr,
		OnUsageError:    badFlag,
		ExitErrHandler:  func(*cli.Context, error) {}, // exitCode does
		Action:          unknownVerb,
	}
	for _, c := range app.Commands {
		c.HideHelpCommand = true
		c.OnUsageError = badFlag
		c.UseShortOptionHandling = true
	}
	return app
}

const appDescription = `Models (*.wm) say when each tool may be called and what it changes. Suites
(*.checks) say what an agent has to call and in which order. A folder with a
mantra.yaml is a project: it names the tool schemas and the model.

Examples:
  mantrac check                  everything in this folder
  mantrac check --fix model.wm   apply the fixes that are certain
  mantrac fmt -w .               format all files
  mantrac validate suite.checks  do the checks and the model agree
  mantrac grade suite.checks t/  judge traces of agents
  mantrac diff --behaviour a b   what a change of a model newly allows
  mantrac explain MC0412         the page of an error code`

func init() {
	cli.VersionFlag = &cli.BoolFlag{Name: "version", Usage: "print the version", DisableDefaultText: true}
	cli.HelpFlag = &cli.BoolFlag{Name: "help", Aliases: []string{"h"}, Usage: "show help", DisableDefaultText: true}
	cli.VersionPrinter = func(c *cli.Context) { fmt.Fprintln(c.App.Writer, c.App.Version) }
}
