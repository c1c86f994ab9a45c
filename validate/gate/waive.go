package gate

import (
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/validate"
)

// waive finds the waivers of the new version and what they allow. A waiver that
// the old version has as well was for an earlier change, and allows nothing.
func (j *judge) waive() {
	// Waivers are compared by their words, wherever they are in the files.
	before := lists.SetBy(waiversIn(j.Old), words)
	for _, w := range waiversIn(j.New) {
		if w.Fault != "" {
			j.report.Faults = append(j.report.Faults, w)
			continue
		}
		one := &Waiver{Waiver: w, Expired: before[words(w)]}
		j.report.Waivers = append(j.report.Waivers, one)
		if one.Expired {
			continue
		}
		for i := range j.report.Changes {
			if c := &j.report.Changes[i]; one.about(c) && one.allows(c) {
				c.Waived, one.Used = append(c.Waived, one), true
			}
		}
	}
}

func words(w ast.Waiver) string {
	return strings.Join([]string{w.Class, w.Target, w.Reason, w.Author}, "\x00")
}

// waiversIn returns the waivers in the files of a version, mantra.yaml included.
func waiversIn(v Version) []ast.Waiver {
	list := lists.FlatMap(v.Set.Files(), (*ast.File).Waivers)
	for _, p := range v.Projects {
		if p.Config != nil {
			list = append(list, ast.YAMLWaivers(p.Config)...)
		}
	}
	return list
}

// about reports whether a waiver names a change, or is above it.
func (w *Waiver) about(c *Change) bool {
	if w.Target != "" {
		// The file may be left out, and a target names all below it.
		for _, key := range []string{c.Key, pathOf(c.Key)} {
			if key == w.Target || strings.HasPrefix(key, w.Target+"/") {
				return true
			}
		}
		return false
	}
	// Without a target the waiver is about the form below its comment.
	form, at := w.Below(), c.New
	if form.IsZero() || at.IsZero() || at.File.Name() != form.File.Name() {
		return false
	}
	return at.Start >= form.Start && at.End <= form.End || w.aboveSection(c, form)
}

// pathOf returns a key without the file.
func pathOf(key string) string {
	if _, path, ok := strings.Cut(key, "#"); ok {
		return path
	}
	return key
}

// sections are the heads of the parts of a declaration, by what is in them as
// it is called in addresses.
var sections = map[string]string{"param": "params", "pre": "pre", "post": "post", "init": "init", "check": "checks", "goal": "goal"}

// aboveSection reports whether a form is the part of a declaration that something
// was removed from: New is the name of the declaration then.
func (w *Waiver) aboveSection(c *Change, form source.Span) bool {
	parts := strings.Split(pathOf(c.Key), "/")
	if len(parts) < 3 || sections[parts[2]] == "" || !strings.HasPrefix(form.Text(), "("+sections[parts[2]]) {
		return false
	}
	text := form.File.Text()
	// New is the name of the declaration, so the nearest parenthesis before it opens it.
	declaration := form.File.Span(strings.LastIndexByte(text[:c.New.Start], '('), c.New.End)
	end := ast.FormEnd(text, declaration.Start)
	return form.Start > declaration.Start && form.End <= end
}

// allows reports whether there is a side of a change that a waiver allows.
func (w *Waiver) allows(c *Change) bool {
	switch w.Class {
	case "looser":
		return c.Looser.Answer == validate.Found
	case "stricter":
		return c.Stricter.Answer == validate.Found
	}
	// The remaining class is "unknown".
	return c.Difference.Open()
}
