package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/project"
)

// arguments returns a command line with the flags before the other arguments,
// which is the only order that package cli reads.
func arguments(app *cli.App, line []string) []string {
	if len(line) < 2 {
		return line
	}
	command := app.Command(line[1])
	if command == nil {
		return line
	}
	valued := make(map[string]bool)
	for _, f := range command.Flags {
		for _, name := range f.Names() {
			valued[name] = takesValue(f)
		}
	}
	flags, others := line[:2:2], []string{"--"}
	for i := 2; i < len(line); i++ {
		arg := line[i]
		if arg == "--" {
			others = append(others, line[i+1:]...)
			break
		}
		if arg == "-" || !strings.HasPrefix(arg, "-") {
			others = append(others, arg)
			continue
		}
		flags = append(flags, arg)
		if valued[strings.TrimLeft(arg, "-")] && i+1 < len(line) {
			i++
			flags = append(flags, line[i])
		}
	}
	return append(flags, others...)
}

func takesValue(f cli.Flag) bool {
	d, ok := f.(cli.DocGenerationFlag)
	return ok && d.TakesValue()
}

// unknownVerb is what mantrac does without a verb that it knows.
func unknownVerb(c *cli.Context) error {
	if !c.Args().Present() {
		c.App.Writer = c.App.ErrWriter
		cli.ShowAppHelp(c)
		return status(exitBadInput)
	}
	return noSuchVerb(c.App, c.Args().First())
}

func noSuchVerb(app *cli.App, verb string) error {
	var verbs []string
	for _, command := range app.Commands {
		verbs = append(verbs, command.Name)
	}
	return suggest(fmt.Sprintf("unknown verb %s", project.Shown(verb)), spell.Nearest(verb, verbs), "mantrac help")
}

const undefinedFlag = "flag provided but not defined: -"

// badFlag rewords an error about a flag.
func badFlag(c *cli.Context, err error, _ bool) error {
	help := strings.TrimSuffix("mantrac help "+strings.TrimPrefix(c.Command.Name, c.App.Name), " ")
	name, undefined := strings.CutPrefix(err.Error(), undefinedFlag)
	if !undefined {
		return suggest(project.Shown(err.Error()), "", help)
	}
	flags := c.Command.Flags
	if c.Command.Name == c.App.Name {
		flags = c.App.Flags
	}
	var names []string
	for _, f := range flags {
		names = append(names, dashed(f)...)
	}
	return suggest(fmt.Sprintf("unknown flag %s", project.Shown("-"+name)), spell.Nearest("--"+name, names), help)
}

// dashed returns the names of a flag as they are written.
func dashed(f cli.Flag) []string {
	var names []string
	for _, name := range f.Names() {
		if len(name) == 1 {
			names = append(names, "-"+name)
		} else {
			names = append(names, "--"+name)
		}
	}
	return names
}

// suggest returns an error with what was probably meant, or where to read on.
func suggest(message, near, help string) error {
	if near != "" {
		return fmt.Errorf("%s; did you mean %s?", message, near)
	}
	return errors.New(message + "; see: " + help)
}

// A choice is the value of a flag that takes one of several words.
type choice struct {
	names []string
	value string
}

// oneOf returns a choice; the first name is the default.
func oneOf(names ...string) *choice { return &choice{names: names, value: names[0]} }

// String implements [cli.Generic].
func (c *choice) String() string { return c.value }

// Set implements [cli.Generic].
func (c *choice) Set(value string) error {
	for _, n := range c.names {
		if n == value {
			c.value = n
			return nil
		}
	}
	message := "it is one of " + strings.Join(c.names, ", ")
	if near := spell.Nearest(value, c.names); near != "" {
		message = "did you mean " + near + "?"
	}
	return errors.New(message)
}
