package edit

import (
	"fmt"
	"strings"

	format "github.com/mantrac/mantrac/fmt"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lang/types"
)

// A fragment is the text of an edit, read.
type fragment struct {
	comments []string // above the item
	item     string   // with the comments in it
	compact  string
	tokens   int
	plain    bool // there are no comments in the item
}

// A setting is a file in which a text of some kind can be: what is around
// it. A sibling follows it where it can, to which comments at its end do not
// belong.
type setting struct {
	kind          ast.Kind
	before, after string
}

var (
	inModel  = setting{ast.ModelFile, "(model\n", "\n(var z Bool))"}
	aValue   = setting{ast.ChecksFile, "(case z (goal true) (init (z ", "\n)))"}
	settings = map[Kind]setting{
		Const: inModel, Var: inModel, Transition: inModel, Definition: inModel,
		Locals: {ast.ModelFile, "(model (define z ", "\ntrue))"}, Body: {ast.ModelFile, "(model (define z () ", "\n))"},
		ConstType: {ast.ModelFile, "(model (var z ", "\n))"}, VarType: {ast.ModelFile, "(model (var z ", "\n))"},
		ResultType: {ast.ModelFile, "(model (var z ", "\n))"},
		ConstValue: aValue, InitValue: aValue,
		PinValue:   {ast.ChecksFile, "(case z (checks (z (call z (z ", "\n)))))"},
		EnumName:   {ast.ModelFile, "(model (var z (Enum ", "\n)))"},
		Param:      {ast.ModelFile, "(model (transition z (params ", "\n) (pre) (post)))"},
		ResultPart: {ast.ModelFile, "(model (transition z (params) (results ", "\n) (pre) (post)))"},
		Owner:      {ast.ModelFile, "(model (transition z ", "\n(params) (pre) (post)))"},
		Pre:        {ast.ModelFile, "(model (transition z (params) (pre ", "\ntrue) (post)))"},
		Post:       {ast.ModelFile, "(model (transition z (params) (pre) (post ", "\ntrue)))"},
		Use:        {ast.ChecksFile, "", "\n(case z (goal true))"},
		Case:       {ast.ChecksFile, "", "\n(case z (goal true))"},
		Prompt:     {ast.ChecksFile, "(case z ", "\n(goal true))"},
		Init:       {ast.ChecksFile, "(case z (goal true) (init ", "\n))"},
		Check:      {ast.ChecksFile, "(case z (checks ", "\n))"},
		CheckForm:  {ast.ChecksFile, "(case z (checks (z ", "\n)))"},
		Pin:        {ast.ChecksFile, "(case z (checks (z (call z ", "\n))))"},
		Goal:       {ast.ChecksFile, "(case z (goal ", "\ntrue))"},

		Group:       {ast.ChecksFile, "", "\n(case z (goal true))"},
		GroupForm:   {ast.ChecksFile, "(define z ", "\n)"},
		CommonCheck: {ast.ChecksFile, "(common (checks ", "\n))"},
		CommonForm:  {ast.ChecksFile, "(common (checks (z ", "\n)))"},
		Rule:        {ast.ChecksFile, "(rules ", "\n)"},
	}
)

// wrapped returns the text in its setting.
func (s setting) wrapped(text string) *ast.File {
	return ast.Parse(source.NewFile("", s.before+text+s.after), s.kind, nil)
}

// readText reads the text of an edit that adds or replaces something of a
// kind. The name is that of the file that findings point into.
func readText(k Kind, at Address, text, name string) (*fragment, *Fault) {
	file := source.NewFile(name, text)
	f, fault := oneForm(k, text)
	if fault != nil {
		return nil, fault
	}
	s := settings[k]
	if found := faultsIn(s, text, file); len(found) > 0 {
		return nil, &Fault{Message: "the text is not " + article(k), Found: found}
	}
	if fault := f.named(k, at); fault != nil {
		return nil, fault
	}
	return f, nil
}

// article returns what a kind is called, with its article.
func article(k Kind) string {
	name := k.String()
	if strings.ContainsRune("aeiou", rune(name[0])) {
		return "an " + name
	}
	return "a " + name
}

// oneForm takes a text apart. It must be one form, with comments above it and
// in it.
func oneForm(k Kind, text string) (*fragment, *Fault) {
	forms, err := readForms(text)
	switch {
	case err != nil:
		return nil, &Fault{Message: err.Error()}
	case len(forms) == 0:
		return nil, &Fault{Message: "expected " + article(k) + ", found none"}
	case len(forms) > 1:
		return nil, &Fault{Message: fmt.Sprintf("there is more than %s: `%s`", article(k), brief(text[forms[1].start:])),
			Notes: []string{"each edit is about one thing; for several there are several edits"}}
	case comments(text[forms[0].end:]) > 0:
		return nil, &Fault{Message: "a comment after the item", Notes: []string{"write a comment on an item above it"}}
	}
	f := &fragment{item: text[forms[0].start:forms[0].end]}
	f.comments = commentsIn(text[:forms[0].start])
	f.compact, f.tokens, f.plain = Compact(f.item), significant(f.item), comments(f.item) == 0
	return f, nil
}

// brief returns the beginning of a text on one line.
func brief(text string) string {
	const most = 60
	text = Compact(text)
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}

// faultsIn returns the errors of the grammar in a text.
func faultsIn(s setting, text string, file *source.File) []diag.Diagnostic {
	parsed := s.wrapped(text)
	if !parsed.Broken() {
		return nil
	}
	from, to := len(s.before), len(s.before)+len(text)
	var list []diag.Diagnostic
	for _, d := range parsed.Faults {
		if d.Severity != diag.Error {
			continue
		}
		list = append(list, d.Map(func(at source.Span) source.Span {
			if at.IsZero() {
				return at
			}
			// A place in the setting moves to the nearer end of the text.
			return file.Span(min(max(at.Start, from), to)-from, min(max(at.End, from), to)-from)
		}))
	}
	return diag.Canonical(list)
}

// heads are the keywords of the kinds that begin with one.
var heads = map[Kind]string{Const: "const", Var: "var", Transition: "transition", Use: "use", Case: "case", Prompt: "prompt", Group: "define", Definition: "define", Owner: "by"}

// named checks that the item has the keyword of its kind and the name that
// the address has.
func (f *fragment) named(k Kind, at Address) *Fault {
	// The grammar has accepted the text, so that the tokens below are there.
	words := f.words()
	if head := heads[k]; head != "" {
		if words[1] != head {
			return &Fault{Message: fmt.Sprintf("the text is not %s, which begins with `(%s`", article(k), head)}
		}
		words = words[1:]
	}
	var name string
	switch k {
	case Const, Var, Transition, Definition, Case, Param, ResultPart, Init, Check, Pin, Group, CommonCheck:
		name = words[1]
	case EnumName:
		name, _ = types.Unquote(words[0])
	case Rule:
		name = words[0]
	default:
		return nil
	}
	if name != at.Key() {
		return &Fault{Message: fmt.Sprintf("the text names `%s`, the address `%s`", name, at.Key())}
	}
	return nil
}

// words returns the first three tokens of the item, "" where there are none.
func (f *fragment) words() []string {
	return lists.Map(lexed(f.item)[:min(3, f.tokens)], func(t token) string { return t.text })
}

// layout returns the item as the formatter lays it out, if its lines start so
// many columns to the right of where they do in the setting. A text that the
// formatter does not take is returned as it is.
func (f *fragment) layout(k Kind) (text string, column int) {
	// These fit on one line, and need no formatter.
	switch k {
	case EnumName, Param, ResultPart, ResultType, Owner, Init, Pin, ConstType, VarType, ConstValue, InitValue, PinValue, Rule, Locals:
		if f.plain {
			return f.compact, 0
		}
		return f.item, 0
	}
	s := settings[k]
	out, err := format.File(s.wrapped(f.item))
	if err != nil {
		return f.item, 0
	}
	text, column = cut(string(out), significant(s.before), f.tokens)
	// The cut must lose no comment, and what follows must not become part of one.
	if comments(text) != comments(f.item) || endsInComment(text) {
		return f.item, 0
	}
	return text, column
}

// endsInComment reports whether what follows a text on its line would be part of
// a comment.
func endsInComment(text string) bool {
	tokens := syntax.Lex(text)
	return len(tokens) > 0 && tokens[len(tokens)-1].Kind == syntax.Comment
}

// significant returns the number of tokens in a text that mean something.
func significant(text string) int { return len(lexed(text)) }

// comments returns the number of comments in a text.
func comments(text string) int { return len(commentsIn(text)) }

// cut returns so many tokens of a text, from the one with the given index on,
// with the comments among and after them, and the column that they start in,
// counted from 0.
func cut(text string, first, n int) (part string, column int) {
	tokens := lexed(text)
	start, end := tokens[first].start, len(text)
	if first+n < len(tokens) {
		end = tokens[first+n].start
	}
	return strings.TrimRight(text[start:end], " \t\r\n"), start - strings.LastIndexByte(text[:start], '\n') - 1
}

// indented moves the lines of a text after the first from one column to
// where the given white space ends.
func indented(text string, column int, space string) string {
	lines := strings.Split(text, "\n")
	for i := 1; i < len(lines); i++ {
		line := lines[i]
		// A comment may begin further left than the column: take away blanks alone.
		n := 0
		for n < min(column, len(line)) && line[n] == ' ' {
			n++
		}
		if lines[i] = line[n:]; lines[i] != "" {
			lines[i] = space + lines[i]
		}
	}
	return strings.Join(lines, "\n")
}

// Lines returns source of an edit, its Expect or its Text, as the formatter
// lays it out at the start of a line, with the comments above it. Source that
// is none of the kind is returned as it is.
func (e Edit) Lines(text string) []string {
	f, fault := readText(e.At.Kind(), e.At, text, "")
	if fault != nil {
		return strings.Split(text, "\n")
	}
	out, column := f.layout(e.At.Kind())
	return append(f.comments, strings.Split(indented(out, column, ""), "\n")...)
}
