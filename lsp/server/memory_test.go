package server

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"testing"
	"time"
	"weak"

	"go.lsp.dev/protocol"
)

// Edits at random places leave nothing behind: the live heap after many is at
// most 10 MB larger than after a few. MANTRAC_DRAWS sets how many.
func TestEditsLeaveNothing(t *testing.T) {
	edits := 120
	if n, err := strconv.Atoi(os.Getenv("MANTRAC_DRAWS")); err == nil {
		edits = n
	}
	project := newCopies(t, 14)
	c := connect(t, project.folder(t), nil)
	version := 1
	for _, name := range []string{"operations.wm", "operations.checks"} {
		c.openAs(name, project.files[name])
		c.wait(name, func(p protocol.PublishDiagnosticsParams) bool { return p.Version == 1 })
	}
	random := rand.New(rand.NewPCG(1, 2))
	edit := func(name string) {
		lines := c.lineLengths(name)
		for range 2 { // typed, and taken back
			line := random.IntN(len(lines))
			column := random.IntN(lines[line] + 1)
			version++
			c.insert(name, version, line, column, 0, "x")
			c.ask(t, "textDocument/semanticTokens/full", c.documentParams(name))
			version++
			c.insert(name, version, line, column, 1, "")
			c.ask(t, "textDocument/codeLens", c.documentParams(name))
		}
		c.wait(name, func(p protocol.PublishDiagnosticsParams) bool { return int(p.Version) == version })
	}
	heap := func() float64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc) / (1 << 20)
	}
	for range 10 {
		edit("operations.wm")
		edit("operations.checks")
	}
	before := heap()
	for range edits / 4 {
		edit("operations.wm")
		edit("operations.checks")
	}
	if after := heap(); after > before+10 {
		t.Errorf("the live heap grew from %.1f to %.1f MB", before, after)
	} else {
		t.Logf("the live heap was %.1f MB, and is %.1f MB", before, after)
	}
}

// Nothing holds what the files were before an edit, whether cases are validated
// or not: the whole project, checked, would stay in memory with it.
func TestEarlierSnapshotIsForgotten(t *testing.T) {
	for what, verifier := range map[string]func() *exec.Cmd{"without a verifier": nil, "with a verifier": workerProcess("works")} {
		t.Run(what, func(t *testing.T) {
			c := connectWith(t, folder(t, "stock.wm", stock, "order.checks", careless), verifier, nil)
			c.open("order.checks")
			c.save("order.checks")
			c.wait("order.checks", func(p protocol.PublishDiagnosticsParams) bool { return p.Version == 1 })
			if verifier != nil {
				c.waitLens("order.checks", "show conflict")
			}
			earlier := weak.Make(c.server.current())
			c.replace("order.checks", 2, careless+"; more\n")
			c.wait("order.checks", func(p protocol.PublishDiagnosticsParams) bool { return p.Version == 2 })
			for late := time.Now().Add(Patience); earlier.Value() != nil; time.Sleep(5 * time.Millisecond) {
				if runtime.GC(); time.Now().After(late) {
					t.Fatal("the snapshot before the edit is still held")
				}
			}
		})
	}
}
