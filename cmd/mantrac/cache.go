package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/internal/cache"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/internal/runner"
	"github.com/mantrac/mantrac/project"
)

func showCache(c *cli.Context) error {
	verb := c.Args().First()
	if verb != "" && verb != "clean" || c.NArg() > 1 {
		return suggest(fmt.Sprintf("cache: expected clean or nothing, found %s", project.Shown(c.Args().Get(c.NArg()-1))), "", "mantrac help cache")
	}
	dir, err := runner.Folder()
	if err != nil {
		return err
	}
	store := cache.Open(dir)
	if verb == "clean" {
		count, err := store.Clean()
		if err != nil {
			return err
		}
		_, err = fmt.Printf("%s removed from %s\n", report.Count(count, "result"), project.Shown(dir))
		return err
	}
	count, size := store.Size()
	_, err = fmt.Printf("%s, %s, in %s\n", report.Count(count, "result"), kilobytes(size), project.Shown(dir))
	return err
}

// kilobytes returns a size for people.
func kilobytes(size int64) string { return fmt.Sprintf("%d KB", (size+999)/1000) }
