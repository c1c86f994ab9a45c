package server

import (
	"errors"
	"os"
	"os/exec"
	"testing"
	"time"
)

// The server ends when the process of its client has ended, though the
// connection is still open.
func TestClientProcessEnds(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "MANTRAC_TEST_WORKER=hangs")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	c := dial(t, t.TempDir())
	c.server.pulse = time.Millisecond
	c.initialize(map[string]any{"capabilities": map[string]any{}, "processId": cmd.Process.Pid})
	c.call("workspace/symbol", map[string]any{"query": ""}, nil) // it serves
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	select {
	case err := <-c.end:
		if !errors.Is(err, errNoShutdown) {
			t.Errorf("it ends with %v", err)
		}
	case <-time.After(Patience):
		t.Error("it does not end")
	}
}

// A client that does not say which process it is, or runs, is served.
func TestClientProcessRuns(t *testing.T) {
	for _, pid := range []any{nil, os.Getpid(), 1} {
		c := dial(t, t.TempDir())
		c.server.pulse = time.Millisecond
		c.initialize(map[string]any{"capabilities": map[string]any{}, "processId": pid})
		time.Sleep(5 * time.Millisecond)
		c.close()
	}
}
