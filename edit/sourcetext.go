package edit

import (
	"slices"
	"strings"
)

// sourceText returns the source of a node as an edit has it: on one line, or
// with its comments as it is in the file. A comment after it goes above.
func (x *node) sourceText() string {
	file := x.doc.file.Tree.File.Text()
	raw := strings.ReplaceAll(file[x.start:x.end], "\r\n", "\n")
	text := x.text(nil)
	if comments(raw) > 0 {
		column := x.start - strings.LastIndexByte(file[:x.start], '\n') - 1
		text = indented(raw, column, "")
	}
	var b strings.Builder
	for _, c := range x.comments() {
		b.WriteString(c + "\n")
	}
	return b.String() + text
}

// comments returns the comments above and after an item.
func (x *node) comments() []string {
	if x.in == nil {
		return nil
	}
	i := slices.Index(x.in.items, x)
	file, start := x.doc.file.Tree.File.Text(), x.in.start
	if i > 0 {
		start = x.in.items[i-1].end
	}
	g := splitGap(file[start:x.start], i == 0 && x.in.whole())
	end := x.in.end
	if i+1 < len(x.in.items) {
		end = x.in.items[i+1].start
	}
	var list []string
	for line := range strings.SplitSeq(g.lead+"\n"+trailing(file[x.end:end]), "\n") {
		if line = strings.TrimSpace(line); line != "" {
			list = append(list, line)
		}
	}
	return list
}
