package terminal

import (
	"os"

	"golang.org/x/sys/windows"
)

// understandsColor reports whether a terminal understands escape sequences,
// and tells it to.
func understandsColor(stream *os.File) bool {
	console, mode := windows.Handle(stream.Fd()), uint32(0)
	if windows.GetConsoleMode(console, &mode) != nil {
		return false
	}
	return windows.SetConsoleMode(console, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}
