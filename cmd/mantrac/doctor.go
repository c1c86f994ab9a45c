package main

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/internal/terminal"
	"github.com/mantrac/mantrac/project"
)

func doctor(*cli.Context) error {
	var b strings.Builder
	for _, look := range []func() (state, text string){binary, build, tty, nearestProject, library} {
		state, text := look()
		fmt.Fprintf(&b, "%-8s %s\n", state, text)
	}
	_, err := io.WriteString(os.Stdout, b.String())
	return err
}

func binary() (state, text string) {
	path, err := os.Executable()
	if err != nil {
		return "note", fmt.Sprintf("%s; the place of the binary is unknown: %v", buildVersion(), err)
	}
	return "ok", fmt.Sprintf("%s at %s", buildVersion(), project.Shown(path))
}

func build() (state, text string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "note", "the binary does not say how it was built"
	}
	settings := []string{}
	for _, s := range info.Settings {
		switch s.Key {
		case "-compiler", "-tags", "CGO_ENABLED", "GOAMD64", "GOARM64", "vcs.time":
			settings = append(settings, s.Key+"="+s.Value)
		}
	}
	return "note", fmt.Sprintf("built from %s with %s", info.Main.Path, strings.Join(settings, " "))
}

func tty() (state, text string) {
	switch {
	case !term.IsTerminal(int(os.Stdout.Fd())):
		return "note", "standard output is not a terminal: no colour (--color always)"
	case !terminal.Colored("auto", os.Stdout):
		return "note", "standard output is a terminal without colour (NO_COLOR, TERM)"
	}
	return "ok", "standard output is a terminal with colour"
}

func nearestProject() (state, text string) {
	path, ok := project.NearestConfig(".")
	if !ok {
		return "note", "no mantra.yaml here or above: each file is checked alone"
	}
	files, errs := project.Find([]string{path}, project.FindOptions{})
	result := project.Check(files, project.Options{})
	switch errs = append(errs, result.Errors...); {
	case len(errs) > 0:
		return "missing", errs[0].Error()
	case len(result.Diagnostics) > 0:
		return "note", fmt.Sprintf("%s: %s", project.Shown(path), summary(result, fixableIn(result, files), len(result.Errors) == 0, false)+"; see: mantrac check")
	}
	return "ok", project.Shown(path) + " loads"
}

func library() (state, text string) {
	lib, err := z3.Load()
	if err != nil {
		return "missing", project.Shown(err.Error()) + "; without it validate and lint decide less (--engine=auto)"
	}
	return "ok", fmt.Sprintf("libz3 %s at %s, for validate and lint", lib.Version(), project.Shown(lib.Path()))
}
