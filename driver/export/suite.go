package export

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/validate"
)

// projectFolder is where the files of suites are.
const projectFolder = "project"

// A suite is one of which cases are exported.
type suite struct {
	*checker.Suite
	path  string // absolute
	found []*validate.Case

	reads  map[string]string // the texts that checking it reads, by absolute path
	set    project.Project
	manual string // absolute; "" if there is none

	name       string // in the folder of the benchmark, with slashes
	label      string // the folder of the suite below project, or its name: sample-01
	manualName string // in the folder of the benchmark; "" if there is none
}

func (b *Benchmark) suiteOf(of *checker.Suite) *suite {
	i := slices.IndexFunc(b.suites, func(s *suite) bool { return s.Suite == of })
	if i < 0 {
		i = len(b.suites)
		b.suites = append(b.suites, &suite{Suite: of})
	}
	return b.suites[i]
}

func (s *suite) add(f *validate.Case) { s.found = append(s.found, f) }

// read finds the files of all suites, and puts them into the folder of the benchmark. Their
// places below their common folder are kept, so that names in them remain valid.
func (b *Benchmark) read() error {
	var paths []string
	for _, s := range b.suites {
		if err := s.read(); err != nil {
			return err
		}
		for path := range s.reads {
			paths = append(paths, path)
		}
		if s.manual != "" {
			paths = append(paths, s.manual)
		}
	}
	// The files keep their places to each other below the common folder.
	root, err := commonFolder(paths)
	if err != nil {
		return err
	}
	for _, s := range b.suites {
		if err := b.place(s, root); err != nil {
			return err
		}
	}
	b.label()
	return nil
}

// read checks the suite alone, and remembers what that reads.
func (s *suite) read() error {
	files, errs := project.Find([]string{s.File.Tree.File.Name()}, project.FindOptions{})
	if len(errs) > 0 {
		return errs[0]
	}
	s.path, s.reads = files[0].Path, make(map[string]string)
	// Reading is noted, so that exactly the files that the suite needs are exported.
	r := project.Check(files, project.Options{Projects: true, Read: func(path string) (string, error) {
		text, err := project.ReadText(path)
		if err == nil {
			s.reads[path] = text
		}
		return text, err
	}})
	if len(r.Projects) > 0 {
		s.set = r.Projects[0]
	}
	for _, setting := range s.set.Settings {
		if setting.Path == "document_path" {
			s.manual = s.relativeTo(s.set.Config.Name(), setting.Value)
		}
	}
	// The manual may not be there any more; then there is none in the benchmark.
	if _, err := os.Stat(s.manual); err != nil {
		s.manual = ""
	}
	return nil
}

// relativeTo returns the absolute path of a name in a configuration, which is known by the
// name that people are shown.
func (s *suite) relativeTo(config, name string) string {
	path, err := filepath.Abs(config)
	if err != nil || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(filepath.Dir(path), filepath.FromSlash(name))
}

// place puts the files of a suite into the benchmark: the suite itself with the exported
// cases alone.
func (b *Benchmark) place(s *suite, root string) error {
	inside := func(path string) string {
		rel, _ := filepath.Rel(root, path) // the root is above all files
		return projectFolder + "/" + filepath.ToSlash(rel)
	}
	for path, text := range s.reads {
		b.put(inside(path), []byte(text))
	}
	s.name = inside(s.path)
	if s.manual != "" {
		data, err := os.ReadFile(s.manual)
		if err != nil {
			return err
		}
		s.manualName = inside(s.manual)
		b.put(s.manualName, data)
	}
	// The text of the suite that was read is replaced by the one without other cases.
	text, err := s.trimmed()
	if err == nil {
		b.put(s.name, []byte(text))
	}
	return err
}

// commonFolder returns the folder that all files are in, or below it.
func commonFolder(paths []string) (string, error) {
	root := filepath.Dir(paths[0])
	for _, path := range paths {
		// The folder is widened until the file is below it.
		for !below(root, path) {
			above := filepath.Dir(root)
			// Files on two drives of Windows have no folder in common.
			if above == root {
				return "", fmt.Errorf("%s and %s have no common folder; put the files of a benchmark on one drive", paths[0], path)
			}
			root = above
		}
	}
	return root, nil
}

func below(folder, path string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(rel)
}

// label gives each suite a name of its own: that of its folder, if there is no other suite
// in it.
func (b *Benchmark) label() {
	count := make(map[string]int)
	for _, s := range b.suites {
		// A folder with several suites does not name one of them.
		count[folderOf(s.name)]++
	}
	for _, s := range b.suites {
		folder := strings.TrimPrefix(strings.TrimPrefix(folderOf(s.name), projectFolder), "/")
		switch s.label = folder; {
		case count[folderOf(s.name)] == 1 && folder == "":
			s.label = filepath.Base(filepath.Dir(s.path))
		case count[folderOf(s.name)] > 1:
			s.label = strings.TrimPrefix(strings.TrimSuffix(s.name, ".checks"), projectFolder+"/")
		}
	}
}

// trimmed returns the text of the suite without the cases that are not exported.
func (s *suite) trimmed() (string, error) {
	text := s.File.Tree.File.Text()
	var edits []edit.Edit
	for _, k := range s.Cases {
		if slices.ContainsFunc(s.found, func(f *validate.Case) bool { return f.Decl == k }) {
			continue
		}
		name := k.Decl.Name().Name
		at, err := edit.ParseAddress("case/" + name)
		if err != nil {
			return "", err
		}
		at.File = s.File.Tree.File.Name()
		edits = append(edits, edit.Edit{Op: edit.Remove, At: at, Expect: edit.Compact(s.sourceOf(k))})
	}
	if len(edits) == 0 {
		return text, nil
	}
	made, err := edit.Apply(&edit.Set{Models: []*checker.Model{s.Model}, Suites: []*checker.Suite{s.Suite}}, edits, edit.ApplyOptions{Brief: true})
	if err != nil {
		return "", fmt.Errorf("%s: cases cannot be left out: %w", project.Shown(s.File.Tree.File.Name()), err)
	}
	for _, c := range made.Changes {
		text = c.New
	}
	return text, nil
}

// sourceOf returns the text of a case, with its parentheses.
func (s *suite) sourceOf(k *checker.Case) string {
	tree := s.File.Tree
	text := tree.File.Text()
	start := strings.LastIndexByte(text[:tree.Resolve(k.Decl.Header.Span(k.Decl.Header.Node)).Start+1], '(')
	return text[start:ast.FormEnd(text, start)]
}
