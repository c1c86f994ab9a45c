package ast

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/keywords"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
)

var definitionShape = shape{form: "define", parts: []string{"a name", "its locals, `((LOCAL TYPE) …)`", "an expression"},
	say: keywords.Definition.Info().Signature}

// definition reads (define NAME ((LOCAL TYPE)…) EXPR).
func (b *builder) definition(f *syntax.Form, head *Ident) Node {
	d := &Definition{Headed: Headed{rangeOf(f), head}}
	items := f.Items[1:]
	if len(items) > 0 && items[0].IsList() && len(items[0].Items) > 0 {
		b.headed(d, items)
		return d
	}
	// The locals are missing: the second part is the body.
	if len(items) == 2 && !b.looksLikeLocals(items[1]) {
		at := b.fragment.Source.Span(items[1].Start, items[1].Start)
		b.report(misshapen{At: b.at(f.Items[0]), Form: definitionShape.form, Shape: definitionShape.say, Lacks: definitionShape.parts[1],
			Mend: diag.Fix{Message: "give it none", Edits: []diag.Edit{{Span: at, New: "() "}}}})
		d.Name, d.Locals, d.Body = b.defined(items[0]), &Locals{Range: Range{items[1].Start, items[1].Start}}, b.expr(items[1])
		return d
	}
	p := b.match(f, definitionShape)
	d.Name, d.Locals, d.Body = b.defined(p[0]), b.locals(p[1]), b.expr(p[2])
	return d
}

// headed reads (define (NAME …) EXPR), which puts the name and the locals into
// one list.
func (b *builder) headed(d *Definition, items []*syntax.Form) {
	list := items[0]
	m := misshapen{At: b.at(list), Form: definitionShape.form, Shape: definitionShape.say, NotPart: "NAME ((LOCAL TYPE) …)"}
	name, rest := list.Items[0], list.Items[1:]
	paired := !slices.ContainsFunc(rest, func(f *syntax.Form) bool { return !f.IsList() || len(f.Items) != 2 })
	if name.Kind == syntax.Ident && paired {
		texts := lists.Map(rest, b.text)
		text := b.text(name) + " (" + strings.Join(texts, " ") + ")"
		m.Mend = diag.Fix{Message: "write `" + diag.Excerpt(text) + "`", Level: diag.Certain, Edits: []diag.Edit{{Span: b.at(list), New: text}}}
	}
	b.report(m)
	if name.Kind == syntax.Ident {
		d.Name = b.defined(name)
	}
	if paired {
		d.Locals = b.localList(Range{name.End, list.End}, rest)
	}
	if len(items) > 1 {
		d.Body = b.expr(items[1])
	}
}

// definesConstant reports whether a form is (define NAME VALUE) or (define NAME
// TYPE VALUE), which is a constant by another name.
func (b *builder) definesConstant(f *syntax.Form) bool {
	items := f.Items[1:]
	switch len(items) {
	case 2:
		return !items[1].IsList() && (items[1].Kind != syntax.Ident || literalWord[b.text(items[1])])
	case 3:
		return b.isType(items[1])
	}
	return false
}

// definesExpression reports whether a form is (define NAME ((LOCAL TYPE)…) EXPR).
func (b *builder) definesExpression(f *syntax.Form) bool {
	items := f.Items[1:]
	return len(items) == 3 && b.looksLikeLocals(items[1])
}

// defines reports whether a form is (WORD NAME (LOCAL …) EXPR), with or without
// the types of the locals.
func (b *builder) defines(f *syntax.Form) bool {
	items := f.Items[1:]
	return len(items) == 3 && items[0].Kind == syntax.Ident && items[1].IsList() && !composedType(b.fragment.Head(items[1]))
}

// looksLikeLocals reports whether a form is a list of lists of two.
func (b *builder) looksLikeLocals(f *syntax.Form) bool {
	return f.IsList() && !slices.ContainsFunc(f.Items, func(x *syntax.Form) bool { return !x.IsList() })
}

// defined returns the name of a definition, which may be that of no operator.
func (b *builder) defined(f *syntax.Form) *Ident {
	id := b.declare(f, "the name of the definition")
	if id != nil && !reserved[id.Name] && ops.Lookup(id.Name) != ops.None {
		b.report(operatorName{At: b.span(id), Name: id.Name})
	}
	return id
}

// locals reads ((LOCAL TYPE)…).
func (b *builder) locals(f *syntax.Form) *Locals {
	if f == nil {
		return nil
	}
	m := misshapen{At: b.at(f), Form: definitionShape.form, Shape: definitionShape.say, NotPart: "((LOCAL TYPE) …)"}
	switch {
	case !f.IsList():
		b.report(m)
		return nil
	case len(f.Items) == 2 && f.Items[0].Kind == syntax.Ident && b.isType(f.Items[1]):
		m.Mend = diag.Fix{Message: "put it in parentheses", Level: diag.Certain,
			Edits: []diag.Edit{{Span: b.at(f), New: "(" + b.text(f) + ")"}}}
		b.report(m)
		return b.localList(rangeOf(f), []*syntax.Form{f})
	}
	if len(f.Items) > 0 && allIdents(f.Items) {
		return b.untypedLocals(f, m)
	}
	return b.localList(rangeOf(f), f.Items)
}

// untypedLocals reads (LOCAL …), in which the types are missing.
func (b *builder) untypedLocals(f *syntax.Form, m misshapen) *Locals {
	list := &Locals{Range: rangeOf(f)}
	var texts []string
	for _, item := range f.Items {
		texts = append(texts, "("+b.text(item)+" TYPE)")
		list.List = append(list.List, &Local{Range: rangeOf(item), Name: b.declare(item, "the name of the local"), Type: &Bad{rangeOf(item)}})
	}
	text := "(" + strings.Join(texts, " ") + ")"
	m.Mend = diag.Fix{Message: "give each its type", Level: diag.Placeholder, Edits: []diag.Edit{{Span: b.at(f), New: text}}}
	b.report(m)
	return list
}

func (b *builder) localList(at Range, forms []*syntax.Form) *Locals {
	list := &Locals{Range: at}
	s := shape{form: definitionShape.form, say: definitionShape.say, part: "(LOCAL TYPE)"}
	b.pairs(forms, s, func(at Range, name, typ *syntax.Form) {
		list.List = append(list.List, &Local{Range: at, Name: b.declare(name, "the name of the local"), Type: b.typ(typ)})
	})
	return list
}

// isType reports whether a form is a type by its looks.
func (b *builder) isType(f *syntax.Form) bool {
	return keywords.Lookup(b.text(f)).Info().Place == keywords.InType || keywords.Lookup(b.fragment.Head(f)).Info().Place == keywords.InType
}

// operatorName is a definition with the name of an operator.
type operatorName struct {
	At   source.Span
	Name string
}

// Diagnose implements [diag.Problem].
func (p operatorName) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0112", p.At, "`%s` is an operator and cannot be the name of a definition", p.Name)
	d.Helpf("choose another name, such as `%s_`", p.Name)
	return d
}

// NotApplied is the problem of an application whose head is not the name of a
// definition. The nearest name of one may be "".
func (a *Apply) NotApplied(u *Unit, near string) diag.Problem {
	p := unknownOperator{At: u.Span(a.Head), Form: u.Span(a), Name: a.Head.Name, Inside: a.inside, Definition: near}
	p.Args = lists.Map(a.operands, func(r Range) source.Span { return u.Span(r) })
	return p
}

// Foreign reports whether the head of an application is a word of another
// notation, or nearly an operator.
func (a *Apply) Foreign(u *Unit) bool {
	p := a.NotApplied(u, "").(unknownOperator)
	return p.foreign() || p.near() != ""
}
