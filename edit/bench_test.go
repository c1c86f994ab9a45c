package edit_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/workload"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
)

// manual returns a model of 148 tools with a suite of 40 cases.
func manual() *edit.Set {
	w := workload.Cabin(workload.CabinSize{})
	return &edit.Set{Models: []*checker.Model{w.Suite.Model}, Suites: []*checker.Suite{w.Suite}}
}

// thirtyEdits returns edits of all sorts of the manual.
func thirtyEdits(b testing.TB, s *edit.Set) []edit.Edit {
	m := s.Models[0]
	var list []edit.Edit
	add := func(e edit.Edit) {
		if len(list) < 30 {
			list = append(list, e)
		}
	}
	for i, v := range m.Vars[:5] {
		add(edit.Edit{Op: edit.Rename, At: edit.At("var", v.Name()), Expect: v.Name(), To: fmt.Sprintf("new_%d", i)})
	}
	add(edit.Edit{Op: edit.Add, At: edit.At("var", "fresh"), Text: "(var fresh Bool)"})
	for i, t := range m.Transitions {
		pre := t.Decl.Pre.Exprs
		switch {
		case i%6 == 0 && len(pre) > 0:
			add(edit.Edit{Op: edit.Remove, At: edit.At("transition", t.Name(), "pre", "0"), Expect: t.Unit.Compact(pre[0])})
		case i%6 == 1 && len(pre) > 0:
			expect := t.Unit.Compact(pre[0])
			if !strings.Contains(expect, m.Vars[0].Name()) {
				add(edit.Edit{Op: edit.Replace, At: edit.At("transition", t.Name(), "pre", "0"), Expect: expect, Text: "(or fresh false)"})
			}
		case i%6 == 2:
			add(edit.Edit{Op: edit.Add, At: edit.At("transition", t.Name(), "pre"), Text: "(not fresh)"})
		}
	}
	for _, k := range s.Suites[0].Cases[:3] {
		c := k.Checks[0]
		add(edit.Edit{Op: edit.Rename, At: edit.At("case", k.Decl.Name().Name, "check", c.Name.Name), Expect: c.Name.Name, To: c.Name.Name + "_2"})
	}
	return list
}

func BenchmarkDiff(b *testing.B) {
	old := manual()
	edits := thirtyEdits(b, old)
	result, err := edit.Apply(old, edits, edit.ApplyOptions{})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		found, err := edit.Diff(old, result.Set, edit.DiffOptions{})
		if err != nil || len(found) < len(edits)/2 {
			b.Fatal(len(found), err)
		}
	}
}

func BenchmarkApply(b *testing.B) {
	old := manual()
	edits := thirtyEdits(b, old)
	for b.Loop() {
		if _, err := edit.Apply(old, edits, edit.ApplyOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkReadAndDiff reads and checks both versions as well.
// One edit of a case is tried many times, while each of 148 transitions is locked.
func BenchmarkApplyLocked(b *testing.B) {
	set := manual()
	m, suite := set.Models[0], set.Suites[0]
	var locks []edit.Lock
	for _, t := range m.Transitions {
		l, err := edit.NewLock(set, edit.At("transition", t.Name()).In(m.File.Tree.File.Name()), "ada", "reviewed", time.Time{})
		if err != nil {
			b.Fatal(err)
		}
		locks = append(locks, l)
	}
	at := edit.At("case", suite.Cases[0].Decl.Name().Name, "check", "fresh").In(suite.File.Tree.File.Name())
	edits := []edit.Edit{{Op: edit.Add, At: at, Text: "(fresh (no_call " + m.Transitions[0].Name() + "))"}}
	prepared := edit.Prepare(set)
	b.ResetTimer()
	for b.Loop() {
		if _, err := prepared.Apply(edits, edit.ApplyOptions{Brief: true, Locks: locks}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadAndDiff(b *testing.B) {
	old := manual()
	result, err := edit.Apply(old, thirtyEdits(b, old), edit.ApplyOptions{})
	if err != nil {
		b.Fatal(err)
	}
	read := func(s *edit.Set) *edit.Set {
		m, k := s.Models[0], s.Suites[0]
		text := func(f *ast.File) *source.File { return source.NewFile(f.Tree.File.Name(), f.Tree.File.Text()) }
		model := checker.CheckModel(ast.Parse(text(m.File), ast.ModelFile, nil), m.Tools, m.Options, nil)
		suite := checker.CheckSuite(ast.Parse(text(k.File), ast.ChecksFile, nil), model, k.Tools, m.Options)
		return &edit.Set{Models: []*checker.Model{model}, Suites: []*checker.Suite{suite}}
	}
	for b.Loop() {
		if _, err := edit.Diff(read(old), read(result.Set), edit.DiffOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}
