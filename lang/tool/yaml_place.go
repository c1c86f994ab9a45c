package tool

import (
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// A place finds the bytes of YAML nodes. The parser tells a line and a
// column in characters, and no end.
type place struct {
	text   string
	starts []int // of the lines, by YAML's notion of line breaks

	// Nodes are asked for in the order of the file, so that a long line is
	// walked along once and not once a node.
	atLine, atColumn, at int
}

func newPlace(text string) place {
	p := place{text: text, starts: []int{0}}
	if strings.HasPrefix(text, byteOrderMark) {
		p.starts[0] = len(byteOrderMark)
	}
	for i := 0; i < len(text); {
		n := lineBreak(text[i:])
		if n > 0 {
			p.starts = append(p.starts, i+n)
		}
		i += max(n, 1)
	}
	return p
}

// lineBreak returns the length of the line break that s begins with, or 0.
func lineBreak(s string) int {
	switch s[0] {
	case '\n':
		return 1
	case '\r':
		if strings.HasPrefix(s, "\r\n") {
			return 2
		}
		return 1
	case 0xC2, 0xE2:
		for _, b := range [...]string{"\u0085", "\u2028", "\u2029"} {
			if strings.HasPrefix(s, b) {
				return len(b)
			}
		}
	}
	return 0
}

// offset returns the byte of a line and a column, counted from 1.
func (p *place) offset(line, column int) int {
	if line < 1 || line > len(p.starts) {
		return len(p.text)
	}
	if line != p.atLine || column < p.atColumn {
		p.atLine, p.atColumn, p.at = line, 1, p.starts[line-1]
	}
	for ; p.atColumn < column && p.at < len(p.text); p.atColumn++ {
		_, size := utf8.DecodeRuneInString(p.text[p.at:])
		p.at += size
	}
	return p.at
}

// contentStart returns where a node begins, after its anchor and its tag.
func (p *place) contentStart(in *yaml.Node) int {
	at := p.offset(in.Line, in.Column)
	for at < len(p.text) && (p.text[at] == '&' || p.text[at] == '!') {
		next := p.skip(at, func(c byte) bool { return !isBlank(c) })
		next = p.skip(next, isBlank)
		if next == at {
			break
		}
		at = next
	}
	return at
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func (p *place) skip(at int, while func(byte) bool) int {
	for at < len(p.text) && while(p.text[at]) {
		at++
	}
	return at
}

// scalarEnd returns where a scalar ends, or the end of its line and true
// where that is not certain.
func (p *place) scalarEnd(in *yaml.Node, start int) (end int, loose bool) {
	rest := p.text[start:]
	switch {
	case in.Style&yaml.DoubleQuotedStyle != 0 && strings.HasPrefix(rest, `"`):
		return p.quoteEnd(start, '"', '\\')
	case in.Style&yaml.SingleQuotedStyle != 0 && strings.HasPrefix(rest, `'`):
		return p.quoteEnd(start, '\'', '\'')
	case in.Style&(yaml.LiteralStyle|yaml.FoldedStyle) == 0 && strings.HasPrefix(rest, in.Value):
		return start + len(in.Value), false
	}
	line, _, _ := strings.Cut(rest, "\n")
	return start + len(strings.TrimRight(line, " \t\r")), true
}

// quoteEnd returns the end of a quoted scalar in which the character escape
// takes the next one with it.
func (p *place) quoteEnd(start int, quote, escape byte) (end int, loose bool) {
	for i := start + 1; i < len(p.text); i++ {
		switch c := p.text[i]; {
		case c == escape && (c != quote || strings.HasPrefix(p.text[i+1:], string(quote))):
			i++
		case c == quote:
			return i + 1, false
		}
	}
	return len(p.text), true
}

// childEnd returns where a part of a collection ends: an alias, where it
// stands, and not what it stands for.
func (p *place) childEnd(in *yaml.Node, n *node) int {
	if in.Kind != yaml.AliasNode {
		return n.end
	}
	return min(p.offset(in.Line, in.Column)+1+len(in.Value), len(p.text))
}

// closeNested sets the end of a collection whose last part ends at end. That
// of one in brackets is its closing bracket.
func (p *place) closeNested(out *node, in *yaml.Node, end int, bracket byte) {
	out.end = max(out.start, min(end, len(p.text)))
	if in.Style&yaml.FlowStyle == 0 {
		out.loose = len(in.Content) == 0
		return
	}
	at := p.skip(out.end, func(c byte) bool { return isBlank(c) || c == ',' })
	if at < len(p.text) && p.text[at] == bracket {
		out.end, out.loose = at+1, false
	}
}
