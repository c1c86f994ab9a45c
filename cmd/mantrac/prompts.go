package main

import (
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/driver/prompt"
	"github.com/mantrac/mantrac/internal/disk"
	"github.com/mantrac/mantrac/lang/spell"
)

// showPrompts is `mantrac prompts`.
func showPrompts(c *cli.Context) error {
	names := append([]string{"system"}, prompt.Names()...)
	out := &disk.Output{Path: c.String("output")}
	switch what := c.Args().First(); {
	case what == "list" && c.Args().Len() == 1:
		for _, name := range names {
			fmt.Fprintln(out, name)
		}
		return out.Finish()
	case what != "show" || c.Args().Len() != 2:
		return suggest("prompts takes `list` or `show STAGE`", spell.Nearest(what, promptVerbs), "mantrac help prompts")
	}
	name := c.Args().Get(1)
	if !slices.Contains(names, name) {
		return suggest(fmt.Sprintf("there is no prompt %q", name), spell.Nearest(name, names), "mantrac prompts list")
	}
	text, err := prompt.Source(name)
	if err != nil {
		return err
	}
	schema, err := prompt.Schema(name)
	if err != nil {
		return err
	}
	fmt.Fprint(out, text)
	if schema != nil {
		fmt.Fprintf(out, "\nThe answer fits this JSON schema:\n\n%s", schema)
	}
	return out.Finish()
}

// promptVerbs are the parts of `mantrac prompts`.
var promptVerbs = []string{"list", "show"}
