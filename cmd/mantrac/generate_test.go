package main

import (
	"crypto/sha256"
	"encoding/hex"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/driver/provider/recording"
	"github.com/mantrac/mantrac/driver/run"
	"github.com/mantrac/mantrac/driver/stage"
	"github.com/mantrac/mantrac/internal/modeltest"
)

// A paidProject is the procurement example with a command that answers from its
// recording, and writes the hash of each prompt to a file: what a model would cost.
type paidProject struct{ dir string }

func newPaidProject(t *testing.T) paidProject {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../examples/procurement")); err != nil {
		t.Fatal(err)
	}
	log, err := recording.Read(filepath.Join(dir, "generate.answers.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	script := `prompt=$(sed '/^Answer with one JSON value and nothing else/,$d')
h=$(printf %s "$prompt" | sha256sum | cut -c1-64)
echo $h >> DIR/paid
cat DIR/answers/$h
`
	files := map[string]string{"answer.sh": strings.ReplaceAll(script, "DIR", dir)}
	for _, e := range log.Entries() {
		files["answers/"+promptHash(e.Request)] = e.Answer.Text
	}
	yaml, err := os.ReadFile(filepath.Join(dir, "generate.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	files["generate.yaml"] = strings.NewReplacer("provider_default: replay", "provider_default: exec",
		"recording: generate.answers.jsonl", "command: [sh, "+dir+"/answer.sh]").Replace(string(yaml))
	if err := os.Mkdir(filepath.Join(dir, "answers"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return paidProject{dir}
}

// promptHash returns the hash of what a command is asked, without the schema, which a
// recording has in another layout.
func promptHash(r provider.Request) string {
	r.Schema = nil
	sum := sha256.Sum256([]byte(strings.TrimRight(provider.Prompt(r), "\n")))
	return hex.EncodeToString(sum[:])
}

// generate does a run, which is killed after a time (0 is never).
func (p paidProject) generate(t *testing.T, after time.Duration) (killed bool) {
	t.Helper()
	c := program(t, "generate", "-c", "generate.yaml")
	c.Dir = p.dir
	var errs strings.Builder
	c.Stderr = &errs
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if after > 0 {
		timer := time.AfterFunc(after, func() { c.Process.Kill() })
		defer timer.Stop()
	}
	err := c.Wait()
	if exit, ok := err.(*exec.ExitError); ok && exit.Exited() {
		t.Fatalf("the run ended with code %d: %s", exit.ExitCode(), errs.String())
	}
	return err != nil
}

// paid returns the hashes of the prompts that were asked, in order.
func (p paidProject) paid() []string {
	data, _ := os.ReadFile(filepath.Join(p.dir, "paid")) // none before the first
	return strings.Fields(string(data))
}

// stored returns the hashes of the prompts whose answers are in the run.
func (p paidProject) stored(t *testing.T) map[string]bool {
	t.Helper()
	set := make(map[string]bool)
	log, err := recording.Read(filepath.Join(p.dir, "runs/001/answers.jsonl"))
	if err != nil {
		return set // there is none yet, or not a whole line of it
	}
	for _, e := range log.Entries() {
		set[promptHash(e.Request)] = true
	}
	return set
}

// files returns the artifacts of the run.
func (p paidProject) files(t *testing.T) map[string]string {
	t.Helper()
	m, _, err := run.ReadManifest(filepath.Join(p.dir, "runs"), "001")
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{"state": string(m.State), "table": string(m.Table)}
	for _, f := range m.Files {
		data, err := os.ReadFile(filepath.Join(p.dir, "runs/001", f.Name))
		if err != nil {
			t.Fatal(err)
		}
		texts[f.Name] = string(data)
	}
	return texts
}

// A run that is killed at random moments and begun again is, in the end, the run that was
// never killed, and no answer that was stored is asked for again.
func TestGenerateKilledAtRandomMoments(t *testing.T) {
	if testing.Short() {
		t.Skip("it does whole runs; run it without -short")
	}
	t.Parallel()
	whole := newPaidProject(t)
	whole.generate(t, 0)
	want := whole.files(t)
	if len(whole.paid()) != len(whole.stored(t)) {
		t.Fatalf("an undisturbed run asks %d times for %d answers", len(whole.paid()), len(whole.stored(t)))
	}
	p := newPaidProject(t)
	finished := 0
	for kills := modeltest.Scaled(8, 200); kills > 0; {
		before, known := len(p.paid()), p.stored(t)
		killed := p.generate(t, time.Duration(rand.ExpFloat64()*float64(300*time.Millisecond))+time.Millisecond)
		for _, h := range p.paid()[before:] {
			if known[h] {
				t.Fatalf("%s was stored, and is asked for again", h)
			}
		}
		now := p.stored(t)
		for h := range known {
			if !now[h] {
				t.Fatalf("the answer to %s was stored, and is lost", h)
			}
		}
		if killed {
			kills--
			continue
		}
		finished++
		if d := cmp.Diff(want, p.files(t)); d != "" {
			t.Fatalf("the files of a run that was killed differ (-whole +killed):\n%s", d)
		}
		p = newPaidProject(t)
	}
	p.generate(t, 0)
	if d := cmp.Diff(want, p.files(t)); d != "" {
		t.Fatalf("the files of a run that was killed differ (-whole +killed):\n%s", d)
	}
	t.Logf("%d runs, which were killed again and again, were finished", finished+1)
}

// mantrac does a run with flags, and returns how often it has asked, and what it printed.
func (p paidProject) mantrac(t *testing.T, flags ...string) (asked int, stdout string) {
	t.Helper()
	before := len(p.paid())
	c := program(t, append([]string{"generate", "-c", "generate.yaml"}, flags...)...)
	c.Dir = p.dir
	var errs strings.Builder
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", flags, err, errs.String())
	}
	return len(p.paid()) - before, string(out)
}

// exists reports whether there is a file of the sample.
func (p paidProject) exists(name string) bool {
	_, err := os.Stat(filepath.Join(p.dir, "runs/001/sample-01", name))
	return err == nil
}

// A run goes as far as --only says, asks anew what --from and --retry-failed name, and
// with --dry-run nothing.
func TestGeneratePartsOfARun(t *testing.T) {
	if testing.Short() {
		t.Skip("it does whole runs; run it without -short")
	}
	t.Parallel()
	p := newPaidProject(t)
	expect := func(want int, flags ...string) string {
		t.Helper()
		asked, out := p.mantrac(t, flags...)
		if asked != want {
			t.Errorf("%v asks %d times, expected %d:\n%s", flags, asked, want, out)
		}
		return out
	}
	if out := expect(0, "--dry-run"); !strings.Contains(out, "smt_full_pass") || p.exists("") {
		t.Errorf("--dry-run prints %s", out)
	}
	expect(7, "--only", "tool_relevance") // six about references, of which two read on
	if !p.exists("tools.json") || p.exists("scenarios.json") {
		t.Error("--only tool_relevance ends elsewhere")
	}
	expect(2, "--only", "scenario_generation")
	if !p.exists("scenarios.json") || p.exists("cases.checks") {
		t.Error("--only scenario_generation ends elsewhere")
	}
	expect(5, "--only", "check_generation")
	if !p.exists("cases.checks") || p.exists("model.wm") {
		t.Error("--only check_generation ends elsewhere")
	}
	whole := expect(4)
	expect(0, "--dry-run")
	if out := expect(0); out != whole {
		t.Errorf("a finished run prints %s", out)
	}
	if out := expect(4, "--from", "smt_schema_prepass"); out != whole {
		t.Errorf("--from prints %s", out)
	}
	// the checks of the case that awaits a person, and a question about conflicts that it shares
	if out := expect(2, "--retry-failed"); out != whole {
		t.Errorf("--retry-failed prints %s", out)
	}
	expect(0)
	// the graph of the manual is there
	if out := expect(12, "--new"); out != whole {
		t.Errorf("--new prints %s", out)
	}
	if out := expect(0); out != whole {
		t.Errorf("the other run prints %s", out)
	}
}

// --retry-failed concerns samples without a validated case as a whole, also those that have
// no case at all, and single cases of the others.
func TestFailed(t *testing.T) {
	r := &stage.Result{Samples: 3, Cases: []stage.Case{
		{Sample: "sample-01", Name: "a", Status: stage.Validated}, {Sample: "sample-01", Name: "b", Status: stage.AwaitingHuman},
		{Sample: "sample-02", Name: "a", Status: stage.Rejected}, {Sample: "sample-02", Name: "b", Status: stage.AwaitingHuman},
	}}
	if d := cmp.Diff([]string{"sample-01/b", "sample-02", "sample-03"}, failed(r)); d != "" {
		t.Error(d)
	}
}

// An interrupt ends a run with the code that shells expect, and says how it goes on. A run that
// waits for a mailbox says for which file.
func TestGenerateInterrupted(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"mantra.yaml": "document_path: manual.md\ntools: tools.json\nllm: {provider_default: mailbox, default_model: x, mailbox: box}\n",
		"manual.md":   "# Shop\n\nText.\n\n## Orders\n\nLook first.\n",
		"tools.json":  `[{"name": "look", "description": "Looks.", "parameters": {"type": "object", "properties": {}}}]`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c := program(t, "generate")
	c.Dir = dir
	var said strings.Builder
	c.Stderr = &said
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	var asked []string
	for ; len(asked) == 0; time.Sleep(10 * time.Millisecond) {
		asked, _ = filepath.Glob(filepath.Join(dir, "box", "*.request.txt"))
	}
	time.Sleep(100 * time.Millisecond) // it is told after the request is written
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Skip("this system has no interrupts: ", err)
	}
	err := c.Wait()
	if c.ProcessState.ExitCode() != exitInterrupted || !strings.Contains(said.String(), "run 001 is not finished; `mantrac generate` goes on where it ended") {
		t.Errorf("got %v, %s", err, said.String())
	}
	name := strings.TrimSuffix(filepath.Base(asked[0]), ".request.txt")
	for _, want := range []string{"waiting for ", filepath.Join("box", name+".answer.txt") + ", the answer to ", filepath.Join("box", name+".request.txt") + "\n"} {
		if !strings.Contains(said.String(), want) {
			t.Errorf("there is no %q in\n%s", want, said.String())
		}
	}
}
