package server

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mantrac/mantrac/lsp/jobs"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// waitCases waits until the client was told of exactly these cases, each behind
// its file in the workspace.
func (c *client) waitCases(want ...string) {
	c.t.Helper()
	c.waitStates(func(states []caseState) bool {
		var list []string
		for _, s := range states {
			list = append(list, strings.TrimPrefix(s.URI, string(snapshot.URIOf(c.dir))+"/")+" "+s.Case)
		}
		slices.Sort(list)
		return slices.Equal(list, want)
	})
}

// waitAll waits until all cases are in a phase.
func (c *client) waitAll(want jobs.Phase) {
	c.t.Helper()
	c.waitStates(func(states []caseState) bool {
		return len(states) > 0 && !slices.ContainsFunc(states, func(s caseState) bool { return s.Phase != want })
	})
}

// waitStates waits until what the server said last of the cases is so.
func (c *client) waitStates(ok func([]caseState) bool) {
	c.t.Helper()
	late := time.After(Patience)
	for {
		c.mu.Lock()
		states, news := c.states, c.news
		c.mu.Unlock()
		if ok(states) {
			return
		}
		select {
		case <-news:
		case <-late:
			c.t.Fatalf("the cases are said to be %+v", states)
		}
	}
}

// In a folder of projects every project is found, with files that nobody opened;
// closing a file changes nothing.
func TestFolderOfProjects(t *testing.T) {
	c := connectWith(t, folder(t,
		"a/mantra.yaml", "model: stock.wm\n", "a/stock.wm", stock, "a/deep/order.checks", strings.Replace(careless, "(use \"stock.wm\")\n", "", 1),
		"b/stock.wm", stock, "b/order.checks", careless, "notes/README.md", "nothing", "node_modules/x/order.checks", careless, ".hidden/order.checks", careless,
	), workerProcess("works"), nil)
	all := []string{"a/deep/order.checks order", "b/order.checks order"}
	c.waitCases(all...)
	c.waitAll(jobs.Conflict)
	c.open("b/order.checks")
	c.open("a/stock.wm")
	c.waitLens("b/order.checks", "forward-conflict")
	for _, name := range []string{"b/order.checks", "a/stock.wm"} {
		c.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": c.uri(name)}})
	}
	c.open("a/stock.wm")
	c.waitLens("a/stock.wm", "named by the case order")
	c.waitCases(all...)
	c.waitAll(jobs.Conflict)
}

// A closed file that changes on disk is validated again.
func TestClosedSuiteChanges(t *testing.T) {
	dir := folder(t, "b/stock.wm", stock, "b/order.checks", careless)
	c := connectWith(t, dir, workerProcess("works"), nil)
	c.waitAll(jobs.Conflict)
	if err := os.WriteFile(filepath.Join(dir, "b", "order.checks"), []byte(strings.TrimSuffix(careless, "))\n")+"\n"+careful), 0o600); err != nil {
		t.Fatal(err)
	}
	c.fileEvents(map[string]any{"uri": c.uri("b/order.checks"), "type": 2})
	c.waitAll(jobs.Proved)
}

// The file that the user looks at is validated first, then the suites of the
// model that they look at, then what they worked on last, then the others.
func TestVisibleFirst(t *testing.T) {
	other := strings.ReplaceAll(careless, "stock.wm", "other.wm")
	c := connectWith(t, folder(t, "stock.wm", stock, "other.wm", stock, "a.checks", careless, "b.checks", other, "c.checks", careless, "d.checks", other), nil, nil)
	first := func() string {
		c.call("workspace/symbol", map[string]any{"query": ""}, nil) // what was said before has been heard
		return filepath.Base(jobs.Cases(c.server.current())[0].Key.Suite)
	}
	look := func(names ...string) {
		uris := []any{}
		for _, n := range names {
			uris = append(uris, c.uri(n))
		}
		c.notify("mantrac/visible", map[string]any{"uris": uris})
	}
	if got := first(); got != "a.checks" {
		t.Errorf("first of all %s", got)
	}
	c.open("c.checks")
	c.open("b.checks")
	if got := first(); got != "b.checks" {
		t.Errorf("after b was opened %s", got)
	}
	c.replace("c.checks", 2, careless+"; more\n")
	if got := first(); got != "c.checks" {
		t.Errorf("after c was edited %s", got)
	}
	look("d.checks", "a.checks")
	if got := first(); got != "d.checks" {
		t.Errorf("d is looked at, and first is %s", got)
	}
	look("other.wm")
	if got := first(); got != "b.checks" {
		t.Errorf("the model of b and d is looked at, and first is %s", got)
	}
}

// No file waits for all cases of another.
func TestVerificationInParts(t *testing.T) {
	text := "(use \"stock.wm\")\n"
	for i := range 3 * jobs.MostAtOnce {
		text += fmt.Sprintf("(case c%d (checks (x (call look))))\n", i)
	}
	c := connectWith(t, folder(t, "stock.wm", stock, "order.checks", text), nil, nil)
	if n := jobs.OfOneSuite(jobs.Cases(c.server.current())); n != jobs.MostAtOnce {
		t.Errorf("%d cases are validated at once", n)
	}
}
