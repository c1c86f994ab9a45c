package tool

import "strings"

// Row writes the calls of a trace in a row, each in the words of word: `buy → pay`.
func Row[C any](calls []C, word func(C) string) string {
	if len(calls) == 0 {
		return "the empty trace"
	}
	var words []string
	for _, c := range calls {
		words = append(words, word(c))
	}
	return strings.Join(words, " → ")
}
