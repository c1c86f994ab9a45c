package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/internal/cache"
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

const cacheDescription = `validate keeps the results of cases and takes them from there as long as
nothing has changed that they depend on: the case, its model, the tool schemas,
the flags, mantrac itself and libz3. Comments, layout and other cases are no
part of that. Traces are replayed by the interpreter each time; that there is no
trace is believed, so the folder is to be as safe as the program is. Answers
that are unknown, or that the clock had a part in, are not kept.

The folder is that of the user's caches, or the one that MANTRAC_CACHE names.
What has not been used for 30 days is removed, and the oldest of what is more
than 100 MB. Without an argument, mantrac cache says where it is and how big;
mantrac cache clean empties it, and leaves everything else in the folder alone.

Examples:
  mantrac cache
  mantrac cache clean
  mantrac validate --no-cache    neither reads nor writes it`

func showCache(c *cli.Context) error {
	verb := c.Args().First()
	if verb != "" && verb != "clean" || c.NArg() > 1 {
		return suggest(fmt.Sprintf("cache does not take %s, but clean or nothing", project.Shown(c.Args().Get(c.NArg()-1))), "", "mantrac help cache")
	}
	dir, err := cacheFolder()
	if err != nil {
		return err
	}
	store := cache.Open(dir)
	if verb == "clean" {
		count, err := store.Clean()
		if err != nil {
			return err
		}
		_, err = fmt.Printf("%s removed from %s\n", number(count, "result"), project.Shown(dir))
		return err
	}
	count, size := store.Size()
	_, err = fmt.Printf("%s, %s, in %s\n", number(count, "result"), kilobytes(size), project.Shown(dir))
	return err
}

// kilobytes returns a size for people.
func kilobytes(size int64) string { return fmt.Sprintf("%d KB", (size+999)/1000) }

// cacheFolder returns where results are kept.
func cacheFolder() (string, error) {
	if dir := os.Getenv("MANTRAC_CACHE"); dir != "" {
		return filepath.Abs(dir)
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("there is no folder for caches: %w; MANTRAC_CACHE names one", err)
	}
	return filepath.Join(dir, "mantrac"), nil
}
