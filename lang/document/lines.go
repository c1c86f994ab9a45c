package document

import (
	"strings"

	"github.com/mantrac/mantrac/lang/source"
)

// AreLines reports whether a file that begins like this, its first character after white
// space given, is JSON Lines: its first
// line closes what it opens, and another line follows; or it does not, and
// the second line begins where a document would not go on.
func AreLines(start string, first byte) bool {
	line, rest, cut := strings.Cut(start, "\n")
	next := strings.TrimLeft(rest, " \t\r\n\x1e")
	if !cut || next == "" {
		return false
	}
	// Something else than a document on the first line: each line is reported by itself.
	if first != '{' && first != '[' {
		return true
	}
	if Balanced(strings.TrimLeft(line, "\x1e")) {
		// The second line may be broken, and a later one show that there are lines.
		return next[0] == '{' || next[0] == '[' || strings.Contains(next, "\n{")
	}
	line = strings.TrimRight(line, " \t\r")
	return first == '{' && rest[0] == '{' && !strings.HasSuffix(line, ",") && !strings.HasSuffix(line, ":") &&
		!strings.HasSuffix(line, "[") && line != "{"
}

// ReadJSONLines is [ReadJSON] for a file with values on each of its lines, none of which
// goes on in the next.
func ReadJSONLines(f *source.File, o Options) (list []*Node, whole bool) {
	p := &jsonReader{reader: newReader(f, o), lines: true}
	p.valid = p.encoded()
	text := p.text
	if strings.HasPrefix(text, byteOrderMark) {
		p.at = len(byteOrderMark)
	}
	for p.at < len(text) && !p.dead {
		end := len(text)
		if n := strings.IndexByte(text[p.at:], '\n'); n >= 0 {
			end = p.at + n
		}
		// The reader sees the text up to the end of the line.
		p.text = text[:end]
		for p.space(); !p.ended(); p.space() {
			list = append(list, p.value())
		}
		p.at = end + 1
	}
	return list, p.valid && !p.dead
}
