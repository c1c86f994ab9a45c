// Package process runs commands of other people so that they end, and keeps a bounded part
// of what they write.
package process

import (
	"errors"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// Patience is how long a command may take to end that was asked to, or its pipes may stay
// open after it was killed.
const Patience = 2 * time.Second

// Own gives a command a process group of its own, which is killed as a whole when its
// context ends. Processes that leave the group do not keep [exec.Cmd.Wait] from returning.
func Own(cmd *exec.Cmd) {
	cmd.WaitDelay = Patience
	ownGroup(cmd)
}

// Run runs a command that has been given to [Own], and then kills what is left of its
// group. A command that has ended without an error has none, also where a process that it
// has started keeps its output open. On Linux the command is killed where we are.
func Run(cmd *exec.Cmd) error {
	// The signal comes when the thread ends, which nobody else shall end.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	endWithUs(cmd)
	err := cmd.Run()
	if cmd.Process != nil {
		_ = killGroup(cmd) // an error is that nothing is left
	}
	if errors.Is(err, exec.ErrWaitDelay) {
		return nil
	}
	return err
}

// A Tail keeps the end of what is written to it.
type Tail struct {
	text  []byte
	limit int
}

// NewTail returns a tail that keeps so many bytes.
func NewTail(limit int) *Tail { return &Tail{limit: limit} }

// Write implements [io.Writer].
func (t *Tail) Write(p []byte) (int, error) {
	n := len(p)
	p = p[max(0, n-t.limit):]
	t.text = append(t.text, p...)
	if over := len(t.text) - t.limit; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return n, nil
}

// String returns what is kept, without white space at its ends, as valid UTF-8.
func (t *Tail) String() string {
	return strings.TrimSpace(strings.ToValidUTF8(string(t.text), "\uFFFD"))
}

// Quoted returns what is kept as the end of a message; "" if there is nothing.
func (t *Tail) Quoted() string {
	if s := t.String(); s != "" {
		return ": " + s
	}
	return ""
}
