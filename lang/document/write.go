package document

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mantrac/mantrac/lang/types"
)

// AppendString appends a string as JSON. Bytes that are not UTF-8 become
// U+FFFD.
func AppendString(b []byte, s string) []byte {
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\ufffd")
	}
	b = append(b, '"')
	for {
		n := PlainRun(s)
		b = append(b, s[:n]...)
		if n == len(s) {
			return append(b, '"')
		}
		b = appendEscape(b, s[n])
		s = s[n+1:]
	}
}

func appendEscape(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\n':
		return append(b, '\\', 'n')
	case '\r':
		return append(b, '\\', 'r')
	case '\t':
		return append(b, '\\', 't')
	}
	const hex = "0123456789abcdef"
	return append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
}

// AppendJSON appends a value as JSON. Numbers are exact; a fraction that no
// decimal is, which JSON cannot write, becomes the string "1/3".
func AppendJSON(b []byte, v types.Value) []byte {
	switch v := v.(type) {
	case types.Boolean:
		return strconv.AppendBool(b, bool(v))
	case types.Number:
		return append(b, v.String()...)
	case types.Text:
		return AppendString(b, string(v))
	case types.List:
		b = append(b, '[')
		for i, item := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = AppendJSON(b, item)
		}
		return append(b, ']')
	case types.Object:
		return appendObject(b, v)
	case types.Dict:
		return appendDict(b, v)
	case types.OpenDict:
		return appendDict(b, v)
	}
	return append(b, "null"...)
}

// appendDict writes a map as an object with the texts of its keys.
func appendDict(b []byte, entries []types.Entry) []byte {
	o := make(types.Object, len(entries))
	for i, e := range entries {
		o[i] = types.Member{Name: types.KeyText(e.Key), Value: e.Value}
	}
	return appendObject(b, o)
}

func appendObject(b []byte, o types.Object) []byte {
	b = append(b, '{')
	for i, m := range o {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(AppendString(b, m.Name), ':')
		b = AppendJSON(b, m.Value)
	}
	return append(b, '}')
}
