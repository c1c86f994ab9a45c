package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/internal/solver"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/validate"
)

func textFlag(name, usage string) cli.Flag { return &cli.StringFlag{Name: name, Usage: usage} }

func boolFlag(name, usage string, aliases ...string) cli.Flag {
	return &cli.BoolFlag{Name: name, Usage: usage, Aliases: aliases}
}

func listFlag(name, usage string) cli.Flag { return &cli.StringSliceFlag{Name: name, Usage: usage} }

// choiceFlag returns a flag that takes one of several words; the first is the default.
func choiceFlag(name, usage string, values ...string) cli.Flag {
	return &cli.GenericFlag{Name: name, Usage: usage, Value: &choice{names: values, value: values[0]}}
}

// formatFlag is the flag for the format of a document.
func formatFlag(formats ...string) cli.Flag {
	last := len(formats) - 1
	return choiceFlag("format", "`FORMAT` of the result: "+strings.Join(formats[:last], ", ")+" or "+formats[last], formats...)
}

func colorFlag() cli.Flag {
	return choiceFlag("color", "`WHEN` to use colour: auto, always or never", "auto", "always", "never")
}

func outputFlag(usage string) cli.Flag {
	return &cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: usage}
}

func verboseFlag(usage string) cli.Flag { return boolFlag("verbose", usage, "v") }

// failOnFlag is the flag for the least severity of what makes a verb fail.
func failOnFlag(severities ...string) cli.Flag {
	return choiceFlag("fail-on", "`SEVERITY` from which on a finding makes the exit code 1", severities...)
}

func boundFlag(usage string, aliases ...string) cli.Flag {
	return &cli.IntFlag{Name: "bound", Aliases: aliases, Value: validate.DefaultBound, Usage: usage}
}

func jobsFlag(usage string) cli.Flag {
	return &cli.IntFlag{Name: "jobs", Aliases: []string{"j"}, Value: defaultJobs(), DefaultText: "the processors, at most 4", Usage: usage}
}

// stepsFlag is the flag for the steps of the solver.
func stepsFlag() cli.Flag {
	return &cli.UintFlag{Name: "rlimit", Usage: "`STEPS` of the solver for each question to it, which are the same on every machine; 0 is no limit", DefaultText: "no limit"}
}

// memoryFlag is the flag for the memory of the solver.
func memoryFlag(usage string) cli.Flag {
	return &cli.IntFlag{Name: "memory", Value: solver.DefaultMemory, Usage: usage}
}

// A choice is the value of a flag that takes one of several words.
type choice struct {
	names []string
	value string
}

// String implements [cli.Generic].
func (c *choice) String() string { return c.value }

// Set implements [cli.Generic].
func (c *choice) Set(value string) error {
	if slices.Contains(c.names, value) {
		c.value = value
		return nil
	}
	message := "it is one of " + strings.Join(c.names, ", ")
	if near := spell.Nearest(value, c.names); near != "" {
		message += "; did you mean " + near + "?"
	}
	return errors.New(message)
}
