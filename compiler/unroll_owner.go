package compiler

import (
	"fmt"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
)

// undisturbed is that none of n calls is of a tool that disturbs, if the question
// wants that.
func (u *Unrolling) undisturbed(q system.Query, n int) (list []*smt.Term) {
	for j, t := range u.scenario.Tools {
		for i := 0; i < n && q.Undisturbed && t.Disturbs(); i++ {
			list = append(list, u.enc.Not(u.called(i, j)))
		}
	}
	return list
}

// Others holds where call i, counted from 0, is of others than the agent.
func (u *Unrolling) Others(i int) *smt.Term {
	any := lists.Map(u.scenario.Others(), func(j int) *smt.Term { return u.called(i, j) })
	return u.enc.Or(any...)
}

// Others holds where call i, counted from 0, is of others than the agent.
func (f *Formula) Others(i int) *smt.Term {
	any := lists.Map(f.scenario.Others(), func(j int) *smt.Term { return f.steps[i].calls[j] })
	return f.enc.Or(any...)
}

// ByOthers holds where at least so many of the first n calls are of others than
// the agent; so many is one or more.
func (u *Unrolling) ByOthers(least, n int) *smt.Term {
	return u.define(u.atLeast(least, n, u.Others), fmt.Sprintf("%d of %d calls are of others", least, n))
}

// atLeast holds where something is so of at least so many of the first n calls.
func (u *Unrolling) atLeast(least, n int, of func(i int) *smt.Term) *smt.Term {
	e := u.enc
	counts := make([]*smt.Term, least+1) // at least so many so far
	for k := range counts {
		counts[k] = e.Bool(k == 0)
	}
	for i := range n {
		// From high to low, so that counts[k-1] does not have call i in it yet.
		for k := least; k > 0; k-- {
			counts[k] = e.Or(counts[k], e.And(counts[k-1], of(i)))
		}
	}
	return counts[least]
}
