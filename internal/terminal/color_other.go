//go:build !windows

package terminal

import "os"

// understandsColor reports whether a terminal understands escape sequences.
func understandsColor(*os.File) bool { return true }
