package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/driver/config"
	"github.com/mantrac/mantrac/internal/disk"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/project"
)

// configVerbs are the parts of `mantrac config`.
var configVerbs = []string{"check", "show"}

// configFlags name the mantra.yaml.
func configFlags() []cli.Flag {
	return []cli.Flag{&cli.StringFlag{Name: "config", Aliases: []string{"c"}, Usage: "`FILE` to use in place of the nearest mantra.yaml"}}
}

// configure is `mantrac config`.
func configure(c *cli.Context) error {
	what := c.Args().First()
	if !slices.Contains(configVerbs, what) || c.Args().Len() > 1 {
		return suggest("config takes `check` or `show`", spell.Nearest(what, configVerbs), "mantrac help config")
	}
	settings, found, err := loadConfig(c)
	if err != nil {
		return err
	}
	if what == "check" || settings == nil {
		if err := writeDocument(c, findings{found, nil, coloredOutput(c)}); err != nil {
			return err
		}
		if len(found) == 0 && forPeople(c.String("format")) {
			say("no problems in " + project.Shown(settings.Path))
		}
		return verdict(nil, found, diag.Error)
	}
	return showConfig(c, settings)
}

// showConfig writes the settings, one a line.
func showConfig(c *cli.Context, settings *config.Config) error {
	if c.String("format") != "text" {
		return suggest("config show has no format "+c.String("format"), "", "mantrac help config")
	}
	out := &disk.Output{Path: c.String("output")}
	w := bufio.NewWriter(out)
	for _, s := range settings.Public() {
		fmt.Fprintf(w, "%s: %s\n", report.Visible(s.Key), report.Visible(s.Value))
	}
	return errors.Join(w.Flush(), out.Finish())
}

// loadConfig reads the mantra.yaml that a flag names, or the nearest one.
func loadConfig(c *cli.Context) (*config.Config, []diag.Diagnostic, error) {
	path := c.String("config")
	if path == "" {
		var ok bool
		if path, ok = project.NearestConfig("."); !ok {
			return nil, nil, suggest("no "+project.ConfigName+" found in this folder or above it; name one with --config", "", "mantrac help "+c.Command.Name)
		}
	}
	return config.Load(path, config.Options{Env: os.LookupEnv})
}

// settingsOf returns the settings of a mantra.yaml without errors. Errors are told.
func settingsOf(c *cli.Context) (*config.Config, error) {
	settings, found, err := loadConfig(c)
	if err == nil && settings == nil {
		if err = tellFaults(found); err == nil {
			err = status(exitBadInput)
		}
	}
	return settings, err
}
