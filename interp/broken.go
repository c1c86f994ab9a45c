package interp

import (
	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// A Kind says what kind of rule was broken.
type Kind int

const (
	Pre      Kind = iota // a clause of pre
	Implicit             // that an assigned value is there and in its type
	Post                 // a clause of post
	Frame                // that what post does not mention keeps its value
	Domain               // that each variable has a value of its type
	Answered             // that the answer is what the model says
)

// String returns "pre", "implicit", "post", "frame", "domain" or "answer".
func (k Kind) String() string {
	return [...]string{"pre", "implicit", "post", "frame", "domain", "answer"}[k]
}

// A Broken is a rule of a model that did not hold.
type Broken struct {
	Kind       Kind
	Transition *checker.Transition // nil where a tool has none, so that the whole state is its frame
	Expr       ast.Expr            // the clause, the assignment of an Implicit, or the tie of an Answered, if it has one; nil for Frame and Domain
	Leaf       string              // the target of an Implicit, the leaf of a Frame, both as `v` or `r.f`; the name of the result of an Answered
	Why        string              // of Implicit, Domain and Answered: what is wrong with the value
	Values     []Operand           // what occurs in the clause, or in the assigned value, in source order

	file   *ast.File
	reason func() string // of Pre and Post
}

// Span returns the place of the clause or the assignment in the model's file;
// for Frame and Domain that of the transition's name.
func (b Broken) Span() source.Span {
	if b.Transition == nil {
		return source.Span{}
	}
	at := b.Transition.Declared()
	if b.Expr != nil {
		at = b.Transition.Unit.Span(b.Expr)
	}
	return b.file.Tree.Resolve(at)
}

// Text returns the source of the clause or the assignment on one line; "" for
// Frame and Domain.
func (b Broken) Text() string {
	if b.Expr == nil {
		return ""
	}
	return b.Transition.Unit.Compact(b.Expr)
}

// An Operand is a variable, a constant, an argument, a field of one of them, or a
// number that is computed from a collection, in an expression.
type Operand struct {
	Text  string      // its source
	Value types.Value // nil where it is undefined
}

// operands returns the operands in expressions, each once.
func (s *scope) operands(list ...ast.Expr) []Operand {
	var found []Operand
	for _, e := range operandsIn(list...) {
		if s.unbound(e) {
			continue
		}
		found = append(found, Operand{Text: ast.Source(e), Value: s.term(e)})
	}
	return found
}

// operandsIn returns the expressions that are operands in expressions, each text
// once. Of a map from which a key is read, only the key counts.
func operandsIn(list ...ast.Expr) (found []ast.Expr) {
	seen := make(map[string]bool)
	var visit func(ast.Node) bool
	visit = func(n ast.Node) bool {
		x, ok := n.(ast.Expr)
		if !ok || !isOperand(x) {
			return true
		}
		if text := ast.Source(x); !seen[text] {
			seen[text] = true
			found = append(found, x)
		}
		if key := keyRead(x); key != nil {
			ast.Inspect(key, visit)
		}
		return false
	}
	for _, e := range list {
		ast.Inspect(e, visit)
	}
	return found
}

func isOperand(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ref, *ast.ParamRef, *ast.ResultRef, *ast.SeenExpr, *ast.NextRef:
		return true
	case *ast.FieldExpr:
		return isOperand(e.Record)
	}
	if isMeasure(e) {
		return true
	}
	return keyRead(e) != nil && isOperand(e.(*ast.Op).Args[0])
}

// isMeasure reports whether an expression is a number that is computed from a
// collection.
func isMeasure(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Op:
		return e.Op.Family() == ops.Measure
	case *ast.Quantified:
		return e.Op.Info().Result == ops.Number
	}
	return false
}

// unbound reports whether an expression has a value only inside of a quantifier.
func (s *scope) unbound(e ast.Expr) bool {
	own := make(map[checker.Object]bool)
	for b := range ast.Each[*ast.Binder](e) {
		for _, name := range b.Names {
			own[s.objectOf(name)] = true
		}
	}
	for ref := range ast.Each[*ast.Ref](e) {
		if b, ok := s.objectOf(ref).(*checker.Bound); ok && !own[b] && !s.bound.has(b) {
			return true
		}
	}
	return false
}

// keyRead returns the key of a map that an expression reads, nil for others.
func keyRead(e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.Op:
		if e.Op == ops.Get {
			return e.Args[1]
		}
	case *ast.FieldExpr:
		return keyRead(e.Record)
	}
	return nil
}
