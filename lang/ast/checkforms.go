package ast

import (
	"github.com/mantrac/mantrac/internal/lazyregexp"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lang/types"
)

// form reads the form of a check.
func (b *builder) form(f *syntax.Form) CheckForm {
	head := b.keyword(f)
	if head == nil {
		b.report(notACheckForm{At: b.headSpan(f), Form: b.at(f)})
		return &Bad{rangeOf(f)}
	}
	switch form := forms.Lookup(head.Name); form.Shape() {
	case forms.Pattern:
		return b.call(f, head, form)
	case forms.Combination:
		return b.combination(f, head, form, b.form)
	case forms.Ordering:
		return b.temporal(f, head, form)
	case forms.Counting:
		return b.count(f, head, form)
	case forms.Answer:
		return b.answered(f, head)
	case forms.Owned:
		return b.owned(f, head, b.form)
	}
	b.report(notACheckForm{At: b.span(head), Name: head.Name, Form: b.at(f), Pinned: b.looksPinned(f), Args: b.spans(f.Items[1:])})
	return &Bad{rangeOf(f)}
}

func (b *builder) call(f *syntax.Form, head *Ident, form forms.Form) *Atom {
	a := &Atom{Headed: Headed{rangeOf(f), head}, Form: form, No: form == forms.NoCall}
	p := b.match(f, shape{form: head.Name, parts: []string{"the name of a tool"}, more: true, say: "(" + head.Name + " TOOL (ARGUMENT VALUE) …)"})
	if p[0] == nil {
		return a
	}
	// The tool is unknown, so the pins are not read.
	if p[0].IsList() && b.callSlip(f, p[0]) {
		return a
	}
	a.Tool = b.name(p[0], "the name of a tool")
	shape := pinShape
	shape.form, shape.say = head.Name, "("+head.Name+" TOOL (ARGUMENT VALUE) …)"
	a.Pins = b.tested(b.unwrapped(f.Items[2:]), shape)
	return a
}

// combination reads (or X…) or (and X…), of which read reads the operands.
func (b *builder) combination(f *syntax.Form, head *Ident, form forms.Form, read func(*syntax.Form) CheckForm) CheckForm {
	c := &Combination{Headed: Headed{rangeOf(f), head}, Form: form}
	if len(f.Items) == 1 {
		b.report(emptyCombination{At: b.at(f), Form: form})
	}
	c.Operands = lists.Map(f.Items[1:], read)
	return c
}

func (b *builder) temporal(f *syntax.Form, head *Ident, form forms.Form) CheckForm {
	p := b.match(f, shape{form: head.Name, parts: []string{"a call", "an anchor"}, say: form.Signature()})
	return &Temporal{Headed: Headed{rangeOf(f), head}, Form: form, Target: b.operand(p[0], form, 0), Anchor: b.operand(p[1], form, 1)}
}

// count reads (at_most N TARGET) or (at_least N TARGET).
func (b *builder) count(f *syntax.Form, head *Ident, form forms.Form) CheckForm {
	c := &Count{Headed: Headed{rangeOf(f), head}, Form: form}
	if c.Target = b.countSlip(f, form); c.Target != nil {
		return c
	}
	p := b.match(f, shape{form: head.Name, parts: []string{"a number", "a call"}, say: form.Signature()})
	c.Number, c.Target = b.limit(p[0], form), b.operand(p[1], form, 1)
	return c
}

// countSlip reports a count without its number, with the number after the call, or
// whose call is without parentheses, and returns the target; nil if the form is none
// of these.
func (b *builder) countSlip(f *syntax.Form, form forms.Form) CheckForm {
	source := b.fragment.Source
	fault := misshapen{Form: form.String(), Shape: form.Signature()}
	switch items := f.Items[1:]; {
	case len(items) == 1 && items[0].IsList():
		at := items[0].Start
		fault.At, fault.Lacks, fault.Note = b.at(f.Items[0]), "a number before the call", "NUMBER is a whole number"
		fault.Mend = diag.Fix{Message: "count one call", Edits: []diag.Edit{{Span: source.Span(at, at), New: "1 "}}}
		b.report(fault)
		return b.operand(items[0], form, 1)
	case len(items) == 2 && items[0].IsList() && items[1].Kind == syntax.Int:
		call, number := items[0], items[1]
		fault.At, fault.Lacks, fault.Note = b.at(number), "the number before the call", "NUMBER is a whole number"
		fault.Mend = diag.Fix{Message: "put the number first", Edits: []diag.Edit{
			{Span: b.at(call), New: b.text(number)}, {Span: b.at(number), New: b.fragment.Text(call.Start, call.End)}}}
		b.report(fault)
		return b.operand(call, form, 1)
	case len(items) > 2 && items[0].Kind == syntax.Int && items[1].Kind == syntax.Ident && b.text(items[1]) == forms.Call.String():
		from, to := items[1].Start, items[len(items)-1].End
		fault.At, fault.NotPart = source.Span(from, to), "("+b.fragment.Text(from, to)+")"
		fault.Mend = diag.Fix{Message: "put the call in parentheses", Edits: diag.Around(fault.At, "(", ")")}
		b.report(fault)
		return b.operand(&syntax.Form{Kind: syntax.LParen, Start: from, End: to, Items: items[1:]}, form, 1)
	}
	return nil
}

var wholeNumber = lazyregexp.New(`^\d+$`)

// limit reads the number of a count.
func (b *builder) limit(f *syntax.Form, form forms.Form) *Literal {
	if f == nil {
		return nil
	}
	if f.Kind != syntax.Int {
		fault := misshapen{At: b.at(f), Form: form.String(), Shape: form.Signature(), NotPart: "NUMBER", Note: "NUMBER is a whole number"}
		if v, err := types.Unquote(b.text(f)); err == nil && wholeNumber.MatchString(v) {
			fault.Mend = diag.Fix{Message: "write the number without quotes", Edits: []diag.Edit{{Span: fault.At, New: v}}}
		}
		b.report(fault)
		return nil
	}
	// Limit checks the range, and needs a Count.
	c := Count{Form: form}
	c.Number, _ = b.literal(f).(*Literal)
	if n := c.Limit(); n < 0 || n == 0 && form == forms.AtLeast {
		b.report(badLimit{At: b.at(f), Form: form})
		return nil
	}
	return c.Number
}

// operand reads the target or the anchor of a form.
func (b *builder) operand(f *syntax.Form, of forms.Form, index int) CheckForm {
	if f == nil {
		return nil
	}
	operand, _ := of.Operand(index)
	form := b.patterns(f, of, operand)
	if operand.Takes(forms.NoCall) {
		b.oneKind(form, of)
	}
	return form
}

// oneKind checks that the alternatives of a target are all forbidden or none.
func (b *builder) oneKind(form CheckForm, of forms.Form) {
	var call, forbidden Node
	Inspect(form, func(n Node) bool {
		switch n := n.(type) {
		case *Atom:
			if n.No {
				forbidden = n
			} else {
				call = n
			}
			// An atom contains no other pattern.
			return false
		case *GroupRef:
			call = n
		}
		return true
	})
	if call != nil && forbidden != nil {
		b.report(mixedTarget{At: b.span(forbidden), Call: b.span(call), Head: of})
	}
}

// patterns reads a pattern, several in an `or`, or the name of a group, as an
// operand of a form accepts them.
func (b *builder) patterns(f *syntax.Form, of forms.Form, operand forms.Operand) CheckForm {
	anchor := operand.Role == forms.Anchor
	if f.Kind == syntax.Ident && operand.Group {
		return &GroupRef{Range: rangeOf(f), Name: b.text(f)}
	}
	form := b.checkForm(f)
	switch {
	case form.Shape() == forms.Combination && operand.Takes(form):
		return b.combination(f, b.keyword(f), form, func(item *syntax.Form) CheckForm { return b.patterns(item, of, operand) })
	case form.Shape() == forms.Answer && operand.Takes(form):
		return b.answered(f, b.keyword(f))
	case form.Shape() == forms.Owned && operand.Takes(form):
		return b.owned(f, b.keyword(f), func(inner *syntax.Form) CheckForm { return b.patterns(inner, of, operand) })
	case form != forms.Call && form != forms.NoCall:
		b.report(notACall{At: b.at(f), Head: of, Name: b.fragment.Head(f), Anchor: anchor, MayForbid: operand.Takes(forms.NoCall)})
		return &Bad{rangeOf(f)}
	case !operand.Takes(form):
		// It is read all the same, for what is wrong in it.
		b.report(forbiddenNoCall{At: b.at(f.Items[0]), Head: of, Anchor: anchor})
	}
	return b.call(f, b.keyword(f), form)
}

// answered reads (answered CALL PIN…).
func (b *builder) answered(f *syntax.Form, head *Ident) CheckForm {
	a := &Answered{Headed: Headed{rangeOf(f), head}}
	p := b.match(f, shape{form: head.Name, parts: []string{"a call"}, more: true, say: forms.Answered.Signature()})
	if p[0] == nil {
		return a
	}
	operand, _ := forms.Answered.Operand(0)
	a.Call = PatternOf(b.patterns(p[0], forms.Answered, operand))
	for _, item := range f.Items[2:] {
		if pin := b.answerPin(item); pin != nil {
			a.Pins = append(a.Pins, pin)
		}
	}
	return a
}

// answerPin reads (PATH VALUE), or tests in place of the value.
func (b *builder) answerPin(f *syntax.Form) *AnswerPin {
	if !f.IsList() || len(f.Items) < 2 || f.Items[0].Kind != syntax.Ident && f.Items[0].Kind != syntax.String {
		b.report(misshapen{At: b.at(f), Form: "answered", Shape: forms.Answered.Signature(), NotPart: "(PATH VALUE)"})
		return nil
	}
	pin := &AnswerPin{Range: rangeOf(f)}
	if path := f.Items[0]; path.Kind == syntax.Ident {
		pin.Path = b.ident(path)
	} else if l := b.str(path); b.isPointer(l) {
		pin.Path = l
	} else {
		return nil
	}
	if b.testSlip(f) {
		return pin
	}
	if len(f.Items) == 2 && !b.isTest(f.Items[1]) {
		pin.Value = b.value(f.Items[1])
	} else {
		pin.Tests = b.tests(f.Items[1:])
	}
	return pin
}

// badTilde matches a tilde that escapes nothing.
var badTilde = lazyregexp.New(`~([^01]|$)`)

// isPointer reports whether a string is a JSON Pointer, and reports it if not.
func (b *builder) isPointer(l *Literal) bool {
	text, ok := l.Value.(types.Text)
	if !ok {
		return false
	}
	if text != "" && text[0] != '/' || badTilde.MatchString(string(text)) {
		b.report(badPointer{At: b.span(l), Text: string(text)})
		return false
	}
	return true
}
