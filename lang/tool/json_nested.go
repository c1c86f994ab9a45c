package tool

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// nested reads an object or a list.
func (p *jsonReader) nested(n *node, c byte) {
	if p.depth == maxDepth {
		if !p.dead {
			p.report(tooDeep(p.here(1)))
		}
		p.dead = true
		return
	}
	p.depth++
	p.open = append(p.open, p.at)
	p.at++
	if c == '{' {
		n.kind = objectNode
		p.object(n)
	} else {
		n.kind = listNode
		p.list(n)
	}
	p.open = p.open[:len(p.open)-1]
	p.depth--
}

func (p *jsonReader) list(n *node) {
	comma := -1
	for {
		switch c := p.peek(); {
		case p.ended():
			p.unclosed()
			return
		case c == ']':
			p.trailingComma(comma)
			p.close()
			return
		case c == '}':
			p.crossed()
			return
		case c == ',':
			p.extraComma()
			continue
		}
		if last := len(n.items) - 1; last >= 0 && comma < 0 {
			p.missingComma(n.items[last].end, "elements")
		}
		n.items = append(n.items, p.value())
		comma = p.comma()
	}
}

func (p *jsonReader) object(n *node) {
	var all []member
	defer func() { p.members(n, all) }()
	comma := -1
	for {
		switch c := p.peek(); {
		case p.ended():
			p.unclosed()
			return
		case c == '}':
			p.trailingComma(comma)
			p.close()
			return
		case c == ']':
			p.crossed()
			return
		case c == ',':
			p.extraComma()
			continue
		case c != '"' && c != '\'' && !isWord(c):
			p.stop(fault{
				at: p.here(1), message: "expected a name in double quotes, or `}`",
				also: p.blame(n.start, "in the object that begins here"),
			})
			return
		}
		if last := len(all) - 1; last >= 0 && comma < 0 {
			p.missingComma(all[last].value.end, "members")
		}
		all = append(all, p.member())
		comma = p.comma()
	}
}

// comma skips a comma and returns its place, or -1 if there is none.
func (p *jsonReader) comma() int {
	if p.peek() != ',' || p.ended() {
		return -1
	}
	p.at++
	return p.at - 1
}

func (p *jsonReader) member() member {
	m := member{start: p.at}
	if c := p.text[p.at]; isWord(c) {
		end := p.wordEnd()
		m.name = p.text[p.at:end]
		at := p.file.Span(p.at, end)
		p.fault(fault{
			at: at, message: fmt.Sprintf("the name `%s` is not in double quotes", excerpt(m.name)),
			fix: "write the quotes", edits: []diag.Edit{{Span: at, New: quoted(m.name)}},
		})
		p.at = end
	} else {
		m.name = p.string(c)
	}
	m.end = p.at
	p.colon(m)
	m.value = p.value()
	return m
}

// colon skips the colon between a name and its value.
func (p *jsonReader) colon(m member) {
	c := p.peek()
	if p.ended() {
		return // the value that is missing is reported
	}
	if c == ':' {
		p.at++
		return
	}
	f := fault{
		at:      p.file.Span(m.start, m.end),
		message: fmt.Sprintf("expected a colon and a value after the name %s", quoted(excerpt(m.name))),
	}
	switch c {
	case ',', '}', ']':
		p.stop(f)
	case '=':
		f.fix, f.edits = "write a colon", []diag.Edit{{Span: p.here(1), New: ":"}}
		p.fault(f)
		p.at++
	default:
		f.fix, f.edits = "write the colon", []diag.Edit{{Span: p.file.Span(m.end, m.end), New: ":"}}
		p.fault(f)
	}
}

// trailingComma reports a comma before a closing bracket; none if negative.
func (p *jsonReader) trailingComma(comma int) {
	if comma < 0 {
		return
	}
	at := p.file.Span(comma, comma+1)
	p.fault(fault{
		at: at, message: fmt.Sprintf("unexpected comma before `%c`", p.text[p.at]),
		fix: "remove the comma", edits: []diag.Edit{{Span: at}},
	})
}

func (p *jsonReader) extraComma() {
	at := p.here(1)
	p.fault(fault{
		at: at, message: "unexpected comma",
		fix: "remove the comma", edits: []diag.Edit{{Span: at}},
	})
	p.at++
}

func (p *jsonReader) missingComma(end int, between string) {
	p.fault(fault{
		at: p.here(1), message: "a comma is missing between two " + between,
		fix: "write the comma", edits: []diag.Edit{{Span: p.file.Span(end, end), New: ","}},
	})
}

// close skips the bracket that closes the innermost open one. The first pair
// whose lines begin in different columns is remembered: if a bracket turns
// out to be missing, that is about where.
func (p *jsonReader) close() {
	opening := p.open[len(p.open)-1]
	if p.odd.Span.IsZero() {
		at, first := p.indent(p.at)
		from, _ := p.indent(opening)
		if first && at >= 0 && from >= 0 && at != from {
			line := p.file.Location(opening, source.Bytes).Line
			p.odd = diag.Label{Span: p.here(1), Role: fmt.Sprintf("closes the `%c` of line %d", p.text[opening], line)}
		}
	}
	p.at++
}

// maxIndent bounds how far back the beginning of a line is looked for.
const maxIndent = 200

// indent returns how far the line of a character is indented, or -1 if it
// begins too far away, and whether the character is the first of its line.
func (p *jsonReader) indent(at int) (n int, first bool) {
	start := at
	for start > 0 && p.text[start-1] != '\n' {
		if at-start == maxIndent {
			return -1, false
		}
		start--
	}
	line := p.text[start:at]
	n = len(line) - len(strings.TrimLeft(line, " \t"))
	return n, n == len(line)
}

// crossed stops at a bracket of the other kind than the one that is open.
func (p *jsonReader) crossed() {
	opening := p.open[len(p.open)-1]
	p.stop(fault{
		at:      p.here(1),
		message: fmt.Sprintf("`%c` cannot close `%c`", p.text[p.at], p.text[opening]),
		also:    p.blame(opening, "opened here"),
	})
}

// unclosed reports the innermost bracket that is open where the file ends.
func (p *jsonReader) unclosed() {
	if p.dead || len(p.open) == 0 {
		p.stop(fault{at: p.here(0), message: "unexpected end of the file; expected a value"})
		return
	}
	opening := p.open[len(p.open)-1]
	p.stop(fault{
		at:      p.file.Span(opening, opening+1),
		message: fmt.Sprintf("`%c` is never closed", p.text[opening]),
		also:    p.blame(len(p.text), "the file ends here"),
	})
}

// blame labels a place, and the first pair of brackets that looks crooked.
func (p *jsonReader) blame(at int, role string) []diag.Label {
	labels := []diag.Label{{Span: p.file.Span(at, min(at+1, len(p.text))), Role: role}}
	if !p.odd.Span.IsZero() {
		labels = append(labels, p.odd)
	}
	return labels
}
