package behaviour_test

import (
	"context"
	"testing"
	"time"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/z3"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/workload"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/validate/behaviour"
)

// thirty returns two versions of a model of 148 tools between which there are
// so many edits: clauses of preconditions that are removed, and values that are
// turned round.
func thirty(tb testing.TB, edits int) (old, new behaviour.Version) {
	w := workload.Cabin(workload.CabinSize{})
	old = behaviour.Version{Model: w.Suite.Model, Suites: []*checker.Suite{w.Suite}}
	text := w.Model
	m := w.Suite.Model
	n := 0
	for i := len(m.Transitions) - 1; i >= 0 && n < edits; i-- {
		t := m.Transitions[i]
		at := func(n ast.Node) source.Span { return m.File.Tree.Resolve(t.Unit.Span(n)) }
		switch {
		case i%4 == 0 && len(t.Decl.Pre.Exprs) > 1:
			s := at(t.Decl.Pre.Exprs[0])
			text = text[:s.Start] + text[s.End:]
		case i%4 == 1 && len(t.Decl.Pre.Exprs) > 0:
			s := at(t.Decl.Pre.Exprs[0])
			text = text[:s.Start] + "(not " + s.Text() + ")" + text[s.End:]
		case i%16 == 2 && len(t.Decl.Post.Exprs) > 0:
			s := at(t.Decl.Post.Exprs[0])
			text = text[:s.Start] + text[s.End:]
		default:
			continue
		}
		n++
	}
	file := ast.Parse(source.NewFile("model.wm", text), ast.ModelFile, nil)
	changed := checker.CheckModel(file, m.Tools, checker.Options{}, nil)
	tools := m.Tools
	suite := checker.CheckSuite(ast.Parse(source.NewFile("suite.checks", w.Checks), ast.ChecksFile, nil), changed, tools, checker.Options{})
	return old, behaviour.Version{Model: changed, Suites: []*checker.Suite{suite}}
}

// BenchmarkRun is what mantrac diff --behaviour does about 148 tools and 30
// edits, at the default bound.
func BenchmarkRun(b *testing.B) {
	old, new := thirty(b, 30)
	before, after := setOfVersion(old), setOfVersion(new)
	edits, err := edit.Diff(before, after, edit.DiffOptions{})
	if err != nil {
		b.Fatal(err)
	}
	o := behaviour.Options{Options: engines(16), Workers: 2}
	o.States = 0
	if lib, err := z3.Load(); err == nil {
		o.NewFixedpoint = func(limit time.Duration, steps uint) (smt.Fixedpoint, error) {
			return lib.NewFixedpoint(z3.Options{Timeout: limit, Rlimit: steps})
		}
	}
	for _, part := range []struct {
		name string
		do   func() (any, error)
	}{
		{"all", func() (any, error) {
			return behaviour.Run(context.Background(), before, after, edits, edit.DiffOptions{}, o)
		}},
		{"compare", func() (any, error) { return behaviour.Compare(context.Background(), old, new, o) }},
		{"attribute", func() (any, error) { return behaviour.Attribute(context.Background(), old, new, edits, o) }},
		{"cases", func() (any, error) { return behaviour.CompareCases(context.Background(), old.Suites, new.Suites, o) }},
	} {
		b.Run(part.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := part.do(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(edits)), "edits")
		})
	}
}

func setOfVersion(v behaviour.Version) *edit.Set {
	return &edit.Set{Models: []*checker.Model{v.Model}, Suites: v.Suites}
}
