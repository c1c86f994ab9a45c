package server

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lsp/jobs"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// A client speaks the protocol with a server, as an editor does.
type client struct {
	t    testing.TB
	conn jsonrpc2.Conn
	dir  string
	end  chan error // what Serve returned

	server *Server // to look into; an editor cannot

	mu        sync.Mutex
	published map[protocol.DocumentURI]protocol.PublishDiagnosticsParams
	phases    map[string]jobs.Phase // by case: what the server said last
	states    []caseState           // all that it said last
	news      chan struct{}         // closed at the next publication

	heard func(method string, params json.RawMessage) // of everything that the server says; may be nil
}

// connect starts a server on a folder, and initializes it.
func connect(t testing.TB, dir string, capabilities map[string]any) *client {
	t.Helper()
	c := dial(t, dir)
	c.initialize(map[string]any{"capabilities": capabilities})
	return c
}

// connectWith is connect with a verifier and settings.
func connectWith(t testing.TB, dir string, verifier func() *exec.Cmd, settings map[string]any) *client {
	t.Helper()
	c := dialWith(t, dir, verifier)
	c.initialize(map[string]any{"capabilities": map[string]any{}, "initializationOptions": settings})
	return c
}

func (c *client) initialize(params map[string]any) {
	c.t.Helper()
	params["rootUri"] = string(snapshot.URIOf(c.dir))
	params["workspaceFolders"] = []any{map[string]any{"uri": string(snapshot.URIOf(c.dir)), "name": "w"}}
	c.call("initialize", params, nil)
	c.notify("initialized", map[string]any{})
}

// dial starts a server, and says nothing yet.
func dial(t testing.TB, dir string) *client {
	t.Helper()
	return dialWith(t, dir, nil)
}

func dialWith(t testing.TB, dir string, verifier func() *exec.Cmd) *client {
	t.Helper()
	here, there := net.Pipe()
	c := &client{t: t, dir: dir, end: make(chan error, 1), published: make(map[protocol.DocumentURI]protocol.PublishDiagnosticsParams), news: make(chan struct{}), phases: make(map[string]jobs.Phase)}
	server := New(Options{Version: "test", Log: testLog{t}, Verifier: verifier})
	c.server = server
	go func() {
		c.end <- server.Serve(context.Background(), there)
		close(c.end)
	}()
	c.conn = jsonrpc2.NewConn(jsonrpc2.NewStream(here))
	c.conn.Go(context.Background(), c.handle)
	t.Cleanup(func() {
		_ = c.conn.Close()
		select {
		case <-c.end: // it logs until then
		case <-time.After(Patience):
			t.Error("the server does not end")
		}
	})
	return c
}

type testLog struct{ t testing.TB }

func (l testLog) Write(p []byte) (int, error) {
	l.t.Logf("server: %s", p)
	return len(p), nil
}

// handle takes what the server says.
func (c *client) handle(ctx context.Context, reply jsonrpc2.Replier, req jsonrpc2.Request) error {
	c.mu.Lock()
	heard := c.heard
	c.mu.Unlock()
	if heard != nil {
		heard(req.Method(), req.Params())
	}
	if req.Method() == "mantrac/verification" {
		var p struct{ Cases []caseState }
		if err := json.Unmarshal(req.Params(), &p); err != nil {
			c.t.Error(err)
		}
		c.mu.Lock()
		c.states = p.Cases
		for _, s := range p.Cases {
			c.phases[s.Case] = s.Phase
		}
		close(c.news)
		c.news = make(chan struct{})
		c.mu.Unlock()
	}
	if req.Method() == "textDocument/publishDiagnostics" {
		var p protocol.PublishDiagnosticsParams
		if err := json.Unmarshal(req.Params(), &p); err != nil {
			c.t.Error(err)
		}
		c.mu.Lock()
		c.published[p.URI] = p
		close(c.news)
		c.news = make(chan struct{})
		c.mu.Unlock()
	}
	return reply(ctx, nil, nil)
}

// Patience is how long a test waits for what never comes. It says nothing of how
// fast something is: on a machine that does other work, all takes longer.
const Patience = 3 * time.Minute

func (c *client) try(method string, params, result any) error {
	ctx, cancel := context.WithTimeout(context.Background(), Patience)
	defer cancel()
	_, err := c.conn.Call(ctx, method, params, result)
	return err
}

func (c *client) call(method string, params, result any) {
	c.t.Helper()
	if err := c.try(method, params, result); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

func (c *client) notify(method string, params any) {
	c.t.Helper()
	if err := c.conn.Notify(context.Background(), method, params); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

func (c *client) uri(name string) protocol.DocumentURI {
	return snapshot.URIOf(filepath.Join(c.dir, filepath.FromSlash(name)))
}

// open opens a file of the folder with the text on disk.
func (c *client) open(name string) {
	c.t.Helper()
	data, err := os.ReadFile(filepath.Join(c.dir, filepath.FromSlash(name)))
	if err != nil {
		c.t.Fatal(err)
	}
	c.openAs(name, string(data))
}

func (c *client) openAs(name, text string) {
	c.t.Helper()
	c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": c.uri(name), "languageId": "", "version": 1, "text": text}})
}

// replace makes a document another text.
func (c *client) replace(name string, version int, text string) {
	c.t.Helper()
	c.notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": c.uri(name), "version": version},
		"contentChanges": []any{map[string]any{"text": text}},
	})
}

// wait returns what was published of a file once a condition holds of it.
func (c *client) wait(name string, ok func(protocol.PublishDiagnosticsParams) bool) protocol.PublishDiagnosticsParams {
	c.t.Helper()
	late := time.After(Patience)
	for {
		c.mu.Lock()
		p, had := c.published[c.uri(name)]
		news := c.news
		c.mu.Unlock()
		if had && ok(p) {
			return p
		}
		select {
		case <-news:
		case <-late:
			c.t.Fatalf("diagnostics of %s never came; the last: %+v", name, p)
		}
	}
}

// close ends the conversation as an editor does.
func (c *client) close() {
	c.t.Helper()
	c.call("shutdown", nil, nil)
	c.notify("exit", nil)
	select {
	case err := <-c.end:
		if err != nil {
			c.t.Error(err)
		}
	case <-time.After(Patience):
		c.t.Error("the server does not end")
	}
}

// codeOf returns the code of an error of the protocol.
func codeOf(err error) jsonrpc2.Code {
	if e := (*jsonrpc2.Error)(nil); errors.As(err, &e) {
		return e.Code
	}
	return 0
}

func at(line, character int) map[string]any {
	return map[string]any{"line": line, "character": character}
}

func (c *client) documentParams(name string) json.RawMessage {
	data, err := json.Marshal(map[string]any{"textDocument": map[string]any{"uri": c.uri(name)}})
	if err != nil {
		c.t.Fatal(err)
	}
	return data
}

// lineLengths returns the lengths of the lines of a document.
func (c *client) lineLengths(name string) []int {
	var list []int
	for line := range strings.Lines(c.server.current().Documents[snapshot.PathOf(c.uri(name))].Text) {
		list = append(list, len(strings.TrimRight(line, "\r\n")))
	}
	return list
}

func position(line, character int) protocol.Position {
	return protocol.Position{Line: uint32(line), Character: uint32(character)}
}

// lazyClient is a client that asks for the edits of the action that is chosen.
var lazyClient = map[string]any{"textDocument": map[string]any{"codeAction": map[string]any{
	"dataSupport": true, "resolveSupport": map[string]any{"properties": []any{"edit"}}}}}
