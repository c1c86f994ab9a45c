package ast

import (
	"encoding/json"
	"strings"

	"github.com/mantrac/mantrac/internal/lazyregexp"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lang/types"
)

// Brackets are no tokens of the languages: `[item` is an identifier. Where they
// break a form, they are the one mistake that is reported of it.

// Brackets is brackets or braces in place of parentheses, or JSON.
type Brackets struct {
	At, Region source.Span // the first one, and from there to the last
	Text       string      // the region, rewritten
	Doubtful   bool        // it may mean something else
	Other      string      // the other reading, if there is one
	Readings   [2]string   // what the two readings are
	Check      bool        // they are in the place of a check
}

// Diagnose implements [diag.Problem].
func (p Brackets) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0130", p.At, "`%s` is not a parenthesis; it is read as part of a name", p.At.Text()[:1])
	if !p.Check && strings.ContainsAny(p.Text, `"`) && typeText(p.Region.Text()) == "" && !strings.HasPrefix(p.Text, "(Enum") && !strings.HasPrefix(p.Text, "(get ") {
		d.Notef("a list of values is `(array VALUE …)`, and named values are `(NAME VALUE) …`")
	}
	if p.Check {
		d.Helpf("a check is `(NAME (call TOOL (ARGUMENT VALUE) …))`")
	}
	if p.Other != "" {
		d.Fix("write `"+diag.Excerpt(p.Text)+"`: "+p.Readings[0], diag.Edit{Span: p.Region, New: p.Text})
		d.Fix("write `"+diag.Excerpt(p.Other)+"`: "+p.Readings[1], diag.Edit{Span: p.Region, New: p.Other})
		return d
	}
	if p.Text != "" {
		f := d.Fix("write `"+diag.Excerpt(p.Text)+"`", diag.Edit{Span: p.Region, New: p.Text})
		if region := p.Region.Text(); !p.Doubtful && (!strings.ContainsAny(region, "{},") || json.Valid([]byte(region))) {
			f.As(diag.Certain)
		}
	}
	return d
}

// BracketsIn returns the brackets in a fragment, if some of its identifiers
// begin or end with one whose partner is elsewhere. typeOf returns the type of
// a name; it is nil where the types are not known.
func BracketsIn(f *syntax.Fragment, typeOf func(name string) types.Type) (Brackets, bool) {
	var p Brackets
	// The region starts with the first token that has a bracket, and ends with the last bracket.
	for _, t := range f.Tokens {
		if t.Kind != syntax.Ident && t.Kind != syntax.BadNumber {
			continue
		}
		text := f.Text(t.Start, t.End)
		i := strings.IndexAny(text, "[]{}")
		// A name such as x[0] closes its own bracket, and may be meant.
		if i < 0 || i > 0 && closed(text) {
			continue
		}
		if p.At.IsZero() {
			p.At, p.Region = f.Source.Span(t.Start+i, t.End), f.Source.Span(t.Start, t.End)
		}
		p.Region.End = t.Start + strings.LastIndexAny(text, "[]{}") + 1
	}
	if p.At.IsZero() {
		return p, false
	}
	// Without a partner for each bracket there is no rewriting.
	if text := p.Region.Text(); !closed(text) {
		return p, true
	}
	before := f.Source.Text()[:p.Region.Start]
	if p.Check = isCheck(before, p.Region.Text()); p.Check {
		return p, true
	}
	word := lastWord(before, "")
	bare := bareNames.FindStringSubmatch(p.Region.Text())
	typed := typeOfVar.MatchString(before)
	switch {
	case typed && typeText(p.Region.Text()) != "":
		p.Doubtful, p.Text = true, typeText(p.Region.Text())
		return p, true
	case word == "params" && bare != nil:
		p.Doubtful = true
		for _, name := range strings.FieldsFunc(bare[1], separates) {
			p.Text += " (" + name + " " + name + ")"
		}
		p.Text = strings.TrimSpace(p.Text)
		// Two names may be one argument with its local name, or two arguments.
		if pair := strings.FieldsFunc(bare[1], separates); len(pair) == 2 {
			p.Text, p.Other = "("+pair[0]+" "+pair[1]+")", p.Text
			p.Readings = [2]string{"one argument and its name here", "two arguments"}
		}
		return p, true
	case typed && names.MatchString(p.Region.Text()):
		p.Doubtful = true
		for _, name := range strings.FieldsFunc(p.Region.Text(), separates) {
			p.Text += " " + types.Quote(strings.Trim(name, `"`))
		}
		p.Text = "(Enum" + p.Text + ")"
		return p, true
	case strings.Contains(p.Region.Text(), "EXCEPT"):
		return p, true
	}
	switch {
	case pinned.MatchString(before):
		word = "call"
	case word == "checks" && namedCheck.MatchString(p.Region.Text()):
		word = "" // its brackets become parentheses
	}
	r := bracketReader{typeOf: typeOf, noMaps: strings.HasPrefix(before, "(checks")}
	if p.Text = r.rewrite(p.Region.Text(), word); r.either {
		r.maps = true
		p.Other, p.Readings = r.rewrite(p.Region.Text(), word), [2]string{"a record", "a map"}
	}
	p.Doubtful = r.empty
	return p, true
}

// A bracketReader rewrites brackets.
type bracketReader struct {
	typeOf func(name string) types.Type // nil where the types are not known
	maps   bool                         // what may be a record or a map is a map
	noMaps bool                         // there can be no maps
	either bool                         // there is something that may be a record or a map
	empty  bool                         // there is `{}`, which may be an empty set
}

func (r *bracketReader) rewrite(text, before string) string {
	return r.parenthesised(indexed.ReplaceAllStringFunc(text, r.index), before)
}

// typeText rewrites a type in brackets: Enum["a", "b"], [String], {total: Int}. It
// returns "" for another text.
func typeText(region string) string {
	if m := enumOf.FindStringSubmatch(region); m != nil {
		return "(Enum " + new(bracketReader).parenthesised(strings.TrimSpace(m[1]), "Enum") + ")"
	}
	if m := arrayOf.FindStringSubmatch(region); m != nil {
		return "(Array " + m[1] + ")"
	}
	if !recordOf.MatchString(region) {
		return ""
	}
	fields := fieldOf.FindAllStringSubmatch(region, -1)
	return "(Record " + strings.Join(lists.Map(fields, func(m []string) string { return "(" + m[1] + " " + m[2] + ")" }), " ") + ")"
}

var (
	enumOf   = lazyregexp.New(`^Enum[\[{]([^\[\]{}]*)[\]}]$`)
	arrayOf  = lazyregexp.New(`^(?:Array|List|Set)?\[\s*(Bool|Int|Real|String)\s*\]$`)
	recordOf = lazyregexp.New(`^(?:Record)?\{(\s*"?[\pL_][\pL\pN_]*"?\s*:\s*(Bool|Int|Real|String)\s*,?)+\s*\}$`)
	fieldOf  = lazyregexp.New(`([\pL_][\pL\pN_]*)"?\s*:\s*(Bool|Int|Real|String)`)
)

// isCheck reports whether an object of JSON is in the place of a check or of its
// form, where it has no certain reading.
func isCheck(before, region string) bool {
	depth := strings.Count(before, "(") - strings.Count(before, ")")
	return strings.HasPrefix(before, "(checks") && depth <= 2 && region[0] == '{'
}

// closed reports whether the brackets in a text match.
func closed(text string) bool {
	depth := 0
	for _, r := range text {
		switch r {
		case '[', '{':
			depth++
		case ']', '}':
			if depth--; depth < 0 {
				return false
			}
		}
	}
	return depth == 0
}

var (
	namedCheck = lazyregexp.New(`^\[\s*[\pL_]`)
	indexed    = lazyregexp.New(`([\pL_][\pL\pN_]*)\["([\pL_][\pL\pN_]*)"\]`)
	bareNames  = lazyregexp.New(`^\[([\pL_][\pL\pN_]*(?:[\s,]+[\pL_][\pL\pN_]*)*)\]$`)
	names      = lazyregexp.New(`^[{\[](?:[\s,|]*(?:"[^"]*"|[\pL_][\pL\pN_-]*))+[\s,|]*[}\]]$`)
	typeOfVar  = lazyregexp.New(`\(var\s+[^()\s]+\s+$`)
	pinned     = lazyregexp.New(`\((?:no_)?call\s+[^()\s]+\s*$`)
	bareKey    = lazyregexp.New(`([{,]\s*)([\pL_][\pL\pN_]*)\s*:`)
	python     = lazyregexp.New(`\b(True|False|None)\b`)
)

// separates reports whether a character is between names in brackets.
func separates(r rune) bool { return strings.ContainsRune(" \t\r\n,|{}[]", r) }

// index rewrites NAME["KEY"].
func (r *bracketReader) index(text string) string {
	m := indexed.FindStringSubmatch(text)
	switch m[1] {
	case "param", "params", "args", "arguments", "input":
		return "(param " + m[2] + ")"
	}
	if r.isMap(m[1]) {
		return "(get " + m[1] + " " + types.Quote(m[2]) + ")"
	}
	return "(field " + m[1] + " " + m[2] + ")"
}

// isMap reports whether a name is that of a map. What is neither a map nor a
// record by its type is what the reader takes it for.
func (r *bracketReader) isMap(name string) bool {
	if r.typeOf != nil {
		switch r.typeOf(name).(type) {
		case *types.Map:
			return true
		case *types.Record:
			return false
		}
	}
	r.either = true
	return r.maps
}

// spliced are the words after which the contents of brackets are written
// without any.
var spliced = map[string]bool{"Enum": true, "params": true, "pre": true, "post": true, "when": true, "and": true, "or": true, "checks": true, "init": true, "call": true}

// parenthesised rewrites the brackets of a text after a word.
func (r *bracketReader) parenthesised(text, before string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '"':
			end := i + 1
			for end < len(text) && text[end] != '"' {
				if text[end] == '\\' {
					end++
				}
				end++
			}
			// A string that is not closed ends with the text.
			end = min(end, len(text)-1)
			b.WriteString(text[i : end+1])
			i = end
		case '[', '{':
			end := i + 1
			for end < len(text) && !closed(text[i:end]) {
				end++
			}
			b.WriteString(r.bracket(text[i:end], lastWord(b.String(), before)))
			i = end - 1
		case ',': // only white space separates values
			if i+1 < len(text) && !strings.ContainsRune(" \t\r\n", rune(text[i+1])) {
				b.WriteByte(' ')
			}
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

func lastWord(text, before string) string {
	if words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\r\n()", r) }); len(words) > 0 {
		return words[len(words)-1]
	}
	return before
}

// bracket rewrites a pair of brackets with its contents.
func (r *bracketReader) bracket(text, before string) string {
	inner := strings.TrimSpace(text[1 : len(text)-1])
	var value document.Document
	plain := python.ReplaceAllStringFunc(text, func(w string) string { return valueSynonyms[w] })
	err := value.Parse(plain)
	if err != nil { // keys without quotes, as JavaScript has them
		err = value.Parse(bareKey.ReplaceAllString(plain, `$1"$2":`))
	}
	// After `params` and `checks` there are names and forms, and no values.
	if err == nil && value.NaNs == 0 && before != "params" && before != "checks" {
		return r.valueText(value.Root(), before)
	}
	content := r.parenthesised(inner, "")
	if spliced[before] && (before != "params" || strings.HasPrefix(content, "(")) {
		return content
	}
	return "(" + content + ")"
}

// valueText writes a JSON value in our notation: named values after a word
// that takes them, and the names of an enum.
func (r *bracketReader) valueText(v document.Value, before string) string {
	var items []string
	switch v.Kind() {
	case document.String:
		return types.Quote(v.Text())
	case document.List:
		for _, x := range v.Items() {
			items = append(items, r.valueText(x, ""))
		}
		if before == "Enum" {
			return strings.Join(items, " ")
		}
		return strings.TrimSuffix("(array "+strings.Join(items, " "), " ") + ")"
	case document.Object:
		return r.objectText(v, before)
	}
	return v.Raw()
}

// objectText writes an object of JSON: as named values after a word that takes
// them, else as a record or a map.
func (r *bracketReader) objectText(v document.Value, before string) string {
	named := before == "init" || before == "call"
	unnamable := false
	for name := range v.Members() {
		unnamable = unnamable || !syntax.IsIdent(name) // a key, and no name of a field
	}
	asMap := !named && !r.noMaps && (r.maps || unnamable)
	inner := bracketReader{noMaps: true} // what is in a map is no map
	var fields []string
	for name, x := range v.Members() {
		if asMap {
			fields = append(fields, "("+types.Quote(name)+" "+inner.valueText(x, "")+")")
			continue
		}
		fields = append(fields, "("+name+" "+r.valueText(x, "")+")")
	}
	switch {
	case named:
		return strings.Join(fields, " ")
	case len(fields) == 0 && r.noMaps:
		return "(record)"
	case len(fields) == 0: // a record of a model has fields
		r.empty = true
		return "(map)"
	}
	r.either = r.either || !unnamable && !r.noMaps
	if asMap {
		return "(map " + strings.Join(fields, " ") + ")"
	}
	return "(record " + strings.Join(fields, " ") + ")"
}
