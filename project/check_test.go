package project

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lang/diag"
)

const (
	lend   = "{\"functions\": [{\"name\": \"lend_book\"}]}\n"
	borrow = "{\"tools\": [{\"name\": \"borrow\", \"input_schema\": {\"type\": \"object\"}}]}\n"
)

func TestTools(t *testing.T) {
	tree(t, "-- p/mantra.yaml --\ntools: t.json\n-- p/t.json --\n"+borrow+"-- p/l.wm --\n"+good+"-- t.json --\n"+lend+"-- bad.json --\n{\n-- l.wm --\n"+good)
	unknown := func(name string) string { return name + ":4:15 warning MC0415 unknown tool `lend_book`" }
	for _, c := range []struct {
		tools, arg, want string
	}{
		{"", "p", unknown("p/l.wm")},
		{"t.json", "p", ""},
		{"p/t.json", "l.wm", unknown("l.wm")},
		{"", "l.wm", ""},
		{"bad.json", "l.wm", "bad.json:1:1 error MC0501"},
	} {
		got := lines(checkArgs(t, Options{Tools: c.tools}, c.arg).Diagnostics)
		if len(got) > 1 || !strings.HasPrefix(strings.Join(got, ""), c.want) || c.want == "" && len(got) > 0 {
			t.Errorf("--tools %s %s: %s", c.tools, c.arg, got)
		}
	}
	for tools, want := range map[string]string{
		"gone.json": "gone.json: no such file or directory",
		"p":         "p: is a folder",
		"l.wm":      "l.wm: is not a file of tools (*.json, *.yaml)",
		"no/t.json": "no/t.json: no such file or directory",
	} {
		r := checkArgs(t, Options{Tools: tools}, "l.wm")
		if len(r.Errors) != 1 || r.Errors[0].Error() != want || r.Checked != 0 {
			t.Errorf("--tools %s: %v, and %d files checked", tools, r.Errors, r.Checked)
		}
	}
}

// With other tools, what mantra.yaml says of its own does not count.
func TestToolsBeatTheProject(t *testing.T) {
	tree(t, "-- mantra.yaml --\ntools: gone.json\neffects: {z: read, lend_book: write}\n-- t.json --\n"+lend+"-- l.wm --\n"+good)
	same(t, "findings", lines(checkArgs(t, Options{Tools: "t.json"}, ".").Diagnostics))
	put(t, "mantra.yaml", "tools: {format: python_callable, source: a.b}\n")
	same(t, "findings", lines(checkArgs(t, Options{Tools: "t.json"}, ".").Diagnostics))
}

// A file of tools that is asked for is read as its project says.
func TestToolsAsFiles(t *testing.T) {
	tree(t, "-- mantra.yaml --\ntools: {format: mcp, source: t.json}\ntool_types: l.json\n-- t.json --\n"+borrow+"-- l.json --\n{\"borrow\": \"read\"}\n-- o.json --\n"+lend+"-- none.json --\n{\"a\": 1}\n")
	if got := lines(checkArgs(t, Options{}, "t.json").Diagnostics); len(got) != 1 || !strings.Contains(got[0], "MC0502") {
		t.Errorf("t.json: %s", got)
	}
	put(t, "mantra.yaml", "tools: t.json\ntool_types: l.json\n")
	same(t, "findings", lines(checkArgs(t, Options{}, "t.json", "l.json", "o.json").Diagnostics))
	if got := lines(checkArgs(t, Options{}, "none.json").Diagnostics); len(got) != 1 || !strings.Contains(got[0], "MC0502") {
		t.Errorf("none.json: %s", got)
	}
}

func TestConfigOption(t *testing.T) {
	tree(t, "-- mantra.yaml --\nmodel: gone.wm\n-- other.yaml --\nmodel: l.wm\n-- l.wm --\n"+good+"-- s/mantra.yaml --\nmodel: gone.wm\n-- s/a.checks --\n"+cases)
	same(t, "findings", lines(checkArgs(t, Options{Config: "other.yaml"}, "s/a.checks").Diagnostics))
	r := checkArgs(t, Options{Config: "gone.yaml"}, "l.wm")
	if len(r.Errors) != 1 || r.Checked != 0 {
		t.Error(r.Errors)
	}
	// Outside of its folder it counts too, but does not move the project.
	put(t, "u.checks", using("l.wm"))
	t.Chdir("s")
	put(t, "mantra.yaml", "tools: x.json\n")
	same(t, "findings outside of its folder", lines(checkArgs(t, Options{Config: "mantra.yaml"}, "../l.wm", "../u.checks").Diagnostics),
		"mantra.yaml:1:8 error MC0704 `x.json` does not exist")
}

// A model that several suites use is checked once, and its project is named
// once.
func TestModelsAreShared(t *testing.T) {
	tree(t, "-- mantra.yaml --\nmodel: l.wm\nx: 1\n-- l.wm --\n"+strings.Replace(good, "pre on_shelf", "pre onshelf", 1)+"-- a.checks --\n"+cases+"-- b.checks --\n"+using("l.wm")+"-- c.checks --\n"+using("./l.wm"))
	r := checkArgs(t, Options{}, ".")
	same(t, "findings", lines(r.Diagnostics), "l.wm:6:10 error MC0201 `onshelf` is not declared", "mantra.yaml:2:1 warning MC0702 mantra.yaml has no key `x`")
	if len(r.Models) != 1 || len(r.Suites) != 3 || r.Checked != 5 {
		t.Errorf("%d models, %d suites, %d files", len(r.Models), len(r.Suites), r.Checked)
	}
	for _, s := range r.Suites {
		if s.Model != r.Models[0] {
			t.Errorf("%s has a model of its own", s.File.Tree.File.Name())
		}
	}
}

// An editor's buffers stand for the files.
func TestBuffers(t *testing.T) {
	tree(t, "-- l.wm --\n(model")
	wd, _ := os.Getwd()
	wd, _ = filepath.EvalSymlinks(wd)
	buffers := map[string]string{
		filepath.Join(wd, "l.wm"): good, filepath.Join(wd, "new.checks"): cases, filepath.Join(wd, "mantra.yaml"): "model: l.wm\n",
	}
	read := func(path string) (string, error) {
		if text, ok := buffers[path]; ok {
			return text, nil
		}
		return ReadText(path)
	}
	files := []File{
		{Name: filepath.Join(wd, "l.wm"), Path: filepath.Join(wd, "l.wm"), Kind: ModelFile},
		{Name: filepath.Join(wd, "new.checks"), Path: filepath.Join(wd, "new.checks"), Kind: SuiteFile},
	}
	same(t, "findings", lines(Check(files, Options{Read: read}).Diagnostics))
	buffers[filepath.Join(wd, "mantra.yaml")] = "model: m.wm\n"
	want := filepath.ToSlash(wd) + "/mantra.yaml:1:8 error MC0704 `m.wm` does not exist"
	same(t, "findings", lines(Check(files, Options{Read: read}).Diagnostics), want)

	broken := func(path string) (string, error) {
		return "", &fs.PathError{Op: "read", Path: path, Err: errors.New("on fire")}
	}
	r := Check(files, Options{Read: broken})
	if len(r.Errors) != 2 || !strings.HasSuffix(r.Errors[0].Error(), "l.wm: on fire") {
		t.Error(r.Errors)
	}
}

func TestStrict(t *testing.T) {
	tree(t, "-- l.wm --\n"+good+"-- a.checks --\n"+strings.TrimSuffix(using("l.wm"), ")\n")+"\n  (goal (= on_shelf false)))\n")
	same(t, "findings", lines(checkArgs(t, Options{}, ".").Diagnostics))
	if got := checkArgs(t, Options{Strict: true}, ".").Diagnostics; diag.Tally(got).Errors == 0 {
		t.Error("an extension is accepted")
	}
}

func TestNearestConfig(t *testing.T) {
	tree(t, "-- mantra.yaml --\n-- a/b/mantra.yaml/ --\n-- a/b/c/ --\n")
	wd, _ := os.Getwd()
	if path, ok := NearestConfig("a/b/c"); !ok || path != filepath.Join(wd, "mantra.yaml") {
		t.Error(path, ok)
	}
}
