package lint

import (
	"cmp"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/validate"
)

// variables looks for those that a transition sets which cases reach, and that
// no run changes. One that no transition sets says what a case is about, and
// is meant to stay as it is.
func (w *world) variables(live []*checker.Transition) {
	if len(w.cases) == 0 {
		return
	}
	var set []*checker.Var
	places := make(map[*checker.Var][]source.Span)
	for _, v := range w.model.Vars {
		for _, t := range live {
			if n := w.sets(t, v); n != nil {
				places[v] = append(places[v], w.span(t.Unit, n))
			}
		}
		if len(places[v]) > 0 {
			set = append(set, v)
		}
	}
	for list := range slices.Chunk(set, batch) {
		w.progress("variables")
		for i, f := range each(w.crew, list, w.changed) {
			w.note(f.from, f.witness)
			switch v := list[i]; f.answer {
			case validate.None:
				w.report(&Unchanged{Var: v, At: w.span(v.Unit, v.Decl.Name), Set: places[v], Scope: w.scope(f.proved)})
			case validate.Unknown:
				w.open(Open{"can a case change `" + v.Name() + "`", f.reason})
			}
		}
	}
}

// sets returns where a transition speaks of the next value of a variable,
// other than to say that it stays as it is, or nil.
func (w *world) sets(t *checker.Transition, v *checker.Var) ast.Node {
	lowered := w.system.Transition(t.Name())
	same := make(map[ast.Node]bool)
	for _, a := range lowered.Assignments {
		// An assignment of the value that the leaf has says that it stays as it is.
		same[a.Source.Expr] = a.Value.Kind == system.Before && slices.Equal(a.Value.Leaves, a.Leaves)
	}
	return spoken(lowered.Post, v, same)
}

// spoken returns the first expression among terms, those aside that say that
// something stays as it is, which is the next value of a variable or of a part
// of it, or nil.
func spoken(list []*system.Term, v *checker.Var, same map[ast.Node]bool) ast.Node {
	for _, t := range list {
		if t.Kind == system.After && t.Var == v {
			return t.Expr
		}
		if !same[t.Expr] {
			if n := spoken(t.Args, v, same); n != nil {
				return n
			}
		}
	}
	return nil
}

// changed asks of each leaf of a variable whether a run changes it.
func (w *world) changed(v *checker.Var, lane int) search {
	if w.changes(v) {
		return search{answer: validate.Found}
	}
	all := search{answer: validate.None, proved: true}
	for _, l := range w.system.Leaves {
		if l.Var != v {
			continue
		}
		f := w.fromStarts(lane, system.Query{Kind: system.Reach, Changed: l.Key()}, nil)
		switch f.answer {
		case validate.Found:
			return f
		case validate.Unknown:
			all.answer, all.reason = validate.Unknown, cmp.Or(all.reason, f.reason)
		}
		all.proved = all.proved && f.proved
	}
	return all
}
