package document

import (
	"fmt"
	"slices"
	"strings"
)

// A parser fills a document with nodes. It keeps the open containers in a
// stack of its own, so that depth costs no recursion.
type parser struct {
	*Document
	depth int // how many containers may be open
	at    int
	err   error
}

func (p *parser) fail(at int, format string, args ...any) {
	if p.err == nil {
		p.err = &SyntaxError{at, fmt.Sprintf(format, args...)}
	}
}

// unexpected reports what was expected at a place.
func (p *parser) unexpected(want string) {
	if p.at >= len(p.text) {
		p.fail(len(p.text), "unexpected end; expected %s", want)
		return
	}
	p.fail(p.at, "expected %s, found %s", want, excerpt(p.text, p.at))
}

func (p *parser) space() {
	for p.at < len(p.text) {
		switch p.text[p.at] {
		case ' ', '\t', '\n', '\r':
			p.at++
		default:
			return
		}
	}
}

// parse reads the value that a text begins with.
func (p *parser) parse() {
	p.space()
	p.value(0)
	for p.err == nil && len(p.open) > 0 {
		p.element()
		if len(p.nodes) > MaxValues {
			p.fail(p.at, "more than %d values", MaxValues)
		}
	}
}

// element reads what comes next in the innermost open container: its end, or
// its next value.
func (p *parser) element() {
	top := p.open[len(p.open)-1]
	n := &p.nodes[top]
	closing := byte(']')
	if n.kind == Object {
		closing = '}'
	}
	p.space()
	if p.at < len(p.text) && p.text[p.at] == closing {
		p.at++
		p.open = p.open[:len(p.open)-1]
		// Only now it is known where the container ends, and which node follows it.
		n.end, n.next = int32(p.at), int32(len(p.nodes))
		return
	}
	if n.count > 0 {
		if p.at >= len(p.text) || p.text[p.at] != ',' {
			p.unexpected(fmt.Sprintf("a comma or `%c`", closing))
			return
		}
		p.at++
		p.space()
	}
	// Read n first: name and value may move the nodes.
	ordinal := n.count
	n.count++
	if n.kind == Object && !p.name(top, ordinal) {
		return
	}
	p.value(ordinal)
}

// add adds a node. The list doubles, as append copies a long one four times before
// it is twice as long.
func (p *parser) add(n node) {
	if len(p.nodes) == cap(p.nodes) {
		p.nodes = slices.Grow(p.nodes, max(16, len(p.nodes)))
	}
	p.nodes = append(p.nodes, n)
}

// name reads the name of a member, and the colon.
func (p *parser) name(parent, ordinal int32) bool {
	if p.at >= len(p.text) || p.text[p.at] != '"' {
		p.unexpected("the name of a member")
		return false
	}
	i := len(p.nodes)
	p.add(node{start: int32(p.at), next: int32(i + 1), parent: parent, ordinal: ordinal, kind: String})
	p.string(&p.nodes[i])
	p.space()
	if p.err == nil && (p.at >= len(p.text) || p.text[p.at] != ':') {
		p.unexpected("a colon")
	}
	if p.err != nil {
		return false
	}
	p.at++
	p.space()
	return true
}

// value reads a value, or the opening bracket of one.
func (p *parser) value(ordinal int32) {
	parent := int32(-1)
	if len(p.open) > 0 {
		parent = p.open[len(p.open)-1]
	}
	if p.at >= len(p.text) {
		p.unexpected("a value")
		return
	}
	i := len(p.nodes)
	p.add(node{start: int32(p.at), next: int32(i + 1), parent: parent, ordinal: ordinal})
	n := &p.nodes[i]
	switch c := p.text[p.at]; c {
	case '{', '[':
		n.kind = List
		if c == '{' {
			n.kind = Object
		}
		if len(p.open) == p.depth {
			p.fail(p.at, "nested more than %d levels deep", p.depth)
			return
		}
		p.open = append(p.open, int32(i))
		// The container stays open; element reads what is in it.
		p.Depth = max(p.Depth, len(p.open))
		p.at++
		return // its end is not known yet
	case '"':
		n.kind = String
		p.string(n)
	case 't':
		n.kind = Bool
		p.word("true")
	case 'f':
		n.kind = Bool
		p.word("false")
	case 'n':
		n.kind = Null
		p.word("null")
	default:
		n.kind = Number
		p.number()
	}
	n.end = int32(p.at)
}

func (p *parser) word(w string) {
	if end := p.at + len(w); end > len(p.text) || p.text[p.at:end] != w {
		p.unexpected("a value")
		return
	}
	p.at += len(w)
}

// number reads a number, or what Python writes for one that is none.
func (p *parser) number() {
	size := numberSize(p.text[p.at:])
	if size > 0 {
		p.at += size
		return
	}
	if size = notANumber(p.text[p.at:]); size > 0 {
		p.at += size
		p.NaNs++
		return
	}
	p.unexpected("a value")
}

// notANumber returns the length of what Python writes for a number that is
// none, 0 if a text does not begin with it.
func notANumber(s string) int {
	for _, w := range []string{"NaN", "Infinity", "-Infinity"} {
		if strings.HasPrefix(s, w) {
			return len(w)
		}
	}
	return 0
}

// numberSize returns the length of the number of JSON that a text begins with,
// 0 if there is none.
func numberSize(s string) int {
	i := 0
	if i < len(s) && s[i] == '-' {
		i++
	}
	whole := digits(s[i:])
	if whole == 0 || whole > 1 && s[i] == '0' {
		return 0
	}
	i += whole
	if i < len(s) && s[i] == '.' {
		n := digits(s[i+1:])
		if n == 0 {
			return 0
		}
		i += 1 + n
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		sign := 0
		if i+1 < len(s) && (s[i+1] == '+' || s[i+1] == '-') {
			sign = 1
		}
		n := digits(s[i+1+sign:])
		if n == 0 {
			return 0
		}
		i += 1 + sign + n
	}
	return i
}

func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// string reads a string, up to and with the closing quote.
func (p *parser) string(n *node) {
	size, escaped, halves, fault := scanString(p.text[p.at:])
	if fault != "" {
		p.fail(p.at+size, "%s", fault)
		return
	}
	p.at += size
	n.end, n.escaped = int32(p.at), escaped
	if halves {
		p.Halves++
	}
}
