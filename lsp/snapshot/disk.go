package snapshot

import (
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/project"
)

// A disk remembers files, and which there are, until they change.
type disk struct {
	mu    sync.Mutex
	age   int // grows whenever a file may have changed
	files map[string]stored
	lists map[string][]project.File // by folder of a project
	roots map[string]string         // of the projects of files, by the folder of the file
	below map[string][]string       // the projects in a folder of the workspace
}

// stored is a file as it was read.
type stored struct {
	size int64
	at   time.Time
	text string
}

// NewDisk returns a disk that remembers nothing.
func NewDisk() *disk {
	return &disk{
		files: make(map[string]stored), lists: make(map[string][]project.File), roots: make(map[string]string), below: make(map[string][]string),
	}
}

// read returns a file. It is read again only if its size or its time differ.
func (d *disk) read(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	d.mu.Lock()
	had, ok := d.files[path]
	d.mu.Unlock()
	if ok && had.size == info.Size() && had.at.Equal(info.ModTime()) {
		return had.text, nil
	}
	// The file is read without the lock. Two readers may both read it, with the same result.
	text, err := project.ReadText(path)
	if err != nil {
		return "", err
	}
	// A file that has just been written may be written again within the same
	// tick of its clock.
	if time.Since(info.ModTime()) > 2*time.Second {
		d.mu.Lock()
		d.files[path] = stored{size: info.Size(), at: info.ModTime(), text: text}
		d.mu.Unlock()
	}
	return text, nil
}

// list returns the files of a project: those in its folder and below, but for
// projects inside it; without a mantra.yaml, those in the folder alone.
func (d *disk) list(root string) []project.File {
	d.mu.Lock()
	defer d.mu.Unlock()
	if list, ok := d.lists[root]; ok {
		return list
	}
	var list []project.File
	for _, path := range paths(root) {
		kind, ok := project.KindOf(path)
		// Tool files are read through the configuration that names them, not as files of their own.
		if ok && kind != project.ToolsFile && d.rootOfLocked(filepath.Dir(path)) == root {
			list = append(list, project.File{Name: path, Path: path, Kind: kind})
		}
	}
	d.lists[root] = list
	return list
}

// rootOf returns the folder of the project of the files in a folder.
func (d *disk) rootOf(dir string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.rootOfLocked(dir)
}

func (d *disk) rootOfLocked(dir string) string {
	root, ok := d.roots[dir]
	if !ok {
		// Without a mantra.yaml above it, a folder is a project by itself.
		root = dir
		if config, ok := project.NearestConfig(dir); ok {
			root = filepath.Dir(config)
		}
		d.roots[dir] = root
	}
	return root
}

// projects returns the folders of the projects whose files are in a folder or
// below.
func (d *disk) projects(folder string) []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	list, ok := d.below[folder]
	if ok {
		return list
	}
	list = append(list, lists.Map(project.Folders(folder), d.rootOfLocked)...)
	d.below[folder] = list
	return list
}

// paths returns the files of a project. A folder without a mantra.yaml may be
// anybody's home, and is not walked through.
func paths(root string) []string {
	var list []string
	if _, ok := project.NearestConfig(root); ok {
		// A folder that cannot be read has no files for the editor. Other verbs report it.
		found, _ := project.Find([]string{root}, project.FindOptions{})
		for _, f := range found {
			list = append(list, f.Path)
		}
		return list
	}
	entries, err := os.ReadDir(root)
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if !e.IsDir() {
			list = append(list, filepath.Join(root, e.Name()))
		}
	}
	return list
}

// Changed forgets which files and projects there are, since some came or went.
func (d *disk) Changed() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.age++
	clear(d.lists)
	clear(d.roots)
	clear(d.below)
}

// Touched says that files may have changed, though none came or went.
func (d *disk) Touched() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.age++
}

// generation differs from what it was whenever a file may have changed since.
func (d *disk) generation() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.age
}
