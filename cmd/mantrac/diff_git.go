package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff"
	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/edit"
	edits "github.com/mantrac/mantrac/edit/report"
	format "github.com/mantrac/mantrac/fmt"
	"github.com/mantrac/mantrac/internal/disk"
	"github.com/mantrac/mantrac/internal/editing"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/internal/terminal"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/project"
)

// diffForGit is git's external diff. Git gives a path, then the file, the hash
// and the mode of the old version and of the new one, and after a renaming the
// new path and what it says of that; of a path that is not merged, the path
// alone. If the program fails, git dies: whatever the files are, it does not.
func diffForGit(c *cli.Context) error {
	args := c.Args().Slice()
	var out disk.Output
	switch len(args) {
	case 1:
		fmt.Fprintf(&out, "* Unmerged path %s\n", project.Shown(args[0]))
	case 7, 9:
		// Path, old file, hash, mode, new file, hash, mode; then the new path and the renaming.
		g := gitDiff{Context: c, oldPath: args[0], newPath: args[0], color: terminal.Colored(c.String("color"), os.Stdout)}
		if len(args) == 9 {
			g.newPath = args[7]
			g.about = args[8]
		}
		g.write(&out, args[1], args[4], args[3], args[6])
	default:
		return suggest("--git requires the arguments that git gives", "", "mantrac help git-setup")
	}
	return out.Finish()
}

// A gitDiff is the comparison of one file.
type gitDiff struct {
	*cli.Context
	oldPath, newPath string
	about            string // what git says of a renaming
	color            bool
}

// noFile is what git gives for a version that is not there.
const noFile = "/dev/null"

// write compares two files with their modes.
func (g gitDiff) write(out *disk.Output, oldFile, newFile, oldMode, newMode string) {
	fmt.Fprintf(out, "mantrac diff %s %s\n", project.Shown("a/"+g.oldPath), project.Shown("b/"+g.newPath))
	for line := range strings.Lines(g.about) {
		fmt.Fprintln(out, report.Visible(strings.TrimSpace(line)))
	}
	switch {
	case oldFile == noFile:
		fmt.Fprintf(out, "new file mode %s\n", newMode)
	case newFile == noFile:
		fmt.Fprintf(out, "deleted file mode %s\n", oldMode)
	case oldMode != newMode:
		fmt.Fprintf(out, "old mode %s\nnew mode %s\n", oldMode, newMode)
	}
	old, err := gitFile(oldFile)
	if err != nil {
		fmt.Fprintln(out, err)
		return
	}
	new, err := gitFile(newFile)
	if err != nil {
		fmt.Fprintln(out, err)
		return
	}
	// A file that comes or goes is shown by its lines.
	if oldFile == noFile || newFile == noFile || !g.typed(out, old, new) {
		g.lines(out, oldFile, newFile, old, new)
	}
}

func gitFile(name string) (string, error) {
	if name == noFile {
		return "", nil
	}
	data, err := project.ReadFile(name)
	return string(data), err
}

// typed writes the typed edits between two texts. It reports whether they say
// all that is to be said.
func (g gitDiff) typed(out *disk.Output, old, new string) bool {
	a, _, err := editing.SetAt(projectOptions(g.Context), g.oldPath, old)
	if err != nil {
		return false
	}
	b, _, err := editing.SetAt(projectOptions(g.Context), g.newPath, new)
	if err != nil {
		return false
	}
	list, err := edit.Diff(a, b, edit.DiffOptions{})
	if err != nil {
		return false
	}
	if len(list) == 0 {
		// The lines are shown all the same: comments or layout have changed.
		if old != new {
			fmt.Fprintln(out, "no difference in meaning")
		}
		return false
	}
	context := edits.Context{File: func(edit.Address) string { return filepath.ToSlash(g.newPath) }}
	if edits.Text(out, list, context, edits.TextOptions{Color: g.color}) != nil {
		return false
	}
	prose, err := edit.Prose(a, b, edit.DiffOptions{})
	if err != nil {
		return false
	}
	return edits.ProseText(out, prose, true, edits.TextOptions{Color: g.color}) == nil
}

// lines writes a unified diff.
func (g gitDiff) lines(out *disk.Output, oldFile, newFile, old, new string) {
	from, to := disk.DiffName("a/"+g.oldPath), disk.DiffName("b/"+g.newPath)
	if oldFile == noFile {
		from = noFile
	}
	if newFile == noFile {
		to = noFile
	}
	if notText(old) || notText(new) {
		if old != new {
			fmt.Fprintf(out, "Binary files %s and %s differ\n", strings.TrimSpace(from), strings.TrimSpace(to))
		}
		return
	}
	out.WriteString(udiff.Unified(from, to, old, new))
}

// notText reports whether lines cannot be shown.
func notText(text string) bool {
	return strings.ContainsRune(text, 0) || !utf8.ValidString(text)
}

// textconv prints a file for git to compare: formatted, or as it is where it
// cannot be.
func textconv(c *cli.Context) error {
	if c.NArg() != 1 {
		return suggest("--textconv requires one file", "", "mantrac help git-setup")
	}
	name := c.Args().First()
	data, err := project.ReadFile(name)
	if err != nil {
		return err
	}
	var out disk.Output
	// The text as it is, unless formatting succeeds.
	out.Write(data)
	kind, ok := project.KindOf(name)
	if ok && (kind == project.ModelFile || kind == project.SuiteFile) {
		if text, err := format.Source(source.NewFile(name, string(data)), kind.Language()); err == nil {
			out.Reset()
			out.Write(text)
		}
	}
	return out.Finish()
}
