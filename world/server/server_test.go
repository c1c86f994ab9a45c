package server_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/internal/worldtest"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/importer"
	"github.com/mantrac/mantrac/world/runtime"
	"github.com/mantrac/mantrac/world/server"
	"github.com/mantrac/mantrac/world/simulator"
)

// A client talks to a server and keeps all bytes that it gets.
type client struct {
	*testing.T
	url, session string
	mu           *sync.Mutex
	got          *bytes.Buffer
}

// serve serves the shop, whose traces are in a folder.
func serve(t *testing.T) (client, string) {
	dir := t.TempDir()
	cases, err := selection.Named(worldtest.Suites(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := simulator.New(cases, simulator.Options{
		Runtime: runtime.Options{Explain: true}, Traces: dir, Manual: "the manual",
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
	go func() {
		done <- server.Listen(t.Context(), l, server.New(s, map[string]http.Handler{"/beside": http.NotFoundHandler()}, func(err error) { t.Errorf("reported: %v", err) }))
	}()
	t.Cleanup(func() {
		if err := <-done; err != nil {
			t.Error(err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return client{T: t, url: "http://" + l.Addr().String(), mu: new(sync.Mutex), got: new(bytes.Buffer)}, dir
}

// ask sends a request and returns the status and the body.
func (c client) ask(method, path, body string, headers ...string) (int, string) {
	c.Helper()
	r, err := http.NewRequest(method, c.url+path, strings.NewReader(body))
	if err != nil {
		c.Fatal(err)
	}
	if c.session != "" {
		r.Header.Set(server.Header, c.session)
	}
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		}
		r.Header.Set(headers[i], headers[i+1])
	}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		c.Fatal(err)
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err != nil {
		c.Fatal(err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	fmt.Fprint(c.got, a.Header)
	c.got.Write(text)
	return a.StatusCode, string(text)
}

// begin begins a session of a case.
func (c client) begin(name string) client {
	c.Helper()
	code, text := c.ask("POST", "/sessions", fmt.Sprintf(`{"case": %q}`, name))
	var in struct{ Session, Prompt string }
	if err := json.Unmarshal([]byte(text), &in); err != nil || code != 200 || in.Session == "" {
		c.Fatalf("%d %s", code, text)
	}
	c.session = in.Session
	return c
}

// want asks, and checks the status and that the body has a text.
func (c client) want(code int, part, method, path, body string, headers ...string) {
	c.Helper()
	if got, text := c.ask(method, path, body, headers...); got != code || !strings.Contains(text, part) {
		c.Errorf("%s %s %s: %d %s, not %d %s", method, path, body, got, text, code, part)
	}
}

// A session over HTTP: calls in each form, refusals, the trace, and the file that has
// the same events.
func TestSession(t *testing.T) {
	c, dir := serve(t)
	c.want(200, `["cancel","impossible","open"]`, "GET", "/cases", "")
	c.want(200, "the manual", "GET", "/manual", "")
	x := c.begin("cancel")
	x.want(200, "Please cancel order A1.", "GET", "/prompt", "")
	x.want(200, `{"type":"function","function":{"name":"get_order"`, "GET", "/tools", "")
	x.want(200, `"enum":["late","mistake"]`, "GET", "/tools", "")
	x.want(200, `"status":"rejected"`, "POST", "/call", `{"name": "cancel_order", "arguments": {"order_id": "A1", "reason": "late"}}`)
	x.want(200, `{\"status\":\"pending\"}`, "POST", "/call", `{"id": "1", "type": "function", "function": {"name": "get_order", "arguments": "{\"order_id\": \"A1\"}"}}`)
	x.want(200, `not a JSON object`, "POST", "/call", `{"name": "get_order", "arguments": "{broken"}`)
	x.want(200, `"status":"ok"`, "POST", "/call", `{"name": "cancel_order", "arguments": {"order_id": "A1", "reason": "late"}}`)
	x.want(200, `{"reply":"","ended":true}`, "POST", "/say", `{"text": "It is cancelled."}`)
	_, text := x.ask("GET", "/trace", "")
	var shown, written trace.Collector
	if _, err := importer.Read("shown", strings.NewReader(text), importer.Options{}, &shown); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "cancel-*.jsonl"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := importer.Read("written", bytes.NewReader(data), importer.Options{}, &written); err != nil {
		t.Fatal(err)
	}
	if a, b := fmt.Sprint(calls(&shown)), fmt.Sprint(calls(&written)); a != b || len(calls(&shown)) != 10 {
		t.Errorf("shown: %s\nwritten: %s", a, b)
	}
	if !strings.Contains(string(data), `"order_status":{"A1":"cancelled"`) {
		t.Errorf("the file has no states: %s", data)
	}
	x.want(200, `"case":"cancel"`, "POST", "/reset", "")
	x.want(200, "pending", "POST", "/call", `{"name": "get_order", "arguments": {"order_id": "A1"}}`)
	if files, _ := filepath.Glob(filepath.Join(dir, "cancel-*.jsonl")); len(files) != 2 {
		t.Errorf("a second run has no file of its own: %s", files)
	}
	x.want(200, `{}`, "DELETE", "/session", "")
	x.want(404, "unknown session", "GET", "/prompt", "")
}

// calls returns the events of a trace as text.
func calls(c *trace.Collector) (list []string) {
	for _, e := range c.Traces[0].Events {
		list = append(list, fmt.Sprint(e.Kind, e.Tool, e.Args, e.Status, e.Text))
	}
	return list
}

// Sessions side by side do not see each other.
func TestIsolation(t *testing.T) {
	c, _ := serve(t)
	var group sync.WaitGroup
	for range 20 {
		x := c.begin("cancel")
		group.Go(func() {
			x.want(200, "pending", "POST", "/call", `{"name": "get_order", "arguments": {"order_id": "A1"}}`)
			x.want(200, `"ok"`, "POST", "/call", `{"name": "cancel_order", "arguments": {"order_id": "A1", "reason": "late"}}`)
			x.want(200, "cancelled", "POST", "/call", `{"name": "get_order", "arguments": {"order_id": "A1"}}`)
		})
	}
	group.Wait()
}

// What is wrong has an error, and changes nothing.
func TestHostile(t *testing.T) {
	c, _ := serve(t)
	x := c.begin("cancel")
	call := `{"id": "x", "name": "get_order", "arguments": {"order_id": "A1"}}`
	x.want(200, "pending", "POST", "/call", call)
	_, before := x.ask("GET", "/trace", "")
	x.want(409, "was made already", "POST", "/call", call)
	x.want(400, "names a tool", "POST", "/call", `{}`)
	x.want(400, "the body is not JSON: ", "POST", "/call", `[`)
	x.want(400, `the key \"name\" is there twice`, "POST", "/call", `{"name": "get_order", "name": "cancel_order"}`)
	x.want(400, `is \"agent\" or`, "POST", "/call", `{"name": "get_order", "by": "root"}`)
	x.want(400, "the body is not JSON: ", "POST", "/call", `{"name": "get_order", "arguments": `+strings.Repeat("[", 100_000))
	x.want(413, "more than 1 MB", "POST", "/call", `{"name": "`+strings.Repeat("x", 2<<20)+`"}`)
	x.want(403, "foreign", "POST", "/call", call, "Host", "attacker.example")
	x.want(403, "other origins", "POST", "/call", call, "Origin", "https://attacker.example")
	c.want(400, "name a session", "POST", "/call", call)
	c.want(404, "unknown session", "POST", "/call", call, server.Header, "guess")
	c.want(404, `did you mean \"cancel\"?`, "POST", "/sessions", `{"case": "cancle"}`)
	c.want(404, `name one by \"case\"`, "POST", "/sessions", "")
	if _, after := x.ask("GET", "/trace", ""); after != before {
		t.Errorf("the session changed:\n%s\n%s", before, after)
	}
	x.want(200, "not a JSON object", "POST", "/call", `{"name": "get_order", "arguments": "`+strings.Repeat("[", 500_000)+`"}`)
	x.want(200, "the argument order_id of get_order cannot be read: nested more than", "POST", "/call", `{"name": "get_order", "arguments": "{\"order_id\": `+strings.Repeat("[", 200_000)+strings.Repeat("]", 200_000)+`}"}`)
}

// A call with an argument whose value cannot be represented is refused, and only that
// argument is unknown in the trace.
func TestUnreadableArgument(t *testing.T) {
	c, _ := serve(t)
	x := c.begin("cancel")
	for _, args := range []string{`{"order_id": "A1", "reason": 1e999999}`, `"{\"order_id\": \"A1\", \"reason\": 1e999999}"`, `{"order_id": "A1", "reason": "late", "reason": "late"}`} {
		x.want(200, `"status":"rejected","content":"Error: the argument reason of cancel_order cannot be read: `, "POST", "/call", `{"name": "cancel_order", "arguments": `+args+`}`)
	}
	_, text := x.ask("GET", "/trace", "")
	var shown trace.Collector
	if _, err := importer.Read("shown", strings.NewReader(text), importer.Options{}, &shown); err != nil || len(shown.Traces) != 1 {
		t.Fatal(err, shown.Problems)
	}
	calls := 0
	for _, e := range shown.Traces[0].Events {
		if e.Kind != trace.Call {
			continue
		}
		calls++
		if order, _ := e.Args.Get("order_id"); e.State != trace.ArgsPartial || !slices.Equal(e.Hidden, []string{"reason"}) || order != types.Text("A1") {
			t.Errorf("%+v", e)
		}
	}
	if calls != 3 {
		t.Errorf("%d calls in\n%s", calls, text)
	}
}

// Every error is JSON, also where no path or method takes a request.
func TestErrors(t *testing.T) {
	c, _ := serve(t)
	for _, x := range []struct {
		code               int
		want               string
		method, path, host string
	}{
		{404, `unknown path "/nosuch"; expected one of /beside, /call, /cases, `, "GET", "/nosuch", "localhost"},
		{404, `unknown path "/"; `, "POST", "/", "localhost"},
		{405, "unknown method GET of /sessions; expected POST", "GET", "/sessions", "localhost"},
		{405, "unknown method PUT of /cases; expected GET", "PUT", "/cases", "localhost"},
		{403, "the Host is foreign", "GET", "/cases", "attacker.example"},
		{400, "name a session", "GET", "/trace", "localhost"},
	} {
		code, text := c.ask(x.method, x.path, "", "Host", x.host)
		var in struct{ Error string }
		if err := json.Unmarshal([]byte(text), &in); err != nil || code != x.code || !strings.Contains(in.Error, x.want) {
			t.Errorf("%s %s: %d %s: %v", x.method, x.path, code, text, err)
		}
	}
	if got := c.got.String(); strings.Count(got, "application/json") != 6 || !strings.Contains(got, "Allow:[POST]") {
		t.Errorf("the headers: %s", got)
	}
}

// A body with another key or of another type says so, in the words of JSON.
func TestBodies(t *testing.T) {
	c, _ := serve(t)
	x := c.begin("cancel")
	for _, b := range []struct{ want, path, body string }{
		{`unknown key \"sed\"; did you mean \"seed\"?`, "/sessions", `{"case": "cancel", "sed": 5}`},
		{`unknown key \"prompt\"; expected case, seed`, "/sessions", `{"case": "cancel", "prompt": ""}`},
		{`the body: expected an object, found number`, "/sessions", `5`},
		{`the body: expected an object, found null`, "/sessions", `null`},
		{`the body: expected an object, found array`, "/call", `[]`},
		{`\"case\": expected a string, found number`, "/sessions", `{"case": 5}`},
		{`\"seed\": expected a whole number that is not negative, found number -1`, "/sessions", `{"case": "cancel", "seed": -1}`},
		{`unknown key \"argument\"; did you mean \"arguments\"?`, "/call", `{"name": "get_order", "argument": {"order_id": "A1"}}`},
		{`\"name\": expected a string, found object`, "/call", `{"name": {}}`},
		{`\"function\": expected an object, found string`, "/call", `{"function": "get_order"}`},
		{`the key \"text\" is missing`, "/say", `{"by": "agent"}`},
		{`unknown key \"message\"; expected text, by`, "/say", `{"message": "Done."}`},
		{`unknown key \"seed\"; expected no keys`, "/reset", `{"seed": 5}`},
	} {
		x.want(400, b.want, "POST", b.path, b.body)
	}
	// What providers add to a call is passed on by agents.
	x.want(200, "pending", "POST", "/call", `{"index": 0, "extra_content": {}, "function": {"name": "get_order", "parsed_arguments": {}, "arguments": {"order_id": "A1"}}}`)
}

// A client that sends its headers or its body slowly is cut off, and keeps nobody waiting.
func TestSlow(t *testing.T) {
	if testing.Short() {
		t.Skip("it waits for the time limits of requests")
	}
	c, _ := serve(t)
	var slow []net.Conn
	for _, begin := range []string{"", "Content-Length: 20\r\n\r\n{"} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(c.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if _, err := io.WriteString(conn, "POST /sessions HTTP/1.1\r\nHost: localhost\r\n"+begin); err != nil {
			t.Fatal(err)
		}
		slow = append(slow, conn)
	}
	c.begin("cancel")
	for _, conn := range slow {
		if err := conn.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
		text, err := bufio.NewReader(conn).ReadString('\n')
		if errors.Is(err, os.ErrDeadlineExceeded) || strings.Contains(text, " 200 ") || text != "" && !strings.Contains(text, " 408 ") {
			t.Errorf("a request without end is answered by %q, or not cut off: %v", text, err)
		}
	}
}

// Nothing that is sent has the value of a leaf that no answer shows.
func TestHiddenValues(t *testing.T) {
	c, dir := serve(t)
	x := c.begin("cancel")
	for _, call := range []string{
		`{"name": "unlock", "arguments": {"code": "guess"}}`, `{"name": "unlock", "arguments": {}}`, `{"name": "unlock", "arguments": "{"}`,
		`{"name": "cancel_order", "arguments": {"order_id": "A1", "reason": "late"}}`,
		`{"name": "get_order", "arguments": {"order_id": "A1"}}`, `{"name": "vault_code"}`,
	} {
		x.ask("POST", "/call", call)
	}
	for _, path := range []string{"/cases", "/prompt", "/tools", "/tools?by=user", "/trace", "/manual", "/sessions", "/nothing"} {
		x.ask("GET", path, "")
	}
	x.ask("POST", "/reset", "")
	if c.got.Len() == 0 || strings.Contains(c.got.String(), worldtest.Secret) {
		t.Errorf("the secret is sent, or nothing: %s", c.got)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*"))
	if data, err := os.ReadFile(files[0]); err != nil || !strings.Contains(string(data), worldtest.Secret) {
		t.Errorf("the file has not the whole state: %v", err)
	}
}
