package explicit

import (
	"github.com/mantrac/mantrac/compiler/system"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/types"
)

// A Model is a world model prepared for search. It is made once and serves
// all cases, by any number of goroutines at a time.
type Model struct {
	model   *checker.Model
	machine *interp.Machine
	table   *table
	leaves  []system.Leaf
	of      map[*checker.Var][2]int // the leaves from the first to before the second
	rules   map[string]*rule        // by tool
	writers [][]write               // by leaf: what calls may make of it
	memos   int                     // how many expressions the interpreter computes
	params  int                     // how many arguments transitions bind
	width   int                     // the most leaves of an assignment
}

// New prepares a model without errors, in time linear in it.
func New(m *checker.Model) *Model {
	x := &Model{model: m, machine: interp.New(m), table: newTable(nil), leaves: system.Leaves(m),
		of: make(map[*checker.Var][2]int), rules: make(map[string]*rule)}
	for i, l := range x.leaves {
		span, had := x.of[l.Var]
		if !had {
			span[0] = i
		}
		span[1] = i + 1
		x.of[l.Var] = span
		if enum, ok := l.Type.(*types.Enum); ok {
			for _, n := range enum.Names {
				x.table.text(n)
			}
		}
	}
	x.writers = make([][]write, len(x.leaves))
	for i, t := range m.Transitions {
		r := x.newRule(t, i)
		x.rules[t.Name()] = r
		for _, w := range r.writes {
			x.writers[w.leaf] = append(x.writers[w.leaf], w)
		}
	}
	for _, r := range x.rules {
		for _, a := range r.assigns {
			x.width = max(x.width, len(a.leaves))
		}
	}
	return x
}

// under returns the leaves of a variable, or of a field of it.
func (m *Model) under(v *checker.Var, path []string) []int {
	span := m.of[v]
	var list []int
	for i := span[0]; i < span[1]; i++ {
		l := m.leaves[i]
		if len(path) <= len(l.Path) && slices.Equal(path, l.Path[:len(path)]) {
			list = append(list, i)
		}
	}
	return list
}
