package modeltest

import (
	"fmt"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// Quantified draws projects of a size whose models and goals have quantifiers,
// lengths and sizes, most of them over few arguments and variables.
func Quantified(size Size) *rapid.Generator[*Project] {
	return loaded(func(t *rapid.T) (*Project, error) {
		g := newGenerator(t, size)
		g.members = true
		p, err := g.load()
		if err == nil && !system.NewScenario(p.Suite, p.Suite.Cases[0]).Quantifies() {
			t.Skip("nothing is quantified")
		}
		return p, err
	})
}

// collections returns the terms that names can be bound over.
func (s *scope) collections() []term {
	return s.of(func(x term) bool { _, ok := x.typ.(*types.Array); return ok })
}

// binder draws a binder over a set, a list or two lists, and returns it with the
// scope of the body.
func (s *scope) binder(depth int) (text string, inner *scope) {
	x := pick(s.drawer, s.collections())
	elem := x.typ.(*types.Array).Elem
	inner = s.inside()
	name := func(second string) string { return fmt.Sprintf("each%d%s", inner.bound, second) }
	add := inner.element
	lists := s.of(func(y term) bool { _, ok := y.typ.(*types.Array); return ok && y.argument })
	if x.argument && s.oneIn(3) {
		y := pick(s.drawer, lists)
		add(name("a"), elem, true)
		add(name("b"), y.typ.(*types.Array).Elem, true)
		return fmt.Sprintf("((%s %s) (zip %s %s))", name("a"), name("b"), x.text, y.text), inner
	}
	over, list := x.text, x.argument
	if depth > 0 && s.oneIn(6) {
		over, list = "("+pick(s.drawer, []string{"insert ", "remove "})+over+" "+s.expr(elem, depth-1)+")", false
	}
	add(name(""), elem, list)
	return fmt.Sprintf("(%s %s)", name(""), over), inner
}

// over returns a binder over a list, and the scope of its body.
func (s *scope) over(list string, elem types.Type) (text string, body *scope) {
	body = s.inside()
	name := fmt.Sprintf("each%d", body.bound)
	body.element(name, elem, true)
	return "(" + name + " " + list + ")", body
}

// inside returns a scope in which more names can be bound.
func (s *scope) inside() *scope {
	// The capacity is cut, so that names of one body do not appear in another.
	return &scope{generator: s.generator, terms: s.terms[:len(s.terms):len(s.terms)], bound: s.bound + 1}
}

// element adds a name for the elements of a set or a list, which is used more often
// than not.
func (s *scope) element(name string, typ types.Type, list bool) {
	for range 4 {
		s.add(term{text: name, typ: typ, argument: list})
	}
}

// quantified draws forall or exists.
func (s *scope) quantified(depth int) string {
	// At most two quantifiers are nested.
	if len(s.collections()) == 0 || s.bound > 1 {
		return s.leaf(types.Bool)
	}
	binder, inner := s.binder(depth)
	op := pick(s.drawer, []ops.Op{ops.Forall, ops.Exists})
	return fmt.Sprintf("(%s %s %s)", op, binder, inner.boolean(max(depth-1, 0)))
}

// counted draws count, sum, length or size.
func (s *scope) counted(t types.Type, depth int) string {
	if len(s.collections()) == 0 || s.bound > 1 {
		return s.leaf(t)
	}
	switch x := pick(s.drawer, s.collections()); {
	case s.oneIn(3):
		binder, inner := s.binder(depth)
		return fmt.Sprintf("(sum %s %s)", binder, inner.number(t, max(depth-1, 0)))
	case s.flip():
		binder, inner := s.binder(depth)
		return fmt.Sprintf("(count %s %s)", binder, inner.boolean(max(depth-1, 0)))
	case x.argument && !s.oneIn(4):
		return "(length " + x.text + ")"
	default:
		return "(size " + x.text + ")"
	}
}
