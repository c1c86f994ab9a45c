package document

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// nested reads an object or a list.
func (p *jsonReader) nested(n *Node, c byte) {
	if p.depth == p.Depth {
		p.tooDeep(p.here(1))
		return
	}
	p.depth++
	p.open = append(p.open, p.at)
	p.at++
	if c == '{' {
		n.Kind = Object
		var all []Member
		var before []*Node
		var last *Node
		p.elements('}', "members", func() *Node {
			m := p.member()
			all, before, last = append(all, m), append(before, last), m.Value
			return m.Value
		})
		p.members(n, all, before)
	} else {
		n.Kind = List
		p.elements(']', "elements", func() *Node {
			n.Items = append(n.Items, p.value())
			return n.Items[len(n.Items)-1]
		})
	}
	p.open = p.open[:len(p.open)-1]
	p.depth--
}

// elements reads what is up to a closing bracket, by a function for each value.
func (p *jsonReader) elements(closing byte, plural string, next func() *Node) {
	var last *Node
	// comma is the place of the comma after the last value, or -1.
	comma := -1
	for {
		switch c := p.peek(); {
		case p.ended():
			p.unclosed()
			return
		case c == closing:
			p.trailingComma(comma)
			p.close()
			return
		case c == ']' || c == '}':
			// It closes the other kind of container.
			p.crossed()
			return
		case c == ',':
			at := p.here(1)
			p.mistake(at, "remove the comma", diag.Edit{Span: at}, "unexpected comma")
			p.at++
			continue
		case closing == '}' && c != '"' && c != '\'' && !isWord(c):
			p.stop(Fault{
				At: p.here(1), Message: "expected a name in double quotes, or `}`",
				Also: p.blame(p.open[len(p.open)-1], "in the object that begins here"),
			})
			return
		}
		// Report the comma that is missing, and read on as if it were there.
		if last != nil && comma < 0 {
			edit := diag.Edit{Span: p.file.Span(last.At.End, last.At.End), New: ","}
			p.mistake(p.here(1), "write the comma", edit, "a comma is missing between two %s", plural)
		}
		last = next()
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

func (p *jsonReader) member() Member {
	var m Member
	start := p.at
	if c := p.text[p.at]; isWord(c) {
		end := p.wordEnd()
		m.Name = p.text[p.at:end]
		at := p.file.Span(p.at, end)
		p.mistake(at, "write the quotes", diag.Edit{Span: at, New: quoted(m.Name)}, "the name `%s` is not in double quotes", Excerpt(m.Name))
		p.at = end
	} else {
		m.Name = p.string(c)
	}
	m.At = p.file.Span(start, p.at)
	p.colon(m)
	m.Value = p.value()
	return m
}

// colon skips the colon between a name and its value.
func (p *jsonReader) colon(m Member) {
	c := p.peek()
	if p.ended() {
		return // the value that is missing is reported
	}
	if c == ':' {
		p.at++
		return
	}
	f := Fault{At: m.At, Message: fmt.Sprintf("expected a colon and a value after the name %s", quoted(Excerpt(m.Name)))}
	switch c {
	case ',', '}', ']':
		p.stop(f)
	case '=':
		f.Fix, f.Edits = "write a colon", []diag.Edit{{Span: p.here(1), New: ":"}}
		p.fault(f)
		p.at++
	default:
		f.Fix, f.Edits = "write the colon", []diag.Edit{{Span: p.file.Span(m.At.End, m.At.End), New: ":"}}
		p.fault(f)
	}
}

// trailingComma reports a comma before a closing bracket; none if negative.
func (p *jsonReader) trailingComma(comma int) {
	if comma >= 0 {
		at := p.file.Span(comma, comma+1)
		p.mistake(at, "remove the comma", diag.Edit{Span: at}, "unexpected comma before `%c`", p.text[p.at])
	}
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
	p.stop(Fault{
		At:      p.here(1),
		Message: fmt.Sprintf("`%c` cannot close `%c`", p.text[p.at], p.text[opening]),
		Also:    p.blame(opening, "opened here"),
	})
}

// unclosed reports the innermost bracket that is open where the file ends.
func (p *jsonReader) unclosed() {
	if p.dead || len(p.open) == 0 {
		p.stop(Fault{At: p.here(0), Message: "unexpected end of the " + p.unit() + "; expected a value"})
		return
	}
	opening := p.open[len(p.open)-1]
	p.stop(Fault{
		At:      p.file.Span(opening, opening+1),
		Message: fmt.Sprintf("`%c` is never closed", p.text[opening]),
		Also:    p.blame(len(p.text), "the "+p.unit()+" ends here"),
	})
}

// unit names what ends where the text ends.
func (p *jsonReader) unit() string {
	if p.lines {
		return "line"
	}
	return "file"
}

// blame labels a place, and the first pair of brackets that looks crooked.
func (p *jsonReader) blame(at int, role string) []diag.Label {
	labels := []diag.Label{{Span: p.file.Span(at, min(at+1, len(p.text))), Role: role}}
	if !p.odd.Span.IsZero() {
		labels = append(labels, p.odd)
	}
	return labels
}
