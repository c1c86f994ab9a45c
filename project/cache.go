package project

import (
	"path/filepath"
	"sync"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
)

// A Cache keeps what one [Check] found out for the next one, which reads
// again only the forms of a model whose text has changed, and looks again only
// at what depends on them. An editor has one; what is found is the same as
// without. It may be used by several goroutines, of which one checks at a time.
type Cache struct {
	mu     sync.Mutex
	files  map[string]*source.File
	trees  map[string]*ast.File
	tools  map[toolSource]*toolset
	models map[string]*checker.Model
	suites map[suiteKey]checkedSuite
	yamls  map[string]yamlText // by folder
	bounds map[*source.File]*bound
	links  map[*ast.File][]ast.Provenance
}

// A yamlText is a mantra.yaml by itself, whatever files it names.
type yamlText struct {
	file     *source.File
	root     *document.Node
	faults   []diag.Problem
	problems []diag.Problem
}

// A suiteKey names a suite and whether it has a model: who types in its `use`
// soon has the other one again.
type suiteKey struct {
	path    string
	without bool
}

type checkedSuite struct {
	*checker.Suite
	options checker.Options
}

// A toolSource is what a toolset was made of. Files are compared as such,
// since a text that has not changed stays the same file.
type toolSource struct {
	file          *source.File
	format        tool.Format
	config, types *source.File // that label the tools, if any does
	users         *source.File // with the tools of the user, if there is one
}

// NewCache returns a cache that knows nothing.
func NewCache() *Cache {
	return &Cache{
		files: make(map[string]*source.File), trees: make(map[string]*ast.File), tools: make(map[toolSource]*toolset),
		models: make(map[string]*checker.Model), suites: make(map[suiteKey]checkedSuite), yamls: make(map[string]yamlText), bounds: make(map[*source.File]*bound), links: make(map[*ast.File][]ast.Provenance),
	}
}

// start makes the cache, which may be nil, the run's own until the function
// that it returns is called.
func (c *Cache) start() (end func(*run)) {
	if c == nil {
		return func(*run) {}
	}
	c.mu.Lock()
	return func(r *run) {
		c.forget(r)
		c.mu.Unlock()
	}
}

// forget drops what the run had no use for.
func (c *Cache) forget(r *run) {
	for path := range c.files {
		if r.texts[path] == nil || r.texts[path].file == nil {
			delete(c.files, path)
			delete(c.trees, path)
		}
	}
	for path := range c.models {
		if r.models[path] == nil {
			delete(c.models, path)
		}
	}
	for key := range c.suites {
		if r.suites[key.path] == nil {
			delete(c.suites, key)
		}
	}
	for dir, y := range c.yamls {
		if path := filepath.Join(dir, ConfigName); r.texts[path] == nil || r.texts[path].file != y.file {
			delete(c.yamls, dir)
		}
	}
	used := make(map[*source.File]bool)
	for _, t := range r.texts {
		used[t.file] = true
	}
	for f := range c.bounds {
		if !used[f] {
			delete(c.bounds, f)
		}
	}
	trees := make(map[*ast.File]bool)
	for _, t := range c.trees {
		trees[t] = true
	}
	for t := range c.links {
		if !trees[t] {
			delete(c.links, t)
		}
	}
	sets := make(map[*toolset]bool)
	for _, t := range r.toolsets {
		sets[t] = true
	}
	for key, t := range c.tools {
		if !sets[t] {
			delete(c.tools, key)
		}
	}
}

// file returns the file of a text: the one that there was if it is the same.
func (c *Cache) file(path, name, text string) *source.File {
	if c == nil {
		return source.NewFile(name, text)
	}
	if had := c.files[path]; had != nil && had.Name() == name && had.Text() == text {
		return had
	}
	f := source.NewFile(name, text)
	c.files[path] = f
	return f
}

// parse reads a file, of which there may have been an earlier version.
func (c *Cache) parse(path string, file *source.File, kind ast.Kind) *ast.File {
	if c == nil {
		return ast.Parse(file, kind, nil)
	}
	had := c.trees[path]
	if had != nil && had.Tree.File == file {
		return had
	}
	c.trees[path] = ast.Parse(file, kind, had)
	return c.trees[path]
}

// yaml reads a mantra.yaml and holds it against its schema.
func (c *Cache) yaml(dir string, file *source.File) yamlText {
	if c != nil && c.yamls[dir].file == file {
		return c.yamls[dir]
	}
	y := yamlText{file: file}
	if y.root, y.faults = readYAML(file); y.root != nil && len(y.faults) == 0 {
		y.problems = validate(y.root, ConfigSchema())
	}
	if c != nil {
		c.yamls[dir] = y
	}
	return y
}

// bindings reads a file of bindings.
func (c *Cache) bindings(file *source.File) *bound {
	if c == nil {
		return readBindings(file)
	}
	if c.bounds[file] == nil {
		c.bounds[file] = readBindings(file)
	}
	return c.bounds[file]
}

// provenances returns the @manual lines of a file.
func (c *Cache) provenances(f *ast.File) []ast.Provenance {
	if c == nil {
		return f.Provenances()
	}
	list, ok := c.links[f]
	if !ok {
		list = f.Provenances()
		c.links[f] = list
	}
	return list
}

// toolset returns what was made of the same files before, or nil.
func (c *Cache) toolset(from toolSource) *toolset {
	if c == nil {
		return nil
	}
	return c.tools[from]
}

func (c *Cache) keep(from toolSource, t *toolset) {
	if c != nil {
		c.tools[from] = t
	}
}

// model checks a model.
func (c *Cache) model(path string, f *ast.File, tools *tool.Set, o checker.Options) *checker.Model {
	if c == nil {
		return checker.CheckModel(f, tools, o, nil)
	}
	had := c.models[path]
	if had != nil && had.File == f && had.Tools == tools && had.Options == o {
		return had
	}
	c.models[path] = checker.CheckModel(f, tools, o, had)
	return c.models[path]
}

// suite checks a suite.
func (c *Cache) suite(path string, f *ast.File, m *checker.Model, tools *tool.Set, o checker.Options) *checker.Suite {
	if c == nil {
		return checker.CheckSuite(f, m, tools, o)
	}
	had := c.suites[suiteKey{path, m == nil}]
	if had.Suite != nil && had.File == f && had.Model.Plain() == m.Plain() && had.Tools == tools && had.options == o {
		return had.Suite
	}
	s := checker.RecheckSuite(f, m, tools, o, had.Suite)
	c.suites[suiteKey{path, m == nil}] = checkedSuite{s, o}
	return s
}
