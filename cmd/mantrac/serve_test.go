package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mantrac/mantrac/internal/worldtest"
)

// startSimulator starts mantrac serve on the shop, and returns its address.
func startSimulator(t *testing.T, dir string) (*exec.Cmd, string) {
	t.Helper()
	cmd := program(t, "serve", "--traces", filepath.Join(dir, "traces"), filepath.Join(dir, "shop.checks"))
	out, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	_, address, ok := strings.Cut(strings.TrimSpace(line), " at ")
	if !ok {
		t.Fatalf("%q: %v", line, err)
	}
	return cmd, address
}

// post posts a body, and reads the answer into a value.
func post(url, body string, into any) error {
	a, err := http.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		return err
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err == nil && a.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", a.Status, text)
	}
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}

// A simulator is killed while agents make calls. Each answer that an agent has got is
// in the file of its session, in order, and of the others at most one.
func TestKilledSimulator(t *testing.T) {
	dir := t.TempDir()
	worldtest.Write(t, dir)
	for range 20 {
		cmd, address := startSimulator(t, dir)
		var group sync.WaitGroup
		answers := make([]int, 4)
		handles := make([]string, len(answers))
		for i := range answers {
			var begun struct{ Session string }
			if err := post(address+"/sessions", `{"case": "cancel"}`, &begun); err != nil {
				t.Fatal(err)
			}
			handles[i] = begun.Session
			group.Go(func() {
				for {
					var answer struct{ Status string }
					err := post(address+"/call?session="+begun.Session, fmt.Sprintf(`{"name": "get_order", "arguments": {"order_id": "N%d"}}`, answers[i]), &answer)
					if err != nil {
						return
					}
					answers[i]++
				}
			})
		}
		time.Sleep(time.Duration(rand.IntN(30)) * time.Millisecond)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		group.Wait()
		_ = cmd.Wait() // it was killed
		for i, n := range answers {
			files, err := filepath.Glob(filepath.Join(dir, "traces", "cancel-"+handles[i][:8]+".jsonl"))
			if err != nil || len(files) != 1 {
				t.Fatal(files, err)
			}
			data, err := os.ReadFile(files[0])
			if err != nil {
				t.Fatal(err)
			}
			if in := recorded(t, string(data)); in != n && in != n+1 {
				t.Errorf("%d answers were got, and %d are in the file", n, in)
			}
		}
	}
}

// recorded counts the answers in a file, whose calls are in order. The kill may have cut the last line.
func recorded(t *testing.T, text string) (n int) {
	for line := range strings.Lines(text) {
		if !strings.HasSuffix(line, "\n") {
			break
		}
		if strings.Contains(line, `"kind":"call"`) && !strings.Contains(line, fmt.Sprintf(`"args":{"order_id":"N%d"}`, n)) {
			t.Errorf("call %d is %s", n, line)
		}
		if strings.Contains(line, `"kind":"result"`) {
			n++
		}
	}
	return n
}

// A client of MCP starts the program and calls a tool over its standard input and
// output, in each era of the protocol.
func TestSimulatorOverStdio(t *testing.T) {
	dir := t.TempDir()
	worldtest.Write(t, dir)
	for _, revision := range []string{"2025-06-18", "2026-07-28"} {
		client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
		cmd := program(t, "serve", "--stdio", "--case", "cancel", "--traces", filepath.Join(dir, revision), filepath.Join(dir, "shop.checks"))
		s, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: cmd}, &mcp.ClientSessionOptions{ProtocolVersion: revision})
		if err != nil {
			t.Fatal(err)
		}
		a, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "get_order", Arguments: map[string]any{"order_id": "A1"}})
		if err != nil || a.IsError || a.Content[0].(*mcp.TextContent).Text != `{"status":"pending"}` {
			t.Errorf("%s: %v %v", revision, a, err)
		}
		if err := s.Close(); err != nil {
			t.Errorf("%s: %v", revision, err)
		}
		if files, _ := filepath.Glob(filepath.Join(dir, revision, "cancel-*.jsonl")); len(files) != 1 {
			t.Errorf("%s: the traces are %s", revision, files)
		}
	}
}

// A run of trials is killed again and again, and resumed by the same command. Trials
// that were there are not run again, and in the end there is each one, once.
func TestKilledTrials(t *testing.T) {
	dir := t.TempDir()
	worldtest.Write(t, dir)
	log := filepath.Join(dir, "ran")
	agent := filepath.Join(dir, "agent.sh")
	if err := os.WriteFile(agent, []byte("sleep 0.02; echo \"$MANTRAC_CASE\" >> "+log+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no sh")
	}
	traces := filepath.Join(dir, "out", "traces", "a", "*.jsonl")
	was := make(map[string]time.Time)
	kills := 0
	for range 100 {
		cmd := program(t, "eval", "--agent", "a=exec:sh "+agent, "--case", "cancel", "--trials", "30", "--jobs", "2", "--out", filepath.Join(dir, "out"), filepath.Join(dir, "shop.checks"))
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		err := killLater(cmd, ended, func() bool {
			files, _ := filepath.Glob(traces)
			return len(files) > len(was)
		})
		files, _ := filepath.Glob(traces)
		for _, f := range files {
			info, e := os.Stat(f)
			if e != nil {
				t.Fatal(e)
			}
			if old, had := was[f]; had && !old.Equal(info.ModTime()) {
				t.Errorf("%s was run again", f)
			}
			was[f] = info.ModTime()
		}
		for f := range was {
			if data, err := os.ReadFile(f); err != nil || !strings.HasSuffix(string(data), "}\n") {
				t.Errorf("%s is lost or cut off: %v", f, err)
			}
		}
		if err == nil {
			break
		}
		kills++
	}
	if len(was) != 30 || kills == 0 {
		t.Errorf("%d trials after %d kills", len(was), kills)
	}
}

// killLater kills a program at a random moment after it has made progress, and returns
// how it ended.
func killLater(cmd *exec.Cmd, ended chan error, progress func() bool) error {
	for {
		select {
		case err := <-ended:
			return err
		case <-time.After(time.Duration(rand.IntN(20)) * time.Millisecond):
			if progress() {
				time.Sleep(time.Duration(rand.IntN(50)) * time.Millisecond)
				_ = cmd.Process.Kill() // it may have ended
				return <-ended
			}
		}
	}
}
