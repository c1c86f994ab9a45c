package main

import (
	"github.com/urfave/cli/v2"
)

func help(c *cli.Context) error {
	verb := c.Args().First()
	switch {
	case verb == "":
		return cli.ShowAppHelp(c)
	case c.App.Command(verb) == nil:
		return noSuchVerb(c.App, verb)
	}
	return cli.ShowCommandHelp(c.Lineage()[1], verb)
}
