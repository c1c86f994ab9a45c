package project

import (
	"slices"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/lang/tool"
)

// A toolset is the tools of a project and what is wrong with them.
type toolset struct {
	set   *tool.Set // nil where there are none, or not all could be read
	found []diag.Diagnostic
}

// A toolsKey is what the tools of a project depend on.
type toolsKey struct {
	path   string
	format tool.Format
	labels *config // that labels them, if any does
}

// toolsOf returns the tools of a project. Projects with the same tools share
// them, unless they label them.
func (r *run) toolsOf(p *project) *toolset {
	key := toolsKey{path: r.tools}
	if key.path == "" && p.config != nil {
		key.path, key.format = p.config.tools.path, p.config.format
	}
	if key.path == "" {
		return &toolset{}
	}
	if c := p.config; c != nil && (len(c.effects) > 0 || c.toolTypes.path != "") {
		key.labels = c
	}
	if t := r.toolsets[key]; t != nil {
		return t
	}
	t := r.readTools(key)
	r.toolsets[key] = t
	return t
}

func (r *run) readTools(key toolsKey) *toolset {
	like := File{Name: r.o.Tools}
	if r.tools == "" {
		like.Name = key.at()
	}
	file, err := r.open(key.path, like)
	if err != nil {
		return &toolset{} // reported where it is named
	}
	set, found := tool.Read(file, key.format)
	t := &toolset{set: set, found: found}
	if slices.ContainsFunc(found, incomplete) {
		t.set = nil
		return t
	}
	if key.labels != nil {
		r.label(t, key.labels)
	}
	return t
}
