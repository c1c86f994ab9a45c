package z3

import (
	"errors"
	"fmt"

	"github.com/mantrac/mantrac/compiler/smt"
)

// maxDepth bounds the nesting of terms. Z3 walks them recursively, on a stack
// that cannot grow and whose overflow ends the process. With the usual 8 MB it
// overflows at 14,000 to 40,000 levels, by the kind of term; with the 2 MB of
// Windows, at more than 3,500. Some of its walks take time that grows with the
// square of the depth and cannot be interrupted, which is a second reason.
const maxDepth = 2_000

var errNil = errors.New("z3: the term is nil")

// A translator makes each term once in a context.
type translator struct {
	*handle
	terms   map[*smt.Term]z3AST
	sorts   map[smt.Sort]z3Sort
	symbols int32   // constants made so far
	args    []z3AST // of the term being made; reused
	// doubtful are the terms whose value in a model Z3 may get wrong.
	doubtful map[*smt.Term]bool
}

func newTranslator(h *handle) *translator {
	return &translator{handle: h, terms: make(map[*smt.Term]z3AST), sorts: make(map[smt.Sort]z3Sort), doubtful: make(map[*smt.Term]bool)}
}

// term returns a term of Z3 for t. Its operands are made before it, from a
// stack of terms that wait for theirs, so that no depth overflows Go's stack.
func (tr *translator) term(t *smt.Term) (z3AST, error) {
	if t == nil {
		return 0, errNil
	}
	if a, ok := tr.terms[t]; ok {
		return a, nil
	}
	if t.Depth() > maxDepth {
		return 0, &TooDeep{Depth: t.Depth()}
	}
	stack := []*smt.Term{t}
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		// Another use of the term may have made it since it was put on the stack.
		if _, ok := tr.terms[top]; ok {
			stack = stack[:len(stack)-1]
			continue
		}
		waits := false
		tr.args = tr.args[:0]
		for _, arg := range top.Args() {
			a, ok := tr.terms[arg]
			if !ok {
				stack = append(stack, arg)
				waits = true
			}
			tr.args = append(tr.args, a)
		}
		if waits {
			continue
		}
		a, err := tr.make(top, tr.args)
		if err != nil {
			return 0, err
		}
		tr.terms[top] = a
		if tr.doubt(top) {
			tr.doubtful[top] = true
		}
		stack = stack[:len(stack)-1]
	}
	return tr.terms[t], nil
}

// make makes one term of its operands.
func (tr *translator) make(t *smt.Term, args []z3AST) (z3AST, error) {
	switch t.Op() {
	case smt.Var:
		return tr.fresh(t.Sort())
	case smt.Number:
		return tr.number(t)
	case smt.Filled:
		return tr.filled(t, args[0])
	case smt.Eq:
		return tr.equal(t.Args()[0].Sort(), args[0], args[1])
	}
	a, call := tr.apply(t, args)
	return tr.own(a, call)
}

// apply calls the function for an operator.
func (tr *translator) apply(t *smt.Term, x []z3AST) (a z3AST, call string) {
	c, n := tr.c, uint32(len(x))
	switch t.Op() {
	case smt.Truth:
		if t.IsTrue() {
			return tr.mkTrue(c), "true"
		}
		return tr.mkFalse(c), "false"
	case smt.Not:
		return tr.mkNot(c, x[0]), "not"
	case smt.And:
		return tr.mkAnd(c, n, x), "and"
	case smt.Or:
		return tr.mkOr(c, n, x), "or"
	case smt.Implies:
		return tr.mkImplies(c, x[0], x[1]), "=>"
	case smt.Ite:
		return tr.mkIte(c, x[0], x[1], x[2]), "ite"
	case smt.Add:
		return tr.mkAdd(c, n, x), "+"
	case smt.Mul:
		return tr.mkMul(c, n, x), "*"
	case smt.Div, smt.IntDiv:
		// Of Ints, Z3_mk_div is the Euclidean division.
		return tr.mkDiv(c, x[0], x[1]), "/"
	case smt.Le:
		return tr.mkLe(c, x[0], x[1]), "<="
	case smt.Lt:
		return tr.mkLt(c, x[0], x[1]), "<"
	case smt.ToReal:
		return tr.mkInt2Real(c, x[0]), "to_real"
	case smt.Select:
		return tr.mkSelect(c, x[0], x[1]), "select"
	case smt.Store:
		return tr.mkStore(c, x[0], x[1], x[2]), "store"
	}
	return 0, fmt.Sprintf("operator %d", t.Op())
}

// fresh returns a new constant. Its symbol is a number, not a name, so that
// no two names, whatever is in them, can be mistaken for each other in C.
func (tr *translator) fresh(sort smt.Sort) (z3AST, error) {
	s, err := tr.sort(sort)
	if err != nil {
		return 0, err
	}
	name := tr.intSymbol(tr.c, tr.symbols)
	if name == 0 {
		return 0, tr.nothing("symbol")
	}
	tr.symbols++
	return tr.own(tr.mkConst(tr.c, name, s), "constant")
}

func (tr *translator) number(t *smt.Term) (z3AST, error) {
	s, err := tr.sort(t.Sort())
	if err != nil {
		return 0, err
	}
	if r := t.Rat(); r.IsInt() && r.Num().IsInt64() {
		return tr.own(tr.mkInt64(tr.c, r.Num().Int64(), s), "numeral")
	}
	return tr.own(tr.mkNumeral(tr.c, t.Rat().RatString(), s), "numeral")
}

func (tr *translator) filled(t *smt.Term, value z3AST) (z3AST, error) {
	array, ok := t.Sort().(smt.Array)
	if !ok {
		return 0, fmt.Errorf("z3: an array of sort %v", t.Sort())
	}
	index, err := tr.sort(array.Index)
	if err != nil {
		return 0, err
	}
	return tr.own(tr.constArray(tr.c, index, value), "const")
}

func (tr *translator) sort(sort smt.Sort) (z3Sort, error) {
	if s, ok := tr.sorts[sort]; ok {
		return s, nil
	}
	s, err := tr.makeSort(sort)
	if err != nil {
		return 0, err
	}
	tr.sorts[sort] = s
	return s, nil
}

func (tr *translator) makeSort(sort smt.Sort) (z3Sort, error) {
	switch sort {
	case smt.Bool:
		return tr.ownSort(tr.boolSort(tr.c), "Bool")
	case smt.Int:
		return tr.ownSort(tr.intSort(tr.c), "Int")
	case smt.Real:
		return tr.ownSort(tr.realSort(tr.c), "Real")
	}
	array, ok := sort.(smt.Array)
	if !ok {
		return 0, fmt.Errorf("z3: a term of sort %v", sort)
	}
	index, err := tr.sort(array.Index)
	if err != nil {
		return 0, err
	}
	elem, err := tr.sort(array.Elem)
	if err != nil {
		return 0, err
	}
	return tr.ownSort(tr.arraySort(tr.c, index, elem), "Array")
}
