package stage_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mantrac/mantrac/driver/config"
	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/driver/provider/recording"
	"github.com/mantrac/mantrac/driver/run"
	"github.com/mantrac/mantrac/driver/stage"
)

// TestShopChild is, in a child process, a run of the shop that kills itself at the boundary
// that the environment names.
func TestShopChild(t *testing.T) {
	dir := os.Getenv("MANTRAC_TEST_SHOP")
	if dir == "" {
		return // TestKilledAtEachBoundary runs it
	}
	c, found, err := config.Load(filepath.Join(dir, "mantra.yaml"), config.Options{Env: os.LookupEnv})
	if err != nil || c == nil {
		t.Fatal(found, err)
	}
	deadly, _ := strconv.ParseInt(os.Getenv("MANTRAC_TEST_KILL"), 10, 64)
	var n atomic.Int64
	w := &world{c, c.RunDir}
	_, _, err = w.do(t, paying{newTape(t, filepath.Join(dir, "tape.txtar")), filepath.Join(dir, "paid")}, func(d *stage.Driver) {
		d.Run.Boundary = func(string) {
			if n.Add(1) == deadly {
				self, _ := os.FindProcess(os.Getpid())
				self.Kill()
				select {} // until the signal arrives
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A paying tape writes the key of each request to a file: what it costs.
type paying struct {
	*tape
	file string
}

// Complete implements [provider.Provider].
func (p paying) Complete(ctx context.Context, r provider.Request, _ func(string)) (provider.Answer, error) {
	f, err := os.OpenFile(p.file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		return provider.Answer{}, err
	}
	fmt.Fprintln(f, r.Key())
	if err := f.Close(); err != nil {
		return provider.Answer{}, err
	}
	return p.tape.Complete(ctx, r, nil)
}

// A shopFolder is a project in which child processes do the run.
type shopFolder struct{ dir string }

// newShopFolder writes the shop, with answers about its conflict.
func newShopFolder(t *testing.T) shopFolder {
	t.Helper()
	w, _ := newShop(t, nil)
	data, err := os.ReadFile("testdata/shop.txtar")
	if err != nil {
		t.Fatal(err)
	}
	text := string(data) + "-- " + both + " --\n" + edits(look("lamp")) + "\n-- " + judge + " --\n" + accepts + "\n-- " + desk + " --\n" + choose(1) + "\n"
	if err := os.WriteFile(filepath.Join(w.settings.Dir, "tape.txtar"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return shopFolder{w.settings.Dir}
}

// run does the run in a child, which is killed at a boundary (0 is none).
func (s shopFolder) run(t *testing.T, boundary int) (killed bool) {
	t.Helper()
	c := exec.Command(os.Args[0], "-test.run", "^TestShopChild$")
	c.Env = append(os.Environ(), "MANTRAC_TEST_SHOP="+s.dir, "MANTRAC_TEST_KILL="+strconv.Itoa(boundary))
	out, err := c.CombinedOutput()
	if exit, ok := err.(*exec.ExitError); ok && exit.Exited() {
		t.Fatalf("boundary %d: %v\n%s", boundary, err, out)
	}
	return err != nil
}

// contents returns the files of the run, the logs aside.
func (s shopFolder) contents(t *testing.T) map[string]string {
	t.Helper()
	files := make(map[string]string)
	dir := filepath.Join(s.dir, "runs")
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if name, _ := filepath.Rel(dir, path); !strings.HasSuffix(name, ".jsonl") {
			files[name] = string(data)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// facts counts what the log says, apart from who opened the run.
func (s shopFolder) facts(t *testing.T) map[string]int {
	t.Helper()
	_, events, err := run.ReadManifest(filepath.Join(s.dir, "runs"), "001")
	if err != nil {
		t.Fatal(err)
	}
	count := make(map[string]int)
	for _, e := range events {
		if e.Kind != run.Session {
			count[fmt.Sprint(e.Kind, e.Stage, e.Subject, e.Key, e.Path, e.SHA256, e.Side, e.What, e.Why)]++
		}
	}
	return count
}

// stored returns the keys of the answers that the run has.
func (s shopFolder) stored() map[string]bool {
	set := make(map[string]bool)
	if log, err := recording.Read(filepath.Join(s.dir, "runs/001/answers.jsonl")); err == nil {
		for _, e := range log.Entries() {
			set[e.Key] = true
		}
	}
	return set
}

func (s shopFolder) paid() []string {
	data, _ := os.ReadFile(filepath.Join(s.dir, "paid")) // none before the first
	return strings.Fields(string(data))
}

// A run of all stages that is killed before or after any of its writes, and done again, is
// the run that was never killed, and asks nothing again that was stored. A usual test takes
// every seventeenth boundary, `make soak` takes all.
func TestKilledAtEachBoundary(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts many processes; run it without -short")
	}
	t.Parallel()
	whole := newShopFolder(t)
	whole.run(t, 0)
	files, facts := whole.contents(t), whole.facts(t)
	step := 17
	if os.Getenv("MANTRAC_SOAK") == "1" {
		step = 1
	}
	n := 1
	for ; ; n += step {
		s := newShopFolder(t)
		if !s.run(t, n) {
			break
		}
		known, before := s.stored(), len(s.paid())
		s.run(t, 0)
		for _, key := range s.paid()[before:] {
			if known[key] {
				t.Fatalf("boundary %d: %s was stored, and is asked for again", n, key)
			}
		}
		if d := cmp.Diff(files, s.contents(t)); d != "" {
			t.Fatalf("boundary %d: the files differ (-whole +resumed):\n%s", n, d)
		}
		if d := cmp.Diff(facts, s.facts(t)); d != "" {
			t.Fatalf("boundary %d: the facts differ (-whole +resumed):\n%s", n, d)
		}
	}
	if n < 60 {
		t.Errorf("there are only %d boundaries", n)
	}
	t.Logf("%d boundaries", n)
}
