package mutate

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// model adds the mutants of a model.
func (l *lister) model(m *checker.Model) {
	file := m.File.Tree.File.Name()
	for _, c := range m.Consts {
		if c.Decl.Value != nil {
			l.values(m, c.Unit, c.Decl.Value, edit.At("const", c.Name(), "value").In(file), false)
		}
	}
	for _, d := range m.Definitions {
		if d.Decl.Body != nil {
			l.values(m, d.Unit, d.Decl.Body, edit.At("definition", d.Name(), "body").In(file), false)
		}
	}
	for _, t := range m.Transitions {
		l.transition(m, t, edit.At("transition", t.Name()).In(file))
	}
}

// transition adds the mutants of a transition, whose source may apply
// definitions.
func (l *lister) transition(m *checker.Model, t *checker.Transition, at edit.Address) {
	source := t.Unit.Node.(*ast.Transition)
	for i, e := range exprsOf(source.Pre) {
		clause := at.To("pre", strconv.Itoa(i))
		l.add(ClauseDropped, clause, t.Unit, e, "")
		l.add(ClauseNegated, clause, t.Unit, e, negated(t.Unit, e))
		l.guard(t.Unit, e, clause)
		l.values(m, t.Unit, e, clause, false)
	}
	l.order(m, t, at)
	for i, e := range exprsOf(source.Post) {
		clause := at.To("post", strconv.Itoa(i))
		// Without an idle clause the model is the same.
		if !idle(source.Post, e) {
			l.add(EffectDropped, clause, t.Unit, e, "")
		}
		l.guard(t.Unit, e, clause)
		l.values(m, t.Unit, e, clause, true)
	}
}

func exprsOf(b *ast.Block) []ast.Expr {
	if b == nil {
		return nil
	}
	return b.Exprs
}

// idle reports whether a clause of post says what is so without it: that a
// variable, which no other clause mentions, keeps its value.
func idle(post *ast.Block, e ast.Expr) bool {
	op, ok := e.(*ast.Op)
	if !ok || op.Op != ops.Equal || len(op.Args) != 2 {
		return false
	}
	next, ref := op.Args[0], op.Args[1]
	if _, swapped := next.(*ast.Ref); swapped {
		next, ref = ref, next
	}
	to, ok := next.(*ast.NextRef)
	from, same := ref.(*ast.Ref)
	if !ok || !same || to.Var.Name != from.Name {
		return false
	}
	mentions := 0
	for other := range ast.Each[*ast.NextRef](post) {
		if other.Var.Name == to.Var.Name {
			mentions++
		}
	}
	return mentions == 1
}

// negated returns the negation of a clause.
func negated(u *ast.Unit, e ast.Expr) string {
	if op, ok := e.(*ast.Op); ok && op.Op == ops.Not && len(op.Args) == 1 {
		return u.Text(op.Args[0])
	}
	return "(not " + u.Text(e) + ")"
}

// guard adds the mutants of a clause that lack a guard.
func (l *lister) guard(u *ast.Unit, e ast.Expr, at edit.Address) {
	for op := range ast.Each[*ast.Op](e) {
		if op.Op == ops.Implies && len(op.Args) == 2 {
			l.add(GuardDropped, at, u, e, spliced(u, e, op, u.Text(op.Args[1])))
		}
	}
}

// values adds the mutants that have another number or name in an expression.
func (l *lister) values(m *checker.Model, u *ast.Unit, e ast.Expr, at edit.Address, effect bool) {
	for lit := range ast.Each[*ast.Literal](e) {
		replace := func(o Operator, by string) { l.add(o, at, u, e, spliced(u, e, lit, by)) }
		switch v := lit.Value.(type) {
		case types.Number:
			replace(ConstantMoved, moved(v, 1, lit.Real))
			replace(ConstantMoved, moved(v, -1, lit.Real))
		case types.Text:
			enum, _ := m.TypeOf(u, lit).(*types.Enum)
			// A string that is no name of an enum has no next one.
			if enum == nil {
				continue
			}
			if other := next(enum.Names, string(v)); other != "" {
				replace(NameExchanged, types.Quote(other))
			}
		case types.Boolean:
			if effect {
				replace(NameExchanged, types.Boolean(!v).String())
			}
		}
	}
}

// moved returns a number that is larger by so much, as it is written.
func moved(n types.Number, by int64, fraction bool) string {
	sum := types.NewNumber(new(big.Rat).Add(n.Rat(), big.NewRat(by, 1)))
	// The fraction keeps the literal a Real.
	if fraction && sum.IsInt() {
		return sum.String() + ".0"
	}
	return sum.String()
}

// spliced returns the text of a node with another text in place of a part.
func spliced(u *ast.Unit, whole, part ast.Node, by string) string {
	text, start := u.Text(whole), whole.Pos().Start
	return text[:part.Pos().Start-start] + by + text[part.Pos().End-start:]
}

// order adds the mutant in which the calls of no other tool have to come before
// those of t. One clause alone that they establish is dropped by another operator.
func (l *lister) order(m *checker.Model, t *checker.Transition, at edit.Address) {
	given := make(map[*checker.Var]bool)
	for _, other := range m.Transitions {
		if other == t {
			continue
		}
		for _, a := range m.Assignments(other) {
			if !a.Keeps() {
				given[a.Var] = true
			}
		}
	}
	source := t.Unit.Node.(*ast.Transition)
	var edits []edit.Edit
	for i, e := range exprsOf(t.Decl.Pre) {
		reads := func(ref *ast.Ref) bool { v, ok := m.ObjectOf(t.Unit, ref).(*checker.Var); return ok && given[v] }
		if slices.ContainsFunc(slices.Collect(ast.Each[*ast.Ref](e)), reads) {
			expect := t.Unit.Compact(source.Pre.Exprs[i])
			edits = append(edits, edit.Edit{Op: edit.Remove, At: at.To("pre", strconv.Itoa(i)), Expect: expect})
		}
	}
	if len(edits) < 2 {
		return
	}
	was := lists.Map(edits, func(e edit.Edit) string { return e.Expect })
	l.addMutant(Mutant{OrderFreed, at, l.file.Tree.Resolve(t.Declared()), strings.Join(was, " "), "", edits})
}
