package diag

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
)

// Some lists the first of some things, each in the words of word, and says how many
// more there are: `a, b and 3 more`.
func Some[T any](list []T, most int, word func(T) string) string {
	words := lists.Map(list[:min(len(list), most)], word)
	text := strings.Join(words, ", ")
	if more := len(list) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// Cut returns a text of at most so many characters: the beginning of a longer one ends
// with "…".
func Cut(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}
