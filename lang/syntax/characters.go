package syntax

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// checkCharacters reports what is wrong inside the tokens of a fragment, and
// stops once it has found a number of problems.
func checkCharacters(f *Fragment, enough int) []diag.Diagnostic {
	var list []diag.Diagnostic
	report := func(p diag.Problem) {
		if len(list) < enough {
			list = append(list, diag.Of(p))
		}
	}
	var run *lookAlike // of words with nothing but words between them
	flush := func() {
		if run != nil {
			report(*run)
			run = nil
		}
	}
	for _, t := range f.Tokens {
		if len(list) == enough {
			break
		}
		at := f.Source.Span(t.Start, t.End)
		// Words in one run were most likely pasted together, so that one fix corrects all of them.
		if t.Kind != Ident && t.Kind != Space {
			flush()
		}
		switch t.Kind {
		case String:
			checkString(at, report)
		case OpenString:
			report(openQuote{At: at})
		case BadNumber:
			report(malformedNumber{At: at})
		case Int, Real:
			if _, err := types.ParseNumber(at.Text()); err != nil {
				report(malformedNumber{At: at, Why: err.Error()})
			}
		case Ident:
			if p, ok := lookAlikeIn(at); ok && run == nil {
				run = &p
			} else if ok {
				run.More = append(run.More, p)
			}
		}
		if !plainText(at.Text()) {
			checkEncoding(at, report)
		}
	}
	flush()
	return list
}

// plainText reports whether s is valid UTF-8 without control characters
// other than white space.
func plainText(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' && !isSpace(c) || c == 0x7f {
			return false
		}
	}
	return utf8.ValidString(s)
}

// checkEncoding reports the first byte that is no UTF-8 and, outside strings
// and comments, the first control character; the others are most likely of
// the same origin.
func checkEncoding(at source.Span, report func(diag.Problem)) {
	text := at.Text()
	for i, r := range text {
		// A U+FFFD that is written as such is valid, though it reads the same.
		if r == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD") {
			report(notUTF8{At: at.File.Span(at.Start+i, at.Start+i+1)})
			break
		}
	}
	free := text[0] == '"' || text[0] == ';' // those of strings are told by checkString
	for i := 0; i < len(text) && !free; i++ {
		if c := text[i]; c < ' ' && !isSpace(c) || c == 0x7f {
			report(controlCharacter{At: at.File.Span(at.Start+i, at.Start+i+1)})
			return
		}
	}
}

// checkString reports raw control characters and escapes that JSON lacks.
func checkString(at source.Span, report func(diag.Problem)) {
	text := at.Text()
	for i := 1; i < len(text)-1; i++ {
		switch c := text[i]; {
		case c < ' ':
			end := i + 1
			// A line break of Windows is one control character for people.
			if c == '\r' && text[end] == '\n' {
				end++
			}
			report(rawControl{At: at.File.Span(at.Start+i, at.Start+end)})
			i = end - 1
		case c == '\\':
			n := escapeLength(text[i:])
			if n == 0 {
				n = badEscapeLength(text[i:])
				report(badEscape{At: at.File.Span(at.Start+i, at.Start+i+n)})
			}
			i += n - 1
		}
	}
}

func runeLength(s string) int {
	_, n := utf8.DecodeRuneInString(s)
	return n
}

// escapeLength returns the length of the JSON escape at the start of s, or 0.
func escapeLength(s string) int {
	if strings.IndexByte(`"\/bfnrt`, s[1]) >= 0 {
		return 2
	}
	unit, ok := codeUnit(s)
	switch {
	case !ok, utf16.IsSurrogate(unit) && unit >= 0xDC00:
		return 0
	case utf16.IsSurrogate(unit):
		// The first half of a pair is nothing without the second.
		if low, ok := codeUnit(s[6:]); ok && utf16.DecodeRune(unit, low) != utf8.RuneError {
			return 12
		}
		return 0
	}
	return 6
}

// badEscapeLength returns the length of what is wrong at the start of s, a
// backslash: the whole escape where it is half a surrogate pair, else as far
// as the character that does not go with the backslash.
func badEscapeLength(s string) int {
	if _, half := codeUnit(s); half {
		return 6
	}
	return 1 + max(1, runeLength(s[1:]))
}

// codeUnit reads \uXXXX.
func codeUnit(s string) (rune, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(s[2:6], 16, 16)
	return rune(n), err == nil
}

// lookAlikes are characters that people and programs put where a plain one
// is meant, with the plain one.
var lookAlikes = map[rune]string{
	'\u2018': `"`, '\u2019': `"`, '\u201a': `"`, '\u201b': `"`, '\u201c': `"`, '\u201d': `"`, '\u201e': `"`, '\u201f': `"`,
	'\u00ab': `"`, '\u00bb': `"`,
	'\u00a0': " ", '\u2007': " ", '\u202f': " ", '\u3000': " ", '\u200b': "", '\u200c': "", '\u200d': "",
	'\u2060': "", '\ufeff': "", '\uff08': "(", '\uff09': ")", '\uff1b': ";", '\u2264': "<=", '\u2265': ">=",
	'\u2212': "-", '\u2013': "-", '\u2014': "-", '\u21d2': "=>", '\u2192': "=>",
}

// lookAlikeIn returns the look-alikes in a word as one problem, if there are any.
func lookAlikeIn(at source.Span) (p lookAlike, ok bool) {
	var meant strings.Builder
	p.At = at
	for _, r := range at.Text() {
		plain, ok := lookAlikes[r]
		switch {
		case ok:
		case unicode.In(r, unicode.Z) && r >= utf8.RuneSelf:
			plain = " "
		case !unseen(r):
			meant.WriteRune(r)
			continue
		}
		meant.WriteString(plain)
		if p.Char == "" {
			p.Char, p.Plain = fmt.Sprintf("U+%04X", r), plain
		}
	}
	p.Meant = meant.String()
	return p, p.Char != ""
}

// IsPlain reports whether a word has no character that looks like another one
// or like nothing, which is an error in a name.
func IsPlain(word string) bool {
	return strings.IndexFunc(word, func(r rune) bool {
		_, known := lookAlikes[r]
		return known || r >= utf8.RuneSelf && unicode.In(r, unicode.Z) || unseen(r)
	}) < 0
}

// unseen reports whether a character outside ASCII looks like nothing.
func unseen(r rune) bool {
	return r >= utf8.RuneSelf && unicode.In(r, unicode.Cc, unicode.Cf)
}

// notUTF8 is a byte that is not part of any character.
type notUTF8 struct{ At source.Span }

// Diagnose implements [diag.Problem].
func (p notUTF8) Diagnose() diag.Diagnostic {
	d := diag.Diagnostic{Code: "MC0002", Primary: p.At,
		Message: fmt.Sprintf("the byte 0x%02X is not UTF-8", p.At.Text()[0])}
	d.Helpf("save the file as UTF-8")
	return d
}

// controlCharacter is one outside strings and comments.
type controlCharacter struct{ At source.Span }

// Diagnose implements [diag.Problem].
func (p controlCharacter) Diagnose() diag.Diagnostic {
	d := diag.Diagnostic{Code: "MC0003", Primary: p.At,
		Message: fmt.Sprintf("unexpected control character U+%04X", p.At.Text()[0])}
	d.Fix("remove it", diag.Edit{Span: p.At})
	return d
}

// openQuote is a string that is not closed.
type openQuote struct{ At source.Span }

// Diagnose implements [diag.Problem].
func (p openQuote) Diagnose() diag.Diagnostic {
	d := diag.Diagnostic{Code: "MC0004", Primary: p.At, Message: "this string is not closed"}
	end := p.At.File.Span(p.At.End, p.At.End)
	d.Fix("close it", diag.Edit{Span: end, New: `"`})
	return d
}

// rawControl is a control character in a string that JSON wants escaped.
type rawControl struct{ At source.Span }

// Diagnose implements [diag.Problem].
func (p rawControl) Diagnose() diag.Diagnostic {
	quoted := types.Quote(p.At.Text())
	escape := quoted[1 : len(quoted)-1]
	what := "a control character"
	if strings.HasSuffix(p.At.Text(), "\n") {
		what, escape = "a line break", `\n`
	}
	d := diag.Diagnostic{Code: "MC0005", Primary: p.At, Message: what + " in a string must be escaped"}
	fix := d.Fix(fmt.Sprintf("write `%s`", escape), diag.Edit{Span: p.At, New: escape})
	if escape != `\n` { // else a closing quote may be missing on this line
		fix.As(diag.Certain)
	}
	return d
}

// badEscape is a backslash before something that it does not go with.
type badEscape struct{ At source.Span }

// Diagnose implements [diag.Problem].
func (p badEscape) Diagnose() diag.Diagnostic {
	d := diag.Diagnostic{Code: "MC0006", Primary: p.At,
		Message: fmt.Sprintf("`%s` is not an escape", p.At.Text())}
	d.Notef("the escapes are those of JSON: \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hexadecimal digits")
	if p.At.Text() == `\'` {
		d.Fix("a single quote needs no backslash", diag.Edit{Span: p.At, New: "'"}).As(diag.Certain)
		return d
	}
	d.Fix("escape the backslash", diag.Edit{Span: p.At.File.Span(p.At.Start, p.At.Start), New: `\`})
	return d
}

// lookAlike is a word with characters that look like others.
type lookAlike struct {
	At    source.Span
	Char  string      // the first of them
	Plain string      // what it looks like, "" if like nothing
	Meant string      // the word in plain characters
	More  []lookAlike // further words that follow it
}

// Diagnose implements [diag.Problem].
func (p lookAlike) Diagnose() diag.Diagnostic {
	looks := fmt.Sprintf("looks like `%s`, but is not", p.Plain)
	switch p.Plain {
	case "":
		looks = "cannot be seen"
	case " ":
		looks = "looks like a space, but is not"
	}
	d := diag.Diagnostic{Code: "MC0008", Primary: p.At, Message: fmt.Sprintf("the character %s %s", p.Char, looks)}
	edits, certain := []diag.Edit{{Span: p.At, New: p.Meant}}, strings.IndexFunc(p.At.Text(), doubtful) < 0
	for _, more := range p.More {
		edits = append(edits, diag.Edit{Span: more.At, New: more.Meant})
		certain = certain && strings.IndexFunc(more.At.Text(), doubtful) < 0
	}
	if fix := d.Fix("write plain characters", edits...); certain {
		fix.As(diag.Certain)
	}
	return d
}

// doubtful reports whether a look-alike may mean something else: a dash
// for a minus or for a pause, an arrow for an implication or for an order, an
// apostrophe for a quote.
func doubtful(r rune) bool {
	return strings.ContainsRune("\u2018\u2019\u201a\u201b\u2013\u2014\u21d2\u2192", r)
}

// malformedNumber begins like a number and is none.
type malformedNumber struct {
	At  source.Span
	Why string
}

// Diagnose implements [diag.Problem].
func (p malformedNumber) Diagnose() diag.Diagnostic {
	text := p.At.Text()
	d := diag.Diagnostic{Code: "MC0009", Primary: p.At, Message: fmt.Sprintf("`%s` is not a number", diag.Excerpt(text))}
	if p.Why != "" {
		d.Message = p.Why
		return d
	}
	d.Notef("a number is `-?digits`, then optionally a fraction `.digits` and an exponent `e-?digits`")
	if meant := meantNumber(text); meant != "" {
		fix := d.Fix(fmt.Sprintf("write `%s`", meant), diag.Edit{Span: p.At, New: meant})
		if !strings.Contains(strings.TrimSuffix(text, ","), ",") { // `1,5` is 15 to some, and 1.5 to others
			fix.As(diag.Certain)
		}
	}
	return d
}

// meantNumber returns the number that a malformed one stands for, or "".
func meantNumber(text string) string {
	sign, rest := "", strings.TrimPrefix(text, "+")
	if strings.HasPrefix(rest, "-") {
		sign, rest = "-", rest[1:]
	}
	if strings.HasPrefix(rest, ".") {
		rest = "0" + rest
	}
	// Decide on the comma before the commas are removed.
	if whole, part, one := strings.Cut(rest, ","); one && len(part) != 3 && !strings.ContainsAny(part, ",.") && part != "" {
		rest = whole + "." + part // a decimal comma: thousands have three digits
	}
	rest = strings.TrimSuffix(strings.NewReplacer(",", "", "_", "").Replace(rest), ".")
	if k := classify(sign + rest); k == Int || k == Real {
		return sign + rest
	}
	return ""
}
