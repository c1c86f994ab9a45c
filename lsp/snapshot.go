package lsp

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/project"
)

// A document is one that the client has open.
type document struct {
	uri     protocol.DocumentURI
	path    string
	kind    project.Kind
	known   bool // kind is one of ours
	version int32
	text    string
	lost    bool // a change was refused: nobody knows the text
	touched int  // the id of the snapshot that it was opened or changed in
}

// A workspaceFolder is a folder of the workspace, as the client calls it.
type workspaceFolder struct {
	path string
	uri  protocol.DocumentURI
}

// A snapshot is what the server knows at one moment. It is never changed; what
// it computes, it computes once.
type snapshot struct {
	id        int
	documents map[string]document // by path
	folders   []workspaceFolder   // of the workspace
	disk      *disk
	caches    *caches
	mapper    mapper
	client    clientCapabilities
	settings  settings
	visible   []string // the files that the user sees, the one with the cursor first

	mu    sync.Mutex
	views map[string]*view // by folder of the project

	rootsOnce sync.Once
	rootList  []string
}

// next returns a snapshot that starts as a copy.
func (s *snapshot) next() *snapshot {
	return &snapshot{
		id: s.id + 1, documents: maps.Clone(s.documents), folders: s.folders, disk: s.disk, caches: s.caches, mapper: s.mapper,
		client: s.client, settings: s.settings, visible: s.visible, views: make(map[string]*view),
	}
}

// A view is a project of a snapshot, checked.
type view struct {
	snapshot *snapshot
	once     sync.Once
	*checked
}

// A checked is a project and what was found in it. It serves all snapshots in
// which nothing in the project differs.
type checked struct {
	root      string
	caches    *caches
	documents []document // that are open in the folder
	disk      int        // the generation of what is on disk
	files     []project.File
	result    *project.Result
	byPath    map[string]*content

	subjectsMu  sync.Mutex
	subjectsOf  *settings // that subjectList is for
	subjectList []subject

	meaningsOnce sync.Once
	meanings     *meanings

	specimensMu  sync.Mutex
	specimensOf  *settings // that specimenList is for
	specimenList []specimen

	namesOnce sync.Once
	names     *names

	backMu   sync.Mutex
	backOf   *checker.Model // that backList leads from
	backTo   *base
	backList []edit.Edit
}

// A content is a file of a view as the checker knows it.
type content struct {
	path   string
	source *source.File
	tree   *ast.File // nil for files of neither language
	found  []diag.Diagnostic
}

// rootOf returns the folder of the project of a file.
func (s *snapshot) rootOf(path string) string { return s.disk.rootOf(filepath.Dir(path)) }

// view returns the project that a file belongs to.
func (s *snapshot) view(path string) *view { return s.project(s.rootOf(path)) }

func (s *snapshot) project(root string) *view {
	s.mu.Lock()
	v := s.views[root]
	if v == nil {
		v = &view{snapshot: s}
		s.views[root] = v
	}
	s.mu.Unlock()
	v.once.Do(func() { v.checked = s.check(root) })
	return v
}

// check lists the files of a project, those that are only in buffers included,
// and checks them.
func (s *snapshot) check(root string) *checked {
	c := &checked{root: root, caches: s.caches, disk: s.disk.generation()}
	for _, path := range slices.Sorted(maps.Keys(s.documents)) {
		if strings.HasPrefix(path, top(root)) {
			c.documents = append(c.documents, s.documents[path])
		}
	}
	if had := s.caches.checkedAs(c); had != nil {
		return had
	}
	c.files = slices.Clip(s.disk.list(root)) // others have the same list
	for _, d := range c.documents {
		here := func(f project.File) bool { return f.Path == d.path }
		if d.known && s.rootOf(d.path) == root && !slices.ContainsFunc(c.files, here) {
			c.files = append(c.files, project.File{Name: d.path, Path: d.path, Kind: d.kind})
		}
	}
	c.result = project.Check(c.files, project.Options{Read: s.read, Cache: s.caches.of(root)})
	c.sort(s)
	s.caches.keepChecked(c)
	return c
}

// sameAs reports whether nothing differs that two checks of a project are made
// of.
func (c *checked) sameAs(other *checked) bool {
	return c.disk == other.disk && slices.EqualFunc(c.documents, other.documents, func(d, e document) bool {
		return d.path == e.path && d.text == e.text && d.kind == e.kind && d.known == e.known && d.lost == e.lost
	})
}

// read returns what is in a buffer, or else on disk.
func (s *snapshot) read(path string) (string, error) {
	if d, ok := s.documents[path]; ok {
		if d.lost {
			return "", errTooLarge
		}
		return d.text, nil
	}
	return s.disk.read(path)
}

// sort puts what was found with the files.
func (v *checked) sort(s *snapshot) {
	v.byPath = make(map[string]*content)
	add := func(t *ast.File) {
		f := t.Tree.File
		v.byPath[f.Name()] = &content{path: f.Name(), source: f, tree: t}
	}
	for _, m := range v.result.Models {
		add(m.File)
	}
	for _, t := range v.result.Suites {
		add(t.File)
	}
	for _, d := range v.result.Diagnostics {
		f := d.Primary.File
		if f == nil {
			continue
		}
		c := v.byPath[f.Name()]
		if c == nil {
			c = &content{path: f.Name(), source: f}
			v.byPath[f.Name()] = c
		}
		c.found = append(c.found, d)
	}
	for _, f := range v.files {
		if v.byPath[f.Path] == nil {
			if text, err := s.read(f.Path); err == nil {
				v.byPath[f.Path] = &content{path: f.Path, source: source.NewFile(f.Path, text)}
			}
		}
	}
}

// caches are those of projects, by folder.
type caches struct {
	mu   sync.Mutex
	list map[string]*project.Cache

	names    map[string]*names // of the view that was looked at last
	meanings map[string]*meanings
	checked  map[string]*checked // the last one of each project
}

// checkedAs returns what was found when a project was checked last, if nothing
// differs, or nil.
func (c *caches) checkedAs(wanted *checked) *checked {
	c.mu.Lock()
	defer c.mu.Unlock()
	if had := c.checked[wanted.root]; had != nil && had.sameAs(wanted) {
		return had
	}
	return nil
}

func (c *caches) keepChecked(v *checked) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.checked == nil {
		c.checked = make(map[string]*checked)
	}
	c.checked[v.root] = v
}

// meaningsOf returns the meanings of units for a new view of a project.
func (c *caches) meaningsOf(root string) *meanings {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.meanings == nil {
		c.meanings = make(map[string]*meanings)
	}
	c.meanings[root] = c.meanings[root].next()
	return c.meanings[root]
}

// namesOf returns the names in some earlier view of a project, or nil.
func (c *caches) namesOf(root string) *names {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.names[root]
}

func (c *caches) keep(root string, n *names) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.names == nil {
		c.names = make(map[string]*names)
	}
	c.names[root] = n
}

// retain forgets the projects that are not among these any more.
func (c *caches) retain(roots []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	maps.DeleteFunc(c.list, func(root string, _ *project.Cache) bool { return !slices.Contains(roots, root) })
	maps.DeleteFunc(c.names, func(root string, _ *names) bool { return !slices.Contains(roots, root) })
	maps.DeleteFunc(c.checked, func(root string, _ *checked) bool { return !slices.Contains(roots, root) })
	maps.DeleteFunc(c.meanings, func(root string, _ *meanings) bool { return !slices.Contains(roots, root) })
}

func (c *caches) of(root string) *project.Cache {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.list[root] == nil {
		c.list[root] = project.NewCache()
	}
	return c.list[root]
}
