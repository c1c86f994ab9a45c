package checker

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/types"
)

// A spot is a variable, or a field of one at any depth, under the texts of its
// current and of its next value: `x` and `(next x)`, `(field r f)` and
// `(field (next r) f)`. Spots that are no records are leaves: what keeps its
// value if nothing mentions it (grammar/spec.md, 4.12).
type spot struct {
	now, next string
	typ       types.Type
}

func spotOf(v *Var) spot { return spot{v.Name(), "(next " + v.Name() + ")", v.Type} }

func (s spot) field(f types.Field) spot {
	return spot{"(field " + s.now + " " + f.Name + ")", "(field " + s.next + " " + f.Name + ")", f.Type}
}

// fields returns the spots in s; a leaf has none.
func (s spot) fields() []spot {
	r, ok := s.typ.(*types.Record)
	if !ok {
		return nil
	}
	return lists.Map(r.Fields, s.field)
}

// leaves returns the texts of the leaves in s.
func (s spot) leaves() []string {
	fields := s.fields()
	// A record without fields is a leaf as well.
	if len(fields) == 0 {
		return []string{s.now}
	}
	return lists.FlatMap(fields, spot.leaves)
}

// mentions are the leaves whose next value occurs in expressions, and the
// variables that they belong to.
type mentions struct {
	leaves map[string]bool
	vars   map[string]*Var
}

func (t *typer) mentions(e ast.Node) mentions {
	m := mentions{leaves: make(map[string]bool), vars: make(map[string]*Var)}
	ast.Inspect(e, func(n ast.Node) bool {
		x, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		next, path := assigned(x)
		v, ok := t.info.objects[next].(*Var)
		if next == nil || !ok {
			return true
		}
		m.vars[v.Name()] = v
		for _, leaf := range spotOf(v).at(path).leaves() {
			m.leaves[leaf] = true
		}
		// The path has been followed as a whole.
		return false
	})
	return m
}

// at returns the spot after a path of fields, as far as there are such.
func (s spot) at(path []string) spot {
	for _, name := range path {
		// A path may lead to a field that is not there, which is reported elsewhere.
		r, ok := s.typ.(*types.Record)
		if !ok {
			break
		}
		typ, ok := r.Field(name)
		if !ok {
			break
		}
		s = s.field(types.Field{Name: name, Type: typ})
	}
	return s
}

// group calls report for the largest spots in s of whose leaves the same can
// be said, which is not "".
func (s spot) group(say func(leaf string) string, report func(spot)) {
	leaves := s.leaves()
	first := say(leaves[0])
	same := !slices.ContainsFunc(leaves, func(l string) bool { return say(l) != first })
	switch {
	// What can be said of all leaves is said of the record that has them.
	case same && first != "":
		report(s)
	case !same:
		for _, f := range s.fields() {
			f.group(say, report)
		}
	}
}

// openLeaves reports each leaf that only guarded parts mention, where their
// guards do not cover all cases. A map that is assigned by key is never open.
func (t *typer) openLeaves(all []part, keyed map[*Var]Assignment) {
	vars, lists, first := make(map[string]*Var), make(map[string][][]ast.Expr), make(map[string]part)
	for _, p := range all {
		m := t.mentions(p.expr)
		for leaf := range m.leaves {
			// The first part that mentions a leaf is the one that the finding is about.
			if len(lists[leaf]) == 0 {
				first[leaf] = p
			}
			lists[leaf] = append(lists[leaf], p.guards)
		}
		for name, v := range m.vars {
			if _, ok := keyed[v]; !ok {
				vars[name] = v
			}
		}
	}
	open := make(map[string]string)
	// The open leaves are told apart by their guards, so that those with the same are one finding.
	for leaf, list := range lists {
		if !t.complete(list) {
			open[leaf] = t.guardText(list)
		}
	}
	for _, name := range sortedKeys(vars) {
		spotOf(vars[name]).group(func(leaf string) string { return open[leaf] }, func(s spot) {
			leaf := s.leaves()[0]
			t.report(t.openGuard(first[leaf], lists[leaf], s))
		})
	}
}

// guardText returns the source of lists of guards, to tell them apart.
func (t *typer) guardText(lists [][]ast.Expr) string {
	var b strings.Builder
	for _, l := range lists {
		for _, g := range l {
			b.WriteString(ast.Source(g) + " ")
		}
		b.WriteString("| ")
	}
	return b.String()
}

// openAlternatives reports each leaf that some operands of an `or` mention
// and others do not: where one of the others is chosen, it is left open. A map
// that is assigned by key is not.
func (t *typer) openAlternatives(op *ast.Op, keyed map[*Var]Assignment) {
	all := t.mentions(op)
	each := lists.Map(op.Args, func(a ast.Expr) mentions { return t.mentions(a) })
	without := func(leaf string) []ast.Expr {
		var list []ast.Expr
		for i, m := range each {
			if all.leaves[leaf] && !m.leaves[leaf] {
				list = append(list, op.Args[i])
			}
		}
		return list
	}
	// Leaves with the same operands that lack them are one finding.
	say := func(leaf string) string {
		var b strings.Builder
		for _, e := range without(leaf) {
			fmt.Fprint(&b, e.Pos(), " ")
		}
		return b.String()
	}
	// The order of the findings must not depend on a map.
	for _, name := range sortedKeys(all.vars) {
		if _, ok := keyed[all.vars[name]]; ok {
			continue
		}
		spotOf(all.vars[name]).group(say, func(s spot) {
			t.report(openAlternative{At: t.span(op.Keyword), Leaf: s.now, Without: t.spans(without(s.leaves()[0])),
				Frame: "(= " + s.next + " " + s.now + ")"})
		})
	}
}
