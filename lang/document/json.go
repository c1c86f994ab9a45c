package document

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// A jsonReader reads a file of JSON. It goes on after the mistakes that
// people and programs make most (a comma too many or too few, quotes of the
// wrong kind or none, comments, the words of Python), each of which is
// reported with its fix, and stops at any other.
type jsonReader struct {
	reader
	at    int
	depth int
	valid bool // the text is UTF-8
	lines bool // no value goes on after its line
	open  []int
	odd   diag.Label // the first bracket that is not where its partner's line begins
}

// ReadJSON returns the value that a file of JSON holds, as far as it can be
// read; nil if there is none. Mistakes that are easy to mend are reported with
// their fixes, and reading goes on. whole says that all of the file has been
// understood; a file without a value is.
func ReadJSON(f *source.File, o Options) (root *Node, whole bool) {
	list, whole := readJSON(f, o, true)
	if len(list) == 0 {
		return nil, whole
	}
	return list[0], whole
}

// ReadJSONValues is [ReadJSON] for a file of values one after the other.
func ReadJSONValues(f *source.File, o Options) (list []*Node, whole bool) {
	return readJSON(f, o, false)
}

func readJSON(f *source.File, o Options, one bool) (list []*Node, whole bool) {
	p := &jsonReader{reader: newReader(f, o)}
	p.valid = p.encoded()
	if strings.HasPrefix(p.text, byteOrderMark) {
		p.at = len(byteOrderMark)
	}
	for p.space(); !p.ended(); p.space() {
		if one && len(list) > 0 {
			p.trailing(list[0])
			break
		}
		list = append(list, p.value())
	}
	return list, p.valid && !p.dead
}

func (p *jsonReader) trailing(root *Node) {
	f := Fault{At: p.here(1), Message: "unexpected data after the top-level value"}
	f.Also = []diag.Label{{Span: p.file.Span(root.At.End-1, root.At.End), Role: "ended here"}}
	if root.Kind == Object && p.text[p.at] == '{' {
		f.Help = "put the objects into one list: `[`, the objects with commas between them, `]`"
	}
	p.stop(f)
}

// here returns the span of the next n bytes, of a whole character at least.
func (p *jsonReader) here(n int) source.Span {
	if n > 0 {
		_, size := utf8.DecodeRuneInString(p.text[p.at:])
		n = max(n, size)
	}
	return p.file.Span(p.at, p.at+n)
}

// peek returns the next character after white space; 0 at the end, where
// [jsonReader.ended] is true, or when reading has stopped.
func (p *jsonReader) peek() byte {
	p.space()
	if p.ended() {
		return 0
	}
	return p.text[p.at]
}

func (p *jsonReader) ended() bool { return p.dead || p.at >= len(p.text) }

// space skips white space, and comments, which are mistakes.
func (p *jsonReader) space() {
	for !p.ended() {
		switch c := p.text[p.at]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			p.at++
		case c == '#' || strings.HasPrefix(p.text[p.at:], "//"):
			p.comment("\n", 0)
		case strings.HasPrefix(p.text[p.at:], "/*"):
			p.comment("*/", 2)
		default:
			return
		}
	}
}

// comment skips a comment up to a mark, of which n bytes belong to it, or to the
// end of the file.
func (p *jsonReader) comment(mark string, n int) {
	size := strings.Index(p.text[p.at:], mark) + n
	if size < n {
		size = len(p.text) - p.at
	}
	at := p.here(size)
	p.mistake(at, "remove the comment", diag.Edit{Span: at}, "comments are not part of JSON")
	p.at += size
}

// value reads a value. It never returns nil; without a value it stops.
func (p *jsonReader) value() *Node {
	c := p.peek()
	start := p.at
	n := &Node{Kind: Null}
	switch {
	case c == '{' || c == '[':
		p.nested(n, c)
	case c == '"' || c == '\'':
		n.Kind, n.Text = String, p.string(c)
	case c == '-' || c == '+' || c == '.' || c >= '0' && c <= '9':
		p.number(n)
	case isWord(c):
		p.word(n)
	default:
		p.noValue()
	}
	n.At = p.file.Span(start, p.at)
	return n
}

// noValue stops where a value is missing.
func (p *jsonReader) noValue() {
	if p.ended() {
		p.unclosed()
		return
	}
	c, _ := utf8.DecodeRuneInString(p.text[p.at:])
	p.stop(Fault{At: p.here(1), Message: fmt.Sprintf("expected a value, found %s", character(c))})
}

// character names a character in a message.
func character(c rune) string {
	switch {
	case c == utf8.RuneError:
		return "a byte that is not UTF-8"
	case c < ' ' || c == 0x7f:
		return fmt.Sprintf("the control character U+%04X", c)
	}
	return "`" + string(c) + "`"
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// wordEnd returns the end of the word that begins here.
func (p *jsonReader) wordEnd() int {
	end := p.at
	for end < len(p.text) && (isWord(p.text[end]) || p.text[end] == '-' || p.text[end] >= '0' && p.text[end] <= '9') {
		end++
	}
	return end
}

// isItYAML helps where the first character of a file is not JSON's.
const isItYAML = "if this is YAML, name the file .yaml or .yml"

// pythonWords are the constants of other languages that programs print.
var pythonWords = map[string]string{"True": "true", "False": "false", "None": "null", "undefined": "null", "nil": "null"}

// word reads `true`, `false`, `null`, or what was written for one of them.
func (p *jsonReader) word(n *Node) {
	end := p.wordEnd()
	at, word := p.file.Span(p.at, end), p.text[p.at:end]
	if json, ok := pythonWords[word]; ok {
		p.mistake(at, fmt.Sprintf("write `%s`", json), diag.Edit{Span: at, New: json}, "`%s` is `%s` in JSON", word, json)
		word = json
	}
	switch word {
	case "true", "false":
		n.Kind, n.Truth = Bool, word == "true"
	case "null":
		n.Kind = Null
	default:
		n.Kind, n.Text = String, word
		p.unquoted(at, word)
	}
	p.at = end
}

func (p *jsonReader) unquoted(at source.Span, word string) {
	f := Fault{At: at, Message: fmt.Sprintf("`%s` is not a JSON value", Excerpt(word))}
	switch {
	case p.depth == 0:
		f.Help = isItYAML
		p.stop(f)
	case word == "NaN" || word == "Infinity":
		f.Help = "there is no such number in JSON; leave the member out"
		p.stop(f)
	default:
		f.Fix, f.Edits = "write it as a string", []diag.Edit{{Span: at, New: quoted(word)}}
		p.fault(f)
	}
}

// number reads a number.
func (p *jsonReader) number(n *Node) {
	end := p.at
	// Letters are taken, too, so that 0x1F is one mistake.
	for end < len(p.text) && strings.IndexByte("+-.0123456789eEaAbBcCdDfFxX_", p.text[end]) >= 0 {
		end++
	}
	n.Kind, n.Text = Number, p.text[p.at:end]
	if !IsNumber(n.Text) {
		p.badNumber(n, p.file.Span(p.at, end))
	}
	p.at = end
}

func (p *jsonReader) badNumber(n *Node, at source.Span) {
	f := Fault{At: at, Message: fmt.Sprintf("`%s` is not a number of JSON", Excerpt(n.Text))}
	better, ok := repairNumber(n.Text)
	if !ok {
		if p.depth == 0 {
			f.Help = isItYAML
		}
		p.stop(f)
		return
	}
	n.Text = better
	f.Fix, f.Edits = fmt.Sprintf("write `%s`", Excerpt(better)), []diag.Edit{{Span: at, New: better}}
	p.fault(f)
}

// repairNumber writes a number of another language as JSON: `+1`, `.5`, `5.`,
// `1_000`. It does not guess what `01` means.
func repairNumber(s string) (string, bool) {
	s = strings.TrimPrefix(strings.ReplaceAll(s, "_", ""), "+")
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "-", s[1:]
	}
	if strings.HasPrefix(s, ".") {
		s = "0" + s
	}
	// A point needs a digit after it, before an exponent, too.
	whole, rest, dot := strings.Cut(s, ".")
	if dot && (rest == "" || rest[0] == 'e' || rest[0] == 'E') {
		s = whole + ".0" + rest
	}
	return sign + s, IsNumber(sign + s)
}
