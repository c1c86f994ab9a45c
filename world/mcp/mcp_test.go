package mcp_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/internal/worldtest"
	"github.com/mantrac/mantrac/world/mcp"
	"github.com/mantrac/mantrac/world/runtime"
	"github.com/mantrac/mantrac/world/server"
	"github.com/mantrac/mantrac/world/simulator"
)

// The revisions of the protocol before and after sessions were removed.
var revisions = []string{"2025-06-18", "2025-11-25", "2026-07-28"}

// serve serves the shop, and returns its address.
func serve(t *testing.T, faults ...runtime.Fault) (*simulator.Simulator, string) {
	cases, err := selection.Named(worldtest.Suites(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := simulator.New(cases, simulator.Options{
		Runtime: runtime.Options{Explain: true, Faults: runtime.Faults{Plan: faults}}, Manual: "the manual",
		Report: func(err error) { t.Errorf("reported: %v", err) },
	})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- server.Listen(t.Context(), l, mcp.Handler(s, "test")) }()
	t.Cleanup(func() {
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return s, "http://" + l.Addr().String()
}

// A recorder keeps the bytes of all answers.
type recorder struct {
	mu  sync.Mutex
	got bytes.Buffer
}

func (r *recorder) RoundTrip(q *http.Request) (*http.Response, error) {
	a, err := http.DefaultTransport.RoundTrip(q)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(a.Body)
	a.Body.Close()
	r.mu.Lock()
	defer r.mu.Unlock()
	fmt.Fprint(&r.got, a.Header)
	r.got.Write(data)
	a.Body = io.NopCloser(bytes.NewReader(data))
	return a, err
}

// connect connects the client of the SDK.
func connect(t *testing.T, url, revision string, r http.RoundTripper) *sdk.ClientSession {
	t.Helper()
	return listen(t, url, revision, r, nil)
}

// listen connects the client of the SDK, and notes when the list of tools has changed.
func listen(t *testing.T, url, revision string, r http.RoundTripper, changed chan<- struct{}) *sdk.ClientSession {
	t.Helper()
	var o *sdk.ClientOptions
	if changed != nil {
		o = &sdk.ClientOptions{ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) { changed <- struct{}{} }}
	}
	c := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, o)
	s, err := c.Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: url, HTTPClient: &http.Client{Transport: r}}, &sdk.ClientSessionOptions{ProtocolVersion: revision})
	if err != nil {
		t.Fatalf("%s: %v", revision, err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// play lists and calls the tools of the case cancel.
func play(t *testing.T, c *sdk.ClientSession) {
	t.Helper()
	tools, err := c.ListTools(t.Context(), nil)
	if err != nil || len(tools.Tools) != 3 || tools.Tools[1].Name != "get_order" {
		t.Fatalf("%v %v", tools, err)
	}
	prompt, err := c.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: "task"})
	if err != nil || !strings.Contains(prompt.Messages[0].Content.(*sdk.TextContent).Text, "cancel order A1") {
		t.Errorf("%v %v", prompt, err)
	}
	manual, err := c.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "mantrac://manual"})
	if err != nil || manual.Contents[0].Text != "the manual" {
		t.Errorf("%v %v", manual, err)
	}
	for _, x := range []struct {
		tool  string
		args  map[string]any
		fails bool
		text  string
	}{
		{"cancel_order", map[string]any{"order_id": "A1", "reason": "late"}, true, "First: get_order"},
		{"get_order", map[string]any{"order_id": 3}, true, "not valid"},
		{"refund", nil, true, `unknown tool "refund"`},
		{"unlock", map[string]any{"code": "guess"}, true, "cannot be done"},
		{"get_order", map[string]any{"order_id": "A1"}, false, "pending"},
		{"cancel_order", map[string]any{"order_id": "A1", "reason": "late"}, false, "ok"},
		{"get_order", map[string]any{"order_id": "A1"}, false, "cancelled"},
	} {
		a, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: x.tool, Arguments: x.args})
		if err != nil {
			t.Errorf("%s: %v", x.tool, err)
			continue
		}
		if text := a.Content[0].(*sdk.TextContent).Text; a.IsError != x.fails || !strings.Contains(text, x.text) {
			t.Errorf("%s %v: %t %s", x.tool, x.args, a.IsError, text)
		}
	}
}

// Clients of all revisions work in a session that was begun over plain HTTP, named in
// the URL, and every call is in its trace. Nothing that is sent has hidden values.
func TestHandles(t *testing.T) {
	x, url := serve(t)
	for _, revision := range revisions {
		s, err := x.Begin(t.Context(), "cancel", 1)
		if err != nil {
			t.Fatal(err)
		}
		r := &recorder{}
		play(t, connect(t, url+"/mcp?session="+s.Handle, revision, r))
		if n := len(s.Trace().Events); n != 15 {
			t.Errorf("%s: the trace has %d events", revision, n)
		}
		if r.got.Len() == 0 || strings.Contains(r.got.String(), worldtest.Secret) {
			t.Errorf("%s: the secret is sent, or nothing", revision)
		}
	}
}

// A client that names a case has a session of the protocol, whose id is the handle.
// Those of the newest revision, which has no sessions, negotiate an earlier one.
func TestProtocolSessions(t *testing.T) {
	x, url := serve(t)
	for _, revision := range revisions {
		a, b := connect(t, url+"/mcp?case=cancel", revision, http.DefaultTransport), connect(t, url+"/mcp?case=cancel", revision, http.DefaultTransport)
		play(t, a)
		play(t, b)
		if s := x.Session(a.ID()); s == nil || len(s.Trace().Events) != 15 {
			t.Errorf("%s: no session %q", revision, a.ID())
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}
		if x.Session(a.ID()) != nil || x.Session(b.ID()) == nil {
			t.Errorf("%s: closing a session ends it, and no other", revision)
		}
	}
}

// A call with the id of an earlier one of its session is an error, and is not made.
func TestUsedIDs(t *testing.T) {
	x, url := serve(t)
	id := connect(t, url+"/mcp?case=cancel", revisions[1], http.DefaultTransport).ID()
	for i, want := range []string{`"pending`, "made already", "made already"} {
		r, err := http.NewRequest("POST", url+"/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":77,"method":"tools/call","params":{"name":"get_order","arguments":{"order_id":"A1"}}}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		r.Header.Set("Mcp-Session-Id", id)
		r.Header.Set("Mantrac-Request-Id", "another") // it is not the client's
		a, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(a.Body)
		a.Body.Close()
		if !strings.Contains(strings.ReplaceAll(string(text), `\`, ""), want) || err != nil {
			t.Errorf("call %d: %s %v", i, text, err)
		}
	}
	if n := len(x.Session(id).Trace().Events); n != 3 {
		t.Errorf("the session has %d events", n)
	}
}

// Without a manual there is no resource of it.
func TestNoManual(t *testing.T) {
	cases, err := selection.Named(worldtest.Suites(t), []string{"cancel"})
	if err != nil {
		t.Fatal(err)
	}
	s, err := simulator.New(cases, simulator.Options{})
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(mcp.Handler(s, "test"))
	t.Cleanup(h.Close)
	list, err := connect(t, h.URL+"?case=cancel", revisions[0], http.DefaultTransport).ListResources(t.Context(), nil)
	if err != nil || len(list.Resources) != 1 || list.Resources[0].URI != "mantrac://prompt" {
		t.Errorf("%+v %v", list, err)
	}
}

// offered returns the names of the tools that a client is told of.
func offered(t *testing.T, c *sdk.ClientSession) string {
	t.Helper()
	list, err := c.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, x := range list.Tools {
		names = append(names, x.Name)
	}
	return strings.Join(names, " ")
}

// A tool that a fault makes disappear leaves the list, and comes back when the session
// begins again. Clients are notified that can be: those of the newest revision, and those
// that have a session of the protocol.
func TestDisappearingTool(t *testing.T) {
	x, url := serve(t, runtime.Fault{Tool: "get_order", Call: 2, Kind: runtime.Disappears}, runtime.Fault{Tool: "unlock", Call: 1, Kind: runtime.Disappears})
	for _, revision := range revisions {
		s, err := x.Begin(t.Context(), "cancel", 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{"?session=" + s.Handle, "?case=cancel"} {
			changed := make(chan struct{}, 10)
			c := listen(t, url+"/mcp"+path, revision, http.DefaultTransport, changed)
			if got := offered(t, c); got != "cancel_order get_order" {
				t.Errorf("%s %s: at first: %s", revision, path, got)
			}
			if a, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: "get_order", Arguments: map[string]any{"order_id": "A1"}}); err != nil || a.IsError {
				t.Fatalf("%s %s: %v %v", revision, path, a, err)
			}
			if got := offered(t, c); got != "cancel_order" {
				t.Errorf("%s %s: after the call: %s", revision, path, got)
			}
			if revision >= "2026" || path == "?case=cancel" {
				select {
				case <-changed:
				case <-time.After(time.Minute):
					t.Errorf("%s %s: the client is not notified", revision, path)
				}
			}
			if a, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: "get_order", Arguments: map[string]any{"order_id": "A1"}}); err != nil || !a.IsError {
				t.Errorf("%s %s: a tool that is gone: %v %v", revision, path, a, err)
			}
		}
		if err := s.Reset(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := offered(t, connect(t, url+"/mcp?session="+s.Handle, revision, http.DefaultTransport)); got != "cancel_order get_order" {
			t.Errorf("%s: after a reset: %s", revision, got)
		}
	}
}

// What is wrong has an error, and begins and changes nothing.
func TestHostile(t *testing.T) {
	x, url := serve(t)
	s, err := x.Begin(t.Context(), "cancel", 1)
	if err != nil {
		t.Fatal(err)
	}
	call := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_order","arguments":{"order_id":"A1"}}}`
	for _, q := range []struct {
		path, body string
		headers    []string
		want       string // in the answer
	}{
		{"?case=cancel", call, nil, ""}, // without initialize
		{"?case=cancle", call, nil, `unknown case "cancle"; did you mean "cancel"?`},
		{"?session=guess", call, nil, "unknown session"},
		{"", call, nil, "name a session"},
		{"?session=" + s.Handle, call, []string{"Mcp-Protocol-Version", "1999-01-01"}, ""},
		{"?session=" + s.Handle, call, []string{"Origin", "https://attacker.example"}, "other origins"},
		{"?session=" + s.Handle, call, []string{"Host", "attacker.example"}, "foreign"},
		{"?session=" + s.Handle, call, []string{"Content-Type", "text/plain"}, ""},
		{"?session=" + s.Handle, strings.Repeat(" ", 2<<20) + call, nil, "more than 1 MB"},
		{"?session=" + s.Handle, `{"jsonrpc":"2.0","id":1,"method":"tools/call"}`, nil, ""},
		{"?session=" + s.Handle, `{"jsonrpc":`, nil, ""},
	} {
		r, err := http.NewRequest("POST", url+"/mcp"+q.path, strings.NewReader(q.body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		for i := 0; i < len(q.headers); i += 2 {
			r.Header.Set(q.headers[i], q.headers[i+1])
			if q.headers[i] == "Host" {
				r.Host = q.headers[i+1]
			}
		}
		a, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(a.Body)
		a.Body.Close()
		if err != nil || a.StatusCode < 400 && !strings.Contains(string(text), `"error"`) || !strings.Contains(string(text), q.want) {
			t.Errorf("%s %.200s %s: %s %s %v", q.path, q.body, q.headers, a.Status, text, err)
		}
	}
	if n := len(s.Trace().Events); n != 1 {
		t.Errorf("the session has %d events", n)
	}
}
