package project

import (
	"path/filepath"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
)

// A config is what a mantra.yaml says, as far as checking depends on it.
type config struct {
	file *source.File
	dir  string

	tools     named // none if there are none, or they cannot be read
	format    tool.Format
	model     named
	toolTypes named
	bindings  named
	bound     *bound // once the bindings have been read
	effects   []label
	users     users
	events    []*tool.Tool // in the order of the file

	found []diag.Diagnostic
}

// named is a file that a key names.
type named struct {
	path   string // "" if it cannot be used
	at     source.Span
	absent bool // there is no such key
}

// loadConfig reads a mantra.yaml. What it says about tools does not count if
// others were asked for.
func (r *run) loadConfig(file *source.File, dir string) *config {
	c := &config{file: file, dir: dir} // until it has been read, there may be anything in it
	yaml := r.o.Cache.yaml(dir, file)
	for _, f := range yaml.faults {
		c.report(f)
	}
	root := yaml.root
	if root == nil || len(yaml.faults) > 0 {
		return c // what else seems wrong may be so only because of these
	}
	for _, p := range yaml.problems {
		c.report(p)
	}
	if root.Kind != document.Object {
		return c
	}
	if r.o.Tools == "" {
		r.loadTools(c, root.Get("tools"))
	}
	c.model = r.namedFile(c, "model", root.Get("model"), ".wm")
	c.toolTypes = r.namedFile(c, "tool_types", root.Get("tool_types"), "")
	c.loadEffects(root.Get("effects"))
	r.loadUsers(c, root.Get("user_tools"))
	r.loadEvents(c, root)
	r.minorFile(c, "document_path", root.Get("document_path"))
	r.loadBindings(c, root.Get("env_bindings"))
	return c
}

func (c *config) report(p diag.Problem) { c.found = append(c.found, diag.Of(p)) }

// namedFile returns the file that a key names; v is the value of the key, nil if
// there is none.
func (r *run) namedFile(c *config, key string, v *document.Node, ending string) named {
	if v == nil {
		return named{absent: true}
	}
	n := named{at: place(v)}
	if v.Kind != document.String || v.Text == "" || strings.Contains(v.Text, "$") {
		return n // reported by the schema
	}
	path, trouble := r.resolve(c.dir, c.dir, v.Text, ending)
	if trouble != nil {
		c.report(badFile{key: key, at: v.At, plain: plain(v), trouble: *trouble})
	}
	n.path = path
	return n
}

// minorFile looks whether a file is there that only later stages need.
func (r *run) minorFile(c *config, key string, v *document.Node) {
	if !v.Is(document.String) || strings.Contains(v.Text, "$") {
		return
	}
	if _, trouble := r.resolve(c.dir, c.dir, v.Text, ""); trouble != nil {
		c.report(badFile{key: key, at: v.At, plain: plain(v), trouble: *trouble, minor: true})
	}
}

// loadTools reads the key `tools`: the name of a file, or a mapping of format
// and source.
func (r *run) loadTools(c *config, v *document.Node) {
	if v == nil {
		c.tools.absent = true
		return
	}
	if v.Kind != document.Object {
		c.tools = r.namedFile(c, "tools", v, "")
		return
	}
	if f := v.Get("format"); f.Is(document.String) {
		if f.Text == "python_callable" {
			c.python(f, v.Get("source"))
			return
		}
		c.format, _ = tool.ParseFormat(f.Text)
	}
	c.tools = r.namedFile(c, "tools.source", v.Get("source"), "")
}

func (c *config) python(format, source *document.Node) {
	p := pythonTools{at: format.At, module: "the module"}
	if source != nil {
		p.module = source.Text
	}
	c.report(p)
}

func (c *config) loadEffects(v *document.Node) {
	if v == nil {
		return
	}
	for _, m := range v.Members {
		if effect, ok := tool.ParseEffect(m.Value.Text); ok && m.Value.Kind == document.String {
			c.effects = append(c.effects, label{tool: m.Name, at: m.At, effect: effect})
		}
	}
}

// A project is a folder and what its mantra.yaml says.
type project struct {
	root   string
	config *config // nil where there is no mantra.yaml
}

// projectOf returns the project of a file.
func (r *run) projectOf(f File) *project {
	dir := filepath.Dir(f.Path)
	if r.config != nil {
		if inside(r.config.dir, f.Path) {
			return r.config.project()
		}
		// The configuration counts here too, but the file is in a project of its own folder.
		return &project{root: dir, config: r.config}
	}
	if p := r.folders[dir]; p != nil {
		return p
	}
	p := &project{root: dir}
	for at := dir; ; at = filepath.Dir(at) {
		if c := r.configAt(filepath.Join(at, ConfigName), f); c != nil {
			p = c.project()
			break
		}
		if at == filepath.Dir(at) {
			break
		}
	}
	r.folders[dir] = p
	return p
}

func (c *config) project() *project { return &project{root: c.dir, config: c} }

// configAt returns the mantra.yaml of the given path, or nil.
func (r *run) configAt(path string, like File) *config {
	if c, ok := r.configs[path]; ok {
		return c
	}
	c, err := r.readConfig(path, like)
	r.configs[path] = c
	if err != nil && !isAbsent(err) {
		r.fail(r.nameOf(path, like), err)
	}
	return c
}

func (r *run) readConfig(path string, like File) (*config, error) {
	file, err := r.open(path, like)
	if err != nil {
		return nil, err
	}
	c, found := readOurs(file, func(f *source.File) (*config, []diag.Diagnostic) {
		c := r.loadConfig(f, filepath.Dir(path))
		return c, append(c.found, malformed(ast.YAMLWaivers(f))...)
	})
	c.found = capped(found)
	return c, nil
}

// maxShown is the number of findings in one mantra.yaml, or one file of tools,
// that anybody can use.
const maxShown = 100

// capped cuts a list off at that number of different findings.
func capped(list []diag.Diagnostic) []diag.Diagnostic {
	if len(list) <= maxShown {
		return list
	}
	if list = diag.Canonical(list); len(list) <= maxShown {
		return list
	}
	worst := diag.Lint
	for _, d := range list[maxShown:] {
		worst = min(worst, d.Severity)
	}
	more := checker.TooMany{At: list[0].Primary.File.Span(0, 0), Shown: maxShown, All: len(list), Worst: worst}
	return append(list[:maxShown], diag.Of(more))
}

// NearestConfig returns the path of the nearest mantra.yaml in a folder or
// above it.
func NearestConfig(dir string) (path string, ok bool) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", false
	}
	for ; ; dir = filepath.Dir(dir) {
		path := filepath.Join(dir, ConfigName)
		if _, err := ReadFile(path); !isAbsent(err) {
			return path, true
		}
		if dir == filepath.Dir(dir) {
			return "", false
		}
	}
}
