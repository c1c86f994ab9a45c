package edit

import (
	"errors"
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lang/types"
)

// version is that of both forms of a list of edits.
const version = 1

// WriteSExpr returns a list of edits in the form for people:
//
//	(edits 1
//	  (remove transition/order/pre/0 (= legacy_checked true))
//	  (replace var/status/type (Enum "open") String)
//	  (rename var/in_stock in_stock stocked)
//	  (add transition/order/pre (not frozen) (before 1)))
//
// Source is in it as it is. An edit whose source is not one form, which
// nothing can be done with, is an error.
func WriteSExpr(edits []Edit) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "(edits %d", version)
	for i, e := range edits {
		if err := e.writable(); err != nil {
			return "", fmt.Errorf("edit %d, %w", i+1, err)
		}
		b.WriteString("\n  (" + string(e.Op) + " " + word(e.At.String()))
		if e.Op != Add {
			b.WriteString(" " + e.Expect)
		}
		switch e.Op {
		case Add, Replace:
			b.WriteString(between(e) + e.Text)
		case Rename:
			b.WriteString(" " + word(e.To))
		}
		if (e.Op == Add || e.Op == Move) && e.Before != "" {
			b.WriteString(" (before " + word(e.Before) + ")")
		}
		b.WriteByte(')')
	}
	b.WriteString(")\n")
	return b.String(), nil
}

// writable reports whether the members that are source text are one form each.
func (e Edit) writable() error {
	if _, fault := oneForm(e.At.Kind(), e.Expect); fault != nil && e.Op != Add {
		return fmt.Errorf("expect: %s", fault.Message)
	}
	if _, fault := oneForm(e.At.Kind(), e.Text); fault != nil && (e.Op == Add || e.Op == Replace) {
		return fmt.Errorf("text: %s", fault.Message)
	}
	return nil
}

// between returns the text before the text of an edit: a text with
// comments begins a line.
func between(e Edit) string {
	if strings.Contains(e.Text, "\n") {
		return "\n"
	}
	return " "
}

// word returns a name or an address as one token.
func word(s string) string {
	if syntax.IsIdent(s) {
		return s
	}
	return types.Quote(s)
}

// A form is one of the forms of a text: a list, or a token.
type form struct {
	above      int // where the comments above it start
	start, end int
	kind       syntax.Kind // of a token; LParen for a list
	items      []form
}

// ReadSExpr reads what [WriteSExpr] writes. The error is a [*Refused].
func ReadSExpr(text string) ([]Edit, error) {
	r := sexprReader{text: text}
	forms, err := readForms(text)
	if err != nil {
		return nil, refusal(-1, "", "%v", err)
	}
	if len(forms) != 1 || r.head(forms[0]) != "edits" {
		return nil, refusal(-1, "", "the text is not one form (edits %d …)", version)
	}
	items := forms[0].items
	if len(items) < 2 || r.source(items[1]) != fmt.Sprint(version) {
		return nil, refusal(-1, "", "`(edits` is followed by the version, %d", version)
	}
	for i, f := range items[2:] {
		e, fault := r.edit(f)
		if fault != nil {
			fault.Edit = i
			return nil, &Refused{[]Fault{*fault}}
		}
		r.edits = append(r.edits, e)
	}
	return r.edits, nil
}

func refusal(edit int, member, format string, args ...any) error {
	return &Refused{[]Fault{{Edit: edit, Member: member, Message: fmt.Sprintf(format, args...)}}}
}

// readForms reads the forms of a text.
func readForms(text string) ([]form, error) {
	// The bottom of the stack collects the forms at the top of the text.
	stack := []form{{}}
	// This is where the comments before the next form start, or -1.
	above := -1
	for _, t := range syntax.Lex(text) {
		top := &stack[len(stack)-1]
		switch {
		case t.Kind == syntax.Comment:
			if above < 0 {
				above = t.Start
			}
			continue
		case t.Kind == syntax.Space:
			continue
		case t.Kind == syntax.RParen && len(stack) == 1:
			return nil, errors.New("there is a closing parenthesis without an opening one")
		}
		f := form{above: above, start: t.Start, end: t.End, kind: t.Kind}
		if above < 0 {
			f.above = t.Start
		}
		above = -1
		switch t.Kind {
		case syntax.LParen:
			stack = append(stack, f)
		case syntax.RParen:
			done := *top
			done.end = t.End
			stack = stack[:len(stack)-1]
			outer := &stack[len(stack)-1]
			outer.items = append(outer.items, done)
		default:
			top.items = append(top.items, f)
		}
	}
	if len(stack) > 1 {
		return nil, fmt.Errorf("%s without a closing one", parentheses(len(stack)-1))
	}
	return stack[0].items, nil
}

func parentheses(n int) string {
	if n == 1 {
		return "there is an opening parenthesis"
	}
	return fmt.Sprintf("there are %d opening parentheses", n)
}

// A sexprReader reads edits from forms.
type sexprReader struct {
	text  string
	edits []Edit
}

func (r *sexprReader) source(f form) string { return r.text[f.start:f.end] }

// head returns the first token of a list, or "".
func (r *sexprReader) head(f form) string {
	if len(f.items) == 0 {
		return ""
	}
	return r.source(f.items[0])
}

// word reads a name or an address.
func (r *sexprReader) word(f form) (string, bool) {
	switch f.kind {
	case syntax.LParen:
		return "", false
	case syntax.String:
		s, err := types.Unquote(r.source(f))
		return s, err == nil
	}
	return r.source(f), true
}

// usages are the shapes of the edits.
var usages = map[Op]string{
	Add: "(add ADDRESS ITEM) or (add ADDRESS ITEM (before KEY))", Remove: "(remove ADDRESS EXPECTED)",
	Replace: "(replace ADDRESS EXPECTED ITEM)", Rename: "(rename ADDRESS EXPECTED NAME)",
	Move: "(move ADDRESS EXPECTED) or (move ADDRESS EXPECTED (before KEY))",
}

// edit reads an edit.
func (r *sexprReader) edit(f form) (Edit, *Fault) {
	e := Edit{Op: Op(r.head(f))}
	usage := usages[e.Op]
	if usage == "" {
		return e, &Fault{Member: "op", Message: "an edit begins with add, remove, replace, rename or move"}
	}
	wrong := &Fault{Message: "the edit is not " + usage}
	rest := f.items[1:]
	if len(rest) < 2 {
		return e, wrong
	}
	at, ok := r.word(rest[0])
	if !ok {
		return e, wrong
	}
	var err error
	if e.At, err = ParseAddress(at); err != nil {
		return e, &Fault{Member: "at", Message: err.Error()}
	}
	rest = rest[1:]
	if e.Op != Add {
		e.Expect, rest = Compact(r.source(rest[0])), rest[1:]
	}
	if e.Op == Add || e.Op == Replace {
		if len(rest) == 0 {
			return e, wrong
		}
		e.Text, rest = r.text[rest[0].above:rest[0].end], rest[1:]
	}
	return r.ending(e, rest, wrong)
}

// ending reads the last part of an edit.
func (r *sexprReader) ending(e Edit, rest []form, wrong *Fault) (Edit, *Fault) {
	ok := len(rest) == 0
	switch e.Op {
	case Rename:
		if len(rest) != 1 {
			return e, wrong
		}
		e.To, ok = r.word(rest[0])
	case Add, Move:
		if len(rest) == 1 && r.head(rest[0]) == "before" && len(rest[0].items) == 2 {
			e.Before, ok = r.word(rest[0].items[1])
		}
	}
	if !ok {
		return e, wrong
	}
	return e, nil
}
