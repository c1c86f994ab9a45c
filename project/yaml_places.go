package project

import (
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/mantrac/mantrac/lang/source"
)

// yamlPlaces finds the text of YAML nodes. The parser tells where a node
// begins, by a line and a column in characters, and not where it ends.
type yamlPlaces struct {
	file  *source.File
	lines []int // offsets, by YAML's notion of line breaks

	// Nodes are asked for about in the order of the file, so that a long line
	// is walked along once and not once a node. Those that are asked for again
	// are known.
	line, column, at int
	known            map[*yaml.Node]source.Span
}

func newYAMLPlaces(file *source.File) yamlPlaces {
	return yamlPlaces{file: file, lines: yamlLines(file.Text()), known: make(map[*yaml.Node]source.Span)}
}

// yamlLines returns the offsets of the lines of a text. YAML has more line
// breaks than others.
func yamlLines(text string) []int {
	starts := []int{0}
	if strings.HasPrefix(text, byteOrderMark) {
		starts[0] = len(byteOrderMark)
	}
	for i, c := range text {
		switch c {
		case '\r':
			if strings.HasPrefix(text[i:], "\r\n") {
				continue
			}
			fallthrough
		case '\n', '\u0085', '\u2028', '\u2029':
			starts = append(starts, i+utf8.RuneLen(c))
		}
	}
	return starts
}

// indentingTab returns the white space of the first line that is indented
// with tabs.
func (p *yamlPlaces) indentingTab() source.Span {
	text := p.file.Text()
	for _, start := range p.lines {
		end := start + len(text[start:]) - len(strings.TrimLeft(text[start:], " \t"))
		if strings.Contains(text[start:end], "\t") {
			return p.file.Span(start, end)
		}
	}
	return source.Span{}
}

// lineSpan returns a line without the white space around it.
func (p *yamlPlaces) lineSpan(n int) source.Span {
	n = min(max(n, 1), len(p.lines))
	start, end := p.lines[n-1], len(p.file.Text())
	if n < len(p.lines) {
		end = p.lines[n]
	}
	line := p.file.Text()[start:end]
	start += len(line) - len(strings.TrimLeft(line, " \t"))
	return p.file.Span(start, start+len(strings.TrimSpace(line)))
}

// offset returns the byte at a line and a column in characters, from 1.
func (p *yamlPlaces) offset(line, column int) int {
	text := p.file.Text()
	if line < 1 || line > len(p.lines) {
		return len(text)
	}
	if line != p.line || column < p.column {
		p.line, p.column, p.at = line, 1, p.lines[line-1]
	}
	for ; p.column < column && p.at < len(text); p.column++ {
		_, size := utf8.DecodeRuneInString(text[p.at:])
		p.at += size
	}
	return p.at
}

// span returns the place of a node: a scalar or an alias, or the first line
// of a collection.
func (p *yamlPlaces) span(n *yaml.Node) source.Span {
	if s, ok := p.known[n]; ok {
		return s
	}
	start := p.offset(n.Line, n.Column)
	end := p.lineEnd(start)
	switch n.Kind {
	case yaml.AliasNode:
		end = start + len("*") + len(n.Value)
	case yaml.ScalarNode:
		start = p.content(start, end)
		end = p.scalarEnd(n, start)
	}
	s := p.file.Span(start, end)
	p.known[n] = s
	return s
}

// longSpan is the number of bytes that a span of a line is cut off at.
const longSpan = 1024

// lineEnd returns where the text of a line ends that goes on at start.
func (p *yamlPlaces) lineEnd(start int) int {
	text := p.file.Text()
	end := min(start+longSpan, len(text))
	for end < len(text) && !utf8.RuneStart(text[end]) {
		end--
	}
	line, _, _ := strings.Cut(text[start:end], "\n")
	return start + len(strings.TrimRight(line, " \t\r"))
}

// content returns where a scalar begins, after its anchor and its tag.
func (p *yamlPlaces) content(start, end int) int {
	text := p.file.Text()
	for start < end && (text[start] == '&' || text[start] == '!') {
		i := strings.IndexAny(text[start:end], " \t")
		if i < 0 {
			return start
		}
		start = end - len(strings.TrimLeft(text[start+i:end], " \t"))
	}
	return start
}

// scalarEnd returns where a scalar ends, or its first line.
func (p *yamlPlaces) scalarEnd(n *yaml.Node, start int) int {
	rest := p.file.Text()[start:]
	switch {
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
	case n.Style&yaml.DoubleQuotedStyle != 0 && strings.HasPrefix(rest, `"`):
		return start + quoteEnd(rest, '"', '\\')
	case n.Style&yaml.SingleQuotedStyle != 0 && strings.HasPrefix(rest, "'"):
		return start + quoteEnd(rest, '\'', '\'')
	case strings.HasPrefix(rest, n.Value):
		return start + len(n.Value)
	}
	return p.lineEnd(start)
}

// quoteEnd returns where a text ends that begins with a quote, in which the
// character escape takes the next one with it.
func quoteEnd(s string, quote, escape byte) int {
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == escape && (escape != quote || i+1 < len(s) && s[i+1] == quote):
			i++
		case s[i] == quote:
			return i + 1
		}
	}
	return len(s)
}
