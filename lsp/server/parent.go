package server

import (
	"context"
	"errors"
	"os"
	"runtime"
	"syscall"
	"time"
)

// pulse is how often the server looks whether its client still runs.
const pulse = 3 * time.Second

// endWith closes the connection when the process of the client has ended. A
// client that dies may leave the pipe open, in the hands of its children.
func (s *Server) endWith(ctx context.Context, pid int) {
	tick := time.NewTicker(s.pulse)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if !isRunning(pid) {
			s.log("the process %d of the client has ended, and the server ends", pid)
			_ = s.conn.Close() // nobody is there any more
			return
		}
	}
}

// isRunning reports whether there is a process.
func isRunning(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false // Windows
	}
	defer func() { _ = p.Release() }()
	if runtime.GOOS == "windows" {
		// FindProcess opens the process there, and fails if there is none.
		return true
	}
	// Signal 0 is not delivered. EPERM means that the process exists but belongs to another user.
	err = p.Signal(syscall.Signal(0))
	return err == nil || errors.Is(err, syscall.EPERM)
}
