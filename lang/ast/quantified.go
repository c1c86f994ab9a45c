package ast

import (
	"slices"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
)

type (
	// Quantified is (forall BINDER EXPR), or the same with exists, count or sum.
	// A part that is missing is nil.
	Quantified struct {
		Headed
		Op     ops.Op
		Binder *Binder
		Body   Expr
	}
	// Binder is (NAME EXPR) or ((NAME NAME) (zip EXPR EXPR)): names for the
	// members of a set, or for what is at a position of a list or of two.
	Binder struct {
		Range
		Names []*Ident // one, or two with a *Zip
		Over  Expr
	}
	// Zip is (zip LIST LIST), which only a binder has.
	Zip struct {
		Headed
		Lists []Expr
	}
)

func (*Quantified) expr() {}
func (*Zip) expr()        {}

// Lists returns the expressions that the names of a binder are bound over, one
// for each name.
func (b *Binder) Lists() []Expr {
	if zip, ok := b.Over.(*Zip); ok {
		return zip.Lists
	}
	return []Expr{b.Over}
}

func (b *builder) quantified(f *syntax.Form, head *Ident, op ops.Op) Expr {
	q := &Quantified{Headed: Headed{rangeOf(f), head}, Op: op}
	items := b.boundApart(f, op)
	s := shapeOf(op)
	switch {
	case len(items) == 0:
		b.report(misshapen{At: b.span(head), Form: s.form, Shape: s.say, Lacks: s.parts[0]})
		return &Bad{rangeOf(f)}
	case len(items) == 1:
		b.report(b.bodyless(f, head, op, items[0]))
		return &Bad{rangeOf(f)}
	case len(items) > 2:
		b.report(b.severalBodies(s, op, items))
	}
	if q.Binder = b.binder(items[0], op); q.Binder == nil {
		b.exprs(items[1:]) // what is in it can still be looked at
		return &Bad{rangeOf(f)}
	}
	if len(items) > 2 {
		return &Bad{rangeOf(f)}
	}
	outer := b.inside
	// The body of a sum is a value; the other bodies are conditions of their own.
	b.inside = op == ops.Sum
	q.Body = b.expr(items[1])
	b.inside = outer
	return q
}

// boundApart returns the parts of a quantifier. It reports (forall NAME SET BODY)
// and reads it as (forall (NAME SET) BODY).
func (b *builder) boundApart(f *syntax.Form, op ops.Op) []*syntax.Form {
	items := f.Items[1:]
	if len(items) < 3 || items[0].Kind != syntax.Ident {
		return items
	}
	name, over := items[0], items[1]
	if len(items) == 4 && between[b.text(items[1])] {
		over = items[2]
	} else if len(items) != 3 {
		return items
	}
	at := b.fragment.Source.Span(name.Start, over.End)
	text := "(" + b.text(name) + " " + b.text(over) + ")"
	b.report(misshapen{At: at, Form: op.String(), Shape: op.Signature(), NotPart: "(NAME COLLECTION)",
		Mend: diag.Fix{Level: diag.Certain, Message: "write `" + diag.Excerpt(text) + "`", Edits: []diag.Edit{{Span: at, New: text}}}})
	pair := &syntax.Form{Kind: syntax.LParen, Start: name.Start, End: over.End, Items: []*syntax.Form{name, over}}
	return []*syntax.Form{pair, items[len(items)-1]}
}

// between are words that other notations write between a bound name and what it
// is bound over.
var between = map[string]bool{"in": true, "of": true, "∈": true, ":": true, "<-": true, "from": true, "over": true}

// bodyless is the problem of a quantifier with one part.
func (b *builder) bodyless(f *syntax.Form, head *Ident, op ops.Op, part *syntax.Form) misshapen {
	s := shapeOf(op)
	m := misshapen{At: b.span(head), Form: s.form, Shape: s.say, Lacks: s.parts[1]}
	counted := part
	if part.IsList() && len(part.Items) == 2 && part.Items[0].Kind == syntax.Ident && b.op(part) == ops.None {
		counted = part.Items[1]
	}
	switch {
	case op == ops.Count:
		m.Note = "`(length LIST)` is how many positions a list has, `(size SET)` how many members a set has"
		word := ops.Size.String()
		if b.op(counted) == ops.Param {
			word = ops.Length.String()
		}
		text := "(" + word + " " + b.text(counted) + ")"
		m.Mend = diag.Fix{Message: "write `" + diag.Excerpt(text) + "`", Edits: []diag.Edit{{Span: b.at(f), New: text}}}
	case op == ops.Sum && counted == part:
		text := "(sum (x " + b.text(part) + ") x)"
		m.Mend = diag.Fix{Message: "write `" + diag.Excerpt(text) + "`", Edits: []diag.Edit{{Span: b.at(f), New: text}}}
	}
	return m
}

// severalBodies is the problem of a quantifier with more than two parts.
func (b *builder) severalBodies(s shape, op ops.Op, items []*syntax.Form) misshapen {
	m := misshapen{At: b.at(items[2]), Form: s.form, Shape: s.say, Extra: true}
	if op != ops.Sum {
		bodies := b.fragment.Source.Span(items[1].Start, items[len(items)-1].End)
		m.Mend = diag.Fix{Message: "require all of them with `and`", Edits: diag.Around(bodies, "(and ", ")")}
	}
	return m
}

// binder reads (NAME SET) or ((NAME NAME) (zip LIST LIST)). It returns nil after a
// report.
func (b *builder) binder(f *syntax.Form, op ops.Op) *Binder {
	m := misshapen{At: b.at(f), Form: op.String(), Shape: op.Signature(), NotPart: "(NAME COLLECTION)",
		Note: "two lists are bound by position with `((NAME NAME) (zip LIST LIST))`"}
	if len(f.Items) == 3 && f.Items[0].Kind == syntax.Ident && between[b.text(f.Items[1])] {
		m.Mend = diag.Fix{Level: diag.Certain, Message: "leave `" + b.text(f.Items[1]) + "` out",
			Edits: []diag.Edit{{Span: b.fragment.Source.Span(f.Items[1].Start, f.Items[2].Start)}}}
		b.report(m)
		return b.bound(f, f.Items[:1], f.Items[2])
	}
	if inner := nestedBinders(f); inner != nil {
		if len(inner) == 1 {
			text := b.text(inner[0])
			m.Mend = diag.Fix{Level: diag.Certain, Message: "write `" + diag.Excerpt(text) + "`", Edits: []diag.Edit{{Span: b.at(f), New: text}}}
			b.report(m)
			return b.bound(inner[0], inner[0].Items[:1], inner[0].Items[1])
		}
		m.Note = "one quantifier binds one name: write one inside the other for each"
		b.report(m)
		return nil
	}
	if len(f.Items) != 2 {
		b.report(m)
		return nil
	}
	first, over := f.Items[0], f.Items[1]
	zip := b.op(over) == ops.Zip
	switch {
	case first.Kind == syntax.Ident && !zip:
		return b.bound(f, f.Items[:1], over)
	case first.IsList() && len(first.Items) == 2 && allIdents(first.Items) && zip:
		return b.bound(f, first.Items, over)
	case zip:
		m.At, m.NotPart = b.at(first), "(NAME NAME)"
	}
	b.report(m)
	return nil
}

// nestedBinders returns the parts of ((NAME SET) …), as other notations write it, or
// nil.
func nestedBinders(f *syntax.Form) []*syntax.Form {
	ok := f.IsList() && len(f.Items) > 0 && !slices.ContainsFunc(f.Items, func(x *syntax.Form) bool {
		return !x.IsList() || len(x.Items) != 2 || x.Items[0].Kind != syntax.Ident
	})
	// ((a b) (zip x y)) has that shape, too, but its first part is two names.
	if !ok || len(f.Items) == 2 && allIdents(f.Items[0].Items) {
		return nil
	}
	return f.Items
}

func (b *builder) bound(f *syntax.Form, names []*syntax.Form, over *syntax.Form) *Binder {
	out := &Binder{Range: rangeOf(f)}
	for _, n := range names {
		if reserved[b.text(n)] {
			b.report(reservedName{At: b.at(n), Name: b.text(n)})
		}
		out.Names = append(out.Names, b.ident(n))
	}
	if b.op(over) == ops.Zip {
		out.Over = b.zip(over)
	} else {
		out.Over = b.expr(over)
	}
	return out
}

// zip reads (zip LIST LIST).
func (b *builder) zip(f *syntax.Form) Expr {
	z := &Zip{Headed: Headed{rangeOf(f), b.keyword(f)}}
	for _, p := range b.match(f, shapeOf(ops.Zip)) {
		if p == nil {
			return &Bad{rangeOf(f)}
		}
		z.Lists = append(z.Lists, b.expr(p))
	}
	return z
}

// misplacedZip is a zip that is not in a binder.
type misplacedZip struct{ At source.Span }

// Diagnose implements [diag.Problem].
func (p misplacedZip) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0105", p.At, "`zip` is allowed only in the binder of a quantifier")
	d.Notef("the form is `(forall ((a b) (zip LIST LIST)) CLAUSE)`")
	return d
}
