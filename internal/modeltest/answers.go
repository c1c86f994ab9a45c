package modeltest

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// drawResults draws the results of a transition and their ties, and lets the
// poster use those whose tie does not look at the state after the call.
func (p *poster) drawResults() (results string, ties []string) {
	var b strings.Builder
	paths := []string{"status", pick(p.drawer, []string{`"/total"`, `"/price/net"`})}[:p.between(0, 2)]
	whole := len(paths) == 1 && p.oneIn(3)
	if whole {
		paths[0] = `""`
	}
	for i, path := range paths {
		name, typ := fmt.Sprintf("res%d", i), p.resultType()
		fmt.Fprintf(&b, " (%s %s %s)", path, name, typ)
		result := term{text: "(result " + name + ")", typ: typ}
		switch {
		case p.oneIn(4):
			// Without a tie, the result may be in relations and effects.
			p.after.terms = append(p.after.terms, term{text: result.text, typ: typ, next: true})
			p.results = append(p.results, result)
		case p.oneIn(4):
			ties = append(ties, fmt.Sprintf("(= %s %s)", result.text, p.afterwards(typ)))
		default:
			ties = append(ties, fmt.Sprintf("(= %s %s)", result.text, p.tied(typ)))
			p.results = append(p.results, result)
		}
	}
	if list := p.listResult(); list.typ != nil && !whole {
		fmt.Fprintf(&b, " (items items %s)", list.typ)
		p.after.terms = append(p.after.terms, term{text: list.text, typ: list.typ, argument: true, next: true})
		p.results = append(p.results, list)
		ties = append(ties, p.ofElements(list))
	}
	return b.String(), ties
}

// listResult draws a result that is a list, or nothing.
func (p *poster) listResult() term {
	var lists []types.Type
	for _, t := range p.types {
		if a, ok := t.(*types.Array); ok && (!p.tiny() || count(a.Elem) <= 2) {
			lists = append(lists, a)
		}
	}
	if !p.members || len(lists) == 0 || !p.oneIn(3) {
		return term{}
	}
	return term{text: "(result items)", typ: pick(p.drawer, lists), argument: true}
}

// ofElements draws a relation about the elements of a list.
func (p *poster) ofElements(list term) string {
	binder, body := p.after.over(list.text, list.typ.(*types.Array).Elem)
	condition := fmt.Sprintf("(%s %s %s)", pick(p.drawer, []ops.Op{ops.Forall, ops.Exists}), binder, body.boolean(1))
	switch {
	case p.oneIn(3):
		return "(=> " + p.boolean(1) + " " + condition + ")"
	case p.oneIn(4):
		return "(not " + condition + ")"
	}
	return condition
}

// resultType draws the type of a result, mostly of a variable's leaf.
func (p *poster) resultType() types.Type {
	var list []types.Type
	for _, x := range p.of(func(x term) bool { return !x.constant && isScalar(x.typ) }) {
		if !p.tiny() || count(x.typ) < many { // a tiny project's answers can be listed
			list = append(list, x.typ)
		}
	}
	if len(list) > 0 && !p.oneIn(4) {
		return pick(p.drawer, list)
	}
	return types.Bool
}

func isScalar(t types.Type) bool {
	switch t.(type) {
	case *types.Record, *types.Array, *types.Map:
		return false
	}
	return true
}

// tied draws what a result gives: mostly a leaf, which is then seen.
func (p *poster) tied(t types.Type) string {
	leaves := p.of(func(x term) bool { return types.Identical(x.typ, t) && !x.constant && !x.argument })
	if len(leaves) > 0 && !p.oneIn(3) {
		return pick(p.drawer, leaves).text
	}
	return p.expr(t, 1)
}

// afterwards draws a part of the state after the call, or something else.
func (p *poster) afterwards(t types.Type) string {
	for _, x := range p.targets {
		if types.Identical(x.next.typ, t) {
			return x.next.text
		}
	}
	return p.expr(t, 1)
}

// seen draws whether something has been seen, or returns "".
func (s *scope) seen() string {
	leaves := s.of(func(x term) bool {
		return (x.variable || x.get && strings.HasPrefix(x.text, "(get m")) && isScalar(x.typ)
	})
	if len(leaves) == 0 {
		return s.leaf(types.Bool)
	}
	return "(seen " + pick(s.drawer, leaves).text + ")"
}
