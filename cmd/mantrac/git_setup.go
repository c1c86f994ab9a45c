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

func gitSetup(c *cli.Context) error {
	o := gitsetup.Options{Dir: ".", Program: gitProgram(), Local: c.Bool("local"), Textconv: c.Bool("textconv")}
	run, nothing := gitsetup.Write, "already set up"
	if c.Bool("remove") {
		run, nothing = gitsetup.Remove, "nothing to remove"
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
