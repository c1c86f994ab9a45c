package mcp

import (
	"net/http/httptest"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/internal/worldtest"
	"github.com/mantrac/mantrac/world/simulator"
)

// TestIdleSessionsEnd: a session of the protocol that nobody uses or ends does not stay
// open in the simulator.
func TestIdleSessionsEnd(t *testing.T) {
	cases, err := selection.Named(worldtest.Suites(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := simulator.New(cases, simulator.Options{})
	if err != nil {
		t.Fatal(err)
	}
	h := newHandler(s, "test", time.Hour)
	web := httptest.NewServer(h)
	defer web.Close()
	play := func() *sdk.ClientSession {
		c, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(),
			&sdk.StreamableClientTransport{Endpoint: web.URL + "?case=cancel"}, &sdk.ClientSessionOptions{ProtocolVersion: "2025-11-25"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: "get_order", Arguments: map[string]any{"order_id": "A1"}}); err != nil {
			t.Fatal(err)
		}
		return c
	}
	left, used := play(), play()
	defer used.Close()
	h.mu.Lock()
	if u := h.uses[left.ID()]; u != nil {
		u.at = u.at.Add(-2 * time.Hour)
	}
	h.swept = time.Time{}
	h.mu.Unlock()
	defer play().Close()
	if s.Session(left.ID()) != nil {
		t.Error("a session that nobody uses is open")
	}
	if s.Session(used.ID()) == nil {
		t.Error("a session that is used has ended")
	}
	left.Close()
}
