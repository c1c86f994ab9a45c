package z3

import "github.com/mantrac/mantrac/compiler/smt"

// Z3 writes an array in a model as some entries and a value for all other
// indices, and takes two arrays to differ where those values do. That is
// wrong where there are no other indices, as with the index sort Bool: the
// search has it right, but Z3_model_eval says that equal arrays are not. So
// arrays with such an index are compared index by index, and where that cannot
// be, as they are elements or indices of infinite ones, the value of a term is
// refused.

// equal returns x = y.
func (tr *translator) equal(sort smt.Sort, x, y z3AST) (z3AST, error) {
	array, ok := sort.(smt.Array)
	if !ok || array.Index != smt.Bool {
		return tr.own(tr.mkEq(tr.c, x, y), "=")
	}
	var both []z3AST
	for _, index := range []func(z3Context) z3AST{tr.mkFalse, tr.mkTrue} {
		i, err := tr.own(index(tr.c), "index")
		if err != nil {
			return 0, err
		}
		v, err := tr.own(tr.mkSelect(tr.c, x, i), "select")
		if err != nil {
			return 0, err
		}
		w, err := tr.own(tr.mkSelect(tr.c, y, i), "select")
		if err != nil {
			return 0, err
		}
		same, err := tr.equal(array.Elem, v, w)
		if err != nil {
			return 0, err
		}
		both = append(both, same)
	}
	return tr.own(tr.mkAnd(tr.c, uint32(len(both)), both), "and")
}

// doubt reports whether Z3 may get the value of a term wrong, whose operands
// are known.
func (tr *translator) doubt(t *smt.Term) bool {
	for _, arg := range t.Args() {
		if tr.doubtful[arg] {
			return true
		}
	}
	switch t.Op() {
	case smt.Eq:
		sort := t.Args()[0].Sort()
		for {
			array, ok := sort.(smt.Array)
			if !ok || array.Index != smt.Bool {
				return hasFinite(sort)
			}
			sort = array.Elem // compared index by index
		}
	case smt.Select, smt.Store:
		return hasFinite(t.Args()[1].Sort())
	}
	return false
}

// hasFinite reports whether an array with the index sort Bool is in a sort.
func hasFinite(sort smt.Sort) bool {
	array, ok := sort.(smt.Array)
	return ok && (array.Index == smt.Bool || hasFinite(array.Index) || hasFinite(array.Elem))
}
