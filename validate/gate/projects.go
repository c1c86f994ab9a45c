package gate

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/internal/pairs"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/validate/behaviour"
)

// A projectPair is a project in both versions.
type projectPair = pairs.Pair[project.Project]

// pairProjects pairs projects by the names of their mantra.yaml after the
// prefixes, and then what is left, if that is one on either side. A project that
// one version lacks has no settings and no tools there.
func pairProjects(in Input) []projectPair {
	name := func(v Version) func(project.Project) string {
		return func(p project.Project) string {
			if p.Config == nil {
				return ""
			}
			return strings.TrimPrefix(p.Config.Name(), v.Prefix)
		}
	}
	return pairs.Loners(pairs.By(in.Old.Projects, in.New.Projects, name(in.Old), name(in.New)))
}

// settingChanges compares the values in the two mantra.yaml.
func settingChanges(p projectPair) []Change {
	var list []Change
	for _, s := range pairs.Same(p.Old.Settings, p.New.Settings, func(s project.Setting) string { return s.Path }) {
		path := cmp.Or(s.New.Path, s.Old.Path)
		c := Change{Rule: "setting", Key: "settings/" + path, Edit: -1, Difference: bound(path, s), Old: s.Old.At, New: s.New.At}
		switch {
		case !s.InOld:
			c.Words = fixed("added setting | |", path, s.New.Value)
		case !s.InNew:
			c.Words = fixed("removed setting | |", path, s.Old.Value)
		case s.Old.Value == s.New.Value:
			// The value is compared as written, whatever its place in the file is.
			continue
		default:
			c.Words = fixed("changed setting | from | to |", path, s.Old.Value, s.New.Value)
		}
		list = append(list, c)
	}
	return list
}

// bound classes a setting. What `model` and `tools` name is compared by itself.
// The bound says how long the traces are that are checked.
func bound(path string, s pairs.Pair[project.Setting]) behaviour.Difference {
	d := none()
	if path != "validation/z3_trace_bound" {
		return d
	}
	// -1 remains where the file gives no number.
	was, is := -1, -1
	fmt.Sscan(s.Old.Value, &was) // stays as it is where there is no number
	fmt.Sscan(s.New.Value, &is)
	switch {
	case was < 0 || is < 0:
		d = undecided("the bound of one version is not a number in the file")
	case is < was:
		d.Looser = found("longer traces are no longer checked")
	case is > was:
		d.Stricter = found("longer traces are checked now")
	}
	return d
}
