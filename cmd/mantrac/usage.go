package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/internal/lazyregexp"
	"github.com/mantrac/mantrac/internal/lists"
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
	// Only flags with a value take the argument that follows them.
	valued := make(map[string]bool)
	for _, f := range command.Flags {
		for _, name := range f.Names() {
			valued[name] = takesValue(f)
		}
	}
	// After "--" package cli takes no argument for a flag.
	flags, others := line[:2:2], []string{"--"}
	for i := 2; i < len(line); i++ {
		arg := line[i]
		switch {
		case arg == "--":
			// Everything after it is an argument, as the user wrote it.
			return slices.Concat(flags, others, line[i+1:])
		case arg == "--help" || arg == "-h":
			return append(line[:2:2], arg) // package cli would look for a verb among the arguments
		case arg == "-" || !strings.HasPrefix(arg, "-"):
			// A single dash is standard input.
			others = append(others, arg)
		case numbered.MatchString(arg) && valued[arg[1:2]]:
			flags = append(flags, arg[:2], arg[2:])
		case !valued[strings.TrimLeft(arg, "-")]:
			// A flag without a value, or with one after an equals sign.
			flags = append(flags, arg)
		case i+1 == len(line):
			return append(flags, arg) // and not "--" for its value
		default:
			i++
			flags = append(flags, arg, line[i])
		}
	}
	return append(flags, others...)
}

// numbered is a flag with its value after it, as -j4, which make takes too.
var numbered = lazyregexp.New(`^-[a-z][0-9]+$`)

func takesValue(f cli.Flag) bool {
	d, ok := f.(cli.DocGenerationFlag)
	return ok && d.TakesValue()
}

// withoutArguments returns a verb that refuses arguments.
func withoutArguments(run cli.ActionFunc) cli.ActionFunc {
	return func(c *cli.Context) error {
		if err := noArguments(c, c.Command.Name); err != nil {
			return err
		}
		return run(c)
	}
}

// noArguments refuses arguments beside what takes none: a verb, or a flag of one.
func noArguments(c *cli.Context, what string) error {
	if !c.Args().Present() {
		return nil
	}
	return suggest(fmt.Sprintf("%s takes no arguments, found %s", what, project.Shown(c.Args().First())), "", "mantrac help "+c.Command.Name)
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
	verbs := lists.Map(app.Commands, func(command *cli.Command) string { return command.Name })
	return suggest(fmt.Sprintf("unknown verb %s", project.Shown(verb)), spell.Nearest(verb, verbs), "mantrac help")
}

var (
	undefinedFlag = lazyregexp.New(`^flag provided but not defined: -(.*)$`)
	badValue      = lazyregexp.New(`^invalid (?:boolean )?value "(.*)" for (?:flag )?-([^:]*): (.*)$`)
	lacksValue    = lazyregexp.New(`^flag needs an argument: -(.*)$`)
)

// badFlag rewords an error about a flag.
func badFlag(c *cli.Context, err error, _ bool) error {
	flags, help := c.App.Flags, "mantrac help"
	if c.Command.Name != c.App.Name {
		flags, help = c.Command.Flags, "mantrac help "+c.Command.Name
	}
	message := strings.ReplaceAll(err.Error(), "\n", " ")
	// Package flag reports errors as texts only, so they are recognised by their wording.
	if m := undefinedFlag.FindStringSubmatch(message); m != nil {
		names := lists.FlatMap(flags, dashed)
		written := dash(m[1])
		// Show the flag as it was typed, with one dash or two.
		if slices.Contains(os.Args, "-"+m[1]) {
			written = "-" + m[1]
		}
		return suggest("unknown flag "+project.Shown(written), spell.Nearest("--"+m[1], names), help)
	}
	if m := lacksValue.FindStringSubmatch(message); m != nil {
		return suggest(dash(m[1])+" requires a value", "", help)
	}
	if m := badValue.FindStringSubmatch(message); m != nil {
		what, words := expected(flags, m[2], m[3])
		return suggest(fmt.Sprintf("%s: expected %s, found %q", dash(m[2]), what, m[1]), spell.Nearest(m[1], words), help)
	}
	return suggest(project.Shown(message), "", help)
}

// expected describes the values that a flag takes, and lists them if they are words.
// reason is why package flag refused a value.
func expected(flags []cli.Flag, name, reason string) (what string, words []string) {
	i := slices.IndexFunc(flags, func(f cli.Flag) bool { return slices.Contains(f.Names(), name) })
	if i < 0 {
		return reason, nil
	}
	digits := ""
	if strings.Contains(reason, "out of range") {
		digits = " of at most 18 digits"
	}
	switch f := flags[i].(type) {
	case *cli.GenericFlag:
		if c, ok := f.Value.(*choice); ok {
			return "one of " + strings.Join(c.names, ", "), c.names
		}
	case *cli.DurationFlag:
		return "a number with its unit, as 500ms, 30s or 2m", nil
	case *cli.IntFlag, *cli.Int64Flag:
		return "a whole number" + digits, nil
	case *cli.UintFlag, *cli.Uint64Flag:
		return "a whole number" + digits + " that is not negative", nil
	case *cli.Float64Flag:
		return "a number", nil
	case *cli.BoolFlag:
		return "true or false", nil
	}
	return reason, nil // of the Set of the flag
}

// dash returns the name of a flag as it is written.
func dash(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// dashed returns all names of a flag as they are written.
func dashed(f cli.Flag) []string {
	return lists.Map(f.Names(), dash)
}

// maxListed is how many names an error lists.
const maxListed = 10

// suggestOf returns an error about a name that is none of the known ones: with the one that
// was probably meant, or else with the known ones.
func suggestOf(message, name string, known []string, help string) error {
	known = lists.Include(nil, lists.Map(known, project.Shown)...)
	if near := spell.Nearest(name, known); near != "" || len(known) == 0 {
		return suggest(message, near, help)
	}
	return suggest(message+"; expected one of "+listed(known), "", help)
}

// listed lists the first of several names to choose from.
func listed(names []string) string {
	if rest := len(names) - maxListed; rest > 0 {
		return fmt.Sprintf("%s or %d more", strings.Join(names[:maxListed], ", "), rest)
	}
	return strings.Join(names, ", ")
}

// suggest returns an error with what was probably meant, or where to read on.
func suggest(message, near, help string) error {
	if strings.HasSuffix(message, "?") {
		return errors.New(message)
	}
	if near != "" {
		return fmt.Errorf("%s; did you mean %s?", message, near)
	}
	return errors.New(message + "; see: " + help)
}
