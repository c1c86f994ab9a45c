package lint

import (
	"maps"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/validate"
)

// clauses looks for clauses of `pre` that decide nothing: in any state, and,
// of tools that some case reaches, in any run from a case.
func (w *world) clauses(live []*checker.Transition) {
	for list := range slices.Chunk(w.model.Transitions, batch) {
		w.progress("preconditions")
		found := each(w.crew, list, func(t *checker.Transition, lane int) clausesOf {
			if w.dead[t.Name()] != nil || t.Decl.Pre == nil {
				return clausesOf{}
			}
			return w.clausesOf(lane, t, len(w.cases) > 0 && slices.Contains(live, t))
		})
		for _, f := range found {
			for _, p := range f.problems {
				w.report(p)
			}
			w.open(f.open...)
			for _, s := range f.shown {
				w.note(s.from, s.witness)
			}
		}
	}
}

// clausesOf is what was found out about the clauses of a transition.
type clausesOf struct {
	problems []diag.Problem
	open     []Open
	shown    []search
}

// clausesOf looks at each clause, the last one first. Those that decide
// nothing are ignored from then on. Those that no case can break make one
// finding: one case more often tests several of them.
func (w *world) clausesOf(lane int, t *checker.Transition, reached bool) (f clausesOf) {
	ignored := make(map[ast.Expr]bool)
	unbroken := &Unbroken{Transition: t, At: w.span(t.Unit, t.Decl.Tool), Of: len(t.Decl.Pre.Exprs), Scope: w.scope(true)}
	for _, e := range slices.Backward(t.Decl.Pre.Exprs) {
		if reached && w.shows(t, e, ignored) {
			continue
		}
		q := system.Query{Kind: system.Reach, Tool: t.Name(), Broken: e}
		found := search{}
		if reached {
			found = w.fromStarts(lane, q, maps.Clone(ignored))
			f.shown = append(f.shown, found)
		}
		if found.answer == validate.Found {
			continue
		}
		here := w.everywhere(lane, q, maps.Clone(ignored))
		f.shown = append(f.shown, search{witness: here.Witness})
		clause := "the clause `" + diag.Excerpt(t.Unit.Compact(e)) + "` of `" + t.Name() + "`"
		switch {
		case here.Answer == validate.None:
			f.problems = append(f.problems, w.idle(t, q, maps.Clone(ignored)))
			ignored[e] = true
		case found.answer == validate.None:
			unbroken.Clauses = append(unbroken.Clauses, e)
			unbroken.Scope.Proved = unbroken.Scope.Proved && found.proved
			ignored[e] = true
		case reached:
			f.open = append(f.open, Open{"can a case break " + clause, found.reason})
		case here.Answer == validate.Unknown:
			f.open = append(f.open, Open{"does " + clause + " decide anything", here.Reason})
		}
	}
	if len(unbroken.Clauses) > 0 {
		// The clauses were looked at from the last one to the first.
		slices.Reverse(unbroken.Clauses)
		for _, e := range unbroken.Clauses {
			unbroken.Places = append(unbroken.Places, w.span(t.Unit, e))
		}
		f.problems = append(f.problems, unbroken)
	}
	return f
}

func (w *world) idle(t *checker.Transition, q system.Query, ignored map[ast.Expr]bool) *IdleClause {
	p := &IdleClause{Transition: t, Clause: q.Broken, At: w.span(t.Unit, q.Broken)}
	p.Blame = w.blameOf(w.single, w.anything, q, ignored)
	return p
}
