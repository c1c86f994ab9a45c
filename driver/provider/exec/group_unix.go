//go:build unix

package exec

import (
	"os/exec"
	"syscall"
)

// OwnGroup gives a command a process group of its own, which is killed as a whole.
func OwnGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
