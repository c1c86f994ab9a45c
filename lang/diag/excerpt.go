package diag

import "strings"

// excerptLength is how many characters of source text a message has room for.
const excerptLength = 40

// Excerpt returns source text as a message quotes it: on one line, and cut
// off where it is long.
func Excerpt(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > excerptLength {
		return string(r[:excerptLength]) + "…"
	}
	return s
}
