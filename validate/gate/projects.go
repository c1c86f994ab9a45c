package gate

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/source"
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

// manualChanges compares the manuals, section by section. No trace depends on
// them, so they are equal; what was taken from a changed section may not be right
// any more.
func manualChanges(in Input, p projectPair) []Change {
	var list []Change
	name := func(f *source.File, prefix string) string { return strings.TrimPrefix(f.Name(), prefix) }
	find := func(files []*source.File, want, prefix string) *source.File {
		if i := slices.IndexFunc(files, func(f *source.File) bool { return name(f, prefix) == want }); i >= 0 {
			return files[i]
		}
		return nil
	}
	add := func(rule, manual, heading string, old, new source.Span, prose [2]string) {
		words := fixed(rule+" section | of manual |", heading, manual)
		if heading == "" {
			words = fixed(rule+" manual |", manual)
		}
		list = append(list, Change{Rule: "manual", Words: words, Key: "manual/" + manual, Edit: -1, Difference: none(), Old: old, New: new, Prose: prose, Cited: in.citing(manual, heading, prose)})
	}
	for _, n := range p.new.Manuals {
		o := find(p.old.Manuals, name(n, in.New.Prefix), in.Old.Prefix)
		if o == nil {
			add("added", name(n, in.New.Prefix), "", source.Span{}, n.Span(0, 0), [2]string{})
			continue
		}
		compareSections(sectionsOf(o), sectionsOf(n), func(rule, heading string, old, new source.Span, prose [2]string) {
			add(rule, name(n, in.New.Prefix), heading, old, new, prose)
		})
	}
	for _, o := range p.old.Manuals {
		if find(p.new.Manuals, name(o, in.Old.Prefix), in.New.Prefix) == nil {
			add("removed", name(o, in.Old.Prefix), "", o.Span(0, 0), source.Span{}, [2]string{})
		}
	}
	return list
}

// A section is a heading of a manual with the text up to the next one.
type section struct {
	heading, text string
	at            source.Span // of the heading
}

func sectionsOf(f *source.File) []section {
	list := []section{{at: f.Span(0, 0)}}
	fenced, start := false, 0
	for line := range strings.Lines(f.Text()) {
		trimmed := strings.TrimSpace(line)
		if strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~") {
			fenced = !fenced
		}
		title := strings.TrimLeft(trimmed, "#")
		if level := len(trimmed) - len(title); !fenced && level > 0 && level <= 6 && strings.HasPrefix(title, " ") {
			list = append(list, section{heading: strings.TrimSpace(strings.TrimRight(title, "# ")), at: f.Span(start, start+len(strings.TrimRight(line, "\r\n")))})
		} else {
			list[len(list)-1].text += strings.TrimRight(line, " \t\r\n") + "\n"
		}
		start += len(line)
	}
	return list
}

func compareSections(old, new []section, add func(rule, heading string, old, new source.Span, prose [2]string)) {
	taken := make(map[int]bool)
	for _, n := range new {
		i := slices.IndexFunc(old, func(o section) bool { return o.heading == n.heading })
		for ; i >= 0 && i < len(old) && (taken[i] || old[i].heading != n.heading); i++ {
		}
		switch {
		case i < 0 || i == len(old):
			if n.heading+strings.TrimSpace(n.text) != "" {
				add("added", n.heading, source.Span{}, n.at, [2]string{})
			}
			continue
		case strings.TrimSpace(old[i].text) != strings.TrimSpace(n.text):
			add("changed", n.heading, old[i].at, n.at, [2]string{old[i].text, n.text})
		}
		taken[i] = true
	}
	for i, o := range old {
		if !taken[i] {
			add("removed", o.heading, o.at, source.Span{}, [2]string{})
		}
	}
}

// citing returns the @manual lines of the new version that lead to a section of a
// manual, or to lines of its whole text.
func (in Input) citing(manual, heading string, prose [2]string) []source.Span {
	var list []source.Span
	if prose == [2]string{} {
		return nil
	}
	for _, f := range in.New.Set.Files() {
		for _, p := range f.Provenances() {
			if path.Base(p.File) == path.Base(manual) && p.Heading != "" && strings.EqualFold(p.Heading, heading) {
				list = append(list, p.Span)
			}
		}
	}
	return list
}
