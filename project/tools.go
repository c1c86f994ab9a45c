package project

import (
	"slices"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lang/tool"
)

// A toolset is the tools of a project and what is wrong with them.
type toolset struct {
	set   *tool.Set // nil where there are none, or not all could be read
	found []diag.Diagnostic
}

// A toolsKey is what a toolset depends on.
type toolsKey struct {
	path   string
	format tool.Format
	labels *config // that labels the tools, if any does
}

// toolsOf returns the tools of a project. Projects with the same tools share
// them, unless they label them.
func (r *run) toolsOf(p *project) *toolset {
	key := toolsKey{path: r.tools}
	like := File{Name: r.o.Tools}
	if c := p.config; c != nil {
		if key.path == "" {
			key.path, key.format = c.tools.path, c.format
			like.Name = c.file.Name()
		}
		if len(c.effects)+len(c.events) > 0 || c.toolTypes.path != "" || c.users.any() {
			key.labels = c
		}
	}
	if key.path == "" {
		return &toolset{}
	}
	if t := r.toolsets[key]; t != nil {
		return t
	}
	t := r.readTools(key, like)
	r.toolsets[key] = t
	return t
}

func (r *run) readTools(key toolsKey, like File) *toolset {
	file, err := r.open(key.path, like)
	if err != nil {
		return &toolset{} // reported where it is named
	}
	from := r.sourceOf(key, file)
	if t := r.o.Cache.toolset(from); t != nil {
		return t
	}
	set, found := readOurs(file, func(f *source.File) (*tool.Set, []diag.Diagnostic) { return tool.Read(f, key.format) })
	t := &toolset{set: set, found: capped(found)}
	// What is added to t below is kept, too.
	defer r.o.Cache.keep(from, t)
	if slices.ContainsFunc(found, unread) {
		t.set = nil
		return t
	}
	if key.labels != nil {
		r.addUsers(t, key.labels)
	}
	if key.labels != nil && t.set != nil {
		r.join(t, key.labels)
		r.label(t, key.labels)
	}
	return t
}

// readOurs reads a file. If git has left conflicts in it, our side is read, and
// they are all that is found: what else is wrong may be right in the other version.
func readOurs[T any](file *source.File, read func(*source.File) (T, []diag.Diagnostic)) (T, []diag.Diagnostic) {
	ours, conflicts := syntax.GitConflicts(file)
	out, found := read(ours)
	if len(conflicts) > 0 {
		found = conflicts
	}
	return out, found
}

// sourceOf returns what a toolset is made of.
func (r *run) sourceOf(key toolsKey, file *source.File) toolSource {
	from := toolSource{file: file, format: key.format}
	if c := key.labels; c != nil {
		from.config = c.file
		if c.toolTypes.path != "" {
			from.types, _ = r.open(c.toolTypes.path, File{Name: c.file.Name()})
		}
		if c.users.file.path != "" {
			from.users, _ = r.open(c.users.file.path, File{Name: c.file.Name()})
		}
	}
	return from
}

// unread reports whether a finding in a file of tools means that not all of
// them have been read. What is checked against the others would be found to
// name tools that do not exist.
func unread(d diag.Diagnostic) bool {
	return d.Code == "MC0501" || d.Code == "MC0502" || d.Code == "MC0511"
}

// label gives tools the effects that a project says they have.
func (r *run) label(t *toolset, c *config) {
	// Tools that were asked for in place of the project's need not be all that
	// it has labels for.
	own := r.tools == ""
	var unknown []diag.Diagnostic
	for _, l := range r.labels(t, c) {
		switch known := t.set.Lookup(l.tool); {
		case known != nil:
			known.Effect = l.effect
		case own:
			p := unknownTool{name: l.tool, at: l.at, near: spell.Nearest(l.tool, t.set.Names()), tools: c.tools.at, what: "label"}
			unknown = append(unknown, diag.Of(p))
		}
	}
	t.found = append(t.found, capped(unknown)...)
}

// A label says what a tool does.
type label struct {
	tool   string
	at     source.Span // of the name
	effect tool.Effect
}

// labels returns the labels of a project, those that count more later.
func (r *run) labels(t *toolset, c *config) []label {
	if c.toolTypes.path == "" {
		return c.effects
	}
	file, err := r.open(c.toolTypes.path, File{Name: c.file.Name()})
	if err != nil {
		return c.effects
	}
	read, found := readOurs(file, tool.ReadEffects)
	t.found = append(t.found, capped(found)...)
	var list []label
	for _, l := range read {
		if l.Side == "" || l.Side == t.set.Owner(l.Tool).String() {
			list = append(list, label{tool: l.Tool, at: l.ToolSpan, effect: l.Effect})
		}
	}
	return append(list, c.effects...)
}
