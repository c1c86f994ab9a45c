package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/internal/report"
)

// fewer are the verbs with a --format of which [report.Formats] are not all, because
// their result has no findings.
var fewer = map[string]string{
	"plan":     "answers a question: a plan is no finding, and the exit code is never 1",
	"coverage": "measures what cases touch; the exit code is never 1",
	"stats":    "computes over results of many traces; its gates are about numbers, and no place in a file",
	"watch":    "writes results while traces grow, a line for each; mantrac grade has all formats of the same",
	"doc":      "shows chunks of manuals",
	"sample":   "draws chunks of manuals",
	"import":   "--format is that of the traces, which it converts",
}

// silent are the verbs without --format that end with 1 if something is found.
var silent = map[string]string{
	"apply":  "refuses edits of a list, by their numbers: no place of a model or a suite is wrong",
	"export": "fails where there is no case to write; mantrac validate says what is wrong with them",
}

var (
	endsWithOne   = regexp.MustCompile(`(?s)[Ee]xit code is 0[^.]*?[,;]\s+1\s`)
	namedInHelp   = regexp.MustCompile(`--format[ =]([a-z]+)`)
	namedInReadme = regexp.MustCompile("(?m)^\\| `mantrac ([a-z-]+).*`--format ([a-z|\\\\]+)`")
)

// Every verb that reports findings has all formats of a [report.Document], and its help
// and the README say so.
func TestEveryVerbHasAllFormats(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	listed := make(map[string][]string)
	for _, m := range namedInReadme.FindAllStringSubmatch(string(readme), -1) {
		listed[m[1]] = strings.Split(strings.ReplaceAll(m[2], `\`, ""), "|")
	}
	for _, c := range verbs() {
		i := slices.IndexFunc(c.Flags, func(f cli.Flag) bool { return f.Names()[0] == "format" })
		if i < 0 {
			if endsWithOne.MatchString(c.Description) != (silent[c.Name] != "") {
				t.Errorf("%s has no --format, and its help and the list of exceptions differ on whether it ends with 1", c.Name)
			}
			continue
		}
		flag, ok := c.Flags[i].(*cli.GenericFlag)
		if !ok {
			if fewer[c.Name] == "" {
				t.Errorf("%s: --format takes anything", c.Name)
			}
			continue
		}
		offered := flag.Value.(*choice).names
		all := !slices.ContainsFunc(report.Formats, func(f string) bool { return !slices.Contains(offered, f) })
		if all != (fewer[c.Name] == "") {
			t.Errorf("%s offers %v; the list of exceptions says %q", c.Name, offered, fewer[c.Name])
		}
		for _, f := range offered {
			if !regexp.MustCompile(`\b` + f + `\b`).MatchString(flag.Usage) {
				t.Errorf("%s: the help of --format does not name %s", c.Name, f)
			}
		}
		for _, m := range namedInHelp.FindAllStringSubmatch(c.Description, -1) {
			if !slices.Contains(offered, m[1]) {
				t.Errorf("%s: its help says --format %s, and it offers %v", c.Name, m[1], offered)
			}
		}
		if in := listed[c.Name]; in != nil {
			slices.Sort(in)
			if want := slices.Sorted(slices.Values(offered)); !slices.Equal(in, want) {
				t.Errorf("README.md says that %s has the formats %v, and it has %v", c.Name, in, want)
			}
		}
	}
}
