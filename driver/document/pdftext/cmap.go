package pdftext

import (
	"encoding/hex"
	"io"
	"strings"
	"unicode/utf16"

	"github.com/ledongthuc/pdf"

	"github.com/mantrac/mantrac/internal/lazyregexp"
)

// maxMap is the largest size of a map in bytes. It has at most 65,536 codes.
const maxMap = 8 << 20

// token is a part of a map: a string in hexadecimal digits, a bracket or a word.
var token = lazyregexp.New(`<[0-9A-Fa-f\s]*>|[\[\]]|[^\s<>\[\]]+`)

// textMap reads the characters of codes; nil if there is no map.
func textMap(v pdf.Value, codes *quota) map[string]string {
	// A font may have no map, or one by name only.
	if v.Kind() != pdf.Stream {
		return nil
	}
	r := v.Reader()
	defer r.Close()
	data, err := io.ReadAll(io.LimitReader(r, maxMap))
	if err != nil {
		return nil
	}
	// Many fonts may share one map, so its text counts too: a code takes about eight bytes.
	codes.take(len(data) / 8)
	return parseMap(string(data), codes)
}

func parseMap(data string, codes *quota) map[string]string {
	texts := make(map[string]string)
	var args [][]string // of a list, or one
	inList := false
	for _, t := range token.FindAllString(data, -1) {
		switch {
		case t == "[":
			args, inList = append(args, nil), true
		case t == "]":
			inList = false
		case t[0] == '<' && inList:
			args[len(args)-1] = append(args[len(args)-1], bytesOf(t))
		case t[0] == '<':
			args = append(args, []string{bytesOf(t)})
		default:
			switch t {
			case "endbfchar":
				addChars(texts, args)
			case "endbfrange":
				addRanges(texts, args, codes)
			}
			// Any word begins something else, even where a list was not closed.
			args, inList = nil, false
		}
	}
	return texts
}

// bytesOf returns the bytes of a string in hexadecimal digits. A digit that is missing
// is 0.
func bytesOf(t string) string {
	digits := strings.Join(strings.Fields(strings.Trim(t, "<>")), "")
	if len(digits)%2 == 1 {
		digits += "0"
	}
	data, _ := hex.DecodeString(digits) // there are only digits
	return string(data)
}

func addChars(texts map[string]string, args [][]string) {
	for i := 0; i+1 < len(args); i += 2 {
		if len(args[i]) == 1 && len(args[i+1]) == 1 {
			texts[args[i][0]] = fromUTF16(args[i+1][0])
		}
	}
}

// addRanges adds the characters of consecutive codes: those of a list, or the first
// one and those that follow it.
func addRanges(texts map[string]string, args [][]string, codes *quota) {
	for i := 0; i+2 < len(args); i += 3 {
		// The lengths of a range have to be equal to count from one to the other.
		if len(args[i]) != 1 || len(args[i+1]) != 1 || len(args[i][0]) != len(args[i+1][0]) {
			continue
		}
		first, last, to := number(args[i][0]), number(args[i+1][0]), args[i+2]
		// The range may be hostile: a map has no more than 65,536 codes.
		n := min(last-first+1, 1<<16)
		// A list of more texts gives each code its own, and the codes after them none.
		if len(to) != 1 {
			n = min(n, len(to))
		}
		codes.take(n)
		for k := range n {
			code := codeOf(first+k, len(args[i][0]))
			// A list of one is read as a first character.
			if len(to) == 1 {
				texts[code] = fromUTF16(plus(to[0], k))
			} else {
				texts[code] = fromUTF16(to[k])
			}
		}
	}
}

// number returns the number that the last four bytes of a string are.
func number(s string) int {
	n := 0
	for _, b := range []byte(s[max(len(s)-4, 0):]) {
		n = n<<8 | int(b)
	}
	return n
}

// plus adds a number to the one that the last two bytes of a string are.
func plus(s string, k int) string {
	at := max(len(s)-2, 0)
	return s[:at] + codeOf(number(s[at:])+k, len(s)-at)
}

// codeOf returns a number as so many bytes.
func codeOf(n, length int) string {
	b := make([]byte, length)
	for i := length - 1; i >= 0; i-- {
		b[i] = byte(n)
		n >>= 8
	}
	return string(b)
}

func fromUTF16(s string) string {
	if len(s) == 1 {
		return string(rune(s[0]))
	}
	var units []uint16
	for i := 0; i+1 < len(s); i += 2 {
		units = append(units, uint16(s[i])<<8|uint16(s[i+1]))
	}
	return string(utf16.Decode(units))
}
