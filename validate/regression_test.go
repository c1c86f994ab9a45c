package validate_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/validate"
)

// boundLine says in the comment of an archive how long traces are.
var boundLine = regexp.MustCompile(`(?m)^bound: ([0-9]+)$`)

// TestRegressions asks all engines all questions about the projects of
// testdata/regressions, over which engines once disagreed, or might. An archive
// says in its comment what is special about it and how long traces are, and
// holds tools.json, model.wm and suite.checks.
func TestRegressions(t *testing.T) {
	if testing.Short() {
		t.Skip("asks all engines everything about each file, which takes minutes, and is left out with -short")
	}
	paths, err := filepath.Glob("testdata/regressions/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no regressions: ", err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			d := newDifferential(t)
			p, bound := regression(t, path)
			for _, k := range p.Suite.Cases {
				if err := d.whole(p, k, bound, validate.Engines); err != nil {
					t.Errorf("case %s: %v", k.Decl.Name().Name, err)
				}
				if err := d.parts(p, k, bound); err != nil {
					t.Errorf("case %s: %v", k.Decl.Name().Name, err)
				}
			}
			t.Log(tally(d.count))
		})
	}
}

func regression(t *testing.T, path string) (*modeltest.Project, int) {
	t.Helper()
	a, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m := boundLine.FindSubmatch(a.Comment)
	if m == nil {
		t.Fatal("the comment does not say how long traces are")
	}
	bound, _ := strconv.Atoi(string(m[1]))
	text := make(map[string]string)
	for _, f := range a.Files {
		text[f.Name] = string(f.Data)
	}
	p, err := modeltest.Load(text["tools.json"], text["model.wm"], text["suite.checks"])
	if err != nil {
		t.Fatal(err)
	}
	return p, bound
}

// parts asks of each tool and of each of its conditions whether a call is
// reached, whether it can break the condition, and whether it can change each
// leaf; with and without one condition that is ignored. That is one in fifteen of
// these questions; with MANTRAC_SOAK=1 it is all, and the engines that are made of
// others are asked too.
func (d *differential) parts(p *modeltest.Project, k *checker.Case, bound int) error {
	engines, every := base, 15
	if os.Getenv("MANTRAC_SOAK") == "1" {
		engines, every = validate.Engines, 1
	}
	asked := 0
	part := func(sc *system.Scenario, q system.Query) error {
		if asked++; asked%every != 0 {
			return nil
		}
		return d.part(sc, q, bound, engines)
	}
	sc := system.NewScenario(p.Suite, k)
	for _, tool := range sc.Tools {
		list := []system.Query{{Kind: system.Reach, Tool: tool.Name}}
		for _, l := range system.Leaves(sc.Model) {
			list = append(list, system.Query{Kind: system.Reach, Tool: tool.Name, Changed: l.Key()})
		}
		var conditions []system.Condition
		if tool.Transition != nil {
			conditions = sc.Conditions(tool.Transition)
		}
		for _, c := range conditions {
			list = append(list, system.Query{Kind: system.Reach, Tool: tool.Name, Broken: c.Expr()})
			if tool.Named {
				list = append(list, system.Query{Kind: system.Forward, Tool: tool.Name, Broken: c.Expr()},
					system.Query{Kind: system.Forward, Tool: tool.Name, Broken: c.Expr(), First: true})
			}
		}
		for i, q := range list {
			if err := part(sc, q); err != nil {
				return fmt.Errorf("question %d about %s: %w", i, tool.Name, err)
			}
		}
		for _, c := range conditions {
			less := system.NewScenario(p.Suite, k)
			less.Ignored = map[ast.Expr]bool{c.Expr(): true}
			for _, q := range []system.Query{{Kind: system.Reach, Tool: tool.Name}, {Kind: system.Compliant}, {Kind: system.Forward}} {
				if err := part(less, q); err != nil {
					return fmt.Errorf("with a condition of %s ignored: %w", tool.Name, err)
				}
			}
		}
	}
	return nil
}
