package syntax

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Texts are seeds for every fuzz target of the package.
var Texts = []string{
	"", " ", "\ufeff(model)", "(\ufeffmodel)", "(model\r\n  (var x Bool) ; c\r\n)\r\n", "x'", "(var x' Bool)", "\r", "; a\rb", "; a\r\r\n",
	`"`, `"\`, `"\"`, `"a" "b`, "\"a\nb\"", "\"a)))\n(x)", "\"a\n\n\n)", `"\ud800"`, `"\u12"`, "\"\x00\"", "\x00", "\xff", "(\xff \"\xff\" ;\xff\n)",
	"-", "--1", "-1", "1.", ".5", "1.5e", "1.5e-3", "+3", "1,000", "2fa", "1e", "-.5", "0x10", "1_000",
	"((((", "))))", "()()", ")(", "(model))", "(model (var x Bool)", "(case x (goal true)", "(transition t (params) (pre)) (post)",
	"(model\n  (transition t\n    (params)\n    (pre)))\n    (post))\n  (var x Bool))\n",
	"(model\n  (transition t\n    (params)\n    (pre\n    (post))\n  (var x Bool))\n",
	"(model\n(transition t\n(params)\n(pre))\n(post)\n(var x Bool))\n",
	"(case a\n  (checks\n    (b (call c))\n  (goal d))\n(case e\n  (goal f))\n",
	"(use \"m.wm\")\n; doc\n(case a ; b\n  (prompt \"p\") ; c\n  ; d\n  (checks (e (or (call f) (no_call g (h null))))) ; i\n  ) ; j\n; k",
	"“x” (var\u00a0x Bool)",
}

var wordKinds = map[Kind]*regexp.Regexp{
	Int:       regexp.MustCompile(`^-?[0-9]+$`),
	Real:      regexp.MustCompile(`^-?[0-9]+(\.[0-9]+([eE][-+]?[0-9]+)?|[eE][-+]?[0-9]+)$`),
	BadNumber: regexp.MustCompile(`^[-+.,_eE0-9]*[0-9][-+.,_eE0-9]*$`),
	Ident:     regexp.MustCompile(`(?s)^[^ \t\r\n();"]+$`),
}

// Tokens cover the text, and each is what its text says.
func FuzzLex(f *testing.F) {
	for _, s := range Texts {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		at, before := 0, LParen
		for _, tok := range lex(text) {
			if tok.Start != at || tok.End <= at {
				t.Fatalf("token at %d to %d, where the one before ended at %d", tok.Start, tok.End, at)
			}
			s := text[tok.Start:tok.End]
			if why := wrongToken(tok, s); why != "" {
				t.Errorf("%s token %q: %s", tok.Kind, s, why)
			}
			if isWordKind(before) && isWordKind(tok.Kind) || before == Space && tok.Kind == Space {
				t.Errorf("%s follows %s at %d", tok.Kind, before, at)
			}
			if !strings.HasPrefix(s, byteOrderMark) && IsIdent(s) != (tok.Kind == Ident) {
				t.Errorf("IsIdent(%q) is %t, and it is %s", s, IsIdent(s), tok.Kind)
			}
			at, before = tok.End, tok.Kind
		}
		if at != len(text) {
			t.Errorf("the tokens end at %d of %d", at, len(text))
		}
	})
}

func isWordKind(k Kind) bool { return wordKinds[k] != nil }

// wrongToken says why s cannot be the text of a token.
func wrongToken(tok Token, s string) string {
	if re := wordKinds[tok.Kind]; re != nil {
		if !re.MatchString(s) {
			return "does not match " + re.String()
		}
		for kind, other := range wordKinds {
			if (tok.Kind == Ident || tok.Kind == BadNumber) && (kind == Int || kind == Real) && other.MatchString(s) {
				return "is a number"
			}
		}
		return ""
	}
	ok := true
	switch tok.Kind {
	case LParen:
		ok = s == "("
	case RParen:
		ok = s == ")"
	case Comment:
		ok = s[0] == ';' && !strings.Contains(s, "\n")
	case Space:
		if tok.Start == 0 {
			s = strings.TrimPrefix(s, byteOrderMark)
		}
		ok = strings.Trim(s, " \t\r\n") == ""
	case String:
		ok = len(s) > 1 && s[0] == '"' && s[len(s)-1] == '"' && closes(s)
	case OpenString:
		ok = s[0] == '"' && !closes(s)
	default:
		return "has a kind of its own"
	}
	if !ok {
		return "is not one"
	}
	return ""
}

// closes reports whether the first quote behind the opening one that is not
// escaped is the last byte of s.
func closes(s string) bool {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i == len(s)-1
		}
	}
	return false
}

func TestNumbers(t *testing.T) {
	for kind, words := range map[Kind]string{
		Int:       "0 -1 007 -0 12345678901234567890",
		Real:      "1.5 -0.25 1e9 1E+9 2.5e-3 1e9999999999",
		BadNumber: "1. .5 -.5 +3 1.5.2 1e 1e+ 1,000 1_000 --1 1-2 1e5e",
		Ident:     "- + = => <= x1 2fa x-1 size-3 e5 . , 0x10 -x x' a.b été !",
	} {
		for w := range strings.FieldsSeq(words) {
			if got := lex(w); len(got) != 1 || got[0].Kind != kind {
				t.Errorf("%q is %v, not %s", w, got, kind)
			}
		}
	}
}

func TestStrings(t *testing.T) {
	for _, test := range []struct{ text, first string }{
		{`"a" b`, `"a"`},
		{`"a\"b" c`, `"a\"b"`},
		{`"a\\" c`, `"a\\"`},
		{`"a b`, `"a b`},
		{`"a b)))`, `"a b`},
		{`"a b)) `, `"a b`},
		{"\"a\nb\" c", "\"a\nb\""},  // two lines, closed
		{"\"a)\n  (b \"c\")", `"a`}, // forgotten before a form
		{"\"a\n\n ; c\" d", `"a`},   // before a comment
		{"\"a\n  )\" d", `"a`},      // before a parenthesis
		{"\"a\\\n(b)", "\"a\\"},     // a backslash does not hide the break
		{"\"a\r\n(b)", `"a`},        // nor does the break come with the string
		{`"`, `"`},
		{`")`, `"`},
	} {
		tok := lex(test.text)[0]
		if got := test.text[tok.Start:tok.End]; got != test.first {
			t.Errorf("%q begins with %q, not %q", test.text, got, test.first)
		}
	}
}

func TestMarkAndComments(t *testing.T) {
	for text, want := range map[string][]Kind{
		"\ufeff":     {Space},
		"\ufeff (":   {Space, LParen},
		"(\ufeff)":   {LParen, Ident, RParen}, // reported as a look-alike
		"; a\r\n; b": {Comment, Space, Comment},
		"; a\rb\n":   {Comment, Space}, // a lone CR ends no line
		"x;c":        {Ident, Comment},
		"(a\"b\"c)":  {LParen, Ident, String, Ident, RParen},
		"a\rb":       {Ident, Space, Ident},
		"\"a\";":     {String, Comment},
		"a\u00a0b":   {Ident}, // reported as a look-alike
		"\x00\xff":   {Ident},
	} {
		var got []Kind
		for _, tok := range lex(text) {
			got = append(got, tok.Kind)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q is %v, not %v", text, got, want)
		}
	}
}
