package process

import (
	"os/exec"
	"syscall"
)

// endWithUs has the system kill a command when the thread that starts it ends, as it does when we
// are killed. What the command has started goes on.
func endWithUs(cmd *exec.Cmd) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
}
