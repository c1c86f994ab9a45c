package ast

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
)

// sectionForm returns the first section of a list of forms, and how many forms
// it takes up, and its name. A keyword without parentheses, `:precondition (…)`
// or `pre (…)`, is read as a section with what is after it. The name is "" for
// a form that is none, which has been reported.
func (b *builder) sectionForm(forms []*syntax.Form) (f *syntax.Form, took int, name string) {
	f = forms[0]
	if f.Kind == syntax.String {
		b.report(docString{At: b.at(f)})
		return nil, 1, ""
	}
	name = plain(b.text(f))
	if s := keywordSynonyms["transition"][name]; s.word != "" && !slices.Contains(sections, name) {
		name = s.word
	}
	if f.Kind != syntax.Ident || len(forms) < 2 || !slices.Contains(sections, name) {
		return f, 1, b.sectionName(f)
	}
	items := []*syntax.Form{f, forms[1]}
	// The bindings are in parentheses of their own, which become those of the section.
	if inner := forms[1]; name == "params" && inner.IsList() {
		items = append(items[:1], inner.Items...)
	}
	whole := &syntax.Form{Kind: syntax.LParen, Start: f.Start, End: forms[1].End, Items: items}
	b.report(bareSection{At: b.at(f), Form: b.at(whole), Name: name, Params: name == "params"})
	return whole, 2, name
}

// bareSection is a section whose keyword is not in parentheses with its
// contents.
type bareSection struct {
	At, Form source.Span
	Name     string
	Params   bool
}

// Diagnose implements [diag.Problem].
func (p bareSection) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0104", p.At, "the section `%s` of a transition takes parentheses", p.Name)
	d.Notef("the form is `%s`", transitionShape.say)
	f := p.At.File
	edits := []diag.Edit{{Span: p.At, New: "(" + p.Name}}
	if p.Params { // the parentheses are there
		inner := strings.TrimSpace(f.Text()[p.At.End : p.Form.End-1])
		edits = []diag.Edit{{Span: p.Form, New: "(params " + strings.TrimPrefix(inner, "(") + ")"}}
	} else {
		edits = append(edits, diag.Edit{Span: f.Span(p.Form.End, p.Form.End), New: ")"})
	}
	d.Fix("put it in parentheses with its contents", edits...).As(diag.Certain)
	return d
}

// docString is a string where a form is expected.
type docString struct{ At source.Span }

// Diagnose implements [diag.Problem].
func (p docString) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0104", p.At, "a string is not a form of a transition")
	d.Notef("text for people is a comment: from `;` to the end of the line")
	d.Fix("make it a comment", diag.Edit{Span: p.At, New: comment(p.At.Text())})
	return d
}

// looseClause is an expression beside the sections of a transition.
type looseClause struct {
	At   source.Span
	Post bool // it speaks of the next state
}

// Diagnose implements [diag.Problem].
func (p looseClause) Diagnose() diag.Diagnostic {
	section, other := "pre", "post"
	if p.Post {
		section, other = "post", "pre"
	}
	d := diag.Errorf("MC0104", p.At, "a clause of a transition belongs in `pre` or `post`")
	d.Notef("the form is `%s`", transitionShape.say)
	d.Helpf("move it into `%s`, not `%s`: it describes the state %s the call", section, other, map[bool]string{false: "before", true: "after"}[p.Post])
	return d
}

// mentions reports whether a list with the given head is in a form.
func (b *builder) mentions(f *syntax.Form, head string) bool {
	return b.fragment.Head(f) == head || slices.ContainsFunc(f.Items, func(item *syntax.Form) bool { return b.mentions(item, head) })
}

// repeated is the problem of a duplicate section. Its fix moves the contents of
// the second to the end of the first.
func (b *builder) repeated(name string, f, first *syntax.Form) repeated {
	p := repeated{Part: name, At: b.at(f.Items[0]), First: b.at(first.Items[0]), In: "a transition"}
	if len(f.Items) > 1 {
		text := b.fragment.Text(f.Items[1].Start, f.End-1)
		p.Join = []diag.Edit{{Span: b.fragment.Source.Span(first.End-1, first.End-1), New: " " + text}, {Span: b.at(f)}}
	}
	return p
}

// joinSection adds the contents of a section that is there already to it.
func (b *builder) joinSection(t *Transition, f *syntax.Form, name string) {
	head := b.ident(f.Items[0])
	switch name {
	case "params":
		t.Params.Binds = append(t.Params.Binds, b.params(f, head).Binds...)
	case "results":
		t.Results.Binds = append(t.Results.Binds, b.results(f, head).Binds...)
	case "pre":
		t.Pre.Exprs = append(t.Pre.Exprs, b.block(f, head).Exprs...)
	case "post":
		t.Post.Exprs = append(t.Post.Exprs, b.block(f, head).Exprs...)
	}
}

// nameSlip reads a name in parentheses, `(NAME)`, or after a mark, `:name
// NAME`, and returns it with the number of forms that it takes up. It returns
// nil for another shape.
func (b *builder) nameSlip(forms []*syntax.Form) (name *Ident, took int) {
	f := forms[0]
	p := nameShape{At: b.at(f)}
	switch {
	case len(f.Items) == 1 && f.Items[0].Kind == syntax.Ident && !slices.Contains(sections, b.fragment.Head(f)):
		p.Name, took = b.at(f.Items[0]), 1
	case len(forms) > 1 && f.Kind == syntax.Ident && strings.HasPrefix(b.text(f), ":") && forms[1].Kind == syntax.Ident:
		p.Name, took = b.at(forms[1]), 2
		p.At = b.fragment.Source.Span(f.Start, forms[1].End)
	default:
		return nil, 0
	}
	b.report(p)
	return &Ident{Range{p.Name.Start, p.Name.End}, p.Name.Text()}, took
}

// nameShape is a name with something around it.
type nameShape struct{ At, Name source.Span }

// Diagnose implements [diag.Problem].
func (p nameShape) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0125", p.At, "the name `%s` takes no parentheses and no prefix", p.Name.Text())
	d.Replace("write the name alone", p.Name.Text()).As(diag.Certain)
	return d
}
