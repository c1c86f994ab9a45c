package trace

import (
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/types"
)

// appendCompact appends a text of JSON without the white space between its
// tokens.
func appendCompact(b []byte, raw []byte) []byte {
	from, inString := 0, false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		// The escaped character may be a quote, which does not end the string.
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case !inString && (c == ' ' || c == '\n' || c == '\r' || c == '\t'):
			b = append(b, raw[from:i]...)
			from = i + 1
		}
	}
	return append(b, raw[from:]...)
}

// RawArguments returns the text of arguments as it is, if it is JSON that
// readers accept, else as a string of JSON.
func RawArguments(text string) []byte {
	var d document.Document
	// Parse accepts NaN, which is not JSON, and duplicate names, which readers understand in several ways.
	if d.Parse(text) == nil && d.NaNs == 0 && d.Depth <= document.MaxValueDepth {
		if _, twice := d.Root().TwiceWithin(document.Value{}); twice.Kind() == document.Absent {
			return document.Bytes(text)
		}
	}
	return document.AppendJSON(nil, types.Text(text))
}
