package document

import (
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/mantrac/mantrac/lang/source"
)

// A place finds the bytes of YAML nodes. The parser tells a line and a
// column in characters, and no end.
type place struct {
	src    *source.File
	text   string
	starts []int // of the lines, by YAML's notion of line breaks

	// Nodes are asked for in the order of the file, so that a long line is
	// walked along once and not once a node.
	atLine, atColumn, at int
}

func newPlace(file *source.File) place {
	text := file.Text()
	p := place{src: file, text: text, starts: []int{0}}
	if strings.HasPrefix(text, byteOrderMark) {
		p.starts[0] = len(byteOrderMark)
	}
	for i, c := range text {
		switch c {
		case '\r':
			if strings.HasPrefix(text[i:], "\r\n") {
				continue
			}
			fallthrough
		case '\n', '\u0085', '\u2028', '\u2029':
			p.starts = append(p.starts, i+utf8.RuneLen(c))
		}
	}
	return p
}

// line returns the span of a line without the white space around it.
func (p *place) line(n int) source.Span {
	n = min(max(n, 1), len(p.starts))
	start, end := p.starts[n-1], len(p.text)
	if n < len(p.starts) {
		end = p.starts[n]
	}
	line := p.text[start:end]
	start += len(line) - len(strings.TrimLeft(line, " \t"))
	return p.src.Span(start, start+len(strings.TrimSpace(line)))
}

// indentingTab returns the white space of the first line that is indented
// with tabs.
func (p *place) indentingTab() source.Span {
	for _, start := range p.starts {
		end := p.skip(start, func(c byte) bool { return c == ' ' || c == '\t' })
		if strings.Contains(p.text[start:end], "\t") {
			return p.src.Span(start, end)
		}
	}
	return source.Span{}
}

// offset returns the byte of a line and a column, counted from 1.
func (p *place) offset(line, column int) int {
	if line < 1 || line > len(p.starts) {
		return len(p.text)
	}
	// Go back to the start of the line only if the place is on another line, or before the last one.
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
		at = p.skip(at, func(c byte) bool { return !isBlank(c) })
		at = p.skip(at, isBlank)
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
func (p *place) scalarEnd(in *yaml.Node, start int) (end int, inexact bool) {
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
func (p *place) quoteEnd(start int, quote, escape byte) (end int, inexact bool) {
	for i := start + 1; i < len(p.text); i++ {
		// In single quotes, a quote is escaped by another one.
		switch c := p.text[i]; {
		case c == escape && (c != quote || strings.HasPrefix(p.text[i+1:], string(quote))):
			i++
		case c == quote:
			return i + 1, false
		}
	}
	return len(p.text), true
}

// childEnd returns where a part of a collection ends; for an alias, the end of the
// alias and not that of its target.
func (p *place) childEnd(in *yaml.Node, n *Node) int {
	if in.Kind != yaml.AliasNode {
		return n.At.End
	}
	return min(p.offset(in.Line, in.Column)+len("*")+len(in.Value), len(p.text))
}

// closeNested sets the end of a collection whose last part ends at end. That
// of one in brackets is its closing bracket.
func (p *place) closeNested(out *Node, in *yaml.Node, end int, bracket byte) {
	end = max(out.At.Start, min(end, len(p.text)))
	if in.Style&yaml.FlowStyle == 0 {
		out.Inexact = len(in.Content) == 0
	} else if at := p.skip(end, func(c byte) bool { return isBlank(c) || c == ',' }); at < len(p.text) && p.text[at] == bracket {
		end, out.Inexact = at+1, false
	}
	out.At = p.src.Span(out.At.Start, end)
}
