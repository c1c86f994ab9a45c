package ast

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lazyregexp"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lang/types"
)

// Some malformed shapes leave no doubt about what was meant: infix notation,
// a pair without its parentheses, (next v e) for an assignment. They are
// reported once, with the repair, and then read as what they were meant to
// be, so that what rests on them is not reported as well.

// infix reads (A OP B), (A OP B OP C) as (OP A B C). It returns nil for a
// list of another shape.
func (b *builder) infix(f *syntax.Form) Expr {
	n := len(f.Items)
	if n < 3 || b.operator(f.Items[0]) != ops.None {
		return nil
	}
	// A form with an operator at its head is prefix, unless its word is also a name, such as `count`.
	if op := b.op(f); op != ops.None && !(op.Commonplace() && b.operator(f.Items[1]) != ops.None) {
		return nil
	}
	// Operands and operators of infix alternate, so their number is odd.
	if e := b.foreignInfix(f); e != nil || n%2 == 0 {
		return e
	}
	name := b.operator(f.Items[1])
	op := &Op{Headed: Headed{rangeOf(f), &Ident{rangeOf(f.Items[1]), name.String()}}, Op: name}
	problem := infix{At: b.at(f.Items[1]), First: b.at(f.Items[0]), Open: b.fragment.Source.Span(f.Start, f.Start+1), Word: f.Items[0].Kind == syntax.Ident, Op: name.String()}
	for i, item := range f.Items {
		if i%2 == 0 {
			continue
		}
		// Two operators need an order of precedence, which is not guessed.
		if name == ops.None || b.operator(item) != name {
			return nil
		}
		problem.Between = append(problem.Between, b.fragment.Source.Span(f.Items[i-1].End, item.End))
	}
	b.report(problem)
	for i := 0; i < n; i += 2 {
		op.Args = append(op.Args, b.expr(f.Items[i]))
	}
	return op
}

// op returns what heads a list in an expression, or None.
func (b *builder) op(f *syntax.Form) ops.Op { return ops.Lookup(b.fragment.Head(f)) }

// operator returns the operator that an atom is, in our notation or another
// one, or None.
func (b *builder) operator(f *syntax.Form) ops.Op {
	if f.Kind != syntax.Ident {
		return ops.None
	}
	name := b.text(f)
	op := ops.Lookup(cmp.Or(operatorSynonyms[name], name))
	if !op.IsOperator() && op != ops.Like {
		return ops.None
	}
	return op
}

// nextValue reads (next VAR VALUE) as (= (next VAR) VALUE). In a comparison it
// is the value of a key: (get (next VAR) KEY).
func (b *builder) nextValue(f *syntax.Form, head *Ident) Expr {
	name, value := f.Items[1], f.Items[2]
	next := b.fragment.Source.Span(f.Start, name.End)
	if b.inside {
		b.report(misshapen{At: b.at(value), Form: "next", Shape: "(next VAR)", Extra: true,
			Mend: diag.Fix{Message: "read the value of the key with `get`", Edits: diag.Around(next, "(get ", ")")}})
		b.expr(value) // what is in it can still be looked at
		return &Bad{rangeOf(f)}
	}
	b.report(misshapen{At: b.at(value), Form: "next", Shape: "(next VAR)", Extra: true,
		Mend: diag.Fix{Level: diag.Certain, Message: "set it with `=`", Edits: diag.Around(next, "(= ", ")")}})
	ref := &NextRef{Headed: Headed{Range{f.Start, name.End}, head}, Var: b.ident(name)}
	return &Op{Headed: Headed{rangeOf(f), &Ident{head.Range, "="}}, Op: ops.Equal, Args: []Expr{ref, b.expr(value)}}
}

// nextField reports (next (field R F)) and (next (get M K)), or returns nil for
// another shape.
func (b *builder) nextField(f *syntax.Form) Expr {
	inner := f.Items[1]
	record := inner
	// Go down to the variable that the fields and keys are of.
	for (b.op(record) == ops.Field || b.op(record) == ops.Get) && len(record.Items) == 3 {
		record = record.Items[1]
	}
	if record == inner || record.Kind != syntax.Ident {
		return nil
	}
	b.report(nextField{At: b.at(inner), Form: b.at(f), Record: b.at(record), Key: b.op(inner) == ops.Get})
	return &Bad{rangeOf(f)}
}

// fieldPath reports (field R F G).
func (b *builder) fieldPath(f *syntax.Form) Expr {
	record, names := f.Items[1], f.Items[2:]
	start := b.fragment.Source.Span(record.Start, record.Start)
	edits := []diag.Edit{{Span: start, New: strings.Repeat("(field ", len(names)-1)}}
	for _, name := range names[:len(names)-1] {
		edits = append(edits, diag.Edit{Span: b.fragment.Source.Span(name.End, name.End), New: ")"})
	}
	b.report(misshapen{At: b.at(names[1]), Form: "field", Shape: "(field RECORD NAME)", Extra: true,
		Mend: diag.Fix{Level: diag.Certain, Message: "take one field of the other", Edits: edits}})
	b.expr(record) // what is in it can still be looked at
	return &Bad{rangeOf(f)}
}

func allIdents(forms []*syntax.Form) bool {
	return !slices.ContainsFunc(forms, func(f *syntax.Form) bool { return f.Kind != syntax.Ident })
}

// A pair is what is read of a malformed (NAME SOMETHING): how many forms it
// takes up, and the two that are meant.
type pair struct {
	took        int
	name, value *syntax.Form
}

// pairs calls do for each form (NAME SOMETHING) of a list.
func (b *builder) pairs(forms []*syntax.Form, s shape, do func(r Range, name, value *syntax.Form)) {
	for len(forms) > 0 {
		f := forms[0]
		if f.IsList() && len(f.Items) == 2 {
			do(rangeOf(f), f.Items[0], f.Items[1])
			forms = forms[1:]
			continue
		}
		p, ok := b.pair(forms, s)
		if ok {
			do(Range{f.Start, forms[p.took-1].End}, p.name, p.value)
		}
		forms = forms[p.took:]
	}
}

// pair reports a form that should be (NAME SOMETHING) and is not. Where
// it is NAME SOMETHING without the parentheses, or has an equals sign in it,
// the pair that is meant is returned.
func (b *builder) pair(forms []*syntax.Form, s shape) (p pair, ok bool) {
	f := forms[0]
	m := misshapen{At: b.at(f), Form: s.form, Shape: s.say, NotPart: s.part}
	p.took = 1
	switch {
	case strings.HasPrefix(b.text(f), "{"):
		p.took = len(forms) // JSON; it is one mistake
		m.At = b.fragment.Source.Span(f.Start, forms[len(forms)-1].End)
	case len(forms) > 1 && b.word(f) && (b.word(forms[1]) || !forms[1].IsList() && forms[1].Kind != syntax.Ident):
		p, ok = pair{2, f, forms[1]}, true
		m.At = b.fragment.Source.Span(f.Start, p.value.End)
		m.Mend = diag.Fix{Level: pairLevel(p), Message: "put them in parentheses", Edits: diag.Around(m.At, "(", ")")}
	case len(forms) > 1 && b.labelled(f) != nil && b.plain(forms[1]):
		p, ok = pair{2, b.labelled(f), forms[1]}, true
		m.At = b.fragment.Source.Span(f.Start, p.value.End)
		text := "(" + b.text(p.name) + " " + b.text(p.value) + ")"
		m.Mend = diag.Fix{Level: pairLevel(p), Message: "write `" + diag.Excerpt(text) + "`", Edits: []diag.Edit{{Span: m.At, New: text}}}
	case len(f.Items) == 3:
		p, ok = b.equated(f, &m)
	case len(f.Items) == 1 && strings.Count(b.text(f), "=") == 1:
		// The identifier NAME=VALUE is one token, so there are no forms to return.
		if parts := glued.FindStringSubmatch(b.text(f)); parts != nil {
			text := "(" + parts[1] + " " + parts[2] + ")"
			m.Mend = diag.Fix{Level: diag.Certain, Message: "write `" + diag.Excerpt(text) + "`", Edits: []diag.Edit{{Span: m.At, New: text}}}
		}
	}
	b.report(m)
	return p, ok
}

// glued is NAME=VALUE in parentheses.
var glued = lazyregexp.New(`^\(([^()=\s]+)=([^()=\s]+)\)$`)

// plain reports whether a form is a value that is no list, or a record or an
// array.
func (b *builder) plain(f *syntax.Form) bool {
	if f.IsList() {
		return slices.Contains([]string{"array", "record"}, b.fragment.Head(f))
	}
	return f.Kind != syntax.Ident || b.word(f)
}

// labelled returns the name in `:name`, `name:` and `name=`, as other notations
// write it before a value, or nil.
func (b *builder) labelled(f *syntax.Form) *syntax.Form {
	if f.Kind != syntax.Ident {
		return nil
	}
	name := *f
	switch text := b.text(f); {
	case strings.HasPrefix(text, ":"):
		name.Start++
	case strings.HasSuffix(text, ":"), strings.HasSuffix(text, "="):
		name.End--
	default:
		return nil
	}
	if !syntax.IsIdent(b.text(&name)) || !b.word(&name) {
		return nil
	}
	return &name
}

// pairLevel returns the level of the fix that puts a name and a value into
// parentheses: two words may as well be two names.
func pairLevel(p pair) diag.Level {
	if p.value.Kind == syntax.Ident {
		return diag.Suggestion
	}
	return diag.Certain
}

// equated reads (NAME = VALUE) and (= NAME VALUE).
func (b *builder) equated(f *syntax.Form, m *misshapen) (pair, bool) {
	for i, item := range f.Items[:2] {
		if text := b.text(item); text == "=" || text == ":" || text == ":=" || text == "==" {
			m.Mend = diag.Fix{Level: diag.Certain, Message: "leave the sign out", Edits: []diag.Edit{{Span: b.fragment.Source.Span(item.Start, f.Items[i+1].Start)}}}
			return pair{1, f.Items[1-i], f.Items[2]}, true
		}
	}
	if test := forms.LookupTest(b.text(f.Items[0])); m.Form != "init" && test.Info().IsList() && test.Info().Of == forms.OfNumber && b.word(f.Items[1]) {
		text := "(" + b.text(f.Items[1]) + " (" + b.text(f.Items[0]) + " " + b.text(f.Items[2]) + "))"
		m.Mend = diag.Fix{Message: "write `" + text + "`", Edits: []diag.Edit{{Span: b.at(f), New: text}}}
		return pair{took: 1}, false
	}
	if b.text(f.Items[0]) == "set" && b.word(f.Items[1]) {
		m.Mend = diag.Fix{Message: "remove `set`", Edits: []diag.Edit{{Span: b.fragment.Source.Span(f.Items[0].Start, f.Items[1].Start)}}}
		return pair{1, f.Items[1], f.Items[2]}, true
	}
	return pair{took: 1}, false
}

// word reports whether a form is an identifier that people would choose.
func (b *builder) word(f *syntax.Form) bool {
	return f.Kind == syntax.Ident && !strings.ContainsAny(b.text(f), "{}[]:,=")
}

// joined reads a string in which quotes are not escaped, as in "say "yes" to
// it", which is several tokens. It returns nil for another shape.
func (b *builder) joined(f *syntax.Form, form, say string) *Literal {
	if len(f.Items) < 3 {
		return nil
	}
	first, last := f.Items[1], f.Items[len(f.Items)-1]
	if first.Kind != syntax.String || last.Kind != syntax.String {
		return nil
	}
	at := b.fragment.Source.Span(first.Start, last.End)
	text := at.Text()
	message := "escape the quotes in it"
	if long := strings.TrimSuffix(strings.TrimPrefix(text, `"""`), `"""`); len(long) == len(text)-6 {
		text, message = `"`+strings.TrimSpace(long)+`"`, "write one quote at each end"
	}
	// Escape the quotes between the outer ones.
	text = `"` + escapeQuotes(text[1:len(text)-1]) + `"`
	s, err := types.Unquote(text)
	if err != nil {
		return nil
	}
	b.report(misshapen{At: b.at(f.Items[2]), Form: form, Shape: say, Extra: true,
		Mend: diag.Fix{Message: message, Edits: []diag.Edit{{Span: at, New: text}}}})
	return &Literal{Range: Range{first.Start, last.End}, Value: types.Text(s)}
}

// escapeQuotes puts a backslash before each quote that has none.
func escapeQuotes(s string) string {
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			out.WriteByte(s[i])
			i++
		} else if s[i] == '"' {
			out.WriteByte('\\')
		}
		out.WriteByte(s[i])
	}
	return out.String()
}

// foreignInfix reads (A OP B) and (A not OP B) where OP is an operator of
// another notation, or one of ours that is a word. It returns nil for another
// shape.
func (b *builder) foreignInfix(f *syntax.Form) Expr {
	items := f.Items
	negated := len(items) == 4 && ops.Lookup(b.text(items[1])) == ops.Not
	if negated {
		items = []*syntax.Form{items[0], items[2], items[3]}
	}
	if len(items) != 3 || items[1].Kind != syntax.Ident || b.operator(items[1]) != ops.None {
		return nil
	}
	name := b.text(items[1])
	args := []string{b.text(items[0]), b.text(items[2])}
	// rewrite knows the words of other notations; our own words need no more than the order.
	text, _ := rewrite(strings.TrimSuffix(name, "?"), args, b.inside)
	if op := ops.Lookup(name); op != ops.None && !op.IsOperator() {
		text = "(" + name + " " + args[0] + " " + args[1] + ")"
	}
	if text == "" {
		return nil
	}
	if negated {
		text = "(not " + text + ")"
	}
	b.report(infix{At: b.at(items[1]), First: b.at(items[0]), Word: items[0].Kind == syntax.Ident, Form: b.at(f), Text: text})
	return &Bad{rangeOf(f)}
}

// callSyntax reports whether two forms are OP(…): an operator directly before
// a parenthesis that no operator follows.
func (b *builder) callSyntax(f, list *syntax.Form) bool {
	if f.Kind != syntax.Ident || f.End != list.Start || OperatorFor(b.text(f)) == "" || len(list.Items) == 0 {
		return false
	}
	return OperatorFor(b.fragment.Head(list)) == ""
}

// called reports OP(…) and reads it as (OP …). Of an operator of another notation
// only the operands are read: the repair has the operator of ours.
func (b *builder) called(f, list *syntax.Form) Expr {
	whole := &syntax.Form{Kind: list.Kind, Start: f.Start, End: list.End, Items: append([]*syntax.Form{f}, list.Items...)}
	b.report(callSyntax{At: b.at(f), Open: b.fragment.Source.Span(f.Start, list.Start+1)})
	if ops.Lookup(b.text(f)) == ops.None {
		b.exprs(list.Items)
		return &Bad{rangeOf(whole)}
	}
	return b.expr(whole)
}
