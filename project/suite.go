package project

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// A suite is a suite, checked, with all that is found in it.
type suite struct {
	*checker.Suite
	found []diag.Diagnostic
}

// suite returns a suite, checked against its model.
func (r *run) suite(file *source.File, f File) *suite {
	if s := r.suites[f.Path]; s != nil {
		return s
	}
	parsed := r.o.Cache.parse(f.Path, file, ast.ChecksFile)
	l := link{run: r, parsed: parsed, from: f, project: r.projectOf(f)}
	model := l.model()
	s := &suite{Suite: r.o.Cache.suite(f.Path, parsed, model, r.toolsOf(l.project).set, r.options(l.project))}
	s.found = append(l.found, s.Diagnostics...)
	r.suites[f.Path] = s
	return s
}

// A link finds the model of a suite.
type link struct {
	*run
	parsed  *ast.File
	from    File
	project *project
	found   []diag.Diagnostic
}

func (l *link) report(p diag.Problem) { l.found = append(l.found, diag.Tidy(diag.Of(p))) }

// model returns the model that a suite is about: the one that it uses, else
// the one that its project names. It is nil where there is none, and that has
// been reported.
func (l *link) model() *checker.Model {
	path, at := l.used()
	if path == "" {
		return nil
	}
	file, err := l.open(path, l.from)
	if err != nil {
		return nil
	}
	f := File{Name: file.Name(), Path: path, Kind: ModelFile}
	m := l.run.model(file, f)
	// The findings in a model that was asked for are shown anyway.
	if _, asked := l.asked[path]; !asked && diag.Tally(m.Diagnostics).Errors > 0 {
		l.report(modelHasErrors{at: at, name: f.Name, errors: m.Diagnostics})
	}
	return m
}

// used returns the path of a suite's model, or "", and the place in the suite
// that says so.
func (l *link) used() (path string, at source.Span) {
	if len(l.parsed.Uses) > 0 {
		return l.use(l.parsed.Uses[0])
	}
	at = l.parsed.Tree.File.Span(0, 0)
	if c := l.project.config; c != nil && !c.model.absent {
		return c.model.path, at
	}
	if len(l.parsed.Cases) > 0 {
		h := l.parsed.Cases[0].Header
		p := noModel{at: l.parsed.Tree.Resolve(h.Span(h.Node)), config: l.project.config != nil}
		if models := l.under(l.project, ".wm"); len(models) == 1 {
			if rel, err := filepath.Rel(filepath.Dir(l.from.Path), models[0]); err == nil {
				p.only = filepath.ToSlash(rel)
			}
		}
		l.report(p)
	}
	return "", at
}

// use returns the path that a (use …) names.
func (l *link) use(u *ast.Unit) (path string, at source.Span) {
	literal := u.Node.(*ast.Use).Path
	if literal == nil || u.Broken() {
		return "", at // reported by the parser
	}
	at = l.parsed.Tree.Resolve(u.Span(literal))
	name := string(literal.Value.(types.Text))
	path, trouble := l.resolve(l.project.root, filepath.Dir(l.from.Path), name, ".wm")
	if trouble != nil {
		l.report(badUse{at: at, trouble: *trouble, config: l.project.config != nil})
	}
	return path, at
}

// maxSearched bounds the files and folders that a project is searched through
// for what nobody has named.
const maxSearched = 20_000

// under returns the paths of the files of a project that have the given
// ending, in lexical order. Projects inside it are not searched. A folder
// without a mantra.yaml is a project by itself, without those in it.
func (r *run) under(p *project, ending string) []string {
	if list, ok := r.searched[p.root+"*"+ending]; ok {
		return list
	}
	var list []string
	left := maxSearched
	walk(p.root, func(rel string, folder bool) error {
		left--
		path := filepath.Join(p.root, rel)
		switch {
		case left < 0:
			return fs.SkipAll
		case folder && (p.config == nil || r.isProject(path)):
			return fs.SkipDir
		case !folder && strings.HasSuffix(rel, ending):
			list = append(list, path)
		}
		return nil
	}, func(string, error) {})
	r.searched[p.root+"*"+ending] = list
	return list
}

func (r *run) isProject(dir string) bool {
	_, err := r.read(filepath.Join(dir, ConfigName))
	return err == nil
}

// suitesOf returns all suites of a model: of those that were asked for, and
// of the others in its project.
func (r *run) suitesOf(m *checker.Model, f File) []*checker.Suite {
	for _, path := range r.under(r.projectOf(f), ".checks") {
		if file, err := r.open(path, f); err == nil {
			r.suite(file, File{Name: file.Name(), Path: path, Kind: SuiteFile})
		}
	}
	var list []*checker.Suite
	for _, s := range r.suites {
		if s.IsAbout(m) {
			list = append(list, s.Suite)
		}
	}
	// r.suites is a map, so the list is put in order.
	slices.SortFunc(list, func(a, b *checker.Suite) int {
		return strings.Compare(a.File.Tree.File.Name(), b.File.Tree.File.Name())
	})
	return list
}
