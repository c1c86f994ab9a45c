package modeltest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// suiteText draws a suite.
func (g *generator) suiteText() string {
	var b strings.Builder
	b.WriteString("(use \"model.wm\")\n")
	if g.extended {
		g.shared(&b)
	}
	// A second case is drawn one time of four.
	for i := range 1 + g.between(0, 3)/3 {
		fmt.Fprintf(&b, "\n(case c%d", i)
		g.caseParts(&b)
		b.WriteString(")\n")
	}
	return b.String()
}

func (g *generator) caseParts(b *strings.Builder) {
	if !g.oneIn(6) {
		g.init(b)
	}
	goal := g.oneIn(3)
	if !goal || !g.oneIn(4) {
		b.WriteString("\n  (checks")
		for i := range g.between(1, 4) {
			fmt.Fprintf(b, "\n    (k%d %s)", i, g.form())
		}
		b.WriteString(")")
	}
	if goal {
		b.WriteString("\n  (goal" + g.scope(nil).operands(types.Bool, 1, 2, 2) + ")")
	}
}

// init draws initial values, of all variables or of some.
func (g *generator) init(b *strings.Builder) {
	b.WriteString("\n  (init")
	full := g.flip() || g.size == Wide && g.flip()
	for _, v := range g.vars {
		if full || g.flip() {
			text := g.source(g.initial(v.typ, full), v.typ)
			if _, ok := v.typ.(*types.Map); ok && g.oneIn(3) {
				text = strings.TrimSuffix(text, ")") + " open)"
			}
			fmt.Fprintf(b, " (%s %s)", v.name, text)
		}
	}
	b.WriteString(")")
}

// initial draws a value in which, unless it is to be full, fields may be
// missing.
func (g *generator) initial(t types.Type, full bool) types.Value {
	r, ok := t.(*types.Record)
	if !ok {
		return g.value(t, g.from)
	}
	o := types.Object{}
	for _, f := range r.Fields {
		if full || g.flip() {
			o = append(o, types.Member{Name: f.Name, Value: g.initial(f.Type, full)})
		}
	}
	return o
}

// form draws the form of a check.
func (g *generator) form() string {
	list := []choice{
		{4, func() string { return g.atom(forms.Call) }},
		{2, func() string { return g.atom(forms.NoCall) }},
		{2, func() string { return g.or(2) }},
	}
	for _, f := range forms.All() {
		if f.Shape() == forms.Ordering && !f.Info().Extension {
			list = append(list, choice{2, func() string { return g.ordering(f) }})
		}
	}
	if g.extended {
		list = append(list, g.newForms()...)
	}
	return g.choose(list...)
}

// ordering draws an ordering form, now and then of one pattern with itself.
func (g *generator) ordering(f forms.Form) string {
	heads := slices.DeleteFunc(slices.Clone(f.Info().Operands[0].Accepts), func(h forms.Form) bool { return h.Shape() != forms.Pattern })
	head := pick(g.drawer, heads)
	target, anchor := g.atom(head), g.atom(forms.Call)
	// Order is strict, so a pattern with itself is a case of its own.
	if g.oneIn(4) {
		target = strings.Replace(anchor, forms.Call.String(), head.String(), 1)
	}
	return "(" + f.String() + " " + target + " " + anchor + ")"
}

func (g *generator) or(depth int) string {
	var b strings.Builder
	for range g.between(1, 3) {
		if depth > 1 && g.oneIn(4) {
			b.WriteString(" " + g.or(depth-1))
		} else {
			b.WriteString(" " + g.atom(pick(g.drawer, []forms.Form{forms.Call, forms.NoCall})))
		}
	}
	return "(or" + b.String() + ")"
}

// atom draws a call or a no_call.
func (g *generator) atom(head forms.Form) string {
	t := pick(g.drawer, g.tools)
	text := "(" + head.String() + " " + t.name
	for _, p := range t.params {
		if g.flip() {
			text += g.pin(p)
		}
	}
	return g.by(text + ")")
}

// pin draws a pin with a space before it, or nothing where no value is found.
func (g *generator) pin(p *tool.Property) string {
	v := g.accepted(p.Schema, g.from)
	if v == nil {
		return ""
	}
	if g.extended && g.oneIn(3) {
		return " (" + p.Name + " " + g.tested(p, v) + ")"
	}
	text := g.source(v, typeOf(p))
	if n, ok := v.(types.Number); ok && n.IsInt() && p.Schema.Only(tool.KindInteger) && g.oneIn(8) {
		text += ".0"
	}
	return " (" + p.Name + " " + text + ")"
}
