package main

import (
	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/project"
)

func help(c *cli.Context) error {
	verb := c.Args().First()
	switch {
	case c.NArg() > 1:
		return suggest("help: expected one verb or none, found "+project.Shown(c.Args().Get(1)), "", "mantrac help help")
	case verb == "":
		return cli.ShowAppHelp(c)
	case c.App.Command(verb) == nil:
		return noSuchVerb(c.App, verb)
	}
	return cli.ShowCommandHelp(c.Lineage()[1], verb)
}
