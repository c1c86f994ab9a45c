package coverage

import (
	"slices"
	"strconv"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// A Kind is what sort of thing an item is.
type Kind string

// The kinds.
const (
	Tool   Kind = "tool"
	Clause Kind = "clause"
	Effect Kind = "effect"
	Value  Kind = "value"
)

// Kinds returns all kinds in the order of reports.
func Kinds() []Kind { return []Kind{Tool, Clause, Effect, Value} }

// A Status is what cases do with an item at best.
type Status string

// The statuses. NotCheckable and NotCited are of places of a manual alone.
const (
	Exercised Status = "exercised"
	Forbidden Status = "forbidden"
	Reached   Status = "reached"
	Unknown   Status = "unknown"
	Untouched Status = "untouched"

	NotCheckable Status = "not checkable" // a line says why no check can say it
	NotCited     Status = "not cited"
)

// Statuses returns all statuses, the best first.
func Statuses() []Status {
	return []Status{Exercised, Forbidden, Reached, NotCheckable, Unknown, Untouched, NotCited}
}

// better reports whether a status is before another one.
func (s Status) better(t Status) bool {
	return slices.Index(Statuses(), s) < slices.Index(Statuses(), t)
}

// An Item is a part of a model that cases touch or not.
type Item struct {
	Kind Kind
	At   edit.Address
	Span source.Span // of the clause, of the names of others
	Text string      // the clause, or the name

	// The names of the cases that exercise it and that forbid it, and of the
	// first one that reaches it, if there is neither.
	Exercised, Forbidden, Reached []string
	Open                          bool // a question about it has no answer

	transition *checker.Transition // of a value nil
	expr       ast.Expr            // of a clause and an effect, with definitions written out
	variable   *checker.Var        // of a value
	places     []place             // of the manual
}

// Status returns the best that a case does with the item.
func (x *Item) Status() Status {
	switch {
	case len(x.Exercised) > 0:
		return Exercised
	case len(x.Forbidden) > 0:
		return Forbidden
	case len(x.Reached) > 0:
		return Reached
	case x.Open:
		return Unknown
	}
	return Untouched
}

// Cases returns how many cases touch the item.
func (x *Item) Cases() int {
	names := slices.Concat(x.Exercised, x.Forbidden, x.Reached)
	slices.Sort(names)
	return len(slices.Compact(names))
}

// tool returns the tool that the item is of; "" for a value.
func (x *Item) tool() string {
	if x.transition == nil {
		return ""
	}
	return x.transition.Name()
}

// itemsOf returns the items of a model, in the order of the file: the values of
// variables, then the transitions.
func itemsOf(m *checker.Model) []*Item {
	file := m.File.Tree.File.Name()
	var list []*Item
	for _, v := range m.Vars {
		// The values need places of their own, so only an enum that is written out counts.
		enum, _ := v.Type.(*types.Enum)
		decl, ok := v.Decl.Type.(*ast.EnumType)
		if enum == nil || !ok {
			continue
		}
		for _, n := range decl.Names {
			name := string(n.Value.(types.Text))
			list = append(list, &Item{Kind: Value, At: edit.At("var", v.Name(), "enum", name).In(file), Text: v.Name() + " " + types.Quote(name),
				Span: m.File.Tree.Resolve(v.Unit.Span(n)), variable: v, expr: n, places: placesAt(m, v.Unit, v.Decl)})
		}
	}
	for _, t := range m.Transitions {
		list = append(list, transitionItems(m, t, edit.At("transition", t.Name()).In(file))...)
	}
	return list
}

func transitionItems(m *checker.Model, t *checker.Transition, at edit.Address) []*Item {
	source := t.Unit.Node.(*ast.Transition)
	own := placesAt(m, t.Unit, source)
	list := []*Item{{Kind: Tool, At: at, Text: t.Name(), Span: m.File.Tree.Resolve(t.Declared()), transition: t, places: own}}
	add := func(kind Kind, section string, written, expanded *ast.Block) {
		if written == nil {
			return
		}
		// written is what the file says; expanded has definitions written out, clause by clause.
		for i, e := range written.Exprs {
			x := &Item{Kind: kind, At: at.To(section, strconv.Itoa(i)), Text: t.Unit.Compact(e),
				Span: m.File.Tree.Resolve(t.Unit.Span(e)), transition: t, expr: expanded.Exprs[i]}
			if x.places = placesAt(m, t.Unit, e); x.places == nil {
				x.places = own
			}
			// Clip keeps Include from writing into the array that own has.
			x.places = lists.Include(slices.Clip(x.places), readPlaces(m, t, x.expr)...)
			list = append(list, x)
		}
	}
	add(Clause, "pre", source.Pre, t.Decl.Pre)
	add(Effect, "post", source.Post, t.Decl.Post)
	return list
}

// guard returns the guard of a clause, nil if it has none.
func guard(e ast.Expr) ast.Expr {
	if op, ok := e.(*ast.Op); ok && op.Op == ops.Implies {
		return op.Args[0]
	}
	return nil
}
