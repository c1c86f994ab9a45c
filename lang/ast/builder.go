package ast

import (
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/keywords"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
)

// A builder makes the node of one unit.
type builder struct {
	fragment *syntax.Fragment
	faults   []diag.Diagnostic
	orphan   string // the container that the unit should be in
	partial  bool   // a part of a transition could not be read
	seen     []*SeenExpr
	inside   bool // a comparison or arithmetic is being read
}

func (b *builder) report(p diag.Problem) { b.faults = append(b.faults, diag.Of(p)) }

func (b *builder) span(n Node) source.Span {
	r := n.Pos()
	return b.fragment.Source.Span(r.Start, r.End)
}

func rangeOf(f *syntax.Form) Range { return Range{f.Start, f.End} }

func (b *builder) at(f *syntax.Form) source.Span { return b.fragment.Source.Span(f.Start, f.End) }

func (b *builder) text(f *syntax.Form) string { return b.fragment.Text(f.Start, f.End) }

// heads are the keywords of the forms that may be in a place.
var heads = map[string][]string{
	"":      keywords.Words(keywords.InFile),
	"model": keywords.Words(keywords.InModel),
	"case":  keywords.Words(keywords.InCase),
}

// unit makes the node of a unit in the given container.
func (b *builder) unit(f *syntax.Form, place string) Node {
	head := b.keyword(f)
	if head == nil {
		b.report(noKeyword{At: b.headSpan(f), Place: place, Known: heads[place]})
		return &Bad{rangeOf(f)}
	}
	name := head.Name
	// File.orphans reports all clauses and parts that are in no container together.
	if b.orphan = container(name); name == "define" && b.definesExpression(f) {
		b.orphan = "model" // a group has no locals
	}
	if place == "" && b.orphan != "" {
		return &Bad{rangeOf(f)}
	}
	// In a model `define` is a definition, unless the form has the shape of a constant.
	if place == "model" && keywords.LookupIn(name, keywords.InModel) == keywords.Definition && !b.definesConstant(f) {
		return b.definition(f, head)
	}
	if place == "model" {
		if n := b.foreignDecl(f, head); n != nil {
			return n
		}
	}
	// The keyword is unknown here, or `define` does not have the shape that it has here.
	if !slices.Contains(heads[place], name) || containerHead(name) || place == "model" && name == "define" || name == "define" && len(f.Items) > 1 && f.Items[1].IsList() {
		p := unknownKeyword{At: b.span(head), Form: b.at(f), Name: name, Place: place, Known: heads[place], Names: b.untyped(f.Items[1:])}
		p.Defines = place == "model" && b.defines(f)
		b.report(p)
		name = p.near() // it is read as what it was meant to be
		if p.Defines && name == "define" {
			return b.definition(f, head)
		}
		if (name == "var" || name == "const") && !b.wellShaped(f.Items[1:], name) {
			return &Bad{rangeOf(f)}
		}
	}
	switch name {
	case "", "model", "case":
		return &Bad{rangeOf(f)}
	case "const":
		return b.constant(f, head)
	case "var":
		return b.variable(f, head)
	case "transition":
		return b.transition(f, head)
	case "use":
		return b.use(f, head)
	case "define":
		return b.define(f, head)
	case "common":
		return b.common(f, head)
	case "rules":
		return b.rules(f, head)
	case "prompt":
		return b.prompt(f, head)
	case "init":
		return &Init{Headed: Headed{rangeOf(f), head}, Entries: b.initial(f.Items[1:])}
	case "checks":
		return b.checks(f, head)
	default:
		// The only keyword left is `goal`.
		if len(f.Items) == 1 {
			b.report(misshapen{At: b.span(head), Form: "goal", Shape: "(goal EXPR …)", Lacks: "an expression"})
		}
		return b.block(f, head)
	}
}

// untyped returns the names of declarations without types, `a b` or `(a) (b)`,
// or nil for other forms.
func (b *builder) untyped(items []*syntax.Form) []string {
	var list []string
	for _, f := range items {
		if len(f.Items) == 1 {
			f = f.Items[0]
		}
		if f.Kind != syntax.Ident || basics[basicName(b.text(f))] != 0 || !b.word(f) {
			return nil
		}
		list = append(list, b.text(f))
	}
	return list
}

// container returns the container that a clause or part belongs into, or "". A
// word that also heads a form of a file belongs into none.
func container(head string) string {
	if slices.Contains(heads[""], head) {
		return ""
	}
	return lists.Find(heads[""], func(c string) bool { return slices.Contains(heads[c], head) })
}

// containerHead reports whether a form is opened as a container; as a unit
// it can only be a form that is in the wrong container.
func containerHead(name string) bool { return name == "model" || name == "case" }

// open makes the node of the opening of a container.
func (b *builder) open() Node {
	end := len(b.fragment.Source.Text())
	keyword, name := (*Ident)(nil), (*Ident)(nil)
	// An opening lacks its closing parenthesis, so there is no form, and tokens are read.
	for _, t := range b.fragment.Tokens {
		if t.Kind.IsTrivia() || t.Kind == syntax.LParen {
			continue
		}
		f := &syntax.Form{Kind: t.Kind, Start: t.Start, End: t.End}
		if keyword == nil {
			keyword = b.ident(f)
			continue
		}
		name = b.name(f, "the name of the case")
	}
	if keyword.Name == "model" {
		return &Bad{Range{0, end}}
	}
	if name == nil && len(b.faults) == 0 {
		b.report(misshapen{At: b.span(keyword), Form: "case", Shape: "(case NAME (prompt …) (init …) (checks …) (goal …))", Lacks: "a name"})
	}
	return &CaseName{Headed: Headed{Range{0, end}, keyword}, Name: name}
}

// ident makes an identifier of an atom that is one.
func (b *builder) ident(f *syntax.Form) *Ident { return &Ident{Range: rangeOf(f), Name: b.text(f)} }

// keyword returns the identifier at the head of a list, or nil.
func (b *builder) keyword(f *syntax.Form) *Ident {
	if !f.IsList() || len(f.Items) == 0 || f.Items[0].Kind != syntax.Ident {
		return nil
	}
	return b.ident(f.Items[0])
}

// headSpan is what to blame where a list lacks a keyword.
func (b *builder) headSpan(f *syntax.Form) source.Span {
	if f.IsList() && len(f.Items) > 0 {
		return b.at(f.Items[0])
	}
	return b.at(f)
}

// reserved are the words that cannot be declared: the heads of seed 000,
// App. 0.B.2, the operators, and the literals that look like names.
var reserved = map[string]bool{}

func init() {
	for _, w := range []string{"true", "false", "null"} {
		reserved[w] = true
	}
	for _, k := range keywords.All() {
		if k.Info().Reserved {
			reserved[k.String()] = true
		}
	}
	for _, o := range ops.All() {
		if !o.Info().Extension {
			reserved[o.String()] = true
		}
	}
}

// name returns the identifier that a form is, or nil after a report. As in all
// functions that read a part of [builder.match], nil is a part that is missing, which
// has been reported.
func (b *builder) name(f *syntax.Form, what string) *Ident {
	if f == nil {
		return nil
	}
	if f.Kind == syntax.Ident {
		return b.ident(f)
	}
	p := notAName{At: b.at(f), What: what, Kind: f.Kind}
	b.report(p)
	if name := p.quoted(); name != "" {
		return &Ident{Range: rangeOf(f), Name: name} // it is read as what it was meant to be
	}
	return nil
}

// declare returns the name that a declaration introduces.
func (b *builder) declare(f *syntax.Form, what string) *Ident {
	id := b.name(f, what)
	if id != nil && reserved[id.Name] {
		b.report(reservedName{At: b.span(id), Name: id.Name})
	}
	return id
}

// A shape is the number of parts that a form wants after its keyword, and
// how to say so.
type shape struct {
	form  string   // the keyword
	parts []string // "a name", "a type"
	say   string
	more  bool   // any number of further parts may follow
	part  string // the shape of these
}

// surplus is the problem of a form with too many parts.
func (b *builder) surplus(got []*syntax.Form, s shape) misshapen {
	n := len(s.parts)
	m := misshapen{At: b.at(got[n]), Form: s.form, Shape: s.say, Extra: true}
	if s.form == "var" {
		m.Note = "an initial value is given by a case, in `init`"
		m.Mend = diag.Fix{Message: "remove it", Edits: []diag.Edit{{Span: b.fragment.Source.Span(got[n-1].End, got[len(got)-1].End)}}}
	}
	return m
}

// shapeOf is the shape of an expression whose operands have a noun.
func shapeOf(o ops.Op) shape {
	s := shape{form: o.String(), say: o.Signature()}
	s.parts = lists.Map(o.Info().Operands, func(operand ops.Operand) string { return operand.Noun })
	return s
}

// match reports parts that are missing or superfluous. It returns the parts
// that are there, as many as the shape has at most, with nil for the rest.
func (b *builder) match(f *syntax.Form, s shape) []*syntax.Form {
	got := f.Items[1:]
	if len(got) < len(s.parts) {
		b.report(misshapen{At: b.at(f.Items[0]), Form: s.form, Shape: s.say, Lacks: s.parts[len(got)]})
	}
	if len(got) > len(s.parts) && !s.more {
		b.report(b.surplus(got, s))
	}
	// With nil for missing parts, callers can index it without a check.
	parts := make([]*syntax.Form, len(s.parts))
	copy(parts, got)
	return parts
}

// IsReserved reports whether a word cannot be declared as the name of anything.
func IsReserved(word string) bool { return reserved[word] }
