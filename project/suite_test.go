package project

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lang/diag"
)

const good = `(model
  (var on_shelf Bool)

  (transition lend_book
    (params)
    (pre on_shelf)
    (post (= (next on_shelf) false))))
`

const cases = `(case lent_out
  (init (on_shelf false))
  (checks
    (no_lending (no_call lend_book))))
`

// using returns a suite that uses a model.
func using(path string) string { return "(use \"" + path + "\")\n\n" + cases }

func TestUse(t *testing.T) {
	for _, c := range []struct{ name, tree, arg, want string }{
		{"beside", "-- l.wm --\n" + good + "-- a.checks --\n" + using("l.wm"), "a.checks", ""},
		{"below", "-- m/l.wm --\n" + good + "-- a.checks --\n" + using("m/l.wm"), "a.checks", ""},
		{"round about", "-- l.wm --\n" + good + "-- a.checks --\n" + using("./m/../l.wm"), "a.checks", ""},
		{"above without a project", "-- l.wm --\n" + good + "-- s/a.checks --\n" + using("../l.wm"), "s/a.checks",
			"s/a.checks:1:6 error MC0602 `../l.wm` lies outside of the project"},
		{"above in a project", "-- mantra.yaml --\n-- l.wm --\n" + good + "-- s/a.checks --\n" + using("../l.wm"), "s/a.checks", ""},
		{"above the project", "-- l.wm --\n" + good + "-- s/mantra.yaml --\n-- s/a.checks --\n" + using("../l.wm"), "s",
			"s/a.checks:1:6 error MC0602 `../l.wm` lies outside of the project"},
		{"use beats the project", "-- mantra.yaml --\nmodel: o.wm\n-- o.wm --\n(model)\n-- l.wm --\n" + good + "-- a.checks --\n" + using("l.wm"), "a.checks", ""},
		{"of the project", "-- mantra.yaml --\nmodel: m/l.wm\n-- m/l.wm --\n" + good + "-- s/t/a.checks --\n" + cases, "s", ""},
		{"nearest project", "-- mantra.yaml --\nmodel: o.wm\n-- o.wm --\n(model)\n-- s/mantra.yaml --\nmodel: l.wm\n-- s/l.wm --\n" + good + "-- s/a.checks --\n" + cases, "s/a.checks", ""},
		{"none", "-- l.wm --\n" + good + "-- k.wm --\n" + good + "-- a.checks --\n" + cases, "a.checks",
			"a.checks:1:1 error MC0601 no model is set for this suite"},
		{"none in a project", "-- mantra.yaml --\n-- a.checks --\n; x\n" + cases, "a.checks",
			"a.checks:2:1 error MC0601 no model is set for this suite"},
		{"none and no cases", "-- a.checks --\n; nothing\n", "a.checks", "a.checks:1:1 warning MC0126 the suite has no cases"},
		{"project's model missing", "-- mantra.yaml --\nmodel: l.wm\n-- a.checks --\n" + cases, "a.checks",
			"mantra.yaml:1:8 error MC0704 `l.wm` does not exist"},
		{"project that cannot be read", "-- mantra.yaml --\nmodel: [\n-- a.checks --\n" + cases, "a.checks",
			"mantra.yaml:1:1 error MC0701 not YAML: did not find expected node content"},
		{"project that is a list", "-- mantra.yaml --\n- model\n-- a.checks --\n" + cases, "a.checks",
			"mantra.yaml:1:1 error MC0703 mantra.yaml takes a mapping of keys to values, not a list"},
		{"missing", "-- a.checks --\n" + using("l.wm"), "a.checks", "a.checks:1:6 error MC0602 `l.wm` does not exist"},
		{"empty", "-- a.checks --\n" + using(""), "a.checks", "a.checks:1:6 error MC0602 an empty name names no file"},
		{"absolute", "-- a.checks --\n" + using("/l.wm"), "a.checks", "a.checks:1:6 error MC0602 `/l.wm` is an absolute name, which means nothing on another machine"},
		{"a folder", "-- l.wm/ --\n-- a.checks --\n" + using("l.wm"), "a.checks", "a.checks:1:6 error MC0602 `l.wm` is a folder"},
		{"not a model", "-- a.checks --\n" + using("a.checks"), "a.checks", "a.checks:1:6 error MC0602 `a.checks` is not a *.wm file"},
		{"backslash", "-- m/l.wm --\n" + good + "-- a.checks --\n" + using(`m\\l.wm`), "a.checks", "a.checks:1:6 error MC0602 `m\\l.wm` is not written with `/` between folders"},
		{"NUL", "-- a.checks --\n" + using(`l\u0000.wm`), "a.checks", "a.checks:1:6 error MC0602 `l\x00.wm` cannot be read: invalid argument"},
		{"unreadable use", "-- a.checks --\n(use l.wm)\n\n" + cases, "a.checks", "a.checks:1:6 error MC0127 expected the path of a model as a string"},
		{"errors in the model", "-- l.wm --\n" + strings.Replace(good, "pre on_shelf", "pre onshelf", 1) + "-- a.checks --\n" + using("l.wm"), "a.checks",
			"a.checks:1:6 error MC0616 the model `l.wm` has an error"},
		{"errors in the project's model", "-- mantra.yaml --\nmodel: l.wm\n-- l.wm --\n" + strings.Replace(good, "pre on_shelf", "pre onshelf", 1) + "-- a.checks --\n" + cases, "a.checks",
			"a.checks:1:1 error MC0616 the model `l.wm` has an error"},
		{"errors in both", "-- l.wm --\n" + strings.Replace(good, "pre on_shelf", "pre onshelf", 1) + "-- a.checks --\n" + using("l.wm"), ".",
			"l.wm:6:10 error MC0201 `onshelf` is not declared"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tree(t, c.tree)
			got := strings.Join(lines(checkArgs(t, Options{}, c.arg).Diagnostics), "\n")
			if got != c.want {
				t.Errorf("%s\nwant:\n%s", got, c.want)
			}
		})
	}
}

func TestUseThroughLinks(t *testing.T) {
	tree(t, "-- out/l.wm --\n"+good+"-- p/mantra.yaml --\n-- p/a.checks --\n"+using("l.wm")+"-- p/b.checks --\n"+using("m/l.wm")+"-- p/c.checks --\n"+using("me.wm")+"-- p/in.wm --\n"+good+"-- p/d.checks --\n"+using("same.wm"))
	for link, target := range map[string]string{"p/l.wm": "../out/l.wm", "p/m": "../out", "p/me.wm": "me.wm", "p/same.wm": "in.wm"} {
		if err := os.Symlink(filepath.FromSlash(target), filepath.FromSlash(link)); err != nil {
			t.Skip("symbolic links cannot be made in the folder for tests; set TMPDIR to one where they can: ", err)
		}
	}
	same(t, "findings", lines(checkArgs(t, Options{}, "p/a.checks", "p/b.checks", "p/c.checks", "p/d.checks").Diagnostics),
		"p/a.checks:1:6 error MC0602 `l.wm` is a link that leads out of the project",
		"p/b.checks:1:6 error MC0602 `m/l.wm` is a link that leads out of the project",
		"p/c.checks:1:6 error MC0602 `me.wm` cannot be read: too many levels of symbolic links")
}

// What the first fixes make of a suite.
func TestUseFixes(t *testing.T) {
	for _, c := range []struct{ name, tree, arg, want string }{
		{"the only model", "-- l.wm --\n" + good + "-- a.checks --\n" + cases, "a.checks", using("l.wm")},
		{"the only model of the project", "-- mantra.yaml --\n-- m/l.wm --\n" + good + "-- s/a.checks --\n\uFEFF" + cases, "s/a.checks", "\uFEFF" + using("../m/l.wm")},
		{"not one of another project", "-- mantra.yaml --\n-- l.wm --\n" + good + "-- s/mantra.yaml --\n-- s/o.wm --\n" + good + "-- a.checks --\n" + cases, "a.checks", using("l.wm")},
		{"misspelt", "-- m/library.wm --\n" + good + "-- a.checks --\n" + using("m/libary.wm"), "a.checks", using("m/library.wm")},
		{"ending", "-- l.wm --\n" + good + "-- a.checks --\n" + using("l.w"), "a.checks", using("l.wm")},
		{"backslash", "-- m/l.wm --\n" + good + "-- a.checks --\n" + using(`m\\l.wm`), "a.checks", using("m/l.wm")},
		{"odd name", "-- \"l\".wm --\n" + good + "-- a.checks --\n" + cases, "a.checks", using(`\"l\".wm`)},
	} {
		t.Run(c.name, func(t *testing.T) {
			tree(t, c.tree)
			fixed := Fix(mustFind(t, c.arg), Options{}, diag.Suggestion)
			if len(fixed.Files) != 1 || fixed.Files[0].New != c.want {
				t.Errorf("%+v\nwant:\n%s", fixed.Files, c.want)
			}
			same(t, "findings left", lines(fixed.Result.Diagnostics))
		})
	}
	tree(t, "")
	wd, _ := os.Getwd()
	put(t, "l.wm", good)
	put(t, "a.checks", using(filepath.ToSlash(filepath.Join(wd, "l.wm"))))
	if fixed := Fix(mustFind(t, "a.checks"), Options{}, diag.Suggestion); len(fixed.Files) != 1 || fixed.Files[0].New != using("l.wm") {
		t.Errorf("an absolute name: %+v", fixed.Files)
	}
}

const unusedConst = "(model\n  (const days Int 14)\n" + "  (var on_shelf Bool)\n\n  (transition lend_book\n    (params)\n    (pre on_shelf)\n    (post (= (next on_shelf) false))))\n"

// A model has the same findings whatever else is checked with it.
func TestFindingsDoNotDependOnOtherFiles(t *testing.T) {
	goal := strings.TrimSuffix(using("l.wm"), ")\n") + "\n  (goal (= days 14)))\n"
	tree(t, "-- mantra.yaml --\n-- l.wm --\n"+unusedConst+"-- s/a.checks --\n"+strings.Replace(goal, "l.wm", "../l.wm", 1)+"-- s/b.checks --\n"+strings.Replace(using("l.wm"), "l.wm", "../l.wm", 1))
	for _, args := range [][]string{{"."}, {"l.wm"}, {"l.wm", "s/b.checks"}} {
		for _, line := range lines(checkArgs(t, Options{}, args...).Diagnostics) {
			if strings.HasPrefix(line, "l.wm") {
				t.Errorf("%v: %s", args, line)
			}
		}
	}
	if err := os.Remove("s/a.checks"); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"."}, {"l.wm"}, {"l.wm", "s/b.checks"}} {
		if got := lines(checkArgs(t, Options{}, args...).Diagnostics); len(got) != 1 || !strings.HasPrefix(got[0], "l.wm:2:") {
			t.Errorf("%v: %s", args, got)
		}
	}
}

// The findings do not depend on the order of the files.
func TestOrder(t *testing.T) {
	tree(t, "-- mantra.yaml --\nmodel: l.wm\ntool: x\n-- l.wm --\n"+unusedConst+"-- a.checks --\n"+using("k.wm")+"-- b.checks --\n"+cases)
	want := lines(checkArgs(t, Options{}, ".").Diagnostics)
	same(t, "the other way round", lines(checkArgs(t, Options{}, "b.checks", "mantra.yaml", "l.wm", "a.checks").Diagnostics), want...)
	if len(want) != 3 {
		t.Error(want)
	}
}
