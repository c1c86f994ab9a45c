package ast

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/keywords"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
)

// Declarations come in many shapes: the type first, a colon between name and
// type, several in one form, an initial value. Where one name and one type can
// be told, the declaration is read as what it was meant to be, and reported
// once, with the form that is right.

// A declaration is what can be told of a malformed one.
type declaration struct {
	name, typ, value string // as they are to be written, "" where there is none
	kind             Type   // the type, read
	at               Range  // of the name
	initial          bool   // the value is an initial one
	extra            bool   // there is something else
}

// text returns the declaration as it is to be written.
func (d declaration) text(keyword string) string {
	parts := []string{keyword, d.name, d.typ}
	if keyword == "const" {
		parts = append(parts, d.value)
	}
	return "(" + strings.Join(parts, " ") + ")"
}

// A declPart is a part of a declaration without the marks between them.
type declPart struct {
	form *syntax.Form // nil for a piece of an identifier
	text string
	at   Range
}

// declMarks are what other languages put between the parts.
var declMarks = map[string]bool{":": true, "=": true, ":=": true, "::": true, "default": true, "type": true, "init": true, "initial": true, "of": true, "as": true, "is": true}

// declParts returns the parts of a declaration. It reports whether one of them
// is marked as an initial value.
func (b *builder) declParts(forms []*syntax.Form) (list []declPart, marked bool) {
	for _, f := range forms {
		text := b.text(f)
		if f.IsList() && len(f.Items) == 0 {
			continue // the parameters of a function
		}
		if f.Kind == syntax.Ident && strings.ContainsAny(text, ":=") || declMarks[text] {
			marked = marked || strings.Contains(text, "=") || strings.Contains(text, "init") || strings.Contains(text, "default")
			// Cut a word such as x:Int=0 at its marks; at follows the place in the fragment.
			at := f.Start
			for _, piece := range strings.FieldsFunc(text, func(r rune) bool { return r == ':' || r == '=' }) {
				start := at + strings.Index(text[at-f.Start:], piece)
				at = start + len(piece)
				if !declMarks[piece] {
					list = append(list, declPart{nil, piece, Range{start, at}})
				}
			}
			continue
		}
		list = append(list, declPart{f, text, rangeOf(f)})
	}
	return list, marked
}

// readDecl tells the parts of a declaration apart.
func (b *builder) readDecl(forms []*syntax.Form) declaration {
	var d declaration
	parts, marked := b.declParts(forms)
	d.initial = marked
	for i, p := range parts {
		// A part takes the first role that is free and that it fits: type, name, value.
		text, kind := b.typeOf(p)
		switch {
		case kind != nil && d.typ == "":
			d.typ, d.kind = text, kind
		case p.text == "Enum" && d.typ == "" && allStrings(parts[i+1:]):
			// The strings after Enum are its names, and nothing follows them.
			names := b.fragment.Text(parts[i+1].at.Start, parts[len(parts)-1].at.End)
			d.typ, d.kind = "(Enum "+names+")", b.enumOf(p.at, parts[i+1:])
			return d
		case d.name == "" && (p.form == nil || p.form.Kind == syntax.Ident) && !literalWord[p.text] && syntax.IsIdent(p.text):
			d.name, d.at = p.text, p.at
		case d.name == "" && p.form != nil && p.form.Kind == syntax.String && syntax.IsIdent(strings.Trim(p.text, `"`)):
			d.name, d.at = strings.Trim(p.text, `"`), p.at
		case d.value == "" && (p.form == nil || b.isValue(p.form)):
			d.value = p.text
		default:
			d.extra = true
		}
	}
	return d
}

var literalWord = map[string]bool{"true": true, "false": true, "null": true}

func allStrings(parts []declPart) bool {
	return !slices.ContainsFunc(parts, func(p declPart) bool { return p.form == nil || p.form.Kind != syntax.String }) && len(parts) > 0
}

func (b *builder) enumOf(at Range, names []declPart) Type {
	e := &EnumType{Headed: Headed{Range{at.Start, names[len(names)-1].at.End}, &Ident{at, "Enum"}}}
	e.Names = lists.Map(names, func(p declPart) *Literal { return b.str(p.form) })
	return e
}

// isValue reports whether a form is a value by its looks.
func (b *builder) isValue(f *syntax.Form) bool {
	if f.Kind == syntax.Ident {
		return literalWord[b.text(f)]
	}
	if f.IsList() {
		head := b.fragment.Head(f)
		return head == "array" || head == "record" || declMarks[head] && len(f.Items) == 2
	}
	return true
}

// typeOf returns the type that a part is, as it is to be written and read, or
// nil. It reports nothing.
func (b *builder) typeOf(p declPart) (string, Type) {
	if p.form == nil || p.form.Kind == syntax.Ident {
		name := p.text
		if s := typeSynonyms[strings.ToLower(name)]; s != "" {
			name = s
		}
		if t, ok := basics[name]; ok {
			return name, &BasicType{p.at, t}
		}
		return "", nil
	}
	if p.form.Kind == syntax.String {
		name, _ := foreignType(p.text)
		if t, ok := basics[name]; ok {
			return name, &BasicType{p.at, t}
		}
	}
	if !composedType(b.fragment.Head(p.form)) {
		return "", nil
	}
	quiet := builder{fragment: b.fragment}
	t := quiet.typ(p.form)
	b.faults = append(b.faults, quiet.faults...)
	return p.text, t
}

// slipDecl reads a declaration that does not have its shape, or returns nil
// where too little of it can be told. keyword is `var` or `const`; f may begin
// with another word, which slipDecl then reports.
func (b *builder) slipDecl(f *syntax.Form, head *Ident, keyword string) Node {
	items := f.Items[1:]
	if group := b.declGroup(f, keyword); group != nil {
		b.report(declGroup{At: b.span(head), Form: b.at(f), Keyword: keyword, Want: group})
		return &Bad{rangeOf(f)}
	}
	if b.inOrder(items, keyword) {
		return nil // what is wrong is said of the part itself
	}
	if len(items) == 1 && items[0].IsList() {
		items = items[0].Items // (var (NAME TYPE))
	}
	before := len(b.faults)
	d := b.readDecl(items)
	if d.name == "" || d.extra || d.typ == "" && d.value == "" || keyword == "const" && d.value == "" {
		// Too little can be told, so another reader reports the form.
		b.faults = b.faults[:before]
		return nil
	}
	p := declShape{At: b.span(head), Form: b.at(f), Keyword: keyword, Said: head.Name, Initial: keyword == "var" && d.value != ""}
	if d.typ == "" {
		p.Guessed = true
		d.typ, d.kind = b.typeOfValue(d.value, f)
	}
	p.Want = d.text(keyword)
	b.report(p)
	name := &Ident{d.at, d.name}
	if keyword == "const" {
		// The fix writes the whole form anew; the faults of the value come up after that.
		quiet := builder{fragment: b.fragment}
		return &Const{Headed: Headed{rangeOf(f), head}, Name: name, Type: d.kind, Value: quiet.value(b.lastValue(items, d.value))}
	}
	return &Var{Headed: Headed{rangeOf(f), head}, Name: name, Type: d.kind}
}

// lastValue returns the form of the value of a declaration.
func (b *builder) lastValue(items []*syntax.Form, text string) *syntax.Form {
	last := items[len(items)-1]
	for _, f := range items {
		if b.text(f) == text {
			last = f
		}
	}
	return last
}

// typeOfValue returns the type of a value that is written.
func (b *builder) typeOfValue(text string, f *syntax.Form) (string, Type) {
	name := "Int"
	switch {
	case literalWord[text]:
		name = "Bool"
	case strings.HasPrefix(text, `"`):
		name = "String"
	case strings.ContainsAny(text, ".eE"):
		name = "Real"
	}
	return name, &BasicType{rangeOf(f), basics[name]}
}

// declGroup returns the declarations of a form that holds several, each as it
// is to be written, or nil.
func (b *builder) declGroup(f *syntax.Form, keyword string) []string {
	items := f.Items[1:]
	if len(items) == 0 || len(items) == 1 && !declWord(b.fragment.Head(f), keyword) {
		return nil
	}
	var list []string
	for _, item := range items {
		inner := item.Items
		if head := b.fragment.Head(item); head == "var" || head == "const" {
			inner = inner[1:]
		}
		// All items must be declarations, or the form is no group.
		if !item.IsList() || len(inner) < 2 || composedType(b.fragment.Head(item)) {
			return nil
		}
		quiet := builder{fragment: b.fragment}
		d := quiet.readDecl(inner)
		if d.name == "" || d.typ == "" || d.extra || keyword == "const" && d.value == "" {
			return nil
		}
		list = append(list, d.text(keyword))
	}
	return list
}

// severalNames returns the declarations of (var NAME NAME … TYPE) and of
// (var NAME TYPE NAME TYPE …), each as it is to be written, or nil.
func (b *builder) severalNames(items []*syntax.Form) []string {
	if len(items) < 3 {
		return nil
	}
	var shared, paired [][]*syntax.Form
	last := len(items) - 1
	for i, f := range items[:last] {
		shared = append(shared, []*syntax.Form{f, items[last]})
		if i%2 == 0 {
			paired = append(paired, items[i:i+2])
		}
	}
	if list := b.declared(shared); list != nil || len(items)%2 == 1 {
		return list
	}
	return b.declared(paired)
}

// declared returns declarations of names with their types, or nil unless all are right.
func (b *builder) declared(pairs [][]*syntax.Form) []string {
	var list []string
	for _, pair := range pairs {
		_, basic := basics[b.text(pair[0])]
		if pair[0].Kind != syntax.Ident || basic || typeSynonyms[strings.ToLower(b.text(pair[0]))] != "" {
			return nil
		}
		quiet := builder{fragment: b.fragment}
		d := quiet.readDecl(pair)
		if d.name == "" || d.typ == "" || d.extra || d.value != "" || len(quiet.faults) > 0 {
			return nil
		}
		list = append(list, d.text("var"))
	}
	return list
}

// declWord reports whether a head is another word for several declarations.
func declWord(head, keyword string) bool {
	s := keywordSynonyms["model"][plain(head)]
	return head != keyword && s.word == keyword
}

// declGroup is several declarations in one form.
type declGroup struct {
	At, Form source.Span
	Keyword  string
	Want     []string
	Guessed  bool // it may be a name of several words
}

// Diagnose implements [diag.Problem].
func (p declGroup) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0105", p.At, "each declaration is a form of its own: `%s`", p.Want[0])
	level := diag.Certain
	if p.Guessed {
		level = diag.Suggestion
	}
	d.Fix("write one form for each", diag.Edit{Span: p.Form, New: strings.Join(p.Want, "\n  ")}).As(level)
	return d
}

// declShape is a declaration of another shape, of which the name and the type
// can be told.
type declShape struct {
	At, Form      source.Span
	Keyword, Said string // our keyword, and the one that is there
	Want          string // the form that is right
	Initial       bool   // it has an initial value, which a variable does not
	Guessed       bool   // the type is that of the value
}

// Diagnose implements [diag.Problem].
func (p declShape) Diagnose() diag.Diagnostic {
	what := map[string]string{"var": "a variable", "const": "a constant"}[p.Keyword]
	d := diag.Errorf("MC0105", p.At, "%s is declared as `%s`", what, diag.Excerpt(p.Want))
	level := diag.Certain
	switch {
	case p.Initial:
		d.Notef("an initial value is given by a case, in `init`")
		level = diag.Suggestion
	case p.Keyword == "const":
		d.Notef("the form is `%s`", constShape.say)
	default:
		d.Notef("the form is `%s`", varShape.say)
	}
	if p.Guessed {
		level = diag.Suggestion
	}
	d.Fix("write it so", diag.Edit{Span: p.Form, New: p.Want}).As(level)
	return d
}

// foreignDecl reads a declaration of another shape, under our keyword, under
// one of another language, or under the name of its type. It returns nil for
// one that has its shape, and for what is no declaration.
func (b *builder) foreignDecl(f *syntax.Form, head *Ident) Node {
	keyword := head.Name
	if keyword != "var" && keyword != "const" {
		keyword = keywordSynonyms["model"][plain(keyword)].word
	}
	names := b.severalNames(f.Items[1:])
	switch _, basic := basics[head.Name]; {
	case keyword == "var" && names != nil:
		b.report(declGroup{At: b.span(head), Form: b.at(f), Keyword: keyword, Want: names, Guessed: true})
		return &Bad{rangeOf(f)}
	case basic || typeSynonyms[strings.ToLower(head.Name)] != "":
		if len(f.Items) != 2 || f.Items[1].Kind != syntax.Ident {
			return nil
		}
		items := []*syntax.Form{f.Items[0], f.Items[0], f.Items[1]} // (TYPE NAME)
		// The type is in the place of the keyword: repeat it, so that it is among the parts.
		return b.slipDecl(&syntax.Form{Kind: f.Kind, Start: f.Start, End: f.End, Items: items}, head, "var")
	case keyword != "var" && keyword != "const" || b.wellShaped(f.Items[1:], keyword):
		return nil
	}
	return b.slipDecl(f, head, keyword)
}

// wellShaped reports whether the parts of a declaration are a name and a type
// to begin with, so that what is wrong with them is said of the part itself.
func (b *builder) wellShaped(items []*syntax.Form, keyword string) bool {
	if len(items) < 2 || len(items) != 3 && keyword == "const" || items[0].Kind != syntax.Ident {
		return false
	}
	// Read the type on trial; its faults are dropped.
	quiet := builder{fragment: b.fragment}
	quiet.typ(items[1])
	return len(quiet.faults) == 0 || composedType(b.fragment.Head(items[1]))
}

// composedType reports whether a form with a word at its head is a type.
func composedType(head string) bool {
	k := keywords.LookupIn(head, keywords.InType).Info()
	return k.Place == keywords.InType && strings.HasPrefix(k.Signature, "(")
}

// inOrder reports whether a declaration has a name and a word for its type to
// begin with, and no marks.
func (b *builder) inOrder(items []*syntax.Form, keyword string) bool {
	if len(items) > 0 && items[0].Kind == syntax.String {
		return true // a name in quotes
	}
	if len(items) < 2 || items[0].Kind != syntax.Ident || keyword == "const" && (len(items) != 3 || declMarks[b.text(items[2])]) {
		return false
	}
	_, first := b.typeOf(declPart{items[0], b.text(items[0]), rangeOf(items[0])})
	_, second := b.typeOf(declPart{items[1], b.text(items[1]), rangeOf(items[1])})
	return first == nil && second != nil && items[1].Kind == syntax.Ident
}
