package reader

import (
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"github.com/mantrac/mantrac/driver/document"
)

// readMarkdown finds the headings, paragraphs and links of a text.
func readMarkdown(s *document.Source) {
	from := frontMatter(s.Text)
	body := []byte(s.Text[from:])
	root := goldmark.DefaultParser().Parse(text.NewReader(body))
	lines := lineStarts(s.Text)
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		at := n.Pos()
		if at < 0 {
			continue // a definition of a link
		}
		start := lines.start(from + at)
		s.Breaks = append(s.Breaks, start)
		h, ok := n.(*ast.Heading)
		if !ok {
			continue
		}
		end := start
		// The lines of a heading are those of its text; one without text has none.
		if n := h.Lines().Len(); n > 0 {
			end = from + h.Lines().At(n-1).Start
		}
		end = lines.next(end)
		// A heading that is underlined has another line.
		if s.Text[start:end] != "" && !strings.HasPrefix(strings.TrimLeft(s.Text[start:end], " "), "#") {
			end = lines.next(end) // the line below
		}
		s.Headings = append(s.Headings, document.Heading{Title: titleOf(h, body), Level: h.Level, Start: start, End: end})
	}
	s.Links = linksIn(root, from)
}

// maxDepth is how deep quotations and lists may be nested in one line. The parser
// takes time that grows with the square of it.
const maxDepth = 500

// tooDeep returns the offset of the first line that is nested too deep, or -1.
func tooDeep(text string) int {
	at := 0
	for line := range strings.Lines(text) {
		depth := 0
		// Only marks at the beginning of a line nest.
		for i := 0; i < len(line) && strings.IndexByte(" \t>-*+", line[i]) >= 0; i++ {
			if line[i] == '>' || line[i] != ' ' && line[i] != '\t' && i+1 < len(line) && line[i+1] == ' ' {
				depth++
			}
		}
		if depth > maxDepth {
			return at
		}
		at += len(line)
	}
	return -1
}

// frontMatter returns the length of the YAML that some tools expect before the text.
func frontMatter(text string) int {
	for _, end := range []string{"\n", "\r\n"} {
		// The end of the line has to be the same as that of the first one.
		if rest, ok := strings.CutPrefix(text, "---"+end); ok {
			if i := strings.Index(rest, end+"---"+end); i >= 0 {
				return len(text) - len(rest) + i + len(end+"---"+end)
			}
		}
	}
	return 0
}

// titleOf returns the text of a heading, without marks.
func titleOf(h *ast.Heading, body []byte) string {
	var b strings.Builder
	_ = ast.Walk(h, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			switch n := n.(type) {
			case *ast.Text:
				b.Write(n.Segment.Value(body))
				// A heading that is underlined may have several lines.
				if n.SoftLineBreak() || n.HardLineBreak() {
					b.WriteByte(' ')
				}
			case *ast.String:
				b.Write(n.Value)
			case *ast.AutoLink:
				b.Write(n.Label(body))
			}
		}
		return ast.WalkContinue, nil
	})
	return strings.Join(strings.Fields(b.String()), " ")
}

// linksIn returns the links to headings of the document itself. The place of a
// link is that of its text.
func linksIn(root ast.Node, from int) []document.Link {
	var list []document.Link
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if link, ok := n.(*ast.Link); ok && entering {
			anchor, local := strings.CutPrefix(string(link.Destination), "#")
			// A link to another document, or to its top, is none to a heading.
			if t, ok := link.FirstChild().(*ast.Text); ok && local && anchor != "" {
				list = append(list, document.Link{At: from + t.Segment.Start, Anchor: anchor})
			}
		}
		return ast.WalkContinue, nil
	})
	return list
}
