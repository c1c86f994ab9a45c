package locks

import (
	"path/filepath"
	"slices"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/project"
)

// Readers returns the locks on suites that read what a model declares.
func Readers(files []*File, model string) []edit.Lock {
	if kind, ok := project.KindOf(model); !ok || kind != project.ModelFile {
		return nil
	}
	var list []edit.Lock
	for _, f := range files {
		for _, l := range f.Locks {
			if kind, ok := project.KindOf(l.At.File); !ok || kind != project.SuiteFile || len(l.Uses) == 0 {
				continue
			}
			// Finding the model of a suite checks it, so the answer is kept.
			if f.models == nil {
				f.models = make(map[string]string)
			}
			if _, known := f.models[l.At.File]; !known {
				f.models[l.At.File] = modelOf(l.At.File)
			}
			if path, err := project.Locate(model); err == nil && path == f.models[l.At.File] {
				list = append(list, l)
			}
		}
	}
	return list
}

// modelOf returns the path of the model that a suite is about, or "".
func modelOf(suite string) string {
	files, errs := project.Find([]string{suite}, project.FindOptions{})
	if len(errs) > 0 {
		return ""
	}
	for _, k := range project.Check(files, project.Options{}).Suites {
		if k.Model != nil {
			if path, err := project.Locate(k.Model.File.Tree.File.Name()); err == nil {
				return path
			}
		}
	}
	return ""
}

// Of returns the locks on the files of a set, and those on suites outside it that read
// its models.
func Of(s *edit.Set) ([]edit.Lock, error) {
	names := s.Names()
	folders, err := Around(names)
	if err != nil {
		return nil, err
	}
	if _, err := Follow(folders, s); err != nil {
		return nil, err
	}
	var list []edit.Lock
	for _, f := range folders {
		list = append(list, lists.Filter(f.Locks, func(l edit.Lock) bool { return slices.Contains(names, l.At.File) })...)
	}
	for _, m := range s.Models {
		for _, l := range Readers(folders, m.File.Tree.File.Name()) {
			if !slices.Contains(names, l.At.File) {
				list = append(list, l)
			}
		}
	}
	return list, nil
}

// Around reads the locks of the folders that files are in, and of all other
// folders of their projects.
func Around(names []string) ([]*File, error) {
	list, err := Beside(names)
	if err != nil {
		return nil, err
	}
	searched := make(map[string]bool)
	for _, name := range names {
		config, ok := project.NearestConfig(filepath.Dir(name))
		if !ok || searched[config] {
			continue
		}
		searched[config] = true
		for _, path := range project.Paths(filepath.Dir(config)) {
			if filepath.Base(path) != Name {
				continue
			}
			if path = namedLike(path, name); Folder(list, path) != nil {
				continue
			}
			f, err := Read(filepath.Dir(path))
			if err != nil {
				return nil, err
			}
			list = append(list, f)
		}
	}
	return list, nil
}

// namedLike returns an absolute path, relative to the working folder if another
// name is.
func namedLike(path, other string) string {
	if !filepath.IsAbs(other) {
		if folder, err := filepath.Abs("."); err == nil {
			if rel, err := filepath.Rel(folder, path); err == nil {
				return rel
			}
		}
	}
	return path
}
