package syntax

import "strings"

// A Kind is the lexical class of a token.
type Kind int

const (
	EOF        Kind = -1 // participle's, and so the rest are negative too
	LParen     Kind = -2 // (
	RParen     Kind = -3 // )
	Ident      Kind = -4 // in_stock, <=, transition
	Int        Kind = -5 // -?digits
	Real       Kind = -6 // with a fraction, an exponent, or both
	String     Kind = -7 // "…", JSON's escapes; closed, its content not yet looked at
	OpenString Kind = -8 // a string that is not closed
	BadNumber  Kind = -9 // 1.2.3, .5, 5., +3
	Comment    Kind = -10
	Space      Kind = -11
)

// String returns the name of the kind.
func (k Kind) String() string { return kindNames()[k] }

// kindNames returns the names under which participle knows the kinds. It is
// a function since the parser is built while package variables still are.
func kindNames() map[Kind]string {
	return map[Kind]string{
		EOF: "EOF", LParen: "LParen", RParen: "RParen", Ident: "Ident", Int: "Int", Real: "Real", String: "String",
		OpenString: "OpenString", BadNumber: "BadNumber", Comment: "Comment", Space: "Space",
	}
}

// IsTrivia reports whether tokens of the kind mean nothing to the parser.
func (k Kind) IsTrivia() bool { return k == Comment || k == Space }

// A Token is a piece of a fragment: its kind and its place. Every byte
// belongs to exactly one token.
type Token struct {
	Kind       Kind
	Start, End int
}

// byteOrderMark may be at the start of a file, as white space.
const byteOrderMark = "\ufeff"

// lex cuts a text into tokens. Any text can be cut; what is wrong with a
// token is found when its content is looked at.
func lex(text string) []Token {
	return lexFrom(text, 0, make([]Token, 0, room(text)))
}

// lexInside is [lex] for a text that does not start its file: a byte order
// mark at its start is part of a word.
func lexInside(text string) []Token {
	// spaceEnd takes a mark at offset 0 for white space, so that its word is cut by hand.
	if !strings.HasPrefix(text, byteOrderMark) {
		return lex(text)
	}
	end := wordEnd(text, 0)
	return lexFrom(text, end, []Token{{Kind: classify(text[:end]), End: end}})
}

func lexFrom(text string, i int, tokens []Token) []Token {
	for i < len(text) {
		kind, end := next(text, i)
		tokens = append(tokens, Token{Kind: kind, Start: i, End: end})
		i = end
	}
	return tokens
}

// room returns for how many tokens to make room. Most texts are small, and
// guessing too much for them costs little; of a large one tokens are counted.
func room(text string) int {
	if len(text) < 1<<16 {
		return len(text)/3 + 1
	}
	n := 0
	for i := 0; i < len(text); n++ {
		_, i = next(text, i)
	}
	return n
}

// next returns the kind and the end of the token that starts at i.
func next(text string, i int) (Kind, int) {
	switch c := text[i]; c {
	case '(':
		return LParen, i + 1
	case ')':
		return RParen, i + 1
	case ';':
		return Comment, lineEnd(text, i)
	case '"':
		end, closed := stringEnd(text, i)
		if !closed {
			return OpenString, end
		}
		return String, end
	}
	if end := spaceEnd(text, i); end > i {
		return Space, end
	}
	end := wordEnd(text, i)
	return classify(text[i:end]), end
}

// lineEnd returns the end of the line that i is on, without its line break.
func lineEnd(text string, i int) int {
	n := strings.IndexByte(text[i:], '\n')
	if n < 0 {
		return len(text)
	}
	if end := i + n; end > i && text[end-1] == '\r' {
		return end - 1
	}
	return i + n
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

func spaceEnd(text string, i int) int {
	if i == 0 && strings.HasPrefix(text, byteOrderMark) {
		i = len(byteOrderMark)
	}
	for i < len(text) && isSpace(text[i]) {
		i++
	}
	return i
}

func wordEnd(text string, i int) int {
	for i < len(text) && !isSpace(text[i]) && text[i] != '(' && text[i] != ')' && text[i] != ';' && text[i] != '"' {
		i++
	}
	return i
}

// stringEnd returns the end of the string that starts at i, and whether it
// is closed. A string may run over lines (each line break in it is an error
// with a fix), but not over a line break that is followed by a parenthesis, a
// comment or the end of the text: there the closing quote has most likely
// been forgotten, and the string ends with its line, before the parentheses
// that close the line.
func stringEnd(text string, i int) (end int, closed bool) {
	for j := i + 1; j < len(text); j++ {
		switch text[j] {
		case '"':
			return j + 1, true
		case '\\':
			// A backslash before a line break escapes nothing: the line break is looked at.
			if j+1 < len(text) && text[j+1] != '\n' {
				j++
			}
		case '\n':
			rest := spaceEnd(text, j)
			if rest == len(text) || strings.IndexByte("();", text[rest]) >= 0 {
				return openEnd(text, i, j), false
			}
			// The string goes on with the next line.
			j = rest - 1
		}
	}
	return openEnd(text, i, len(text)), false
}

func openEnd(text string, start, end int) int {
	for end > start+1 && (isSpace(text[end-1]) || text[end-1] == ')') {
		end--
	}
	return end
}

// classify tells identifiers and numbers apart. What begins like a number,
// is made of what numbers are made of, and is none is a BadNumber: nobody
// means it as a name.
func classify(word string) Kind {
	digits := strings.TrimPrefix(word, "-")
	n := countDigits(digits)
	switch {
	case n > 0 && n == len(digits):
		return Int
	case n > 0 && isRealTail(digits[n:]):
		return Real
	case strings.Trim(word, "+-.,_eE0123456789") != "":
		return Ident // 2fa, x1, size-3
	case countDigits(strings.TrimLeft(word, "+-.")) > 0:
		return BadNumber
	}
	return Ident
}

func countDigits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// isRealTail reports whether s is a fraction, an exponent, or both.
func isRealTail(s string) bool {
	if strings.HasPrefix(s, ".") {
		n := countDigits(s[1:])
		if n == 0 {
			return false
		}
		s = s[1+n:]
	}
	if s == "" {
		return true
	}
	if s[0] != 'e' && s[0] != 'E' {
		return false
	}
	s = s[1:]
	if s != "" && (s[0] == '+' || s[0] == '-') {
		s = s[1:]
	}
	return s != "" && countDigits(s) == len(s)
}

// IsIdent reports whether s as a whole is one identifier.
func IsIdent(s string) bool {
	if s == "" {
		return false
	}
	kind, end := next(s, 0)
	return kind == Ident && end == len(s)
}
