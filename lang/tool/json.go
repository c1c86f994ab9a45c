package tool

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
	*reporter
	text  string
	at    int
	depth int
	dead  bool // stopped: what follows cannot be understood
	open  []int
	odd   diag.Label // the first bracket that is not where its partner's line begins
}

// maxFaults bounds the number of reported mistakes of form. Files with more
// of them are not meant to be JSON.
const maxFaults = 50

const byteOrderMark = "\ufeff"

// readJSON returns the value that the file holds, as far as it can be read;
// nil if there is none. whole says that all of it has been understood.
func readJSON(r *reporter) (root *node, whole bool) {
	p := &jsonReader{reporter: r, text: r.file.Text()}
	if strings.HasPrefix(p.text, byteOrderMark) {
		p.at = len(byteOrderMark)
	}
	p.space()
	if p.at == len(p.text) && !p.dead {
		p.stop(fault{at: p.here(0), message: "the file is empty; expected a list of tools"})
		return nil, false
	}
	root = p.value()
	p.space()
	if !p.dead && p.at < len(p.text) {
		p.trailing(root)
	}
	return root, !p.dead
}

func (p *jsonReader) trailing(root *node) {
	f := fault{at: p.here(1), message: "unexpected data after the top-level value"}
	f.also = []diag.Label{{Span: p.file.Span(root.end-1, root.end), Role: "ended here"}}
	if root.kind == objectNode && p.text[p.at] == '{' {
		f.help = "put the objects into one list: `[`, the objects with commas between them, `]`"
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

// fault reports a mistake after which reading goes on.
func (p *jsonReader) fault(f fault) {
	if p.dead {
		return
	}
	if len(p.problems) >= maxFaults {
		f.note = fmt.Sprintf("reading ends here, after %d mistakes", maxFaults)
		p.dead = true
	}
	p.report(f)
}

// stop reports a mistake after which nothing can be understood.
func (p *jsonReader) stop(f fault) {
	p.fault(f)
	p.dead = true
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
			p.comment(strings.IndexByte(p.text[p.at:], '\n'), 0)
		case strings.HasPrefix(p.text[p.at:], "/*"):
			p.comment(strings.Index(p.text[p.at:], "*/"), 2)
		default:
			return
		}
	}
}

// comment skips a comment that ends extra bytes after the next n bytes, or
// with the file if n is negative.
func (p *jsonReader) comment(n, extra int) {
	if n < 0 {
		n, extra = len(p.text)-p.at, 0
	}
	at := p.here(n + extra)
	p.fault(fault{
		at: at, message: "comments are not part of JSON",
		fix: "remove the comment", edits: []diag.Edit{{Span: at}},
	})
	p.at += n + extra
}

// value reads a value. It never returns nil; where no value stands it stops.
func (p *jsonReader) value() *node {
	c := p.peek()
	n := &node{start: p.at, end: p.at}
	switch {
	case c == '{' || c == '[':
		p.nested(n, c)
	case c == '"' || c == '\'':
		n.kind, n.text = stringNode, p.string(c)
	case c == '-' || c == '+' || c == '.' || c >= '0' && c <= '9':
		p.number(n)
	case isWord(c):
		p.word(n)
	default:
		p.noValue()
	}
	n.end = max(p.at, n.start)
	return n
}

// noValue stops where a value should stand.
func (p *jsonReader) noValue() {
	if p.ended() {
		p.unclosed()
		return
	}
	c, _ := utf8.DecodeRuneInString(p.text[p.at:])
	p.stop(fault{at: p.here(1), message: fmt.Sprintf("expected a value, found %s", character(c))})
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
func (p *jsonReader) word(n *node) {
	end := p.wordEnd()
	at, word := p.file.Span(p.at, end), p.text[p.at:end]
	if json, ok := pythonWords[word]; ok {
		p.fault(fault{
			at: at, message: fmt.Sprintf("`%s` is `%s` in JSON", word, json),
			fix: fmt.Sprintf("write `%s`", json), edits: []diag.Edit{{Span: at, New: json}},
		})
		word = json
	}
	switch word {
	case "true", "false":
		n.kind, n.truth = boolNode, word == "true"
	case "null":
		n.kind = nullNode
	default:
		n.kind, n.text = stringNode, word
		p.unquoted(at, word)
	}
	p.at = end
}

func (p *jsonReader) unquoted(at source.Span, word string) {
	f := fault{at: at, message: fmt.Sprintf("`%s` is not a JSON value", excerpt(word))}
	if p.depth == 0 {
		f.help = isItYAML
		p.stop(f)
		return
	}
	if word == "NaN" || word == "Infinity" {
		f.help = "there is no such number in JSON; leave the member out"
		p.stop(f)
		return
	}
	f.fix, f.edits = "write it as a string", []diag.Edit{{Span: at, New: quoted(word)}}
	p.fault(f)
}

// number reads a number.
func (p *jsonReader) number(n *node) {
	end := p.at
	for end < len(p.text) && strings.IndexByte("+-.0123456789eEaAbBcCdDfFxX_", p.text[end]) >= 0 {
		end++
	}
	n.kind, n.text = numberNode, p.text[p.at:end]
	if !isJSONNumber(n.text) {
		p.badNumber(n, p.file.Span(p.at, end))
	}
	p.at = end
}

func (p *jsonReader) badNumber(n *node, at source.Span) {
	f := fault{at: at, message: fmt.Sprintf("`%s` is not a number of JSON", excerpt(n.text))}
	better, ok := repairNumber(n.text)
	if !ok {
		if p.depth == 0 {
			f.help = isItYAML
		}
		p.stop(f)
		return
	}
	n.text = better
	f.fix, f.edits = fmt.Sprintf("write `%s`", excerpt(better)), []diag.Edit{{Span: at, New: better}}
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
	whole, rest, dot := strings.Cut(s, ".")
	if dot && (rest == "" || rest[0] == 'e' || rest[0] == 'E') {
		s = whole + ".0" + rest
	}
	return sign + s, isJSONNumber(sign + s)
}
