package system

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// A TermKind says what a term is made of.
type TermKind uint8

// The kinds of terms.
const (
	Applied  TermKind = iota // an operator applied to terms
	Constant                 // a value
	Before                   // a variable, or a part of one, before the call
	After                    // the same after the call
	Argument                 // an argument of the call, or a part of one; or of a part of the answer that no tie says
	Member                   // what a quantifier binds a name to, or a part of it
)

// A Term is an expression whose names are resolved. Fields of variables and
// arguments are paths, so that the leaves it reads are known.
type Term struct {
	Kind TermKind
	Type types.Type // that it is computed in; of a named constant, that of its declaration
	Expr ast.Expr   // its source
	Op   ops.Op     // of an Applied term, never Param or Next
	Args []*Term    // of an Applied term; of (map …), each key before its value

	Value  types.Value    // of a Constant
	Var    *checker.Var   // of Before and After
	Leaves []int          // of Before and After: the leaves of this variable or part, ascending
	Param  *checker.Param // of an Argument
	Index  int            // of an Argument: its index among the inputs of the transition
	Bound  *checker.Bound // of a Member
	Path   []string       // of fields inside Var, Param or Bound; of (field …) of another term, the field
	Names  []string       // of (record …): the fields, by operand

	// Binds are the names that a quantifier binds over its first operands, one over
	// each; its last operand is the body.
	Binds []*checker.Bound

	// Reads are the leaves and arguments in the term, each once, in the order
	// of the source.
	Reads []Read
}

// A Read is a leaf, before or after the call, or an argument.
type Read struct {
	Kind  TermKind // Before, After or Argument
	Index int      // of the leaf, or of the argument among the inputs of the transition
	Param *checker.Param
}

// Is reports whether the term applies an operator.
func (t *Term) Is(op ops.Op) bool { return t.Kind == Applied && t.Op == op }

// Pattern returns the pattern of an application of `like`.
func (t *Term) Pattern() string {
	text, _ := t.Args[1].Value.(types.Text)
	return string(text)
}

// Single reports whether the term is one leaf, before or after the call, and
// not a record of leaves.
func (t *Term) Single() bool {
	if t.Kind != Before && t.Kind != After || len(t.Leaves) != 1 {
		return false
	}
	_, record := types.TypeAt(t.Var.Type, t.Path).(*types.Record)
	return !record
}

// IsLeaf reports whether the term is a leaf before the call, or a record that
// has only this leaf.
func (t *Term) IsLeaf(leaf int) bool {
	return t.Kind == Before && len(t.Leaves) == 1 && t.Leaves[0] == leaf
}

// ReadsBefore returns the leaves before the call that terms read, ascending.
func ReadsBefore(list ...*Term) []int { return readsOf(Before, list) }

// ReadsAfter returns the leaves after the call that terms read, ascending.
func ReadsAfter(list ...*Term) []int { return readsOf(After, list) }

func readsOf(kind TermKind, list []*Term) []int {
	var out []int
	for _, t := range list {
		for _, r := range t.Reads {
			if r.Kind == kind {
				out = append(out, r.Index)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Reads returns the reads of several terms, each once.
func Reads(list ...*Term) []Read {
	var out []Read
	for _, t := range list {
		if len(out) == 0 {
			// Clip keeps Include from writing into the reads of the first term.
			out = slices.Clip(t.Reads)
			continue
		}
		out = lists.Include(out, t.Reads...)
	}
	return out
}

// A lowering makes terms of the expressions of one unit.
type lowering struct {
	*System
	transition *checker.Transition // nil for a goal
	inputs     []*checker.Param    // of the transition
	hidden     map[ast.Expr]bool   // the values of hidden variables
	typeOf     func(ast.Expr) types.Type
	objectOf   func(ast.Node) checker.Object
}

func (b *lowering) terms(list []ast.Expr) []*Term {
	return lists.Map(list, b.term)
}

func (b *lowering) term(e ast.Expr) *Term {
	switch e := e.(type) {
	case *ast.Literal:
		return &Term{Kind: Constant, Type: b.typeOf(e), Expr: e, Value: e.Value}
	case *ast.Ref:
		switch o := b.objectOf(e).(type) {
		case *checker.Const:
			return &Term{Kind: Constant, Type: o.Type, Expr: e, Value: o.Value}
		case *checker.Var:
			return b.variable(e, Before, o, nil)
		case *checker.Bound:
			return &Term{Kind: Member, Type: b.typeOf(e), Expr: e, Bound: o}
		}
	case *ast.SeenExpr:
		return b.seen(e)
	case *ast.NextRef:
		return b.variable(e, After, b.objectOf(e).(*checker.Var), nil)
	case *ast.ParamRef:
		return b.argument(e, b.objectOf(e).(*checker.Param), nil)
	case *ast.ResultRef:
		p := b.objectOf(e).(*checker.Param)
		if tie := b.Model.Tie(b.transition, p); tie != nil {
			return b.tied(tie)
		}
		return b.argument(e, p, nil)
	case *ast.FieldExpr:
		return b.field(e)
	case *ast.RecordLit:
		return b.record(e)
	case *ast.Op:
		return b.applied(e, e.Op, e.Args...)
	case *ast.Contains:
		return b.applied(e, ops.Contains, e.Array, e.Elem)
	case *ast.SetOp:
		return b.applied(e, e.Op, e.Array, e.Elem)
	case *ast.ArrayLit:
		return b.applied(e, ops.Array, e.Elems...)
	case *ast.MapLit:
		return b.mapLit(e)
	case *ast.Quantified:
		return b.quantified(e)
	}
	panic("system: an expression with errors")
}

// seen returns what a hidden variable remembers.
func (b *lowering) seen(e *ast.SeenExpr) *Term {
	v := b.objectOf(e).(*checker.Var)
	all := b.variable(e, Before, v, nil)
	if !v.Seen.Map {
		return all
	}
	// b.variable gave it the type of e, which is that of a single key.
	all.Type = v.Type
	t := &Term{Op: ops.Contains, Type: types.Bool, Expr: e, Args: []*Term{all, b.term(e.Of.(*ast.Op).Args[1])}}
	t.Reads = Reads(t.Args...)
	return t
}

// tied returns the value of a tie, in the type of its result.
func (b *lowering) tied(tie *checker.Tie) *Term {
	value := b.term(tie.Value)
	if _, enum := tie.Result.Type.(*types.Enum); !enum || types.Identical(value.Type, tie.Result.Type) {
		return value
	}
	// An `if` coerces its branches, so that a string that is no name of the enum is missing.
	yes := &Term{Kind: Constant, Type: types.Bool, Expr: tie.Value, Value: types.Boolean(true)}
	result := tie.Expr.Args[slices.IndexFunc(tie.Expr.Args, func(e ast.Expr) bool { return e != tie.Value })]
	return &Term{Op: ops.If, Type: tie.Result.Type, Expr: result, Args: []*Term{yes, value, value}, Reads: value.Reads}
}

// given returns a term for whether a result has a value, (= r r), where that is
// certain: it is tied to a variable. Else it returns nil.
func (b *lowering) given(e ast.Expr, op ops.Op, args []ast.Expr) *Term {
	// In a source text, two operands are two nodes. Only what the checker makes has one node twice.
	if op != ops.Equal || len(args) != 2 || args[0] != args[1] {
		return nil
	}
	if t := b.term(args[0]); t.Kind == Before || t.Kind == After {
		return &Term{Kind: Constant, Type: types.Bool, Expr: e, Value: types.Boolean(true)}
	}
	return nil
}

func (b *lowering) applied(e ast.Expr, op ops.Op, args ...ast.Expr) *Term {
	if t := b.given(e, op, args); t != nil {
		return t
	}
	t := &Term{Op: op, Type: b.typeOf(e), Expr: e, Args: b.terms(args)}
	t.Reads = Reads(t.Args...)
	if b.hidden[e] {
		for _, a := range t.Args {
			if op == ops.Or && a.Kind == Constant {
				return a // seen for certain
			}
		}
	}
	return t
}

func (b *lowering) quantified(e *ast.Quantified) *Term {
	t := b.applied(e, e.Op, append(e.Binder.Lists(), e.Body)...)
	for _, name := range e.Binder.Names {
		t.Binds = append(t.Binds, b.objectOf(name).(*checker.Bound))
	}
	return t
}

func (b *lowering) record(e *ast.RecordLit) *Term {
	t := &Term{Op: ops.Record, Type: b.typeOf(e), Expr: e}
	for _, pin := range e.Fields {
		t.Names = append(t.Names, pin.Name.Name)
		t.Args = append(t.Args, b.term(pin.Value))
	}
	t.Reads = Reads(t.Args...)
	return t
}

// mapLit makes the operands of (map …): keys and values in turn.
func (b *lowering) mapLit(e *ast.MapLit) *Term {
	var args []ast.Expr
	for _, x := range e.Entries {
		args = append(args, x.Key, x.Value)
	}
	return b.applied(e, ops.Map, args...)
}

func (b *lowering) field(e *ast.FieldExpr) *Term {
	of := b.term(e.Record)
	// Clip makes append copy: other fields of the same term share its path.
	path := append(slices.Clip(of.Path), e.Field.Name)
	switch of.Kind {
	case Before, After:
		return b.variable(e, of.Kind, of.Var, path)
	case Argument:
		return b.argument(e, of.Param, path)
	case Member:
		// What a member reads is in the operand that its name is bound over.
		return &Term{Kind: Member, Type: b.typeOf(e), Expr: e, Bound: of.Bound, Path: path}
	}
	return &Term{Op: ops.Field, Type: b.typeOf(e), Expr: e, Args: []*Term{of}, Path: []string{e.Field.Name}, Reads: of.Reads}
}

func (b *lowering) variable(e ast.Expr, kind TermKind, v *checker.Var, path []string) *Term {
	t := &Term{Kind: kind, Type: b.typeOf(e), Expr: e, Var: v, Path: path, Leaves: b.Under(v, path)}
	t.Reads = make([]Read, len(t.Leaves))
	for i, l := range t.Leaves {
		t.Reads[i] = Read{Kind: kind, Index: l}
	}
	return t
}

func (b *lowering) argument(e ast.Expr, p *checker.Param, path []string) *Term {
	i := slices.Index(b.inputs, p)
	return &Term{Kind: Argument, Type: b.typeOf(e), Expr: e, Param: p, Index: i, Path: path, Reads: []Read{{Argument, i, p}}}
}

// Same reports whether two terms of one transition, or of one goal, are built in
// the same way from the same names and values, so that they have the same value.
func (t *Term) Same(o *Term) bool {
	if t.Kind != o.Kind || t.Op != o.Op || t.Var != o.Var || t.Param != o.Param || !sameBound(t.Bound, o.Bound) ||
		!types.Identical(t.Type, o.Type) || !slices.Equal(t.Path, o.Path) || !slices.Equal(t.Names, o.Names) {
		return false
	}
	if t.Kind == Constant && !types.Equal(t.Value, o.Value) {
		return false
	}
	return slices.EqualFunc(t.Binds, o.Binds, sameBound) && slices.EqualFunc(t.Args, o.Args, (*Term).Same)
}

// sameBound compares bound names by their spelling: those around an expression
// differ from each other.
func sameBound(a, b *checker.Bound) bool {
	return a == b || a != nil && b != nil && a.Name() == b.Name()
}
