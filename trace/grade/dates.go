package grade

import (
	"fmt"
	"strings"
	"time"
)

// dateForms returns the ways in which people write a day that is an argument in
// the form 2024-05-20, normalised and without its year: "may 20", "20th of may",
// "5 20". There are none of what is no such day.
func dateForms(text string) [][]byte {
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return nil
	}
	long := strings.ToLower(day.Month().String())
	var forms [][]byte
	for _, month := range []string{long, long[:3]} {
		for _, d := range []string{fmt.Sprint(day.Day()), fmt.Sprintf("%02d", day.Day()), ordinal(day.Day())} {
			for _, form := range []string{" %s %s ", " %s the %s "} {
				forms = append(forms, fmt.Appendf(nil, form, month, d))
			}
			for _, form := range []string{" %s %s ", " %s of %s "} {
				forms = append(forms, fmt.Appendf(nil, form, d, month))
			}
		}
	}
	// The month comes first in numbers: 5/20 is normalised to "5 20".
	return append(forms,
		fmt.Appendf(nil, " %d %d ", int(day.Month()), day.Day()),
		fmt.Appendf(nil, " %02d %02d ", int(day.Month()), day.Day()))
}

// ordinal returns 1st, 2nd, 3rd, 4th and so on.
func ordinal(n int) string {
	suffix := "th"
	// 11th, 12th and 13th are exceptions.
	if n/10 != 1 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return fmt.Sprint(n, suffix)
}
