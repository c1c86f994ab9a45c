package project

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const manyFiles = `
-- a.wm --
-- b.checks --
-- mantra.yaml --
-- tools.json --
-- README.md --
-- sub/c.wm --
-- sub/deep/d.checks --
-- sub/tools.json --
-- .hidden/e.wm --
-- sub/.f.wm --
-- node_modules/g.wm --
-- empty/ --
-- notes/README.md --
-- odd.wm/h.wm --
`

func TestFind(t *testing.T) {
	tree(t, manyFiles)
	for _, c := range []struct {
		args  string
		files string
		errs  string
	}{
		{"a.wm", "a.wm", ""},
		{"./a.wm a.wm sub/../a.wm", "a.wm", ""},
		{"sub/c.wm b.checks", "sub/c.wm b.checks", ""},
		{".", "a.wm b.checks mantra.yaml odd.wm/h.wm sub/c.wm sub/deep/d.checks", ""},
		{"sub", "sub/c.wm sub/deep/d.checks", ""},
		{"sub a.wm sub", "sub/c.wm sub/deep/d.checks a.wm", ""},
		{".hidden", ".hidden/e.wm", ""},
		{"node_modules", "node_modules/g.wm", ""},
		{"tools.json", "tools.json", ""},
		{"*.wm", "a.wm odd.wm/h.wm", ""},
		{"**/*.wm", "a.wm odd.wm/h.wm sub/c.wm", ""},
		{"**/*.checks", "b.checks sub/deep/d.checks", ""},
		{"*/*.wm", "odd.wm/h.wm sub/c.wm", ""},
		{"s?b/*", "sub/c.wm sub/deep/d.checks", ""},
		{"{a,b}.{wm,checks}", "a.wm b.checks", ""},
		{"**/tools.json", "sub/tools.json tools.json", ""},
		{"**", "a.wm b.checks mantra.yaml odd.wm/h.wm sub/c.wm sub/deep/d.checks", ""},
		{".hidden/*.wm", ".hidden/e.wm", ""},
		{"[a-c].wm", "a.wm", ""},
		{"*", "a.wm b.checks mantra.yaml odd.wm/h.wm sub/c.wm sub/deep/d.checks", ""},

		{"x.wm", "", "x.wm: no such file or directory; did you mean a.wm?"},
		{"b.check a.wm", "a.wm", "b.check: no such file or directory; did you mean b.checks?"},
		{"README.md", "", "README.md: is not a model (*.wm), a suite (*.checks), mantra.yaml or a file of tools (*.json, *.yaml)"},
		{"odd.wm", "", "odd.wm: is a folder, although it is named like a file"},
		{"empty", "", "empty: holds no *.wm, *.checks or mantra.yaml"},
		{"notes", "", "notes: holds no *.wm, *.checks or mantra.yaml"},
		{"z*.wm", "", "z*.wm: matches nothing"},
		{"no/**/*.wm", "", "no/**/*.wm: matches nothing"},
		{"[a.wm", "", "[a.wm: names nothing, and is not a well-formed pattern"},
		{"a.wm/b.wm", "", "a.wm/b.wm: not a directory"},
		{"bad\x00.wm", "", `"bad\x00.wm": invalid argument`},
	} {
		names, errs := find(FindOptions{}, strings.Fields(c.args)...)
		if strings.Join(names, " ") != c.files || strings.Join(errs, "\n") != c.errs {
			t.Errorf("%s:\n  %s\n  %s\nwant:\n  %s\n  %s", c.args, names, errs, c.files, c.errs)
		}
	}
	if names, errs := find(FindOptions{}, ""); len(names) > 0 || len(errs) != 1 {
		t.Errorf("an empty argument: %q, %q", names, errs)
	}
}

func TestFindOfOneKind(t *testing.T) {
	tree(t, manyFiles)
	o := FindOptions{Kinds: []Kind{ModelFile, SuiteFile}}
	names, errs := find(o, ".", "mantra.yaml")
	same(t, "files", names, "a.wm", "b.checks", "odd.wm/h.wm", "sub/c.wm", "sub/deep/d.checks")
	same(t, "errors", errs, "mantra.yaml: is not a model (*.wm) or a suite (*.checks)")
}

func TestFindNamesWhatItFinds(t *testing.T) {
	tree(t, manyFiles)
	wd, _ := os.Getwd()
	files, _ := Find([]string{filepath.Join(wd, "a.wm"), filepath.Join("sub", "..", "b.checks")}, FindOptions{})
	if len(files) != 2 || files[0].Name != filepath.Join(wd, "a.wm") || files[1].Name != "b.checks" {
		t.Errorf("%+v", files)
	}
	for _, f := range files {
		if !filepath.IsAbs(f.Path) {
			t.Errorf("%s is known by %s", f.Name, f.Path)
		}
	}
}

func TestFindLinks(t *testing.T) {
	tree(t, manyFiles)
	for link, target := range map[string]string{
		"link.wm": "a.wm", "sub/loop": "..", "me.wm": "me.wm", "nowhere.checks": "gone.checks", "folder": "sub", "sub/away.wm": "../empty",
	} {
		if err := os.Symlink(filepath.FromSlash(target), filepath.FromSlash(link)); err != nil {
			t.Skip("symbolic links cannot be made in the folder for tests; set TMPDIR to one where they can: ", err)
		}
	}
	names, _ := find(FindOptions{}, "sub")
	same(t, "below a folder with a loop", names, "sub/c.wm", "sub/deep/d.checks")
	names, errs := find(FindOptions{}, "folder", "folder/c.wm", "sub/c.wm")
	same(t, "a link to a folder", names, "folder/c.wm", "folder/deep/d.checks")
	same(t, "a link to a folder", errs)
	names, errs = find(FindOptions{}, "me.wm", "nowhere.checks", "link.wm")
	same(t, "links", names, "link.wm")
	same(t, "links", errs, "me.wm: too many levels of symbolic links", "nowhere.checks: no such file or directory")

	r := Check(mustFind(t, "*.wm", "*.checks"), Options{})
	var said []string
	for _, err := range r.Errors {
		said = append(said, err.Error())
	}
	same(t, "errors", said, "me.wm: too many levels of symbolic links", "nowhere.checks: no such file or directory")
}

func mustFind(t *testing.T, args ...string) []File {
	t.Helper()
	files, errs := Find(args, FindOptions{})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return files
}

func TestStdin(t *testing.T) {
	tree(t, manyFiles)
	for _, c := range []struct {
		text, as string
		name     string
		kind     Kind
	}{
		{"(model)", "", "<stdin>", ModelFile},
		{"", "", "<stdin>", ModelFile},
		{"\uFEFF; c\n\n ;(model\n(case x)", "", "<stdin>", SuiteFile},
		{"( use \"a.wm\")", "", "<stdin>", SuiteFile},
		{"(common (k (call t)))", "", "<stdin>", SuiteFile},
		{"(define g (call t))", "", "<stdin>", SuiteFile},
		{"(rules any)", "", "<stdin>", SuiteFile},
		{"(cases", "", "<stdin>", ModelFile},
		{"case", "", "<stdin>", ModelFile},
		{"; only a comment", "", "<stdin>", ModelFile},
		{"(model)", "sub/new.checks", "sub/new.checks", SuiteFile},
		{"x: 1", "mantra.yaml", "mantra.yaml", ConfigFile},
	} {
		files, errs := Find([]string{"-", "-"}, FindOptions{Stdin: strings.NewReader(c.text), StdinName: c.as})
		if len(errs) > 0 || len(files) != 1 || files[0].Name != c.name || files[0].Kind != c.kind || files[0].Text != c.text || !files[0].Stdin {
			t.Errorf("%q: %+v, %v", c.text, files, errs)
		}
	}
	for _, name := range []string{"x.md", "gone/x.wm"} {
		if files, errs := Find([]string{"-"}, FindOptions{Stdin: strings.NewReader(""), StdinName: name}); len(files) > 0 || len(errs) != 1 {
			t.Errorf("%s: %v, %v", name, files, errs)
		}
	}
	files, _ := Find([]string{"-", "."}, FindOptions{Stdin: strings.NewReader("(model"), StdinName: "a.wm"})
	if len(files) != 6 || !files[0].Stdin {
		t.Errorf("what is on disk comes beside standard input: %+v", files)
	}
}

func TestStdinIsLimited(t *testing.T) {
	endless := strings.NewReader(strings.Repeat("x", MaxSize+1))
	if _, errs := Find([]string{"-"}, FindOptions{Stdin: endless}); len(errs) != 1 || !strings.Contains(errs[0].Error(), "16 MiB") {
		t.Error(errs)
	}
}
