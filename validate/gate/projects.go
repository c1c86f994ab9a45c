package gate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/validate/behaviour"
)

// A projectPair is a project in both versions.
type projectPair struct{ old, new project.Project }

// pairProjects pairs projects by the names of their mantra.yaml behind the
// prefixes, and then what is left, if that is one on either side. A project that
// one version lacks has no settings and no tools there.
func pairProjects(in Input) []projectPair {
	name := func(p project.Project, prefix string) string {
		if p.Config == nil {
			return ""
		}
		return strings.TrimPrefix(p.Config.Name(), prefix)
	}
	var list []projectPair
	rest := slices.Clone(in.Old.Projects)
	for _, n := range in.New.Projects {
		p := projectPair{new: n}
		i := slices.IndexFunc(rest, func(o project.Project) bool { return name(o, in.Old.Prefix) == name(n, in.New.Prefix) })
		if i < 0 && len(in.Old.Projects) == 1 && len(in.New.Projects) == 1 {
			i = 0
		}
		if i >= 0 {
			p.old = rest[i]
			rest = slices.Delete(rest, i, i+1)
		}
		list = append(list, p)
	}
	for _, o := range rest {
		list = append(list, projectPair{old: o})
	}
	return list
}

// settingChanges compares the values in the two mantra.yaml.
func settingChanges(p projectPair) []Change {
	var list []Change
	find := func(all []project.Setting, path string) *project.Setting {
		if i := slices.IndexFunc(all, func(s project.Setting) bool { return s.Path == path }); i >= 0 {
			return &all[i]
		}
		return nil
	}
	add := func(path string, old, new *project.Setting) {
		c := Change{Rule: "setting", Key: "settings/" + path, Edit: -1, Difference: bound(path, old, new)}
		switch {
		case old == nil:
			c.Words, c.New = fixed("added setting | |", path, new.Value), new.At
		case new == nil:
			c.Words, c.Old = fixed("removed setting | |", path, old.Value), old.At
		default:
			c.Words, c.Old, c.New = fixed("changed setting | from | to |", path, old.Value, new.Value), old.At, new.At
		}
		list = append(list, c)
	}
	for i := range p.new.Settings {
		n := &p.new.Settings[i]
		if o := find(p.old.Settings, n.Path); o == nil || o.Value != n.Value {
			add(n.Path, o, n)
		}
	}
	for i := range p.old.Settings {
		if o := &p.old.Settings[i]; find(p.new.Settings, o.Path) == nil {
			add(o.Path, o, nil)
		}
	}
	return list
}

// bound classes a setting. What `model` and `tools` name is compared by itself.
// The bound says how long the traces are that are checked.
func bound(path string, old, new *project.Setting) behaviour.Difference {
	d := none()
	if path != "validation/z3_trace_bound" {
		return d
	}
	was, is := -1, -1
	if old != nil {
		fmt.Sscan(old.Value, &was)
	}
	if new != nil {
		fmt.Sscan(new.Value, &is)
	}
	switch {
	case was < 0 || is < 0:
		d.Looser, d.Stricter = unknown("the bound of one version is not a number in the file"), unknown("the bound of one version is not a number in the file")
	case is < was:
		d.Looser = found("longer traces are no longer checked")
	case is > was:
		d.Stricter = found("longer traces are checked now")
	}
	return d
}
