package importer

import (
	"strings"

	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/types"
)

// pythonJSON returns what Python prints of a dictionary as JSON; false if it is
// not one, or has something that JSON does not have.
func pythonJSON(text string) (string, bool) {
	if !strings.HasPrefix(text, "{") {
		return "", false
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '\'' || c == '"':
			s, size, ok := pythonString(text[i:])
			if !ok {
				return "", false
			}
			b.Write(document.AppendJSON(nil, types.Text(s)))
			i += size
		case c >= 'A' && c <= 'Z':
			// The word is as long as what TrimLeft takes away.
			word := text[i : i+len(text[i:])-len(strings.TrimLeft(text[i:], "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"))]
			json, known := map[string]string{"True": "true", "False": "false", "None": "null"}[word]
			if !known {
				return "", false
			}
			b.WriteString(json)
			i += len(word)
		case c == '(' || c == ')':
			// Tuples are lists.
			b.WriteByte(map[byte]byte{'(': '[', ')': ']'}[c])
			i++
		default:
			b.WriteByte(c)
			i++
		}
	}
	// What was put together has to be JSON: other types of Python are not.
	if _, _, err := new(document.Reader).Arguments(b.String()); err != nil {
		return "", false
	}
	return b.String(), true
}

// pythonString reads a string that a text begins with.
func pythonString(text string) (s string, size int, ok bool) {
	var b strings.Builder
	quote := text[0]
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == quote:
			return b.String(), i + 1, true
		case c == '\\' && i+1 < len(text):
			i++
			plain, known := map[byte]byte{'n': '\n', 't': '\t', 'r': '\r', '\\': '\\', '\'': '\'', '"': '"'}[text[i]]
			if !known {
				return "", 0, false
			}
			b.WriteByte(plain)
		default:
			b.WriteByte(c)
		}
	}
	return "", 0, false
}
