package worker

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"testing"
)

// TestMain is a worker as well, which answers one request and dies.
func TestMain(m *testing.M) {
	if os.Getenv("MANTRAC_TEST_WORKER") == "" {
		os.Exit(m.Run())
	}
	var r Request
	line, err := bufio.NewReader(os.Stdin).ReadBytes('\n')
	if err == nil && json.Unmarshal(line, &r) == nil {
		fmt.Printf("{\"id\": %d, \"done\": true}\n", r.ID)
	}
	os.Exit(0)
}

// A worker that died while nobody asked it costs no answer.
func TestWorkerThatDiedIdle(t *testing.T) {
	started := 0
	c := NewChild(func() *exec.Cmd {
		started++
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "MANTRAC_TEST_WORKER=once")
		return cmd
	})
	defer c.Close()
	for i := range 3 {
		if err := c.Ask(context.Background(), Request{Task: Validate}, func(Outcome) {}); err != nil || started != i+1 {
			t.Errorf("request %d, worker %d: %v", i, started, err)
		}
	}
}
