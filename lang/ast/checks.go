package ast

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
)

func (b *builder) use(f *syntax.Form, head *Ident) Node {
	u := &Use{Headed: Headed{rangeOf(f), head}}
	u.Path = b.stringPart(f, shape{form: "use", parts: []string{"the path of a model as a string"}, say: `(use "model.wm")`})
	return u
}

func (b *builder) prompt(f *syntax.Form, head *Ident) Node {
	p := &Prompt{Headed: Headed{rangeOf(f), head}}
	p.Text = b.stringPart(f, shape{form: "prompt", parts: []string{"a text as a string"}, say: `(prompt "TEXT")`})
	return p
}

// stringPart reads a form whose one part is a string.
func (b *builder) stringPart(f *syntax.Form, s shape) *Literal {
	if l := b.joined(f, s.form, s.say); l != nil {
		return l
	}
	if len(f.Items) > 2 && f.Items[1].Kind == syntax.Ident {
		words := b.fragment.Source.Span(f.Items[1].Start, f.Items[len(f.Items)-1].End)
		b.report(notAString{At: words, What: s.parts[0], Word: !strings.ContainsAny(words.Text(), "\"\n;")})
		return nil
	}
	p := b.match(f, s)
	if p[0] == nil {
		return nil
	}
	if p[0].Kind != syntax.String && p[0].Kind != syntax.OpenString {
		b.report(notAString{At: b.at(p[0]), What: s.parts[0], Word: p[0].Kind == syntax.Ident})
		return nil
	}
	return b.str(p[0])
}

func (b *builder) checks(f *syntax.Form, head *Ident) Node {
	c := &Checks{Headed: Headed{rangeOf(f), head}}
	for _, item := range f.Items[1:] {
		if b.isForm(item) {
			c.Checks = append(c.Checks, b.unnamed(item, f.Items[1:]))
		} else if k := b.check(item); k != nil {
			c.Checks = append(c.Checks, k)
		}
	}
	if len(f.Items) == 1 {
		b.report(misshapen{At: b.span(head), Form: "checks", Shape: "(checks (NAME FORM) …)", Lacks: "a check"})
	}
	return c
}

// check reads (NAME FORM).
func (b *builder) check(f *syntax.Form) *Check {
	if b.fragment.Head(f) == goalWord && len(f.Items) > 1 && !b.hasCheckForm(f) {
		b.report(reservedName{At: b.at(f.Items[0]), Name: goalWord, Goal: true})
		return nil
	}
	if !f.IsList() || len(f.Items) != 2 || !f.Items[1].IsList() {
		problem := badCheck{At: b.at(f)}
		if f.IsList() && len(f.Items) == 2 && f.Items[1].Kind == syntax.Ident {
			problem.Tool = b.at(f.Items[1])
		}
		if f.IsList() && len(f.Items) > 2 {
			b.checkSlip(f, &problem)
		}
		b.report(problem)
		return nil
	}
	c := &Check{Range: rangeOf(f), Name: b.name(f.Items[0], "the name of the check")}
	if c.Name != nil && c.Name.Name == goalWord {
		b.report(reservedName{At: b.span(c.Name), Name: goalWord})
	}
	c.Form = b.form(f.Items[1])
	return c
}

// goalWord begins a part of a case, and cannot be the name of a check.
const goalWord = "goal"

// hasCheckForm reports whether a form contains one that only checks have.
func (b *builder) hasCheckForm(f *syntax.Form) bool {
	form := b.checkForm(f)
	return form != forms.None && b.op(f) == ops.None || slices.ContainsFunc(f.Items, b.hasCheckForm)
}

// checkWords begin a check in other notations; it is certain of the first three.
var checkWords = strings.Fields("check rule test assert assertion expect constraint require ensure")

// checkSlip says what is wrong with a check of more than two parts.
func (b *builder) checkSlip(f *syntax.Form, p *badCheck) {
	first, second, last := f.Items[0], f.Items[1], f.Items[len(f.Items)-1]
	file := b.fragment.Source
	switch i := slices.Index(checkWords, b.text(first)); {
	case i >= 0 && len(f.Items) == 3 && second.Kind == syntax.Ident && b.checkForm(last) != forms.None:
		p.Mend = diag.Fix{Message: "remove `" + checkWords[i] + "`", Edits: []diag.Edit{{Span: file.Span(first.Start, second.Start)}}}
		if i < 3 {
			p.Mend.Level = diag.Certain
		}
	case second.Kind == syntax.Ident && forms.Lookup(b.text(second)) != forms.None:
		p.Mend = diag.Fix{Level: diag.Certain, Message: "put the form in parentheses", Edits: diag.Around(file.Span(second.Start, f.End-1), "(", ")")}
	case b.text(second) == "!" && len(f.Items) == 3 && b.fragment.Head(last) == "call":
		p.Mend = diag.Fix{Message: "forbid the call", Edits: []diag.Edit{{Span: file.Span(second.Start, last.Start)}, {Span: b.at(last.Items[0]), New: "no_call"}}}
	case len(f.Items) == 3 && second.IsList() && last.Kind == syntax.String:
		p.Mend = diag.Fix{Message: "remove the text; a comment begins with `;`", Edits: []diag.Edit{{Span: file.Span(second.End, last.End)}}}
	case second.IsList() && last.IsList():
		p.Several = true
	}
}

// callSlip reports (call (TOOL …)) and (no_call (call TOOL …)), and returns
// false for another shape.
func (b *builder) callSlip(f, inner *syntax.Form) bool {
	head := b.keyword(inner)
	if head == nil {
		return false
	}
	file := b.fragment.Source
	p := callShape{At: b.at(inner), Outer: b.text(f.Items[0])}
	nested := forms.Lookup(head.Name)
	switch {
	case nested == forms.None && head.Name != "and":
		p.Mend = diag.Fix{Level: diag.Certain, Message: "remove the parentheses around it", Edits: []diag.Edit{
			{Span: file.Span(inner.Start, inner.Start+1)}, {Span: file.Span(inner.End-1, inner.End)}}}
	case nested == forms.Call && len(inner.Items) > 1:
		p.Mend = diag.Fix{Message: "remove the second keyword", Edits: []diag.Edit{
			{Span: file.Span(inner.Start, inner.Items[1].Start)}, {Span: file.Span(inner.End-1, inner.End)}}}
	case nested == forms.Or && p.Outer == "call" && allIdents(inner.Items):
		text := "(or"
		for _, item := range inner.Items[1:] {
			text += " (call " + b.text(item) + ")"
		}
		p.Mend = diag.Fix{Message: "write `" + diag.Excerpt(text+")") + "`", Edits: []diag.Edit{{Span: b.at(f), New: text + ")"}}}
	}
	b.report(p)
	return true
}

// callShape is a form in the place of the tool of a call.
type callShape struct {
	At    source.Span
	Outer string
	Mend  diag.Fix
}

// Diagnose implements [diag.Problem].
func (p callShape) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0125", p.At, "expected the name of a tool, found a form")
	d.Notef("the form is `(%s TOOL (ARGUMENT VALUE) …)`", p.Outer)
	if len(p.Mend.Edits) > 0 {
		d.Fix(p.Mend.Message, p.Mend.Edits...).As(p.Mend.Level)
	}
	return d
}

// argumentWords are what other notations put around all arguments of a call.
var argumentWords = strings.Fields("args arguments params parameters with input kwargs")

// unwrapped returns the pins of a call. Those in `(args …)` are reported.
func (b *builder) unwrapped(pins []*syntax.Form) []*syntax.Form {
	if len(pins) != 1 || !slices.Contains(argumentWords, b.fragment.Head(pins[0])) || len(pins[0].Items) < 2 {
		return pins
	}
	inner := pins[0].Items[1:]
	for _, f := range inner {
		if !f.IsList() || len(f.Items) != 2 || f.Items[0].Kind != syntax.Ident || b.isTest(f) || b.fragment.Head(f) == "array" || b.fragment.Head(f) == "record" {
			return pins
		}
	}
	file := b.fragment.Source
	b.report(misshapen{At: b.at(pins[0].Items[0]), Form: "call", Shape: pinShape.say, NotPart: pinShape.part,
		Mend: diag.Fix{Level: diag.Certain, Message: "write the arguments alone", Edits: []diag.Edit{
			{Span: file.Span(pins[0].Start, inner[0].Start)}, {Span: file.Span(pins[0].End-1, pins[0].End)}}}})
	return inner
}

// unnamed reads a check that lacks its name, and suggests one that no other
// check of the list has: the tool's for a call, else the form's and the
// tool's.
func (b *builder) unnamed(f *syntax.Form, all []*syntax.Form) *Check {
	problem := unnamed{At: b.at(f)}
	if len(f.Items) == 2 && b.checkForm(f.Items[1]) != forms.None {
		// It may as well be a check whose name is that of a form.
		b.report(problem)
		return &Check{Range: rangeOf(f), Form: &Bad{rangeOf(f)}}
	}
	c := &Check{Range: rangeOf(f), Form: b.form(f)}
	// Suggest a name from the first tool in the form.
	Inspect(c.Form, func(n Node) bool {
		if a, ok := n.(*Atom); ok && a.Tool != nil && problem.Name == "" {
			problem.Name = a.Tool.Name
		}
		return problem.Name == ""
	})
	if form := b.checkForm(f); problem.Name != "" && form != forms.Call {
		problem.Name = form.String() + "_" + problem.Name
	}
	for b.taken(problem.Name, all) {
		problem.Name += "_again"
	}
	b.report(problem)
	return c
}

// taken reports whether a name is that of a check in a list, or would be
// suggested for another one too.
func (b *builder) taken(name string, all []*syntax.Form) bool {
	return slices.ContainsFunc(all, func(f *syntax.Form) bool { return b.fragment.Head(f) == name })
}

// isForm reports whether a form is that of a check, without a name. What the
// strict grammar reads as a check with a name is one.
func (b *builder) isForm(f *syntax.Form) bool {
	form := b.checkForm(f)
	return form != forms.None && !(form.Info().Extension && len(f.Items) == 2 && f.Items[1].IsList())
}

// checkForm returns what heads a list in a check, or None.
func (b *builder) checkForm(f *syntax.Form) forms.Form { return forms.Lookup(b.fragment.Head(f)) }

// looksPinned reports whether everything after the head of a list looks like
// a pinned argument, so that the head is most likely a tool.
func (b *builder) looksPinned(f *syntax.Form) bool {
	for _, item := range f.Items[1:] {
		if !item.IsList() || len(item.Items) != 2 || item.Items[0].Kind != syntax.Ident || b.checkForm(item) != forms.None {
			return false
		}
	}
	return true
}

// spans returns the spans of forms.
func (b *builder) spans(forms []*syntax.Form) []source.Span {
	return lists.Map(forms, b.at)
}
