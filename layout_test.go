package mantrac_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the table of packages in CONTRIBUTING.md")

// module is the path of the module, and of the package at its top.
const module = "github.com/mantrac/mantrac"

// A goPackage is what the sources of a package say, tests aside.
type goPackage struct {
	path    string // below the module; "." is the top
	imports []string
	doc     string
}

// packages returns all packages of the module.
func packages(t *testing.T) map[string]*goPackage {
	t.Helper()
	all := make(map[string]*goPackage)
	err := filepath.WalkDir(".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && name != "." && (strings.HasPrefix(e.Name(), ".") || e.Name() == "testdata" || e.Name() == "node_modules"):
			return filepath.SkipDir
		case e.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly|parser.ParseComments)
		if err != nil || file.Name.Name == "ignore" {
			return err
		}
		at := path.Dir(filepath.ToSlash(name))
		if all[at] == nil {
			all[at] = &goPackage{path: at}
		}
		all[at].add(file)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func (p *goPackage) add(file *ast.File) {
	for _, i := range file.Imports {
		name, _ := strconv.Unquote(i.Path.Value)
		if name == module {
			p.imports = append(p.imports, ".")
		} else if below, ok := strings.CutPrefix(name, module+"/"); ok {
			p.imports = append(p.imports, below)
		}
	}
	if file.Doc != nil {
		p.doc += file.Doc.Text()
	}
}

// about returns the first sentence about a package, without its name and without
// references.
func (p *goPackage) about() string {
	text := new(doc.Package).Synopsis(p.doc)
	text = strings.TrimPrefix(strings.TrimPrefix(text, "Package "), "Command ")
	if first, rest, _ := strings.Cut(text, " "); p.path == "." || p.path == "fmt" || strings.EqualFold(first, path.Base(p.path)) {
		text = rest
	}
	text, _, _ = strings.Cut(text, " (seed ")
	return strings.TrimSuffix(strings.ReplaceAll(text, "|", `\|`), ".")
}

// A table is the list of packages in CONTRIBUTING.md, in the order of imports.
type table struct {
	before, after string
	order         []string
	text          string
}

const (
	begin = "<!-- packages: go test . -run TestLayout -update -->\n"
	head  = "| package | what it does |\n|---|---|\n"
	end   = "<!-- end of packages -->\n"
)

func readTable(t *testing.T) *table {
	t.Helper()
	data, err := os.ReadFile("CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	before, rest, begins := strings.Cut(string(data), begin)
	text, after, ends := strings.Cut(rest, end)
	if !begins || !ends {
		t.Fatal("CONTRIBUTING.md has no table of packages")
	}
	x := &table{before: before + begin, after: end + after, text: text}
	for line := range strings.Lines(strings.TrimPrefix(text, head)) {
		if _, name, ok := strings.Cut(line, "| `"); ok {
			name, _, _ = strings.Cut(name, "`")
			x.order = append(x.order, name)
		}
	}
	return x
}

// add adds the packages that are not listed, each after the last one that it
// imports.
func (x *table) add(all map[string]*goPackage) {
	for added := true; added; {
		added = false
		for _, name := range sorted(all) {
			at, ready := 0, !slices.Contains(x.order, name)
			for _, i := range all[name].imports {
				at = max(at, slices.Index(x.order, i)+1)
				ready = ready && slices.Contains(x.order, i)
			}
			if ready {
				x.order, added = slices.Insert(x.order, at, name), true
			}
		}
	}
}

func (x *table) write(all map[string]*goPackage) string {
	var b strings.Builder
	b.WriteString(head)
	for _, name := range x.order {
		fmt.Fprintf(&b, "| `%s` | %s |\n", name, all[name].about())
	}
	return b.String()
}

// TestLayout: the table in CONTRIBUTING.md lists every package once, with the
// first sentence of its documentation, and a package imports only packages above
// it. It is the one list of the order.
func TestLayout(t *testing.T) {
	all, x := packages(t), readTable(t)
	if *update {
		x.order = slices.DeleteFunc(x.order, func(name string) bool { return all[name] == nil })
		x.add(all)
		if err := os.WriteFile("CONTRIBUTING.md", []byte(x.before+x.write(all)+x.after), 0o644); err != nil {
			t.Fatal(err)
		}
		x = readTable(t)
	}
	for _, name := range sorted(all) {
		if !slices.Contains(x.order, name) {
			t.Errorf("CONTRIBUTING.md does not list %s; see -update", name)
		}
	}
	for i, name := range x.order {
		p := all[name]
		if p == nil || slices.Contains(x.order[:i], name) {
			t.Errorf("CONTRIBUTING.md lists %s, which is no package, or is listed twice", name)
			continue
		}
		for _, other := range p.imports {
			if !slices.Contains(x.order[:i], other) {
				t.Errorf("%s imports %s, which is not above it in CONTRIBUTING.md", name, other)
			}
		}
	}
	if !t.Failed() && x.write(all) != x.text {
		t.Error("the table of packages in CONTRIBUTING.md is not what the packages say; see -update")
	}
}

func sorted(all map[string]*goPackage) []string {
	var names []string
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// supported reports whether the API of a package is kept within a major version.
func supported(name string) bool {
	switch name {
	case ".", "checker", "fmt", "trace", "trace/grade", "monitor":
		return true
	}
	return strings.HasPrefix(name, "lang/")
}

// TestStability: the documentation of every package that is public and not
// supported says so.
func TestStability(t *testing.T) {
	for name, p := range packages(t) {
		public := !strings.HasPrefix(name, "internal/") && !strings.HasPrefix(name, "cmd/")
		says := strings.Contains(strings.Join(strings.Fields(p.doc), " "), "This package is not part of the supported API, and may change.")
		if want := public && !supported(name); says != want {
			t.Errorf("%s: its documentation says that it may change: %t, and it is %t", name, says, want)
		}
		if p.about() == "" {
			t.Errorf("%s has no documentation", name)
		}
	}
}
