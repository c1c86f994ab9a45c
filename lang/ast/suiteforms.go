package ast

import (
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/keywords"
	"github.com/mantrac/mantrac/lang/syntax"
)

// define reads (define NAME FORM). The form is one that can be the target of an
// ordering form.
func (b *builder) define(f *syntax.Form, head *Ident) Node {
	d := &Define{Headed: Headed{rangeOf(f), head}}
	p := b.match(f, shape{form: head.Name, parts: []string{"the name of the group", "a call"}, say: keywords.Define.Info().Signature})
	d.Name = b.name(p[0], "the name of the group")
	if p[1] != nil {
		target, _ := forms.Follows.Operand(0)
		d.Form = b.patterns(p[1], forms.None, target)
	}
	return d
}

// common reads (common (checks …)).
func (b *builder) common(f *syntax.Form, head *Ident) Node {
	c := &Common{Headed: Headed{rangeOf(f), head}}
	s := shape{form: head.Name, parts: []string{"`(checks (NAME FORM) …)`"}, say: keywords.Common.Info().Signature}
	p := b.match(f, s)
	switch {
	case p[0] == nil:
	case keywords.Lookup(b.fragment.Head(p[0])) != keywords.Checks:
		b.report(misshapen{At: b.at(p[0]), Form: s.form, Shape: s.say, NotPart: "(checks (NAME FORM) …)"})
	default:
		c.Checks = b.checks(p[0], b.keyword(p[0])).(*Checks)
	}
	return c
}

// rules reads (rules NAME…).
func (b *builder) rules(f *syntax.Form, head *Ident) Node {
	r := &Rules{Headed: Headed{rangeOf(f), head}}
	if len(f.Items) == 1 {
		b.report(misshapen{At: b.span(head), Form: head.Name, Shape: keywords.Rules.Info().Signature, Lacks: "the name of a rule"})
	}
	for _, item := range f.Items[1:] {
		if name := b.name(item, "the name of a rule"); name != nil {
			r.Names = append(r.Names, name)
		}
	}
	return r
}
