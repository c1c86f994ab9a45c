package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/internal/gitsetup"
)

func gitSetupCommand() *cli.Command {
	return &cli.Command{
		Name:        "git-setup",
		Usage:       "set up git to merge and compare by typed edits",
		UsageText:   "mantrac git-setup [flags]",
		Description: gitSetupDescription,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "local", Usage: "write the attributes to .git/info/attributes, for this clone only"},
			&cli.BoolFlag{Name: "textconv", Usage: "compare the lines of formatted files, without an external diff"},
			&cli.BoolFlag{Name: "remove", Usage: "remove everything that git-setup has written"},
		},
		Action: gitSetup,
	}
}

const gitSetupDescription = `Writes the attributes of models and suites to the .gitattributes at the top of
the repository, between two marks, and the drivers to the configuration of this
repository: git merge then runs mantrac merge, and git diff runs mantrac diff
--git. It prints what it writes. Commit the attributes. The configuration belongs
to each clone; without it git merges and compares these files as all others.

Examples:
  mantrac git-setup
  mantrac git-setup --local --textconv  for this clone, with git's own diff
  mantrac git-setup --remove`

func gitSetup(c *cli.Context) error {
	if c.NArg() > 0 {
		return suggest("it takes no arguments", "", "mantrac help git-setup")
	}
	o := gitsetup.Options{Dir: ".", Program: gitProgram(), Local: c.Bool("local"), Textconv: c.Bool("textconv")}
	run, nothing := gitsetup.Write, "it is set up already"
	if c.Bool("remove") {
		run, nothing = gitsetup.Remove, "there is nothing to remove"
	}
	said, err := run(c.Context, o)
	for _, line := range said {
		fmt.Println(line)
	}
	if err == nil && len(said) == 0 {
		fmt.Fprintln(os.Stderr, nothing)
	}
	return err
}

// gitProgram returns how git runs this program: by its name, where that is on
// the path, or else by its path.
func gitProgram() string {
	if _, err := exec.LookPath("mantrac"); err == nil {
		return "mantrac"
	}
	path, err := os.Executable()
	if err != nil {
		return "mantrac"
	}
	return "'" + strings.ReplaceAll(filepath.ToSlash(path), "'", `'\''`) + "'"
}
