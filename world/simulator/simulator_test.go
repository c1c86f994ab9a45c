package simulator

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/internal/worldtest"
)

// simulate returns a simulator of the shop, with other files beside it.
func simulate(t *testing.T, o Options, files map[string]string) *Simulator {
	t.Helper()
	dir := t.TempDir()
	worldtest.Write(t, dir)
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	cases, err := selection.Named([]*checker.Suite{worldtest.Read(t, dir)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(cases, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestBeginning: a session cannot be found before it has a run, and can be ended.
func TestBeginning(t *testing.T) {
	s := simulate(t, Options{}, nil)
	for range cap(s.begins) {
		s.begins <- struct{}{} // nothing can begin
	}
	handle := NewHandle()
	failed := make(chan error)
	go func() {
		_, err := s.BeginAs(t.Context(), handle, "cancel", 1)
		failed <- err
	}()
	for end := time.Now().Add(10 * time.Second); s.entered(handle) == nil && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	if x := s.Session(handle); x != nil {
		t.Errorf("a session without a run is found: %v", x.Trace())
	}
	if err := s.End(handle); err != nil {
		t.Error(err)
	}
	for range cap(s.begins) {
		<-s.begins
	}
	if err := <-failed; !errors.Is(err, ErrEnded) {
		t.Errorf("the session that was ended: %v", err)
	}
	if s.entered(handle) != nil {
		t.Error("the session is kept")
	}
}

// TestHash: everything that changes what agents are told changes the hash.
func TestHash(t *testing.T) {
	bindings := "tools:\n  get_order:\n    records: {file: orders.json, key: id, argument: order_id}\n"
	withUsers := "tools: {format: openai, source: tools.json}\nuser_tools: {format: openai, source: users.json}\nmodel: shop.wm\n"
	seen := make(map[string]string)
	for name, of := range map[string]struct {
		options Options
		files   map[string]string
	}{
		"the shop":         {},
		"a manual":         {options: Options{Manual: "Be kind."}},
		"bindings":         {files: map[string]string{"bindings.yaml": bindings}},
		"records":          {files: map[string]string{"bindings.yaml": bindings, "orders.json": "[]"}},
		"other records":    {files: map[string]string{"bindings.yaml": bindings, "orders.json": `[{"id": "A1"}]`}},
		"the user's tools": {files: map[string]string{"mantra.yaml": withUsers, "users.json": `[{"type": "function", "function": {"name": "restart"}}]`}},
		"more of them":     {files: map[string]string{"mantra.yaml": withUsers, "users.json": `[{"type": "function", "function": {"name": "restart", "description": "Off and on."}}]`}},
		"effects":          {files: map[string]string{"mantra.yaml": "tools: {format: openai, source: tools.json}\nmodel: shop.wm\neffects: {get_order: read, cancel_order: read}\n"}},
	} {
		hash := simulate(t, of.options, of.files).Hash()
		if seen[hash] != "" {
			t.Errorf("%s and %s have one hash", name, seen[hash])
		}
		seen[hash] = name
		if again := simulate(t, of.options, of.files).Hash(); again != hash {
			t.Errorf("%s: the hash differs between folders", name)
		}
	}
}
