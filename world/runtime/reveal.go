package runtime

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
)

// reveal finds out which leaves answers show.
func (w *World) reveal() {
	w.shown, w.related = make(map[string][]int), make(map[string][]int)
	w.hidden = make([]bool, len(w.leaves))
	for i, l := range w.leaves {
		w.hidden[i] = !l.Var.Hidden()
	}
	for _, t := range w.lowered.Transitions {
		var list []int
		if len(t.Results) == 0 {
			list = revealed(t)
			w.shown[t.Name()] = list
		}
		for _, tie := range t.Ties {
			list = append(list, read(tie.Value)...)
		}
		w.related[t.Name()] = related(t)
		list = append(list, w.related[t.Name()]...)
		for _, leaf := range list {
			w.hidden[leaf] = false
		}
	}
}

// revealed returns the leaves whose value after a call cannot be told from the model
// and the call: those that no assignment without guards gives the value of a constant
// or of an argument.
func revealed(t *system.Transition) []int {
	list := slices.Clone(t.Open)
	for _, a := range t.Assignments {
		// The call alone tells the new value, so its answer need not show it.
		if len(a.Guards) == 0 && len(read(a.Value)) == 0 {
			continue
		}
		list = lists.Include(list, a.Leaves...)
	}
	slices.Sort(list)
	return list
}

// related returns the leaves to which relations hold results that no tie gives, as in
// (=> (= (param app) "camera") (= (result p) granted)).
func related(t *system.Transition) (list []int) {
	for _, r := range t.Relations {
		terms := r.Terms()
		if slices.ContainsFunc(system.Reads(terms...), func(r system.Read) bool { return r.Param != nil && r.Param.Result }) {
			for _, term := range terms {
				list = append(list, read(term)...)
			}
		}
	}
	return list
}

// read returns the leaves that a term reads.
func read(t *system.Term) (list []int) {
	for _, r := range t.Reads {
		if r.Kind != system.Argument {
			list = append(list, r.Index)
		}
	}
	return list
}

// visible reports whether some answer shows a leaf.
func (w *World) visible(l system.Leaf) bool {
	i := slices.IndexFunc(w.leaves, func(o system.Leaf) bool { return o.Var == l.Var && slices.Equal(o.Path, l.Path) })
	return i >= 0 && !w.hidden[i]
}
