package tool

import (
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
)

// Row writes the calls of a trace in a row, each in the words of word: `buy → pay`.
func Row[C any](calls []C, word func(C) string) string {
	if len(calls) == 0 {
		return "the empty trace"
	}
	words := lists.Map(calls, word)
	return strings.Join(words, " → ")
}
