// Package terminal detects what a terminal supports, and shows progress on it.
package terminal

import (
	"fmt"
	"os"

	"golang.org/x/term"
)

// Colored reports whether a stream is written in colour: always, never, or auto,
// where it is a terminal that shows colours. See no-color.org.
func Colored(when string, stream *os.File) bool {
	switch when {
	case "always":
		return true
	case "never":
		return false
	}
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(stream.Fd())) && understandsColor(stream)
}

// replacesLine reports whether standard error is a terminal that can replace a
// line.
func replacesLine() bool { return term.IsTerminal(int(os.Stderr.Fd())) && os.Getenv("TERM") != "dumb" }

// Progress shows what is being done on a line that the next call replaces; ""
// clears it.
func Progress(what string) {
	if replacesLine() {
		fmt.Fprint(os.Stderr, clear+what)
	}
}

// clear clears the line.
const clear = "\r\x1b[K"
