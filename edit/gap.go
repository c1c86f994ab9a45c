package edit

import "strings"

// A gap is the text before an item: white space and comments.
type gap struct {
	trail    string // the comment after the item before, on its line, with the space before it
	detached string // comments that belong to no item, with the line breaks before them
	lead     string // line breaks, the comments directly above the item, and its indentation
	comments bool   // there are comments in lead
}

// splitGap takes a gap apart. At the start of a file there is nothing that a
// comment on the first line could follow.
func splitGap(text string, start bool) gap {
	var g gap
	if !start {
		g.trail = trailing(text)
		text = text[len(g.trail):]
	}
	lines := strings.SplitAfter(text, "\n")
	first := len(lines) - 1 // the first line of the item with its comments
	// The first line of a gap ends the line of what precedes it, except at the start of a file.
	for first > 0 && isComment(lines[first-1]) && (first > 1 || start) {
		first--
	}
	g.comments = first < len(lines)-1
	for first > 0 && !isComment(lines[first-1]) {
		first-- // blank lines above
	}
	above := strings.Join(lines[:first], "")
	g.lead = strings.Join(lines[first:], "")
	// The line break after a detached comment belongs to what is below.
	body := strings.TrimRight(above, "\r\n")
	g.detached, g.lead = body, above[len(body):]+g.lead
	return g
}

// trailing returns the comment on the line that a gap begins on, with the
// space before it, or "".
func trailing(text string) string {
	end := strings.IndexByte(text, '\n')
	if end < 0 {
		end = len(text)
	}
	line := strings.TrimSuffix(text[:end], "\r")
	if !strings.Contains(line, ";") {
		return ""
	}
	return line
}

func isComment(line string) bool { return strings.HasPrefix(strings.TrimLeft(line, " \t\ufeff"), ";") }

// unspaced returns white space and comments without the blank lines at the
// beginning.
func unspaced(lead string) string {
	rest := lead
	for {
		line, more, found := strings.Cut(rest, "\n")
		if !found || strings.TrimSpace(line) != "" || !strings.Contains(more, "\n") {
			break
		}
		next, _, _ := strings.Cut(more, "\n")
		if strings.TrimSpace(next) != "" {
			break
		}
		rest = more
	}
	if rest == lead {
		return lead
	}
	return "\n" + strings.TrimPrefix(rest, "\n")
}
