package lint

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/validate"
)

// transitions looks for those that never fire. It returns those that do, as
// far as that is known: from the start of a case, or in any state where there
// are no cases.
func (w *world) transitions() []*checker.Transition {
	var live []*checker.Transition
	for list := range slices.Chunk(w.model.Transitions, batch) {
		w.progress("transitions")
		for i, f := range each(w.crew, list, w.fires) {
			t := list[i]
			w.status(w.statusOf(t, f))
			w.note(nil, f.anywhere)
			w.note(f.from, f.witness)
			switch {
			case f.problem != nil:
				w.report(f.problem)
				if never, ok := f.problem.(*NeverFires); ok {
					w.dead[t.Name()] = never
				}
			case f.open != nil:
				w.open(*f.open)
			default:
				live = append(live, t)
			}
		}
	}
	return live
}

// A firing is what was found out about a transition.
type firing struct {
	problem  diag.Problem
	open     *Open
	from     *start
	witness  *validate.Witness // from there
	anywhere *validate.Witness
}

func (w *world) fires(t *checker.Transition, lane int) (f firing) {
	// A witness of an earlier question has shown such a call already.
	if w.shows(t, nil, nil) {
		return f
	}
	q := system.Query{Kind: system.Reach, Tool: t.Name()}
	found := w.fromStarts(lane, q, nil)
	f.from, f.witness = found.from, found.witness
	if found.answer == validate.Found {
		return f
	}
	here := w.everywhere(lane, q, nil)
	f.anywhere = here.Witness
	switch {
	case here.Answer == validate.None:
		f.problem = w.neverFires(t, q)
	case len(w.cases) == 0 && here.Answer == validate.Unknown:
		f.open = &Open{"can `" + t.Name() + "` ever be called", here.Reason}
	case len(w.cases) == 0:
	case found.answer == validate.None:
		f.problem = w.unreached(t, q, found)
	default:
		f.open = &Open{"can a case reach `" + t.Name() + "`", found.reason}
	}
	return f
}

func (w *world) neverFires(t *checker.Transition, q system.Query) *NeverFires {
	p := &NeverFires{Transition: t, At: w.span(t.Unit, t.Decl.Tool), Whole: w.span(t.Unit, t.Decl), Relational: !w.system.Transition(t.Name()).Total()}
	p.Blame = w.blameOf(w.single, w.anything, q, nil)
	if t.Decl.Post != nil {
		p.Post = w.span(t.Unit, t.Decl.Post.Keyword)
	}
	return p
}

func (w *world) unreached(t *checker.Transition, q system.Query, found search) *Unreached {
	p := &Unreached{Transition: t, At: w.span(t.Unit, t.Decl.Tool), Scope: w.scope(found.proved)}
	p.Blame = w.blameOf(w.bounded, w.starts[0], q, nil)
	return p
}
