// Servebench measures `mantrac serve` and `mantrac eval`: calls a second over plain HTTP
// and over MCP, with the clients on the same machine, the memory of open sessions, and
// the time of trials of the oracle.
//
//	servebench [-mantrac FILE] [-suite FILE] [-calls N] [-sessions N]
//
// It prints a table in Markdown, that of docs/benchmarks.md. Without -mantrac it builds
// the program first.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	b := &bench{}
	flag.StringVar(&b.mantrac, "mantrac", "", "the program to measure; built from this module if empty")
	flag.StringVar(&b.suite, "suite", "examples/operations/operations.checks", "the suite to serve")
	flag.IntVar(&b.calls, "calls", 40_000, "calls over plain HTTP")
	flag.IntVar(&b.sessions, "sessions", 1000, "sessions that are open at a time")
	flag.Parse()
	if err := b.run(); err != nil {
		fmt.Fprintln(os.Stderr, "servebench:", err)
		os.Exit(1)
	}
}

// clients is how many agents call at a time.
const clients = 8

// A bench is one run of the program.
type bench struct {
	mantrac, suite  string
	calls, sessions int
	dir, url        string
	pid             int
}

func (b *bench) run() (err error) {
	if b.dir, err = os.MkdirTemp("", "servebench"); err != nil {
		return err
	}
	defer os.RemoveAll(b.dir)
	if b.mantrac == "" {
		b.mantrac = filepath.Join(b.dir, "mantrac")
		if out, err := exec.Command("go", "build", "-o", b.mantrac, "./cmd/mantrac").CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
	}
	stop, err := b.serve()
	if err != nil {
		return err
	}
	defer stop()
	fmt.Println("| measured | figure |\n|---|---|")
	for _, measure := range []func() error{b.plain, b.protocol, b.open, b.trials} {
		if err := measure(); err != nil {
			return err
		}
	}
	return nil
}

// serve starts the simulator, with files of traces.
func (b *bench) serve() (stop func(), err error) {
	cmd := exec.Command(b.mantrac, "serve", "--traces", filepath.Join(b.dir, "traces"), b.suite)
	out, err := cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	// The first line of standard error has the address.
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return nil, err
	}
	_, b.url, _ = strings.Cut(strings.TrimSpace(line), " at ")
	b.pid = cmd.Process.Pid
	return func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // it was killed
	}, nil
}

// post posts a body and returns the answer.
func post(c *http.Client, url, body string) ([]byte, error) {
	a, err := c.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err == nil && a.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", a.Status, text)
	}
	return text, err
}

// begin begins a session of a case, and returns its handle.
func (b *bench) begin(c *http.Client) (string, error) {
	text, err := post(c, b.url+"/sessions", `{"case": "software_free"}`)
	var in struct{ Session string }
	if err == nil {
		err = json.Unmarshal(text, &in)
	}
	return in.Session, err
}

// share divides calls among agents, and returns calls a second.
func share(calls int, agent func(n int) error) (float64, error) {
	var group sync.WaitGroup
	var mu sync.Mutex
	var failed error
	start := time.Now()
	for range clients {
		group.Go(func() {
			if err := agent(calls / clients); err != nil {
				mu.Lock()
				failed = err
				mu.Unlock()
			}
		})
	}
	group.Wait()
	return float64(calls) / time.Since(start).Seconds(), failed
}

func (b *bench) plain() error {
	c := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: clients}}
	rate, err := share(b.calls, func(n int) error {
		handle, err := b.begin(c)
		// After an error the loop only counts down.
		for range n {
			if err == nil {
				_, err = post(c, b.url+"/call?session="+handle, `{"name": "check_software_catalog", "arguments": {"software_id": "SW-310"}}`)
			}
		}
		return err
	})
	used, e := b.processor()
	fmt.Printf("| calls a second over plain HTTP, %d agents | %.0f |\n", clients, rate)
	fmt.Printf("| processor time of the server for each of these calls | %.0f µs |\n", used/float64(b.calls)*1e6)
	return errors.Join(err, e)
}

// processor returns the seconds of the processor that the server has used.
func (b *bench) processor() (float64, error) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", b.pid))
	if err != nil {
		return 0, err
	}
	// The name of the program, in parentheses, may contain blanks. Fields count after it.
	fields := strings.Fields(string(data[bytes.LastIndexByte(data, ')'):]))
	var user, system float64
	_, err = fmt.Sscan(fields[12]+" "+fields[13], &user, &system) // utime and stime of proc(5), in hundredths
	return (user + system) / 100, err
}

func (b *bench) protocol() error {
	// A call takes longer over MCP, so fewer are made.
	rate, err := share(b.calls/10, func(n int) error {
		handle, err := b.begin(http.DefaultClient)
		if err != nil {
			return err
		}
		s, err := mcp.NewClient(&mcp.Implementation{Name: "servebench"}, nil).Connect(context.Background(), &mcp.StreamableClientTransport{Endpoint: b.url + "/mcp?session=" + handle}, nil)
		if err != nil {
			return err
		}
		defer s.Close()
		for range n {
			if _, err := s.CallTool(context.Background(), &mcp.CallToolParams{Name: "check_software_catalog", Arguments: map[string]any{"software_id": "SW-310"}}); err != nil {
				return err
			}
		}
		return nil
	})
	fmt.Printf("| calls a second over MCP (streamable HTTP, 2026-07-28), %d agents | %.0f |\n", clients, rate)
	return err
}

// open opens sessions, makes a few calls in each, and reports the memory of the server.
func (b *bench) open() error {
	before, err := b.memory()
	if err != nil {
		return err
	}
	for range b.sessions {
		handle, err := b.begin(http.DefaultClient)
		for range 10 {
			if err == nil {
				_, err = post(http.DefaultClient, b.url+"/call?session="+handle, `{"name": "get_ticket", "arguments": {"ticket_id": "T-1"}}`)
			}
		}
		if err != nil {
			return err
		}
	}
	after, err := b.memory()
	fmt.Printf("| resident memory before, and with %d more sessions of 10 calls each | %.0f MB, %.0f MB |\n", b.sessions, before, after)
	return err
}

// memory returns the resident memory of the server in MB, as Linux tells it.
func (b *bench) memory() (mb float64, err error) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", b.pid))
	for line := range bytes.Lines(data) {
		if n, e := fmt.Sscanf(string(line), "VmRSS: %f kB", &mb); n == 1 && e == nil {
			return mb / 1024, nil
		}
	}
	return 0, err
}

// trialCases is how many cases the trials of the oracle are of.
const trialCases = 160

func (b *bench) trials() error {
	suite, err := b.manyCases()
	if err != nil {
		return err
	}
	start := time.Now()
	cmd := exec.Command(b.mantrac, "eval", "--agent", "oracle", "--trials", "8", "--out", filepath.Join(b.dir, "trials"), "--fail-under", "pass^8=1", suite)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	fmt.Printf("| %d cases × 8 trials of the oracle, all passing, graded | %.1f s |\n", trialCases, time.Since(start).Seconds())
	return nil
}

// manyCases writes a copy of the project whose suite has its cases several times, under
// names of their own.
func (b *bench) manyCases() (string, error) {
	dir := filepath.Join(b.dir, "project")
	if err := os.CopyFS(dir, os.DirFS(filepath.Dir(b.suite))); err != nil {
		return "", err
	}
	path := filepath.Join(dir, filepath.Base(b.suite))
	data, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	head, rest, _ := strings.Cut(string(data), "\n(case ")
	list := strings.Split(rest, "\n(case ")
	var out strings.Builder
	out.WriteString(head)
	for i := range trialCases {
		name, body, _ := strings.Cut(list[i%len(list)], "\n")
		fmt.Fprintf(&out, "\n(case %s_%d\n%s", name, i, body)
	}
	return path, os.WriteFile(path, []byte(out.String()+"\n"), 0o666)
}
