package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/driver/prompt"
	"github.com/mantrac/mantrac/lang/spell"
)

// showPrompts is `mantrac prompts`.
func showPrompts(c *cli.Context) error {
	names := append([]string{"system"}, prompt.Names()...)
	switch what := c.Args().First(); {
	case what == "list" && c.Args().Len() == 1:
		return writeText(c, strings.Join(names, "\n")+"\n")
	case what != "show" || c.Args().Len() != 2:
		return suggest("prompts takes `list` or `show STAGE`", spell.Nearest(what, promptVerbs), "mantrac help prompts")
	}
	name := c.Args().Get(1)
	if !slices.Contains(names, name) {
		return suggest(fmt.Sprintf("unknown prompt %q", name), spell.Nearest(name, names), "mantrac prompts list")
	}
	text, err := prompt.Source(name)
	if err != nil {
		return err
	}
	schema, err := prompt.Schema(name)
	if err != nil {
		return err
	}
	if schema != nil {
		text += fmt.Sprintf("\nThe answer fits this JSON schema:\n\n%s", schema)
	}
	return writeText(c, text)
}

// promptVerbs are the parts of `mantrac prompts`.
var promptVerbs = []string{"list", "show"}
