package compiler

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/compiler/system/slice"
	"github.com/mantrac/mantrac/internal/lists"
)

// A part is what of a model questions rest on: tools that a trace may call, and
// leaves whose values matter. Package slice says why that is enough. Which values
// the other leaves take, [Paths.Path] says.
type part struct {
	system *system.System
	tools  []int         // the places of the tools that are kept, in order
	leaves []system.Leaf // all of the model
	keeps  []bool        // by leaf: it is kept
}

// newSlice returns the part of the model that a question of reach rests on; for a
// question about a case, the part that all of them do.
func newSlice(m *system.System, sc *system.Scenario, q system.Query) *part {
	c := slice.New(m).Case(sc)
	s := c.All()
	if q.Kind == system.Reach {
		s = c.Of(q, false)
	}
	return &part{m, s.Tools, m.Leaves, s.Cone()}
}

// wholeSlice returns the part of the model that any question of reach may rest
// on, which is all of it.
func wholeSlice(m *system.System, sc *system.Scenario) *part {
	return &part{system: m, tools: lists.Range(0, len(sc.Tools)), leaves: m.Leaves, keeps: slices.Repeat([]bool{true}, len(m.Leaves))}
}

func (p *part) size() int {
	return lists.Count(p.keeps, func(keeps bool) bool { return keeps })
}

// commuting returns for each tool the tools after it in the model whose calls
// commute with its calls; see [Unrolling.Ordered].
func (p *part) commuting(sc *system.Scenario) map[int][]int {
	out := make(map[int][]int)
	for i, j := range p.tools {
		reads, writes := p.touched(sc.Tools[j])
		for _, k := range p.tools[i+1:] {
			read, written := p.touched(sc.Tools[k])
			named := sc.Tools[j].Named && sc.Tools[k].Named
			if !named && !meet(writes, read) && !meet(written, reads) && !meet(writes, written) {
				out[j] = append(out[j], k)
			}
		}
	}
	return out
}

// touched returns the leaves that a call of a tool reads, and those of the part
// that it writes.
func (p *part) touched(t system.Tool) (reads, writes []int) {
	if t.Transition == nil {
		return nil, nil
	}
	lowered := p.system.Transition(t.Name)
	writes = lists.Filter(lowered.Mentioned, func(l int) bool { return p.keeps[l] })
	terms := append(slices.Clip(lowered.Pre), lowered.Post...)
	reads = system.ReadsBefore(terms...)
	for _, tie := range t.Tied(lowered) { // the answer may tell what the call left as it was
		reads = append(reads, system.ReadsBefore(tie.Value)...)
		reads = append(reads, system.ReadsAfter(tie.Value)...)
	}
	return reads, writes
}

func meet(a, b []int) bool {
	return slices.ContainsFunc(a, func(l int) bool { return slices.Contains(b, l) })
}
