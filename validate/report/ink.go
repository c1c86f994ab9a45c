package report

// An ink colours text, if it is there at all. The colours are those of
// diagnostics (lang/diag/report).
type ink bool

const (
	bold   = "1"
	faint  = "2"
	red    = "1;91"
	green  = "1;92"
	yellow = "1;93"
	blue   = "1;94"
	cyan   = "36"
)

func (k ink) paint(colour, s string) string {
	if !bool(k) || s == "" || colour == "" {
		return s
	}
	return "\x1b[" + colour + "m" + s + "\x1b[0m"
}
