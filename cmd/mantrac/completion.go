package main

import (
	"embed"
	"fmt"
	"os"
	"strings"
	"text/template"

	"github.com/urfave/cli/v2"

	catalogue "github.com/mantrac/mantrac/docs/errors"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/project"
)

//go:embed completion/*.tmpl
var completionScripts embed.FS

// shells are those that there is a script for.
var shells = []string{"bash", "zsh", "fish", "powershell"}

func completion(c *cli.Context) error {
	shell := c.Args().First()
	if shell == "" {
		return suggest("expected a shell: "+strings.Join(shells, ", "), "", "mantrac help completion")
	}
	if c.NArg() > 1 {
		return suggest("completion: expected one shell, found "+project.Shown(c.Args().Get(1)), "", "mantrac help completion")
	}
	script, err := completionScripts.ReadFile("completion/" + shell + ".tmpl")
	if err != nil {
		return suggest(fmt.Sprintf("unknown shell %q; expected one of %s", shell, strings.Join(shells, ", ")),
			spell.Nearest(shell, shells), "mantrac help completion")
	}
	t := template.Must(template.New(shell).Funcs(template.FuncMap{"words": func(list []string) string { return strings.Join(list, " ") }, "quote": quote}).Parse(string(script)))
	return t.Execute(os.Stdout, completables(c.App))
}

// quote returns a text between single quotes, as all four shells read it if
// it has none; see plain.
func quote(s string) string { return "'" + s + "'" }

// plain returns a text without what a shell would act upon.
func plain(s string) string { return strings.NewReplacer("`", "", "'", "’").Replace(s) }

// A completable is what a completion script has to know about one.
type completable struct {
	Name, Usage string
	Flags       []verbFlag
	Values      []string // of its arguments
	Files       []string // the ends of the names of files that it takes; if none, it takes none
}

// Globs returns the pattern of zsh for its files.
func (v completable) Globs() string {
	var globs []string
	for _, end := range v.Files {
		if strings.HasPrefix(end, ".") {
			end = "*" + end
		}
		globs = append(globs, end)
	}
	return "(" + strings.Join(globs, "|") + ")"
}

// The files that verbs take.
var (
	projectEnds = []string{".wm", ".checks"}
	manualEnds  = []string{".md", ".markdown", ".txt", ".html", ".htm", ".pdf", ".json"}
	traceEnds   = []string{".json", ".jsonl", ".ndjson", ".eval", ".zip", ".gz", ".zst"}
	endings     = map[string][]string{
		"check": {".wm", ".checks", "mantra.yaml", ".json"}, "fmt": projectEnds, "lint": projectEnds, "validate": projectEnds, "repair": projectEnds,
		"test": projectEnds, "plan": projectEnds, "mutate": projectEnds, "coverage": projectEnds, "compile": projectEnds,
		"run": {".wm", ".json", ".jsonl"}, "why": {".wm", ".checks", ".json", ".jsonl"},
		"grade": append([]string{".checks"}, traceEnds...), "watch": append([]string{".checks"}, traceEnds...), "import": traceEnds, "bindings": traceEnds,
		"stats": {".json", ".jsonl", ".checks", ".wm"}, "serve": {".checks"}, "eval": {".checks"}, "export": {".checks"},
		"diff": projectEnds, "apply": {".json", ".sexpr", ".wm", ".checks"}, "merge": projectEnds,
		"lock": projectEnds, "unlock": projectEnds, "locks": projectEnds, "doc": manualEnds, "sample": manualEnds,
	}
)

// A verbFlag is a flag of a verb.
type verbFlag struct {
	Names  []string // as they are written
	Usage  string
	Takes  bool     // it takes a value
	Values []string // that there are
	File   bool     // its value is a file
}

// FlagNames returns the names of all flags of a verb.
func (v completable) FlagNames() []string {
	return lists.FlatMap(v.Flags, func(f verbFlag) []string { return f.Names })
}

// completables returns the verbs of a program.
func completables(app *cli.App) []completable {
	var verbs []completable
	values := map[string][]string{"explain": catalogue.Codes(), "completion": shells, "cache": {"clean"}, "doc": docVerbs, "config": configVerbs, "runs": runNames, "prompts": promptVerbs}
	for _, command := range app.Commands {
		values["help"] = append(values["help"], command.Name)
	}
	for _, command := range app.Commands {
		v := completable{Name: command.Name, Usage: plain(command.Usage), Values: values[command.Name]}
		v.Files = endings[command.Name]
		v.Flags = append(v.Flags, lists.Map(append(command.VisibleFlags(), cli.HelpFlag), completableFlag)...)
		verbs = append(verbs, v)
	}
	return verbs
}

func completableFlag(f cli.Flag) verbFlag {
	out := verbFlag{Names: dashed(f), Takes: takesValue(f)}
	if d, ok := f.(cli.DocGenerationFlag); ok {
		out.Usage = plain(d.GetUsage())
		out.File = strings.Contains(d.GetUsage(), "`FILE`") || strings.Contains(d.GetUsage(), "`FOLDER`")
	}
	if g, ok := f.(*cli.GenericFlag); ok {
		out.Values = g.Value.(*choice).names
	}
	return out
}
