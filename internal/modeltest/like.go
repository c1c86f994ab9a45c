package modeltest

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/lang/forms"
)

// Likened draws projects whose models, goals and checks ask what strings are like, by
// patterns of which some combinations have one string, or none. Strings that are
// compared with each other are asked in several places. Arguments and variables of
// tiny ones have few values.
func Likened(tiny bool) *rapid.Generator[*Project] {
	return loaded(func(t *rapid.T) (*Project, error) {
		l := &likening{t: t, tiny: tiny}
		return Load(l.tools(), l.model(), l.suite())
	})
}

type likening struct {
	t    *rapid.T
	tiny bool
}

func (l *likening) pick(list ...string) string {
	return rapid.SampledFrom(list).Draw(l.t, "pick")
}

func (l *likening) maybe(n int, s func() string) string {
	if rapid.IntRange(1, n).Draw(l.t, "there") > 1 {
		return ""
	}
	return s()
}

func (l *likening) pattern() string {
	return l.pick(`"a*"`, `"*a"`, `"a*a"`, `"b*"`, `"*b*"`, `"a*b"`, `"*"`, `"ab"`, `"*\\**"`)
}

func (l *likening) text() string { return l.pick(`"a"`, `"b"`, `"ab"`, `""`, `"aa"`) }

// about draws a condition on one of some strings.
func (l *likening) about(terms ...string) string {
	like := func() string { return fmt.Sprintf("(like %s %s)", l.pick(terms...), l.pattern()) }
	switch rapid.IntRange(0, 9).Draw(l.t, "about") {
	case 0, 1:
		return like()
	case 2:
		return "(not " + like() + ")"
	case 3:
		x := l.pick(terms...)
		return fmt.Sprintf(`(and (like %s "a*") (like %[1]s "*a") (not (like %[1]s "a*a")))`, x)
	case 4:
		return "(= " + l.pick(terms...) + " " + l.pick(terms...) + ")"
	case 5:
		return "(not (= " + l.pick(terms...) + " " + l.pick(terms...) + "))"
	case 6:
		return "(= " + l.pick(terms...) + " " + l.text() + ")"
	case 7:
		return "(or " + like() + " " + like() + ")"
	case 8:
		return fmt.Sprintf("(like (if %s %s %s) %s)", like(), l.pick(terms...), l.pick(terms...), l.pattern())
	}
	return "(=> " + like() + " " + like() + ")"
}

func (l *likening) model() string {
	var b strings.Builder
	typ := "String"
	if l.tiny {
		typ = `(Enum "a" "b" "aa" "ab" "")`
	}
	fmt.Fprintf(&b, "(model (var s %s) (var r %[1]s) (var done Bool)\n", typ)
	fmt.Fprintf(&b, "  (transition set (params (text x)) (pre %s) (post (= (next s) (param x)) %s))\n",
		l.about("s", "(param x)"), l.maybe(2, func() string { return "(= (next r) s)" }))
	fmt.Fprintf(&b, "  (transition two (params (one x) (other y)) (pre %s %s) (post %s))\n",
		l.about("(param x)", "(param y)"), l.maybe(2, func() string { return l.about("(param x)", "(param y)", "r") }),
		l.pick("(= (next done) (like (param x) "+l.pattern()+"))", "(= (next r) (param y))", "(=> "+l.about("(param x)", "s")+" (= (next done) true))"))
	fmt.Fprintf(&b, "  (transition end (params) (pre %s) (post (= (next done) true))))", l.about("s", "r"))
	return b.String()
}

func (l *likening) tools() string {
	schema := `{"type": "string"}`
	if l.tiny {
		schema = `{"enum": ["a", "b", "aa", "ab", ""]}`
	}
	return fmt.Sprintf(`{"tools": [
 {"name": "set", "inputSchema": {"type": "object", "properties": {"text": %s}, "required": ["text"], "additionalProperties": false}},
 {"name": "two", "inputSchema": {"type": "object", "properties": {"one": %[1]s, "other": %[1]s}, "required": [%s], "additionalProperties": false}},
 {"name": "end", "inputSchema": {"type": "object", "additionalProperties": false}}]}`, schema, l.pick(`"one"`, `"one", "other"`))
}

func (l *likening) suite() string {
	init := "(done false)"
	for _, v := range []string{"s", "r"} {
		if l.tiny || l.pick("", "given") != "" {
			init += " (" + v + " " + l.text() + ")"
		}
	}
	pattern := func() string {
		return l.pick("set", "two", "end", "(set (text "+l.text()+"))", "(set (text (like "+l.pattern()+")))", "(two (one (like "+l.pattern()+")))", "(two (one "+l.text()+"))")
	}
	call := func() string { return "(call " + strings.Trim(strings.Replace(pattern(), "(", "", 1), " ") }
	atom := func() string {
		text := call()
		if !strings.HasSuffix(text, ")") {
			text += ")"
		}
		return text
	}
	var checks strings.Builder
	for i := range rapid.IntRange(1, 2).Draw(l.t, "checks") {
		form := atom()
		switch forms.Lookup(l.pick("call", "no_call", "after", "before")) {
		case forms.NoCall:
			form = strings.Replace(form, "(call", "(no_call", 1)
		case forms.After:
			form = "(after " + form + " " + atom() + ")"
		case forms.Before:
			form = "(before " + strings.Replace(form, "(call", "(no_call", 1) + " " + atom() + ")"
		}
		fmt.Fprintf(&checks, "(k%d %s)", i, form)
	}
	goal := l.maybe(2, func() string { return "(goal " + l.pick("done", l.about("s", "r")) + ")" })
	return `(use "model.wm") (case c (init ` + init + ") (checks " + checks.String() + ") " + goal + ")"
}
