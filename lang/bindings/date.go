package bindings

import (
	"strings"
	"time"
)

// A layout says how dates are written: tokens, and what is between them.
type layout []string

// tokens are the parts of a date, longer ones first.
var tokens = []string{"YYYY", "MMMM", "MMM", "MM", "DD", "M", "D"}

// layoutOf reads the form of a date, as YYYY-MM-DD. It returns false if it does
// not have a year, a month and a day, each once.
func layoutOf(text string) (*layout, bool) {
	var list layout
	count := make(map[byte]int)
	for text != "" {
		// Text between tokens is copied, byte by byte.
		part := text[:1]
		for _, t := range tokens {
			if strings.HasPrefix(text, t) {
				part = t
				// MM, M, MMM and MMMM all count as the month.
				count[t[0]]++
				break
			}
		}
		list, text = append(list, part), text[len(part):]
	}
	return &list, count['Y'] == 1 && count['M'] == 1 && count['D'] == 1
}

// day returns the number of days from 1970-01-01 to the date that a text begins
// with. What follows must not go on with a digit: a time may follow.
func (l *layout) day(text string) (int64, bool) {
	var year, month, day int
	for _, part := range *l {
		ok := true
		switch part {
		case "YYYY":
			year, text, ok = digits(text, 4, 4)
		case "MMMM", "MMM":
			month, text, ok = monthIn(text, part == "MMM")
		case "MM":
			month, text, ok = digits(text, 2, 2)
		case "M":
			month, text, ok = digits(text, 1, 2)
		case "DD":
			day, text, ok = digits(text, 2, 2)
		case "D":
			day, text, ok = digits(text, 1, 2)
		default:
			text, ok = strings.CutPrefix(text, part)
		}
		if !ok {
			return 0, false
		}
	}
	if text != "" && isDigit(text[0]) {
		return 0, false
	}
	// time.Date turns February 30 into March 1 or 2, so that the date has to be read back.
	t := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if t.Year() != year || int(t.Month()) != month || t.Day() != day {
		return 0, false
	}
	return floorDiv(t.Unix(), 24*60*60), true
}

func floorDiv(a, b int64) int64 {
	if a < 0 && a%b != 0 {
		return a/b - 1
	}
	return a / b
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// digits reads a number of so many digits.
func digits(text string, least, most int) (n int, rest string, ok bool) {
	i := 0
	for i < len(text) && i < most && isDigit(text[i]) {
		n = n*10 + int(text[i]-'0')
		i++
	}
	return n, text[i:], i >= least
}

// monthIn reads the English name of a month, or its first three letters.
func monthIn(text string, short bool) (month int, rest string, ok bool) {
	for m := time.January; m <= time.December; m++ {
		name := m.String()
		if short {
			name = name[:3]
		}
		if len(text) >= len(name) && strings.EqualFold(text[:len(name)], name) {
			return int(m), text[len(name):], true
		}
	}
	return 0, text, false
}
