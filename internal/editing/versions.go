package editing

import (
	"errors"
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/project"
)

// versionNames are what the versions of a merge are called in messages.
var versionNames = [...]string{"the base", "our version", "their version"}

// unresolved returns an error if a version holds a conflict of another merge.
func (m *Merging) unresolved() error {
	if _, ok := project.KindOf(m.Path); !ok {
		return nil
	}
	for i, text := range m.Texts {
		if list := m.conflictsIn(m.Path, text); len(list) > 0 {
			return fmt.Errorf("%s: %s holds a conflict of another merge on line %d; resolve it first: mantrac check", project.Shown(m.Path), versionNames[i], list[0].Primary.From(source.Bytes).Line)
		}
	}
	return nil
}

// Conflicts returns the conflicts that are marked in the merged text, as mantrac check
// reports them in a file of the given name.
func (m *Merging) Conflicts(name string) []diag.Diagnostic { return m.conflictsIn(name, m.Text) }

// conflictsIn returns the conflicts that are marked in a text.
func (m *Merging) conflictsIn(name, text string) []diag.Diagnostic {
	file := source.NewFile(name, text)
	kind, ok := project.KindOf(m.Path)
	if !ok || kind == project.ToolsFile {
		_, list := syntax.GitConflicts(file)
		return list
	}
	return lists.Filter(ast.Parse(file, kind.Language(), nil).Faults, func(d diag.Diagnostic) bool { return d.Code == syntax.UnresolvedCode })
}

// sets reads the versions as if each of them stood at the path, or says why they
// cannot be merged by their edits.
//
// A suite may be newer than the model that is there: git merges one file after
// the other. Then its own edits are merged, and nothing is checked that rests
// on the model.
func (m *Merging) sets() (sets [3]*edit.Set, why error) {
	for i, text := range m.Texts {
		set, err := m.set(text)
		if err != nil {
			why = errors.Join(why, fmt.Errorf("%s %w", versionNames[i], err))
		}
		// A version that cannot be read at all ends the merge of edits.
		if set == nil {
			return sets, why
		}
		sets[i] = set
	}
	if why == nil {
		return sets, nil
	}
	first, _, _ := strings.Cut(why.Error(), "\n")
	// Only a suite can be merged in spite of errors.
	if len(sets[0].Suites) == 0 {
		return sets, errors.New(first)
	}
	for i, s := range sets {
		// Errors that remain without a model are in the suite itself.
		k := checker.CheckSuite(s.Suites[0].File, nil, nil, checker.Options{})
		if d := diag.FirstError(k.Diagnostics); d != nil {
			return sets, fmt.Errorf("%s has an error: %s", versionNames[i], d.Message)
		}
		sets[i] = &edit.Set{Suites: []*checker.Suite{k}}
	}
	m.Reason = "the result has not been checked against the model: " + first
	return sets, nil
}

// set reads one version. It returns a set with an error if there is something
// wrong with what it says.
func (m *Merging) set(text string) (*edit.Set, error) {
	set, found, err := SetAt(m.Options, m.Path, text)
	if err != nil {
		return nil, err
	}
	if d := diag.FirstError(found); d != nil {
		return set, fmt.Errorf("has an error: %s", d.Message)
	}
	return set, nil
}
