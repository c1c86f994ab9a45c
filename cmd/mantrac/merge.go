package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/edit/locks"
	"github.com/mantrac/mantrac/internal/disk"
	"github.com/mantrac/mantrac/internal/jsonmerge"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/internal/revision"
	"github.com/mantrac/mantrac/project"
)

func merge(c *cli.Context) error {
	if c.NArg() != 3 {
		return suggest("it takes a base and two versions of it", "", "mantrac help merge")
	}
	if c.String("format") == "json" && c.String("output") == "" {
		return suggest("--format json needs --output: the report takes the place of the merged text", "", "mantrac help merge")
	}
	m, err := newMerging(c)
	if err != nil {
		return err
	}
	if err := m.run(); err != nil {
		return err
	}
	out := &disk.Output{Path: c.String("output")}
	out.WriteString(m.text)
	if err := out.Finish(); err != nil {
		return err
	}
	if err := m.report(c.String("format")); err != nil {
		return err
	}
	if !m.clean {
		return status(exitFindings)
	}
	return nil
}

// report says how it went.
func (m *merging) report(format string) error {
	if format == "json" {
		data, err := edit.WriteMergeJSON(m.merged, m.reason, m.clean)
		if err == nil {
			_, err = os.Stdout.Write(data)
		}
		return err
	}
	name := project.Shown(m.path)
	if m.reason != "" {
		fmt.Fprintf(os.Stderr, "%s: %s\n", name, report.Visible(m.reason))
	}
	if m.merged == nil {
		if !m.clean {
			fmt.Fprintf(os.Stderr, "%s: the lines conflict\n", name)
		}
		return nil
	}
	for _, k := range m.merged.Conflicts {
		lines := k.Lines()
		fmt.Fprintf(os.Stderr, "%s: %s\n", name, strings.Join(lines, "\n  "))
		for _, d := range k.Found {
			fmt.Fprintf(os.Stderr, "  note: %s\n", report.Visible(d.Message))
		}
	}
	for _, k := range m.merged.Lost {
		fmt.Fprintf(os.Stderr, "%s: this comment of %s is not in the result: %s\n", name, k.Side, report.Visible(k.Text))
	}
	return nil
}

// A merging is three versions of a file that become one.
type merging struct {
	*cli.Context
	path  string
	texts [3]string // base, ours, theirs

	merged *edit.Merged // nil where lines have been merged
	text   string
	clean  bool
	reason string // see edit.WriteMergeJSON
}

func newMerging(c *cli.Context) (*merging, error) {
	m := &merging{Context: c, path: c.String("path")}
	if m.path == "" {
		m.path = c.Args().Get(1)
	}
	for i := range m.texts {
		data, err := project.ReadFile(c.Args().Get(i))
		if err != nil {
			return nil, err
		}
		m.texts[i] = string(data)
	}
	return m, nil
}

// run merges the edits, or else the lines.
func (m *merging) run() error {
	if err := m.unresolved(); err != nil {
		return err
	}
	if kind, ok := project.KindOf(m.path); ok && kind == project.ToolsFile {
		return m.json()
	}
	sets, why := m.sets()
	if why == nil {
		held, err := m.locks()
		if err != nil {
			return err
		}
		merged, err := edit.Merge(sets[0], sets[1], sets[2], edit.MergeOptions{Text: m.lines, Locks: held.Locks, Records: held.Records})
		var refused *edit.Refused
		switch {
		case err == nil:
			m.merged, m.clean = merged, merged.Clean()
			m.text = merged.Set.Files()[0].Tree.File.Text()
			return nil
		case !errors.As(err, &refused):
			return err
		}
		why = err
	}
	lines, err := revision.MergeLines(m.Context.Context, m.texts[0], m.texts[1], m.texts[2])
	if err != nil {
		return fmt.Errorf("%s: %w, and lines cannot be merged: %w", project.Shown(m.path), why, err)
	}
	m.text, m.clean, m.reason = lines.Text, lines.Clean, fmt.Sprintf("lines are merged, without looking at what they mean: %v", why)
	if lines.Binary {
		m.reason = fmt.Sprintf("ours is kept: this is no text, and %v", why)
	}
	return nil
}

// json merges documents by their members, with the layout of both sides where the
// lines can be merged as well and say the same. Where members cannot be merged, or
// the file is YAML, lines are.
func (m *merging) json() error {
	text, ok := jsonmerge.Merge(m.texts[0], m.texts[1], m.texts[2])
	lines, err := revision.MergeLines(m.Context.Context, m.texts[0], m.texts[1], m.texts[2])
	switch {
	case ok && (err != nil || !lines.Clean || !jsonmerge.Same(text, lines.Text)):
		m.text, m.clean = text, true
	case err != nil:
		return fmt.Errorf("%s: lines cannot be merged: %w", project.Shown(m.path), err)
	default:
		m.text, m.clean = lines.Text, lines.Clean
	}
	return nil
}

// locks returns the locks on the file, and those on suites that read it: as git
// merges them, if it runs this, and else as they are beside the path.
func (m *merging) locks() (*locks.File, error) {
	folders, err := locks.Around([]string{m.path})
	if err != nil {
		return nil, err
	}
	f := locks.Folder(folders, m.path)
	if m.IsSet("path") {
		if repository, err := revision.Open(m.Context.Context, "."); err == nil {
			if versions, ok := repository.Siblings(m.Context.Context, m.texts, filepath.ToSlash(m.path), locks.Name); ok {
				if f, err = m.mergedLocks(versions); err != nil {
					return nil, err
				}
				folders[slices.Index(folders, locks.Folder(folders, m.path))] = f
			}
		}
	}
	held := &locks.File{Records: f.Records}
	for i, r := range held.Records {
		held.Records[i].At = r.At.In(filepath.Join(filepath.Dir(m.path), filepath.Base(r.At.File)))
	}
	for _, l := range f.Locks {
		if filepath.Base(l.At.File) == filepath.Base(m.path) {
			l.At = l.At.In(m.path)
			held.Locks = append(held.Locks, l)
		}
	}
	held.Locks = append(held.Locks, locks.Readers(folders, m.path)...)
	return held, nil
}

// mergedLocks merges the locks of the three revisions that git merges.
func (m *merging) mergedLocks(versions [3]revision.Sibling) (*locks.File, error) {
	var files [3]*locks.File
	for i, v := range versions {
		f, err := locks.Parse(filepath.Join(filepath.Dir(m.path), locks.Name), v.Text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", versionNames[i], err)
		}
		files[i] = f.Renamed(filepath.Join(filepath.Dir(m.path), v.Of), m.path)
	}
	return locks.Merge(files[0], files[1], files[2]), nil
}

// lines merges texts line by line.
func (m *merging) lines(base, ours, theirs string) (string, bool) {
	lines, err := revision.MergeLines(m.Context.Context, base, ours, theirs)
	return lines.Text, err == nil && lines.Clean
}
