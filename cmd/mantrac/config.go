package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/driver/config"
	"github.com/mantrac/mantrac/driver/pytools"
	"github.com/mantrac/mantrac/internal/interrupt"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/project"
)

// configVerbs are the parts of `mantrac config`.
var configVerbs = []string{"check", "show", "tools"}

// configFlags name the mantra.yaml.
func configFlags() []cli.Flag {
	return []cli.Flag{&cli.StringFlag{Name: "config", Aliases: []string{"c"}, Usage: "`FILE` to use in place of the nearest mantra.yaml"}}
}

// configure is `mantrac config`.
func configure(c *cli.Context) error {
	what := c.Args().First()
	if !slices.Contains(configVerbs, what) || c.Args().Len() > 1 {
		return suggest("config takes `check`, `show` or `tools`", spell.Nearest(what, configVerbs), "mantrac help config")
	}
	settings, found, err := loadConfig(c)
	if err != nil {
		return err
	}
	if what == "check" || settings == nil {
		if err := writeDocument(c, findings{list: found, color: coloredOutput(c)}); err != nil {
			return err
		}
		if len(found) == 0 && forPeople(c.String("format")) {
			say("no problems in " + project.Shown(settings.Path))
		}
		return verdict(nil, found, diag.Error)
	}
	if what == "tools" {
		return showTools(c, settings)
	}
	return showConfig(c, settings)
}

// showTools writes the schemas of tools that are Python functions.
func showTools(c *cli.Context, settings *config.Config) error {
	if settings.Python == "" {
		return suggest(project.Shown(settings.Path)+" has no `tools: {format: python_callable, source: MODULE}`", "", "mantrac help config")
	}
	schemas, err := pythonTools(settings)
	if err != nil {
		return err
	}
	return writeText(c, string(schemas))
}

// pythonTools returns the schemas of tools that are Python functions.
func pythonTools(settings *config.Config) ([]byte, error) {
	ctx := interrupt.Context()
	schemas, err := pytools.Schemas(ctx, settings.Dir, settings.Python)
	if interrupt.Ended(ctx) {
		return nil, status(exitInterrupted)
	}
	return schemas, err
}

// showConfig writes the settings, one a line.
func showConfig(c *cli.Context, settings *config.Config) error {
	if c.String("format") != "text" {
		return suggest("config show: unknown format "+c.String("format"), "", "mantrac help config")
	}
	var b strings.Builder
	for _, s := range settings.Public() {
		fmt.Fprintf(&b, "%s: %s\n", report.Visible(s.Key), report.Visible(s.Value))
	}
	return writeText(c, b.String())
}

// loadConfig reads the mantra.yaml that a flag names, or the nearest one.
func loadConfig(c *cli.Context) (*config.Config, []diag.Diagnostic, error) {
	return loadConfigWith(c, "")
}

// loadConfigWith reads it with a file of tools in place of those that it names.
func loadConfigWith(c *cli.Context, tools string) (*config.Config, []diag.Diagnostic, error) {
	path := c.String("config")
	if path == "" {
		var ok bool
		if path, ok = project.NearestConfig("."); !ok {
			return nil, nil, suggest("no "+project.ConfigName+" found in this folder or above it; name one with --config", "", "mantrac help "+c.Command.Name)
		}
	}
	return config.Load(path, config.Options{Env: os.LookupEnv, Tools: tools})
}

// settingsOf returns the settings of a mantra.yaml without errors. Errors are told.
func settingsOf(c *cli.Context) (*config.Config, error) {
	return sound(loadConfig(c))
}

// sound returns settings without errors. Errors are told.
func sound(settings *config.Config, found []diag.Diagnostic, err error) (*config.Config, error) {
	// Settings are nil if the file has errors.
	if err == nil && settings == nil {
		if err = tellFaults(found); err == nil {
			err = status(exitBadInput)
		}
	}
	return settings, err
}

// settingsWithTools returns the settings with the tools, which Python describes if they are
// functions of a module. Warnings are told.
func settingsWithTools(c *cli.Context) (*config.Config, error) {
	settings, found, err := loadConfig(c)
	if err != nil || settings == nil || settings.Python == "" {
		return warned(settings, found, err)
	}
	schemas, err := pythonTools(settings)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "mantrac-tools-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	// The schemas go through a file, so that the configuration reads them like any other.
	path := filepath.Join(dir, "tools.json")
	if err := os.WriteFile(path, schemas, 0o666); err != nil {
		return nil, err
	}
	return warned(loadConfigWith(c, path))
}

// warned is [sound], and tells the warnings of settings without errors: a run costs too
// much to leave them out.
func warned(settings *config.Config, found []diag.Diagnostic, err error) (*config.Config, error) {
	if settings != nil {
		told := lists.Filter(found, func(d diag.Diagnostic) bool { return d.Severity <= diag.Warning })
		if failed := tellFaults(told); failed != nil {
			return nil, failed
		}
	}
	return sound(settings, found, err)
}
