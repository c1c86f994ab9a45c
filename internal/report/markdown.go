package report

import "strings"

var markup = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "~", `\~`, "[", `\[`, "]", `\]`, "<", "&lt;", ">", "&gt;", "&", "&amp;", "|", `\|`, "#", `\#`, "@", "&#64;")

// Escape returns text as Markdown shows it: what means something in Markdown or in
// HTML is escaped, and what is hidden is shown.
func Escape(s string) string { return markup.Replace(Visible(s)) }

// Code marks a text as code in Markdown, whatever is in it.
func Code(s string) string {
	fence := strings.Repeat("`", longest(s)+1)
	if s == "" || strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return fence + s + fence
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
