package report

import "github.com/mantrac/mantrac/lang/diag"

// An ink colours text, if it is there at all.
type ink bool

// The colours are those of rustc; a lint has that of its notes.
const (
	bold   = "1"
	red    = "1;91"
	green  = "1;92"
	yellow = "1;93"
	blue   = "1;94"
	cyan   = "1;96"
)

func (k ink) paint(colour, s string) string {
	if !bool(k) || s == "" {
		return s
	}
	return "\x1b[" + colour + "m" + s + "\x1b[0m"
}

func colourOf(s diag.Severity) string {
	switch s {
	case diag.Error:
		return red
	case diag.Warning:
		return yellow
	}
	return green
}
