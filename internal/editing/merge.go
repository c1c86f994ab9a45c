package editing

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/edit/locks"
	"github.com/mantrac/mantrac/internal/jsonmerge"
	"github.com/mantrac/mantrac/internal/revision"
	"github.com/mantrac/mantrac/project"
)

// A Merging is three versions of a file that become one.
type Merging struct {
	project.Options
	Path  string    // decides on the kind and the project
	Texts [3]string // base, ours, theirs
	Git   bool      // git runs this, and has the locks of all versions

	Merged *edit.Merged // nil where lines have been merged
	Text   string
	Clean  bool
	Reason string // see edit.WriteMergeJSON
}

// Run merges the edits, or else the lines.
func (m *Merging) Run(ctx context.Context) error {
	if err := m.unresolved(); err != nil {
		return err
	}
	// JSON has its own merge, by members.
	if kind, ok := project.KindOf(m.Path); ok && kind == project.ToolsFile {
		return m.json(ctx)
	}
	sets, why := m.sets()
	if why == nil {
		held, err := m.locks(ctx)
		if err != nil {
			return err
		}
		// Texts inside the edits, such as prompts, are merged by lines.
		lines := func(base, ours, theirs string) (string, bool) {
			lines, err := revision.MergeLines(ctx, base, ours, theirs)
			return lines.Text, err == nil && lines.Clean
		}
		merged, err := edit.Merge(sets[0], sets[1], sets[2], edit.MergeOptions{Text: lines, Locks: held.Locks, Records: held.Records})
		var refused *edit.Refused
		switch {
		case err == nil:
			m.Merged, m.Clean = merged, merged.Clean()
			m.Text = merged.Set.Files()[0].Tree.File.Text()
			return nil
		case !errors.As(err, &refused):
			return err
		}
		// The edits cannot be merged: fall back to lines, and say why.
		why = err
	}
	lines, err := revision.MergeLines(ctx, m.Texts[0], m.Texts[1], m.Texts[2])
	if err != nil {
		return fmt.Errorf("%s: %w, and lines cannot be merged: %w", project.Shown(m.Path), why, err)
	}
	m.Text, m.Clean, m.Reason = lines.Text, lines.Clean, fmt.Sprintf("lines are merged, without looking at what they mean: %v", why)
	if lines.Binary {
		m.Reason = fmt.Sprintf("ours is kept: this is not text, and %v", why)
	}
	return nil
}

// json merges documents by their members, with the layout of both sides where the
// lines can be merged as well and say the same. Where members cannot be merged, or
// the file is YAML, lines are.
func (m *Merging) json(ctx context.Context) error {
	text, ok := jsonmerge.Merge(m.Texts[0], m.Texts[1], m.Texts[2])
	lines, err := revision.MergeLines(ctx, m.Texts[0], m.Texts[1], m.Texts[2])
	switch {
	case ok && (err != nil || !lines.Clean || !jsonmerge.Same(text, lines.Text)):
		// Merged lines are preferred for their layout, but only if they say the same.
		m.Text, m.Clean = text, true
	case err != nil:
		return fmt.Errorf("%s: lines cannot be merged: %w", project.Shown(m.Path), err)
	default:
		m.Text, m.Clean = lines.Text, lines.Clean
	}
	return nil
}

// locks returns the locks on the file, and those on suites that read it: as git
// merges them, if it runs this, and else as they are beside the path.
func (m *Merging) locks(ctx context.Context) (*locks.File, error) {
	folders, err := locks.Around([]string{m.Path})
	if err != nil {
		return nil, err
	}
	f := locks.Folder(folders, m.Path)
	// git may not have merged the file of locks yet, so the three versions are merged here.
	if m.Git {
		if repository, err := revision.Open(ctx, "."); err == nil {
			if versions, ok := repository.Siblings(ctx, m.Texts, filepath.ToSlash(m.Path), locks.Name); ok {
				if f, err = m.mergedLocks(versions); err != nil {
					return nil, err
				}
				folders[slices.Index(folders, locks.Folder(folders, m.Path))] = f
			}
		}
	}
	held := &locks.File{Records: f.Records}
	// Records and locks name files in the folder. They must name the path of this merge.
	for i, r := range held.Records {
		held.Records[i].At = r.At.In(filepath.Join(filepath.Dir(m.Path), filepath.Base(r.At.File)))
	}
	for _, l := range f.Locks {
		if filepath.Base(l.At.File) == filepath.Base(m.Path) {
			l.At = l.At.In(m.Path)
			held.Locks = append(held.Locks, l)
		}
	}
	held.Locks = append(held.Locks, locks.Readers(folders, m.Path)...)
	return held, nil
}

// mergedLocks merges the locks of the three revisions that git merges.
func (m *Merging) mergedLocks(versions [3]revision.Sibling) (*locks.File, error) {
	var files [3]*locks.File
	for i, v := range versions {
		f, err := locks.Parse(filepath.Join(filepath.Dir(m.Path), locks.Name), v.Text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", versionNames[i], err)
		}
		files[i] = f.Renamed(filepath.Join(filepath.Dir(m.Path), v.Of), m.Path)
	}
	return locks.Merge(files[0], files[1], files[2]), nil
}
