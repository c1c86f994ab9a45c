package server

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lsp/feature"
	"github.com/mantrac/mantrac/lsp/jobs"
	"github.com/mantrac/mantrac/lsp/worker"
)

// TestMain is the verifier's process as well.
func TestMain(m *testing.M) {
	switch os.Getenv("MANTRAC_TEST_WORKER") {
	case "":
		os.Exit(m.Run())
	case "dies":
		os.Exit(3)
	case "hangs":
		time.Sleep(time.Hour)
	}
	if os.Getenv("MANTRAC_TEST_WORKER") == "no solver" {
		os.Setenv("MANTRAC_LIBZ3", filepath.Join(os.TempDir(), "not", "there"))
	}
	if err := worker.Work(context.Background(), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// workerProcess returns a command that runs a verifier, or one with a fault.
func workerProcess(how string) func() *exec.Cmd {
	return func() *exec.Cmd {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "MANTRAC_TEST_WORKER="+how)
		return cmd
	}
}

const (
	stock = `(model
  (var looked Bool)
  (var picked Bool)

  (transition look
    (params)
    (pre)
    (post (= (next looked) true)))

  (transition pick
    (params)
    (pre (= looked true))
    (post (= (next picked) true))))
`
	careless = `(use "stock.wm")

(case order
  (init (looked false) (picked false))
  (checks
    (first (call look))
    (then  (call pick))))
`
	careful = `    (order (after (call pick) (call look)))))
`
)

// lenses returns the titles over a document.
func (c *client) lenses(name string) string {
	c.t.Helper()
	var list []protocol.CodeLens
	c.call("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": c.uri(name)}}, &list)
	var titles []string
	for _, l := range list {
		titles = append(titles, l.Command.Title)
	}
	return strings.Join(titles, ", ")
}

// waitLens waits until the lenses of a document have a text.
func (c *client) waitLens(name, want string) {
	c.t.Helper()
	late := time.Now().Add(Patience)
	for {
		got := c.lenses(name)
		if strings.Contains(got, want) {
			return
		}
		if time.Now().After(late) {
			c.t.Fatalf("the lenses of %s say %q, never %q", name, got, want)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func (c *client) save(name string) {
	c.t.Helper()
	c.notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": c.uri(name)}})
}

// A conflict is shown on the clause and on the check, goes obsolete with an
// edit, and is gone when the checks are mended.
func TestVerification(t *testing.T) {
	c := connectWith(t, folder(t, "stock.wm", stock, "order.checks", careless), workerProcess("works"), nil)
	c.open("order.checks")
	c.open("stock.wm")
	isConflict := func(p protocol.PublishDiagnosticsParams) bool {
		return len(p.Diagnostics) == 1 && strings.HasPrefix(fmt.Sprint(p.Diagnostics[0].Code), "forward-conflict")
	}
	on := c.wait("stock.wm", isConflict).Diagnostics[0]
	if on.Range.Start.Line != 11 || !strings.Contains(on.Message, "pick → look") || len(on.RelatedInformation) != 2 {
		t.Errorf("on the clause: %+v", on)
	}
	on = c.wait("order.checks", isConflict).Diagnostics[0]
	if on.Range.Start.Line != 6 || !strings.Contains(on.Message, "the model rejects step 1") || len(on.RelatedInformation) != 3 {
		t.Errorf("on the check: %+v", on)
	}
	c.waitLens("order.checks", "forward-conflict, show conflict")
	var report struct {
		Forward struct {
			Witness struct {
				Steps []struct{ Tool string }
			}
		}
	}
	c.call("workspace/executeCommand", map[string]any{"command": feature.CommandConflict, "arguments": []any{map[string]any{"uri": c.uri("order.checks"), "case": "order"}}}, &report)
	if steps := report.Forward.Witness.Steps; len(steps) != 2 || steps[0].Tool != "pick" {
		t.Errorf("the conflict: %+v", report)
	}
	mended := strings.TrimSuffix(careless, "))\n") + "\n" + careful
	c.replace("order.checks", 2, mended)
	c.waitLens("order.checks", "changed since it was forward-conflict")
	c.waitPhase("order", jobs.Obsolete)
	c.wait("stock.wm", func(p protocol.PublishDiagnosticsParams) bool { return len(p.Diagnostics) == 0 })
	c.save("order.checks")
	c.waitLens("order.checks", "consistent")
	c.waitPhase("order", jobs.Proved)
	c.close()
}

// waitPhase waits until the server says, without being asked, how a case stands.
func (c *client) waitPhase(name string, want jobs.Phase) {
	c.t.Helper()
	late := time.After(Patience)
	for {
		c.mu.Lock()
		got, news := c.phases[name], c.news
		c.mu.Unlock()
		if got == want {
			return
		}
		select {
		case <-news:
		case <-late:
			c.t.Fatalf("%s is said to be %s, never %s", name, got, want)
		}
	}
}

// What happens to the verifier happens to nobody else.
func TestFaultyVerifiers(t *testing.T) {
	c := connectWith(t, folder(t, "stock.wm", stock, "order.checks", careless), workerProcess("dies"), nil)
	c.open("order.checks")
	c.waitLens("order.checks", "unknown: the verifier died")
	c.close()

	c = connectWith(t, folder(t, "stock.wm", stock, "order.checks", careless), workerProcess("hangs"), nil)
	c.open("order.checks")
	c.waitLens("order.checks", "verifying…")
	c.replace("order.checks", 2, strings.Replace(careless, "then", "pack", 1)) // kills it
	c.waitLens("order.checks", "validate")
	c.close()
}

// The settings say whether cases are validated without being asked, and a
// command asks.
func TestVerificationOnDemand(t *testing.T) {
	c := connectWith(t, folder(t, "stock.wm", stock, "order.checks", careless), workerProcess("works"), map[string]any{"verify": "never", "bound": 4})
	c.open("order.checks")
	c.save("order.checks")
	c.waitLens("order.checks", "validate")
	c.call("workspace/executeCommand", map[string]any{"command": feature.CommandValidate, "arguments": []any{map[string]any{"uri": c.uri("order.checks")}}}, nil)
	c.waitLens("order.checks", "forward-conflict")
	c.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"mantrac": map[string]any{"verify": "onType", "pause": 1}}})
	c.replace("order.checks", 2, strings.TrimSuffix(careless, "))\n")+"\n"+careful)
	c.waitLens("order.checks", "consistent")
	c.close()
}

// A client that asks for a verdict hears of it, also where it is the same as before.
func TestSameVerdictIsSaid(t *testing.T) {
	c := connectWith(t, folder(t, "stock.wm", stock, "order.checks", careless), workerProcess("works"), map[string]any{"verify": "never"})
	c.open("order.checks")
	said := make(chan bool, 100)
	c.mu.Lock()
	c.heard = func(method string, params json.RawMessage) {
		if method == "mantrac/verification" && strings.Contains(string(params), `"conflict"`) {
			said <- true
		}
	}
	c.mu.Unlock()
	for i := range 20 {
		if err := c.execute(feature.CommandValidate, "order.checks", "order", nil); err != nil {
			t.Fatal(err)
		}
		select {
		case <-said:
		case <-time.After(Patience):
			t.Fatalf("validated for the %dth time, the client hears nothing", i+1)
		}
		c.waitLens("order.checks", "forward-conflict")
	}
	c.close()
}
