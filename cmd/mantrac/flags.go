package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/internal/solver"
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

// limitsOf reads the flags for what the solver may take. A verb may lack some of them.
func limitsOf(c *cli.Context) solver.Limits {
	return solver.Limits{Jobs: c.Int("jobs"), Memory: uint64(c.Int("memory")), Steps: c.Uint("rlimit")}
}

// largest are the limits of numbers, by their flags, beyond which nobody can have
// meant them. The least is 1.
var largest = map[string]int{
	"bound": 1000, "jobs": 256, "memory": 1 << 20, "states": 1_000_000_000, "tries": 1_000_000_000, "show": 1000,
	"all-conflicts": 1000, "all": 1000, "sample": 1_000_000, "trials": 10000, "max-calls": 100000, "max-replies": 1000,
}

// ranged returns a verb that refuses flags that are out of range.
func ranged(run cli.ActionFunc) cli.ActionFunc {
	return func(c *cli.Context) error {
		if err := inRange(c); err != nil {
			return err
		}
		return run(c)
	}
}

// inRange refuses the numbers and limits of time that are out of range.
func inRange(c *cli.Context) error {
	help := "mantrac help " + c.Command.Name
	for _, f := range c.Command.Flags {
		name := f.Names()[0]
		most := largest[name]
		// Defaults are not checked: 0 often means no limit.
		if _, number := f.(*cli.IntFlag); !number || most == 0 || !c.IsSet(name) {
			continue
		}
		if n := c.Int(name); n < 1 || n > most {
			return suggest(fmt.Sprintf("--%s: expected 1 to %d, found %d", name, most, n), "", help)
		}
	}
	for _, name := range []string{"timeout", "total-timeout", "time-limit"} {
		if c.Duration(name) < 0 {
			return suggest("--"+name+": expected a time that is not negative", "", help)
		}
	}
	return nil
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
	return errors.New("unknown value")
}
