package snapshot

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

// A Document is one that the client has open.
type Document struct {
	URI     protocol.DocumentURI
	Path    string
	Kind    project.Kind
	Known   bool // kind is one of ours
	Version int32
	Text    string
	Lost    bool // a change was refused: nobody knows the text
	Touched int  // the id of the snapshot that it was opened or changed in
}

// A WorkspaceFolder is a folder of the workspace, as the client calls it.
type WorkspaceFolder struct {
	Path string
	URI  protocol.DocumentURI
}

// A Snapshot is what the server knows at one moment. It is never changed; what
// it computes, it computes once.
type Snapshot struct {
	ID        int
	Documents map[string]Document // by path
	Folders   []WorkspaceFolder   // of the workspace
	Disk      *disk
	Caches    *Caches
	Mapper    Mapper
	Client    ClientCapabilities
	Settings  Settings
	Visible   []string // the files that the user sees, the one with the cursor first

	mu    sync.Mutex
	Views map[string]*View // by folder of the project

	rootsOnce sync.Once
	rootList  []string
}

// Next returns a snapshot that starts as a copy.
func (s *Snapshot) Next() *Snapshot {
	return &Snapshot{
		ID: s.ID + 1, Documents: maps.Clone(s.Documents), Folders: s.Folders, Disk: s.Disk, Caches: s.Caches, Mapper: s.Mapper,
		Client: s.Client, Settings: s.Settings, Visible: s.Visible, Views: make(map[string]*View),
	}
}

// A View is a project of a snapshot, checked.
type View struct {
	Snapshot *Snapshot
	once     sync.Once
	*checked
}

// A checked is a project and what was found in it. It serves all snapshots in
// which nothing in the project differs.
type checked struct {
	Root      string
	caches    *Caches
	documents []Document // that are open in the folder
	disk      int        // the generation of what is on disk
	Files     []project.File
	Result    *project.Result
	ByPath    map[string]*Content

	subjectsMu  sync.Mutex
	subjectsOf  *Settings // that subjectList is for
	subjectList []Subject

	meaningsOnce sync.Once
	meanings     *meanings

	specimensMu  sync.Mutex
	specimensOf  *Settings // that specimenList is for
	specimenList []Specimen

	namesOnce sync.Once
	names     *Names

	backMu   sync.Mutex
	backOf   *checker.Model // that backList leads from
	backTo   *Base
	backList []edit.Edit
}

// A Content is a file of a view as the checker knows it.
type Content struct {
	Path   string
	Source *source.File
	Tree   *ast.File // nil for files of neither language
	Found  []diag.Diagnostic
}

// RootOf returns the folder of the project of a file.
func (s *Snapshot) RootOf(path string) string { return s.Disk.rootOf(filepath.Dir(path)) }

// View returns the project that a file belongs to.
func (s *Snapshot) View(path string) *View { return s.Project(s.RootOf(path)) }

// Project returns the project in a folder, checked.
func (s *Snapshot) Project(root string) *View {
	s.mu.Lock()
	v := s.Views[root]
	if v == nil {
		v = &View{Snapshot: s}
		s.Views[root] = v
	}
	// The lock covers the map alone. The check, which may be slow, runs once per view and does
	// not block the views of other projects.
	s.mu.Unlock()
	v.once.Do(func() { v.checked = s.check(root) })
	return v
}

// check lists the files of a project, those that are only in buffers included,
// and checks them.
func (s *Snapshot) check(root string) *checked {
	c := &checked{Root: root, caches: s.Caches, disk: s.Disk.generation()}
	for _, path := range slices.Sorted(maps.Keys(s.Documents)) {
		if strings.HasPrefix(path, Top(root)) {
			c.documents = append(c.documents, s.Documents[path])
		}
	}
	// A new snapshot that changes other projects reuses the whole result.
	if had := s.Caches.checkedAs(c); had != nil {
		return had
	}
	c.Files = slices.Clip(s.Disk.list(root)) // others have the same list
	for _, d := range c.documents {
		// A document that is saved already is in the list from the disk.
		here := func(f project.File) bool { return f.Path == d.Path }
		if d.Known && s.RootOf(d.Path) == root && !slices.ContainsFunc(c.Files, here) {
			c.Files = append(c.Files, project.File{Name: d.Path, Path: d.Path, Kind: d.Kind})
		}
	}
	c.Result = project.Check(c.Files, project.Options{Read: s.Read, Cache: s.Caches.of(root)})
	c.sort(s)
	s.Caches.keepChecked(c)
	return c
}

// sameAs reports whether nothing differs that two checks of a project are made
// of.
func (c *checked) sameAs(other *checked) bool {
	return c.disk == other.disk && slices.EqualFunc(c.documents, other.documents, func(d, e Document) bool {
		return d.Path == e.Path && d.Text == e.Text && d.Kind == e.Kind && d.Known == e.Known && d.Lost == e.Lost
	})
}

// Read returns what is in a buffer, or else on disk.
func (s *Snapshot) Read(path string) (string, error) {
	if d, ok := s.Documents[path]; ok {
		if d.Lost {
			return "", ErrTooLarge
		}
		return d.Text, nil
	}
	return s.Disk.read(path)
}

// sort puts what was found with the files.
func (v *checked) sort(s *Snapshot) {
	v.ByPath = make(map[string]*Content)
	add := func(t *ast.File) {
		f := t.Tree.File
		v.ByPath[f.Name()] = &Content{Path: f.Name(), Source: f, Tree: t}
	}
	for _, m := range v.Result.Models {
		add(m.File)
	}
	for _, t := range v.Result.Suites {
		add(t.File)
	}
	for _, d := range v.Result.Diagnostics {
		f := d.Primary.File
		if f == nil {
			continue
		}
		c := v.ByPath[f.Name()]
		// Findings may be in files of neither language, such as tool schemas.
		if c == nil {
			c = &Content{Path: f.Name(), Source: f}
			v.ByPath[f.Name()] = c
		}
		c.Found = append(c.Found, d)
	}
	// Files without findings, and not read by the checker, get their text alone.
	for _, f := range v.Files {
		if v.ByPath[f.Path] == nil {
			if text, err := s.Read(f.Path); err == nil {
				v.ByPath[f.Path] = &Content{Path: f.Path, Source: source.NewFile(f.Path, text)}
			}
		}
	}
}

// Caches are those of projects, by folder.
type Caches struct {
	mu   sync.Mutex
	List map[string]*project.Cache

	Names    map[string]*Names // of the view that was looked at last
	meanings map[string]*meanings
	checked  map[string]*checked // the last one of each project
}

// checkedAs returns what was found when a project was checked last, if nothing
// differs, or nil.
func (c *Caches) checkedAs(now *checked) *checked {
	c.mu.Lock()
	defer c.mu.Unlock()
	if had := c.checked[now.Root]; had != nil && had.sameAs(now) {
		return had
	}
	return nil
}

func (c *Caches) keepChecked(v *checked) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.checked == nil {
		c.checked = make(map[string]*checked)
	}
	c.checked[v.Root] = v
}

// meaningsOf returns the meanings of units for a new view of a project.
func (c *Caches) meaningsOf(root string) *meanings {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.meanings == nil {
		c.meanings = make(map[string]*meanings)
	}
	// next also works on nil, for the first view of a project.
	c.meanings[root] = c.meanings[root].next()
	return c.meanings[root]
}

// namesOf returns the names in some earlier view of a project, or nil.
func (c *Caches) namesOf(root string) *Names {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.Names[root]
}

func (c *Caches) keep(root string, n *Names) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.Names == nil {
		c.Names = make(map[string]*Names)
	}
	c.Names[root] = n
}

// Retain forgets the projects that are not among these any more.
func (c *Caches) Retain(roots []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	maps.DeleteFunc(c.List, func(root string, _ *project.Cache) bool { return !slices.Contains(roots, root) })
	maps.DeleteFunc(c.Names, func(root string, _ *Names) bool { return !slices.Contains(roots, root) })
	maps.DeleteFunc(c.checked, func(root string, _ *checked) bool { return !slices.Contains(roots, root) })
	maps.DeleteFunc(c.meanings, func(root string, _ *meanings) bool { return !slices.Contains(roots, root) })
}

func (c *Caches) of(root string) *project.Cache {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.List[root] == nil {
		c.List[root] = project.NewCache()
	}
	return c.List[root]
}
