package repair

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/lang/diag"
)

// priorLint is how likely the fix of a lint is to help: a mistake has been seen there.
const priorLint = -2

// lintFixes proposes the fixes of the lints in the case, and in the transitions that
// the conflict is about.
func (g *generator) lintFixes() []proposal {
	tools := g.relevant()
	elsewhere := func(e edit.Edit) bool {
		switch e.At.Path[0] {
		case "case":
			return e.At.Path[1] != g.ref.Name()
		case "transition":
			return !slices.Contains(tools, e.At.Path[1])
		}
		return false
	}
	fixes := slices.Concat(g.fixesIn(g.suiteFile()), g.fixesIn(g.modelFile()))
	return slices.DeleteFunc(fixes, func(p proposal) bool { return slices.ContainsFunc(p.edits, elsewhere) })
}

// fixesIn proposes the fixes of all lints in a file. It leaves out those that remove what
// has no effect, which closes no conflict.
func (f *finder) fixesIn(file string) []proposal {
	if list, ok := f.fixes[file]; ok {
		return list
	}
	var list []proposal
	old := f.fileSet(file)
	for _, d := range old.Diagnostics() {
		// Conflicts are of files without errors, and what has no effect closes none.
		if d.Severity == diag.Error || slices.Contains(d.Tags, diag.Unnecessary) {
			continue
		}
		for _, fix := range d.Fixes {
			if edits := typed(old, fix); len(edits) > 0 {
				list = append(list, proposal{edits: edits, why: fmt.Sprintf("changes %s as %s advises: %s", partName(edits[0].At), d.Code, fix.Message), prior: priorLint, slip: true})
			}
		}
	}
	f.fixes[file] = list
	return list
}

// typed returns a fix of a file as typed edits; none where it is not complete, or makes
// an error.
func typed(old *edit.Set, fix diag.Fix) []edit.Edit {
	file := old.Files()[0].Tree.File
	outside := func(e diag.Edit) bool { return e.Span.File == nil || e.Span.File.Name() != file.Name() }
	// A placeholder is for a person to fill in, and other files cannot be compared here.
	if fix.Level == diag.Placeholder || slices.ContainsFunc(fix.Edits, outside) {
		return nil
	}
	text, err := diag.Apply(file, fix.Edits)
	if err != nil {
		return nil
	}
	new, found := old.Check([]edit.Change{{File: file.Name(), Old: file.Text(), New: text}})
	if diag.Tally(found).Errors > 0 {
		return nil
	}
	// Fixes are edits of text; candidates need typed ones, for locks and ranks.
	edits, err := edit.Diff(old, new, edit.DiffOptions{})
	if err != nil {
		return nil
	}
	for i := range edits {
		edits[i].At = edits[i].At.In(file.Name())
	}
	return edits
}
