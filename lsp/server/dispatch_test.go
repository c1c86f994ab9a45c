package server

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"go.lsp.dev/jsonrpc2"

	"github.com/mantrac/mantrac/lsp/snapshot"
)

// slow makes a request of a server's wait until it is cancelled, or go is
// closed. The channel that is returned says that it has begun.
func (c *client) slow(method string, proceed chan struct{}) chan struct{} {
	begun := make(chan struct{}, 1)
	h := c.server.handlers[method]
	was := h.answer
	h.answer = func(ctx context.Context, s *snapshot.Snapshot, raw json.RawMessage) (any, error) {
		begun <- struct{}{}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-proceed:
			return was(ctx, s, raw)
		}
	}
	c.server.handlers[method] = h
	return begun
}

// A request that is taken back is answered as such, whether its id is a number
// or a string, and others are not.
func TestCancel(t *testing.T) {
	for name, id := range map[string]jsonrpc2.ID{"number": jsonrpc2.NewNumberID(7), "string": jsonrpc2.NewStringID("7")} {
		t.Run(name, func(t *testing.T) {
			s := New(Options{})
			answered := make(chan error, 1)
			begun := make(chan struct{})
			s.stage = initialized
			s.handlers["slow"] = handler{answer: func(ctx context.Context, _ *snapshot.Snapshot, _ json.RawMessage) (any, error) {
				close(begun)
				<-ctx.Done()
				return nil, ctx.Err()
			}}
			call, err := jsonrpc2.NewCall(id, "slow", nil)
			if err != nil {
				t.Fatal(err)
			}
			answer := func(_ context.Context, _ any, err error) error { answered <- err; return nil }
			if err := s.handle(context.Background(), answer, call); err != nil {
				t.Fatal(err)
			}
			<-begun
			for _, other := range []string{"8", `"8"`, map[string]string{"number": `"7"`, "string": "7"}[name]} {
				s.cancels(t, other)
			}
			select {
			case err := <-answered:
				t.Fatalf("it is ended by the cancellation of another: %v", err)
			case <-time.After(20 * time.Millisecond):
			}
			s.cancels(t, map[string]string{"number": "7", "string": `"7"`}[name])
			select {
			case err := <-answered:
				if codeOf(err) != -32800 {
					t.Errorf("it is answered with %v", err)
				}
			case <-time.After(Patience):
				t.Error("it is not answered")
			}
			s.work.Wait()
			if len(s.running.cancel) != 0 {
				t.Error("it still counts as under way")
			}
		})
	}
}

func (s *Server) cancels(t *testing.T, id string) {
	t.Helper()
	n, err := jsonrpc2.NewNotification("$/cancelRequest", map[string]any{"id": json.RawMessage(id)})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.handle(context.Background(), func(context.Context, any, error) error { return nil }, n); err != nil {
		t.Fatal(err)
	}
}

// Edits of a text that has changed meanwhile would go wrong, and are not sent;
// what is only shown is.
func TestStaleEdits(t *testing.T) {
	for method, stale := range map[string]bool{
		"textDocument/rename": true, "textDocument/formatting": true, "textDocument/rangeFormatting": true, "textDocument/onTypeFormatting": true,
		"textDocument/codeAction": true, "textDocument/hover": false, "textDocument/completion": false,
	} {
		c := dial(t, folder(t, "lamp.wm", lamp))
		proceed := make(chan struct{})
		begun := c.slow(method, proceed)
		c.initialize(map[string]any{"capabilities": map[string]any{}})
		c.open("lamp.wm")
		answered := make(chan error, 1)
		go func() {
			answered <- c.try(method, map[string]any{
				"textDocument": map[string]any{"uri": c.uri("lamp.wm")}, "position": at(1, 8), "newName": "bright", "ch": "\n",
				"range": map[string]any{"start": at(0, 0), "end": at(3, 0)}, "context": map[string]any{"diagnostics": []any{}},
			}, nil)
		}()
		<-begun
		c.replace("lamp.wm", 2, "; a line before\n"+lamp)
		c.call("textDocument/foldingRange", map[string]any{"textDocument": map[string]any{"uri": c.uri("lamp.wm")}}, nil) // the edit has arrived
		close(proceed)
		if err := <-answered; (codeOf(err) == -32801) != stale {
			t.Errorf("%s: %v", method, err)
		}
	}
}

// A client that says exit without waiting for the answer to shutdown ends the
// server well: shutdown has its place in the order.
func TestShutdownInOrder(t *testing.T) {
	s := New(Options{})
	s.stage = initialized
	call, err := jsonrpc2.NewCall(jsonrpc2.NewNumberID(1), "shutdown", nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.handle(context.Background(), func(context.Context, any, error) error { return nil }, call); err != nil {
		t.Fatal(err)
	}
	if s.stage != shutDown {
		t.Error("the next message comes before the shutdown")
	}
}

// A safeLog is a log that a test reads.
type safeLog struct {
	mu  sync.Mutex
	log bytes.Buffer
}

func (l *safeLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.log.Write(p)
}

func (l *safeLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.log.String()
}

// What is wrong with a notification is in the log: there is no answer to tell it.
func TestRefusedNotifications(t *testing.T) {
	c := connect(t, folder(t, "lamp.wm", lamp), nil)
	log := &safeLog{}
	c.server.options.Log = log
	c.replace("lamp.wm", 2, "")
	c.call("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": c.uri("lamp.wm")}, "position": at(0, 0)}, nil)
	if !strings.Contains(log.String(), "textDocument/didChange") || !strings.Contains(log.String(), "is not open") {
		t.Errorf("the log says %q", log)
	}
}
