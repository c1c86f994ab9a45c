//go:build !unix

package exec

import "os/exec"

// OwnGroup does nothing: the system has no process groups, and only the command
// itself is killed.
func OwnGroup(*exec.Cmd) {}
