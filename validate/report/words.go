package report

import (
	"strings"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"github.com/mantrac/mantrac/lang/source"
)

// width returns how many cells of a terminal a text takes.
func width(s string) int { return source.Len(s, source.Width) }

// shorten returns visible text of at most n cells, with … for what does not
// fit.
func shorten(s string, n int) string {
	// A text takes no more cells than bytes, so short texts need no measuring.
	if len(s) <= n || width(s) <= n {
		return s
	}
	taken, end := 0, 0
	// Cut between grapheme clusters, so that no character is split.
	for clusters := graphemes.FromString(s); clusters.Next(); {
		w := width(clusters.Value())
		if taken+w > n-1 {
			break
		}
		taken += w
		end += len(clusters.Value())
	}
	return s[:end] + "…"
}

// pad fills a text up to n cells.
func pad(s string, n int) string { return s + strings.Repeat(" ", max(0, n-width(s))) }

// wrap breaks a text between words into lines of at most n cells, and code
// between backquotes only if it would not fit on a line.
func wrap(s string, n int) []string {
	var lines []string
	line := ""
	for _, word := range words(s, n) {
		if line != "" && width(line)+1+width(word) > n {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}

// words splits a text at blanks that are not in short code.
func words(s string, n int) []string {
	var list []string
	open := false
	for word := range strings.FieldsSeq(s) {
		last := len(list) - 1
		if open && width(list[last])+1+width(word) <= n {
			list[last] += " " + word
		} else {
			list = append(list, word)
		}
		// An odd number of backquotes in a word opens or closes code.
		open = open != (strings.Count(word, "`")%2 == 1)
	}
	return list
}
