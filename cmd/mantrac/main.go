// Command mantrac checks, formats, compares, cross-validates and explains world
// models and checks, and grades traces of agents by them. See mantrac help.
//
// What a verb does is the business of the packages above; here are flags, files
// and exit codes:
//
//	0    clean
//	1    findings: a diagnostic that --fail-on counts, a file that is not formatted,
//	     a conflict, a trace that is no run
//	2    bad usage, or input that cannot be read
//	3    inconclusive: an answer is not known, or there is no case to ask about
//	4    a language model could not be asked, or a trial could not be run
//	5    the budget is spent
//	130  interrupted
package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/internal/interrupt"
	"github.com/mantrac/mantrac/internal/terminal"
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

// An ending is what the exit code of a verb rests on.
type ending struct {
	interrupted bool
	bad         bool // some input was bad
	found       bool // there is a finding
	open        bool // not everything is known
}

// with returns how a verb ends by both.
func (e ending) with(x ending) ending {
	return ending{e.interrupted || x.interrupted, e.bad || x.bad, e.found || x.found, e.open || x.open}
}

// status returns how the verb ends: by the first of them that holds.
func (e ending) status() error {
	switch {
	case e.interrupted:
		return status(exitInterrupted)
	case e.bad:
		return status(exitBadInput)
	case e.found:
		return status(exitFindings)
	case e.open:
		return status(exitInconclusive)
	}
	return nil
}

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
func complain(err error) { terminal.Say(fmt.Sprintf("mantrac: %v", err)) }

// say writes a line to standard error.
func say(line string) { terminal.Say(line) }

func newApp() *cli.App {
	about, usage, description := helpOf("mantrac")
	return &cli.App{
		Name:            "mantrac",
		Usage:           about,
		UsageText:       usage,
		Description:     description,
		Version:         buildVersion().String(),
		Commands:        verbs(),
		Flags:           []cli.Flag{cli.HelpFlag},
		HideHelpCommand: true,
		Writer:          os.Stdout,
		ErrWriter:       os.Stderr,
		OnUsageError:    badFlag,
		ExitErrHandler:  func(*cli.Context, error) {}, // exitCode does
		Action:          unknownVerb,
	}
}

func init() {
	cli.VersionFlag = &cli.BoolFlag{Name: "version", Usage: "print the version", DisableDefaultText: true}
	cli.HelpFlag = &cli.BoolFlag{Name: "help", Aliases: []string{"h"}, Usage: "show help", DisableDefaultText: true}
	cli.VersionPrinter = func(c *cli.Context) { fmt.Fprintln(c.App.Writer, c.App.Version) }
}
