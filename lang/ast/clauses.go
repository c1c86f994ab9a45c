package ast

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/keywords"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lang/types"
)

var (
	constShape      = shape{form: "const", parts: []string{"a name", "a type", "a value"}, say: "(const NAME TYPE VALUE)"}
	varShape        = shape{form: "var", parts: []string{"a name", "a type"}, say: "(var NAME TYPE)"}
	transitionShape = shape{form: "transition", parts: []string{"the name of a tool"}, more: true, say: "(transition TOOL (params …) (pre …) (post …))"}
)

func (b *builder) constant(f *syntax.Form, head *Ident) Node {
	p := b.match(f, constShape)
	name := b.declare(p[0], "the name of the constant")
	return &Const{Headed: Headed{rangeOf(f), head}, Name: name, Type: b.typ(p[1]), Value: b.value(p[2])}
}

func (b *builder) variable(f *syntax.Form, head *Ident) Node {
	p := b.match(f, varShape)
	name := b.declare(p[0], "the name of the variable")
	return &Var{Headed: Headed{rangeOf(f), head}, Name: name, Type: b.typ(p[1])}
}

// sections are the parts of a transition, in their order.
var sections = keywords.Words(keywords.InTransition)

// omissible reports whether a transition may do without a section.
func omissible(section string) bool { return keywords.Lookup(section).Info().Extension }

func (b *builder) transition(f *syntax.Form, head *Ident) Node {
	p := b.match(f, transitionShape)
	t := &Transition{Headed: Headed{rangeOf(f), head}}
	if p[0] == nil {
		return t
	}
	rest := f.Items[2:]
	if name, took := b.nameSlip(f.Items[1:]); name != nil {
		t.Tool = name
		b.sections(t, b.ownerOf(t, f.Items[1+took:]))
		return t
	}
	// The name is missing, and the sections begin at once.
	if p[0].IsList() && slices.Contains(sections, b.fragment.Head(p[0])) {
		b.report(misshapen{At: b.at(f.Items[0]), Form: "transition", Shape: transitionShape.say, Lacks: transitionShape.parts[0]})
		rest = f.Items[1:]
	} else {
		t.Tool = b.name(p[0], "the name of a tool")
	}
	b.sections(t, b.ownerOf(t, rest))
	return t
}

// sections reads the parts of a transition, which must be there once each
// and in order.
func (b *builder) sections(t *Transition, forms []*syntax.Form) {
	seen := make(map[string]*syntax.Form)
	var order []*syntax.Form
	for len(forms) > 0 {
		f, took, name := b.sectionForm(forms)
		forms = forms[took:]
		switch {
		case name == "":
			b.partial = true
		case seen[name] != nil:
			b.report(b.repeated(name, f, seen[name]))
			b.joinSection(t, f, name)
		default:
			seen[name] = f
			order = append(order, f)
			b.section(t, f, b.ident(f.Items[0]), name)
		}
	}
	// What could not be read may be a section that seems to be missing.
	if len(b.faults) == 0 {
		b.complete(t, seen, order)
	}
	t.Partial = b.partial || t.Params == nil
}

// sectionName returns the section that a form is, under its own name, or ""
// after a report.
func (b *builder) sectionName(f *syntax.Form) string {
	head := b.keyword(f)
	switch {
	case head == nil:
		b.report(noKeyword{At: b.headSpan(f), Place: "transition", Known: sections})
		return ""
	case slices.Contains(sections, head.Name):
		return head.Name
	case b.operator(f.Items[0]) != ops.None || b.op(f) != ops.None && !slices.Contains([]ops.Op{ops.Param, ops.If, ops.Result}, b.op(f)):
		b.report(looseClause{At: b.at(f), Post: b.mentions(f, "next")})
		return ""
	}
	p := unknownKeyword{At: b.span(head), Form: b.at(f), Name: head.Name, Place: "transition", Known: sections}
	b.report(p)
	return p.near() // it is read as what it was meant to be
}

func (b *builder) section(t *Transition, f *syntax.Form, head *Ident, name string) {
	switch name {
	case "params":
		t.Params = b.params(f, head)
	case "results":
		t.Results = b.results(f, head)
	case "pre":
		t.Pre = b.block(f, head)
	case "post":
		t.Post = b.block(f, head)
	}
}

// complete reports sections that are missing, else sections out of order.
func (b *builder) complete(t *Transition, seen map[string]*syntax.Form, order []*syntax.Form) {
	// A missing section goes after the last one before it, or after the name of the tool.
	after := b.fragment.Source.Span(t.End-1, t.End-1)
	if t.Tool != nil {
		after = b.fragment.Source.Span(t.Tool.End, t.Tool.End)
	}
	missing := noSection{At: b.span(t.Keyword)}
	var there []*syntax.Form
	for _, s := range sections {
		if f := seen[s]; f != nil {
			after = b.fragment.Source.Span(f.End, f.End)
			there = append(there, f)
			continue
		}
		if omissible(s) {
			continue
		}
		missing.Sections, missing.Insert = append(missing.Sections, s), append(missing.Insert, after)
	}
	if len(missing.Sections) > 0 {
		b.report(missing)
	}
	if len(missing.Sections) > 0 {
		return
	}
	// All are there: compare the order of the file with that of the language.
	var now, want []source.Span
	for i, f := range there {
		now, want = append(now, b.at(order[i])), append(want, b.at(f))
	}
	for i := range now {
		if now[i] != want[i] {
			b.report(sectionOrder{At: b.at(order[i].Items[0]), Now: now, Want: want})
			return
		}
	}
}

func (b *builder) params(f *syntax.Form, head *Ident) *Params {
	p := &Params{Headed: Headed{rangeOf(f), head}}
	for _, item := range f.Items[1:] {
		if !item.IsList() || len(item.Items) != 2 {
			bad := badBind{At: b.at(item), Text: b.text(item), Single: !item.IsList() || len(item.Items) == 1}
			b.bindSlip(item, &bad)
			b.report(bad)
			// The names in it count, so that their uses are not reported as well.
			if bind := b.guess(item); bind != nil {
				p.Binds = append(p.Binds, bind)
			}
			b.partial = true
			continue
		}
		bind := &Bind{Range: rangeOf(item)}
		bind.Param = b.name(item.Items[0], "the name of the tool's parameter")
		bind.Local = b.declare(item.Items[1], "the name that the transition gives the argument")
		p.Binds = append(p.Binds, bind)
	}
	return p
}

// bindMarks are between the two names of a binding in other notations.
var bindMarks = strings.Fields(": = := as -> => <-")

// bindSlip says what is wrong with a binding of more than two parts: a mark
// between its names, as in `(item as itm)`, or a type after them, which `-`
// and `:` may announce.
func (b *builder) bindSlip(item *syntax.Form, bad *badBind) {
	n := len(item.Items)
	if n < 3 || !allIdents(item.Items[:2]) {
		return
	}
	first, second := b.text(item.Items[0]), b.text(item.Items[1])
	name := strings.TrimLeft(first, "?$:")
	last := ""
	if n == 3 {
		last = b.text(item.Items[2])
	}
	_, isType := basics[basicName(last)]
	switch typed := second == "-" || second == ":" && isType; {
	case typed && syntax.IsIdent(name):
		bad.Typed = name
	case n == 3 && slices.Contains(bindMarks, second) && item.Items[2].Kind == syntax.Ident:
		bad.Mark = b.fragment.Source.Span(item.Items[0].End, item.Items[1].End)
	default:
		bad.Rest = b.fragment.Source.Span(item.Items[1].End, item.Items[n-1].End)
	}
}

// guess makes a binding of a part of params that is none, from the names in
// it, so that the uses of the argument are not reported as well. It returns
// nil where there are none.
func (b *builder) guess(f *syntax.Form) *Bind {
	names := []*syntax.Form{f}
	if f.IsList() {
		names = f.Items[:min(2, len(f.Items))]
		if n := len(f.Items); n == 3 && slices.Contains(bindMarks, b.text(f.Items[1])) {
			names = []*syntax.Form{f.Items[0], f.Items[2]}
		}
	}
	if len(names) == 0 || slices.ContainsFunc(names, func(n *syntax.Form) bool { return n.Kind != syntax.Ident }) {
		return nil
	}
	return &Bind{Range: rangeOf(f), Param: b.ident(names[0]), Local: b.ident(names[len(names)-1])}
}

func (b *builder) block(f *syntax.Form, head *Ident) *Block {
	return &Block{Headed: Headed{rangeOf(f), head}, Exprs: b.exprs(f.Items[1:])}
}

// basics are the types without structure.
var basics = map[string]types.Basic{"Bool": types.Bool, "Int": types.Int, "Real": types.Real, "String": types.String}

func (b *builder) typ(f *syntax.Form) Type {
	if f == nil {
		return nil
	}
	if f.Kind == syntax.Ident {
		if t, ok := basics[b.text(f)]; ok {
			return &BasicType{rangeOf(f), t}
		}
	}
	head := b.keyword(f)
	if head == nil {
		b.report(notAType{At: b.at(f), Text: b.text(f)})
		return &Bad{rangeOf(f)}
	}
	switch head.Name {
	case "Enum":
		return b.enum(f, head)
	case "Record":
		return b.record(f, head)
	case "Array":
		p := b.match(f, shape{form: "Array", parts: []string{"the type of its elements"}, say: "(Array TYPE)"})
		return &ArrayType{Headed: Headed{rangeOf(f), head}, Elem: b.typ(p[0])}
	case "Map":
		return b.mapType(f, head)
	}
	if t, ok := basics[head.Name]; ok && len(f.Items) == 1 {
		b.report(typeInParens{At: b.span(head), Form: b.at(f)})
		return &BasicType{rangeOf(f), t}
	}
	b.report(notAType{At: b.span(head), Text: head.Name})
	return &Bad{rangeOf(f)}
}

func (b *builder) enum(f *syntax.Form, head *Ident) Type {
	e := &EnumType{Headed: Headed{rangeOf(f), head}}
	var wrong enumNames
	for i, item := range f.Items[1:] {
		switch {
		case item.Kind == syntax.String || item.Kind == syntax.OpenString:
			e.Names = append(e.Names, b.str(item))
		case item.IsList():
			wrong.list(b.at(item))
			for _, name := range item.Items {
				if name.Kind == syntax.String {
					e.Names = append(e.Names, b.str(name))
				}
			}
		default:
			glued := isString(f.Items[i]) && f.Items[i].End == item.Start && strings.IndexByte(",|", b.text(item)[0]) < 0
			wrong.Glued = wrong.Glued || glued
			if name := wrong.word(b.at(item)); name != "" {
				e.Names = append(e.Names, &Literal{Range: rangeOf(item), Value: types.Text(name)})
			}
		}
	}
	if len(wrong.Edits) > 0 {
		b.report(wrong)
	}
	if wrong.Glued { // which names it has is not known
		return &Bad{rangeOf(f)}
	}
	if len(f.Items) == 1 {
		b.report(misshapen{At: b.span(head), Form: "Enum", Shape: `(Enum "NAME" …)`, Lacks: "a name"})
	}
	return e
}

func (b *builder) record(f *syntax.Form, head *Ident) Type {
	const say = "(Record (NAME TYPE) …)"
	r := &RecordType{Headed: Headed{rangeOf(f), head}}
	b.pairs(f.Items[1:], shape{form: "Record", say: say, part: "(NAME TYPE)"}, func(at Range, name, typ *syntax.Form) {
		field := &FieldType{Range: at, Name: b.name(name, "the name of the field")}
		field.Type = b.typ(typ)
		r.Fields = append(r.Fields, field)
	})
	if len(f.Items) == 1 {
		b.report(misshapen{At: b.span(head), Form: "Record", Shape: say, Lacks: "a field"})
	}
	return r
}

// str makes a literal of a string; one with faults is what can be read.
func (b *builder) str(f *syntax.Form) *Literal {
	text := b.text(f)
	if f.Kind == syntax.OpenString {
		// The missing quote is reported with the characters.
		text += `"`
	}
	s, err := types.Unquote(text)
	if err != nil {
		s = text
	}
	return &Literal{Range: rangeOf(f), Value: types.Text(s)}
}
