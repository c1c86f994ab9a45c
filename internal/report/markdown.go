package report

import (
	"fmt"
	"strings"
)

var markup = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "~", `\~`, "[", `\[`, "]", `\]`, "<", "&lt;", ">", "&gt;", "&", "&amp;", "|", `\|`, "#", `\#`, "@", "&#64;")

// Escape returns text as Markdown shows it: what means something in Markdown or in
// HTML is escaped, and what is hidden is shown.
func Escape(s string) string { return markup.Replace(Visible(s)) }

// Code marks a text as code in Markdown, whatever is in it.
func Code(s string) string {
	// The fence is longer than every run of backquotes inside.
	fence := strings.Repeat("`", longest(s)+1)
	// Markdown needs a blank between a fence and a backquote, and ignores it.
	if s == "" || strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return fence + s + fence
}

// Cell marks a text as code in a cell of a table, whatever is in it; "" stays
// empty.
func Cell(s string) string {
	if s == "" {
		return ""
	}
	return strings.ReplaceAll(Code(Visible(s)), "|", `\|`)
}

// Columns returns the head of a table. The name of a column of numbers ends in a
// colon.
func Columns(names ...string) string {
	head, rule := "|", "|"
	for _, name := range names {
		text, numbers := strings.CutSuffix(name, ":")
		head += strings.TrimRight(" "+text, " ") + " |"
		rule += "---"
		if numbers {
			rule += ":"
		}
		rule += "|"
	}
	return head + "\n" + rule + "\n"
}

// Row returns a row of a table, whose cells are Markdown.
func Row(cells ...any) string {
	row := "|"
	for _, c := range cells {
		row += fmt.Sprintf(" %v |", c)
	}
	return row + "\n"
}

// Block returns lines as a block of code in a language, each line behind an
// indent.
func Block(indent, language string, lines []string) string {
	fence := strings.Repeat("`", max(3, longest(strings.Join(lines, "\n"))+1))
	var b strings.Builder
	b.WriteString(indent + fence + language + "\n")
	for _, line := range lines {
		b.WriteString(strings.TrimRight(indent+line, " ") + "\n")
	}
	b.WriteString(indent + fence + "\n")
	return b.String()
}

// longest returns the length of the longest run of backquotes.
func longest(s string) int {
	most, run := 0, 0
	for _, r := range s {
		if r != '`' {
			run = 0
			continue
		}
		run++
		most = max(most, run)
	}
	return most
}
