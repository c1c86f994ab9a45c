//go:build !unix

package process

import "os/exec"

// ownGroup does nothing: the system has no process groups, and only the command
// itself is killed.
func ownGroup(*exec.Cmd) {}

func killGroup(*exec.Cmd) error { return nil }
