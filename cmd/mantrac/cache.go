package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/internal/cache"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/internal/runner"
	"github.com/mantrac/mantrac/project"
)

func cacheCommand() *cli.Command {
	return &cli.Command{
		Name:        "cache",
		Usage:       "show or empty the cache of results",
		UsageText:   "mantrac cache [clean]",
		Description: cacheDescription,
		Action:      showCache,
	}
}

const cacheDescription = `validate caches the results of cases. A result is used again until something
changes that it depends on: the case, its model, the tool schemas, the flags,
mantrac itself and libz3; not comments, formatting and other cases. A trace is
replayed by the interpreter each time. That there is no trace is not checked
again, so protect the folder as you protect the program. Answers that are
unknown, or that depend on a time-out, are not cached.

The folder is in the user's cache folder, or the one that MANTRAC_CACHE names.
Results that were not used for 30 days are removed, and the oldest ones beyond
100 MB. Without an argument, mantrac cache prints the folder and its size;
mantrac cache clean removes the results and nothing else.

Examples:
  mantrac cache
  mantrac cache clean
  mantrac validate --no-cache    neither reads nor writes it`

func showCache(c *cli.Context) error {
	verb := c.Args().First()
	if verb != "" && verb != "clean" || c.NArg() > 1 {
		return suggest(fmt.Sprintf("cache does not take %s, but clean or nothing", project.Shown(c.Args().Get(c.NArg()-1))), "", "mantrac help cache")
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
