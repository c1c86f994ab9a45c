package project

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
)

// A Project is what files depend on beside themselves.
type Project struct {
	// Config is the mantra.yaml; nil where there is none.
	Config   *source.File
	Settings []Setting // of Config, in file order
	Tools    *tool.Set // nil where there are none
	// Manuals are the manual that Config names, and those that @manual lines of
	// the checked files name.
	Manuals []*source.File
}

// A Setting is one value in a mantra.yaml.
type Setting struct {
	Path  string // of its keys, with slashes between; the index of an element of a list is one of them
	Value string // as it is written
	At    source.Span
}

// projects returns the projects of the files that were checked, in the order of
// the files.
func (r *run) projects(files []File) []Project {
	var list []Project
	seen := make(map[*project]bool)
	configs := make(map[*config]bool)
	for _, f := range files {
		p := r.projectOf(f)
		// A mantra.yaml has a project value for each folder, and is listed once.
		if seen[p] || p.config != nil && configs[p.config] {
			continue
		}
		seen[p] = true
		out := Project{Tools: r.toolsOf(p).set}
		if p.config != nil {
			configs[p.config] = true
			out.Config = p.config.file
			if root, _ := readYAML(p.config.file); root != nil {
				out.Settings = settingsIn(root, source.Span{}, "")
			}
		}
		out.Manuals = r.manualsOf(p)
		if out.Config != nil || out.Tools != nil || len(out.Manuals) > 0 {
			list = append(list, out)
		}
	}
	return list
}

// settingsIn returns the values in a value, with the places of their keys.
func settingsIn(n *document.Node, at source.Span, path string) []Setting {
	var list []Setting
	switch n.Kind {
	case document.Object:
		for _, m := range n.Members {
			list = append(list, settingsIn(m.Value, m.At, strings.TrimPrefix(path+"/"+m.Name, "/"))...)
		}
	case document.List:
		for i, item := range n.Items {
			list = append(list, settingsIn(item, place(item), fmt.Sprintf("%s/%d", path, i))...)
		}
	default:
		list = append(list, Setting{path, n.Text, at})
	}
	return list
}

// manualsOf returns the manuals of a project that can be read.
func (r *run) manualsOf(p *project) []*source.File {
	var list []*source.File
	add := func(file *source.File) {
		if file != nil && !slices.Contains(list, file) {
			list = append(list, file)
		}
	}
	if c := p.config; c != nil {
		root, _ := readYAML(c.file)
		if v := root.Get("document_path"); v.Is(document.String) {
			if path, trouble := r.resolve(c.dir, c.dir, v.Text, ""); trouble == nil {
				file, _ := r.open(path, File{Name: c.file.Name()})
				add(file)
			}
		}
	}
	var named []*source.File
	for key, m := range r.manuals {
		if key.root == p.root && m.file != nil {
			named = append(named, m.file)
		}
	}
	slices.SortFunc(named, func(a, b *source.File) int { return strings.Compare(a.Name(), b.Name()) })
	for _, file := range named {
		add(file)
	}
	return list
}
