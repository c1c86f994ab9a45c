package report

// An Ink colours text for a terminal, if it is true.
type Ink bool

// The colours of everything that is reported: those of rustc.
const (
	Bold   = "1"
	Faint  = "2"
	Red    = "1;91" // errors, and what is gone
	Green  = "1;92" // lints, what passes, and what is new
	Yellow = "1;93" // warnings, and what is not known
	Blue   = "1;94" // the frame of source text
	Cyan   = "1;96" // help, and names
)

// Paint returns text in a colour; "" is none.
func (k Ink) Paint(colour, s string) string {
	if !bool(k) || s == "" || colour == "" {
		return s
	}
	return "\x1b[" + colour + "m" + s + "\x1b[0m"
}
