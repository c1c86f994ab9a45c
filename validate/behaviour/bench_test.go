package behaviour_test

import (
	"context"
	"testing"
	"time"

	"github.com/mantrac/mantrac/checker"
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
	tb.Logf("%d edits", n)
	return old, behaviour.Version{Model: changed, Suites: []*checker.Suite{suite}}
}

func BenchmarkCompare(b *testing.B) {
	old, new := thirty(b, 30)
	for b.Loop() {
		o := behaviour.Options{Options: engines(16), Workers: 2}
		start := time.Now()
		r, err := behaviour.Compare(context.Background(), old, new, o)
		if err != nil {
			b.Fatal(err)
		}
		b.Logf("%v: %s, %d questions, %d shared %d apart", time.Since(start), r.Whole.Class(), r.Stats.Questions, r.Stats.Shared, r.Stats.Apart)
		n := map[behaviour.Class]int{}
		for i := range r.Tools {
			n[r.Tools[i].Class()]++
		}
		b.Logf("%v", n)
		for i := range r.Tools {
			if t := &r.Tools[i]; t.Open() {
				b.Logf("%s %v %v", t.Name, t.Stricter.Reason, t.Looser.Reason)
			}
		}
	}
}
