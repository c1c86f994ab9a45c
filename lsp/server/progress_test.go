package server

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mantrac/mantrac/lsp/feature"
)

// A watcher notes what the client is told of work.
type watcher struct {
	mu    sync.Mutex
	said  []string          // kinds, with what is shown
	token map[string]string // of each of them
}

func (w *watcher) hear(method string, raw json.RawMessage) {
	var p struct {
		Token string
		Value struct {
			Kind, Title, Message string
			Cancellable          bool
		}
	}
	if json.Unmarshal(raw, &p) != nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.token == nil {
		w.token = make(map[string]string)
	}
	switch method {
	case "window/workDoneProgress/create":
		w.said = append(w.said, "create")
	case "$/progress":
		text := p.Value.Kind + " " + p.Value.Title + p.Value.Message
		if p.Value.Cancellable {
			text += ", cancellable"
		}
		w.said = append(w.said, text)
		w.token[text] = p.Token
	}
}

// wait waits until something is said, and returns the token.
func (w *watcher) wait(t *testing.T, want string) string {
	t.Helper()
	late := time.Now().Add(Patience)
	for {
		w.mu.Lock()
		said, token := strings.Join(w.said, "\n"), w.token[want]
		w.mu.Unlock()
		if strings.Contains(said, want) {
			return token
		}
		if time.Now().After(late) {
			t.Fatalf("the client hears\n%s\nand never %q", said, want)
		}
		time.Sleep(2 * time.Millisecond)
	}
}

// forget forgets what was said so far.
func (w *watcher) forget() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.said, w.token = nil, nil
}

func watch(c *client, capabilities map[string]any, settings map[string]any) *watcher {
	w := &watcher{}
	c.mu.Lock()
	c.heard = w.hear
	c.mu.Unlock()
	c.server.moment = 0
	c.initialize(map[string]any{"capabilities": capabilities, "initializationOptions": settings})
	return w
}

var showsProgress = map[string]any{"window": map[string]any{"workDoneProgress": true}}

// A validation that goes on and on is shown, and ends when the user says so,
// with nothing left that runs, and no verdict. It can be asked for again.
func TestProgressIsCancelled(t *testing.T) {
	c := dialWith(t, folder(t, "stock.wm", stock, "order.checks", careless), workerProcess("hangs"))
	w := watch(c, showsProgress, map[string]any{"verify": "never"})
	c.open("order.checks")
	validate := map[string]any{"command": feature.CommandValidate, "arguments": []any{map[string]any{"uri": c.uri("order.checks")}}}
	c.call("workspace/executeCommand", validate, nil)
	token := w.wait(t, "begin validating order.checks, cancellable")
	c.waitLens("order.checks", "verifying…")
	c.notify("window/workDoneProgress/cancel", map[string]any{"token": "somebody's"})
	c.notify("window/workDoneProgress/cancel", map[string]any{"token": 1})
	c.notify("window/workDoneProgress/cancel", map[string]any{"token": token})
	w.wait(t, "end")
	c.waitLens("order.checks", "validate")
	c.notify("window/workDoneProgress/cancel", map[string]any{"token": token}) // too late
	c.call("workspace/executeCommand", validate, nil)
	c.waitLens("order.checks", "verifying…")

	c.call("workspace/executeCommand", map[string]any{"command": feature.CommandInspect, "arguments": []any{map[string]any{"uri": c.uri("stock.wm")}}}, nil)
	token = w.wait(t, "begin inspecting stock.wm, cancellable")
	c.waitLens("stock.wm", "reachable? …")
	c.notify("window/workDoneProgress/cancel", map[string]any{"token": token})
	c.waitLens("stock.wm", "reachable?, ")
	c.close()
}

// What ends by itself says how far it is, and that it has ended. A client that
// cannot show that is told nothing.
func TestProgressEnds(t *testing.T) {
	for _, can := range []bool{true, false} {
		c := dialWith(t, folder(t, "stock.wm", stock, "order.checks", careless), workerProcess("works"))
		w := watch(c, map[string]any{"window": map[string]any{"workDoneProgress": can}}, nil)
		c.open("order.checks")
		if can {
			w.wait(t, "create\nbegin validating order.checks, cancellable")
			w.wait(t, "\nend ")
		}
		c.waitLens("order.checks", "forward-conflict")
		c.close()
		if !can && len(w.said) > 0 {
			t.Errorf("it hears of %v", w.said)
		}
	}
}
