package run_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mantrac/mantrac/driver/run"
	"github.com/mantrac/mantrac/internal/modeltest"
)

// TestMain is, in a child process, a run that may kill itself.
func TestMain(m *testing.M) {
	if base := os.Getenv("MANTRAC_TEST_RUN"); base != "" {
		if err := work(base); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// work is a run of steps that cost something, facts and artifacts. It kills itself at
// the boundary that the environment names. What it pays is lines of a file.
func work(base string) error {
	r, err := run.Open(filepath.Join(base, "runs"), "001")
	if err != nil {
		return err
	}
	deadly, _ := strconv.Atoi(os.Getenv("MANTRAC_TEST_KILL"))
	n := 0
	r.Boundary = func(string) {
		if n++; n == deadly {
			self, _ := os.FindProcess(os.Getpid())
			self.Kill()
			select {} // until the signal arrives
		}
	}
	text := ""
	for i := range 4 {
		step := run.Step{Stage: "ask", Subject: fmt.Sprintf("sample-%d", i), Inputs: []run.Input{{Name: "before", Data: []byte(text)}}}
		data, err := r.Do(context.Background(), step, func(context.Context) ([]byte, error) { return pay(base, i) })
		if err != nil {
			return err
		}
		text += string(data)
		if err := r.Note(run.Event{Subject: step.Subject, What: "chosen", Why: text}); err != nil {
			return err
		}
		if err := r.Write("sample/model.wm", []byte(text)); err != nil {
			return err
		}
	}
	if err := r.Describe(run.Manifest{State: run.Finished}); err != nil {
		return err
	}
	return r.Close()
}

func pay(base string, i int) ([]byte, error) {
	f, err := os.OpenFile(filepath.Join(base, "paid"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		return nil, err
	}
	_, err = fmt.Fprintf(f, "%d\n", i)
	time.Sleep(time.Millisecond) // a moment in which a kill may come
	return fmt.Appendf(nil, "answer %d\n", i), errors.Join(err, f.Close())
}

// child runs work in a process, which may be killed at a boundary (0 is none) or
// after a time.
func child(t *testing.T, base string, boundary int, after time.Duration) (killed bool) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "MANTRAC_TEST_RUN="+base, "MANTRAC_TEST_KILL="+strconv.Itoa(boundary))
	var errs strings.Builder
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if after > 0 {
		time.AfterFunc(after, func() { cmd.Process.Kill() })
	}
	err := cmd.Wait()
	if err != nil && errs.Len() > 0 {
		t.Fatalf("%v: %s", err, errs.String())
	}
	return err != nil
}

// contents returns the files of a run with their texts, and what its log says.
func contents(t *testing.T, base string) (files map[string]string, facts []string) {
	t.Helper()
	files = make(map[string]string)
	dir := filepath.Join(base, "runs", "001")
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		if files[name] = string(data); name == "events.jsonl" {
			files[name] = ""
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	_, events, err := run.ReadManifest(filepath.Join(base, "runs"), "001")
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range events {
		if e.Number != i+1 {
			t.Errorf("event %d has the number %d", i+1, e.Number)
		}
		if e.Kind != run.Session {
			facts = append(facts, fmt.Sprint(e.Kind, e.Stage, e.Subject, e.Key, e.Path, e.SHA256, e.What, e.Why))
		}
	}
	return files, facts
}

func paid(t *testing.T, base string) map[string]int {
	data, err := os.ReadFile(filepath.Join(base, "paid"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	counts := make(map[string]int)
	for line := range strings.FieldsSeq(string(data)) {
		counts[line]++
	}
	return counts
}

// A run that is killed at any write, and then done again, is the run that was never
// killed, and pays again at most for the answer that it had not stored.
func TestKilledAtEachBoundary(t *testing.T) {
	t.Parallel()
	whole := t.TempDir()
	child(t, whole, 0, 0)
	files, facts := contents(t, whole)
	again := 0
	for n := 1; ; n++ {
		base := t.TempDir()
		killed := child(t, base, n, 0)
		if killed {
			child(t, base, 0, 0)
		}
		gotFiles, gotFacts := contents(t, base)
		if d := cmp.Diff(files, gotFiles); d != "" {
			t.Fatalf("killed at boundary %d: the files differ (-whole +resumed):\n%s", n, d)
		}
		if d := cmp.Diff(facts, gotFacts); d != "" {
			t.Fatalf("killed at boundary %d: the facts differ (-whole +resumed):\n%s", n, d)
		}
		for step, times := range paid(t, base) {
			if times > 1 {
				again++
				t.Logf("boundary %d: step %s was paid %d times", n, step, times)
			}
		}
		if !killed {
			if n < 30 {
				t.Errorf("there are only %d boundaries; expected one before and after each write", n)
			}
			break
		}
	}
	if again != 4 {
		t.Errorf("%d answers were paid for twice; expected only the four that were killed before they were stored", again)
	}
}

// The same at random moments, several times in a row.
func TestKilledAtRandomMoments(t *testing.T) {
	t.Parallel()
	whole := t.TempDir()
	child(t, whole, 0, 0)
	files, facts := contents(t, whole)
	base := t.TempDir()
	kills := 0
	for i := range modeltest.Repetitions(200) {
		if child(t, base, 0, time.Duration(3+i*7%40)*time.Millisecond) {
			kills++
			continue
		}
		gotFiles, gotFacts := contents(t, base)
		if d := cmp.Diff(files, gotFiles) + cmp.Diff(facts, gotFacts); d != "" {
			t.Fatalf("after %d kills (-whole +resumed):\n%s", kills, d)
		}
		base, kills = t.TempDir(), 0
	}
}

func open(t *testing.T, base string) *run.Run {
	t.Helper()
	r, err := run.Open(base, "001")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// do does a step, and reports whether it was made.
func do(t *testing.T, r *run.Run, stage, subject, input string) (made bool) {
	t.Helper()
	_, err := r.Do(context.Background(), run.Step{Stage: stage, Subject: subject, Inputs: []run.Input{{Name: "text", Data: []byte(input)}}},
		func(context.Context) ([]byte, error) { made = true; return []byte(input), nil })
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func TestStepIsMadeAgainOnlyForOtherInputs(t *testing.T) {
	r := open(t, t.TempDir())
	for _, c := range []struct {
		stage, subject, input string
		made                  bool
	}{
		{"checks", "a", "1", true}, {"checks", "a", "1", false}, {"checks", "a", "2", true},
		{"checks", "b", "1", true}, {"model", "a", "1", true}, {"checks", "a", "1", false},
	} {
		if made := do(t, r, c.stage, c.subject, c.input); made != c.made {
			t.Errorf("%v: made is %v", c, made)
		}
	}
	_, err := r.Do(context.Background(), run.Step{Stage: "fails"}, func(context.Context) ([]byte, error) { return nil, errors.New("no network") })
	if err == nil || !do(t, r, "fails", "", "") {
		t.Errorf("a step that failed (%v) was not done again", err)
	}
}

func TestRedo(t *testing.T) {
	base := t.TempDir()
	r := open(t, base)
	do(t, r, "checks", "s1/a", "x")
	do(t, r, "checks", "s10/a", "x")
	do(t, r, "model", "s1/a", "x")
	if err := r.Redo("s1", "checks"); err != nil {
		t.Fatal(err)
	}
	r.Close()
	r = open(t, base)
	if !do(t, r, "checks", "s1/a", "x") {
		t.Error("the step was not done anew")
	}
	for _, made := range []bool{do(t, r, "checks", "s1/a", "x"), do(t, r, "checks", "s10/a", "x"), do(t, r, "model", "s1/a", "x")} {
		if made {
			t.Error("a step that no redo concerns was done anew")
		}
	}
}

func TestResultThatWasChanged(t *testing.T) {
	r := open(t, t.TempDir())
	do(t, r, "checks", "a", "x")
	files, err := filepath.Glob(filepath.Join(r.Dir, "steps", "checks", "*"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	os.WriteFile(files[0], []byte("forged"), 0o666)
	_, err = r.Do(context.Background(), run.Step{Stage: "checks", Subject: "a", Inputs: []run.Input{{Name: "text", Data: []byte("x")}}}, nil)
	if changed := new(run.Changed); !errors.As(err, &changed) {
		t.Errorf("the error is %v; expected one that says that the result has changed", err)
	}
}

func TestFileThatAPersonEdited(t *testing.T) {
	r := open(t, t.TempDir())
	path := filepath.Join(r.Dir, "s1", "model.wm")
	write := func(text string) error { return r.Write("s1/model.wm", []byte(text)) }
	for _, text := range []string{"(model)", "(model (var a Bool))", "(model)"} {
		if err := write(text); err != nil {
			t.Fatal(err)
		}
	}
	os.WriteFile(path, []byte("(model) ; by hand"), 0o666)
	edited := new(run.Edited)
	if err := write("(model (var b Bool))"); !errors.As(err, &edited) {
		t.Errorf("the error is %v; expected one that says that the file was edited", err)
	}
	if text, _ := os.ReadFile(path); string(text) != "(model) ; by hand" {
		t.Errorf("the file was overwritten: %s", text)
	}
}

func TestTornLine(t *testing.T) {
	base := t.TempDir()
	r := open(t, base)
	do(t, r, "checks", "a", "x")
	r.Close()
	log := filepath.Join(r.Dir, "events.jsonl")
	data, _ := os.ReadFile(log)
	os.WriteFile(log, append(data, `{"n":3,"event":"fa`...), 0o666)
	r = open(t, base)
	if err := r.Note(run.Event{What: "after"}); err != nil {
		t.Fatal(err)
	}
	_, events, err := run.ReadManifest(base, "001")
	if err != nil {
		t.Fatal(err)
	}
	var kinds []run.Kind
	for _, e := range events {
		kinds = append(kinds, e.Kind)
	}
	if want := []run.Kind{run.Session, run.Done, run.Session, run.Fact}; !slices.Equal(kinds, want) {
		t.Errorf("the log has %v; expected %v", kinds, want)
	}
	os.WriteFile(log, []byte("nonsense\n"+string(data)), 0o666)
	if _, _, err := run.ReadManifest(base, "001"); err == nil || !strings.Contains(err.Error(), "events.jsonl:1:") {
		t.Errorf("the error is %v; expected the place of the line", err)
	}
}

func TestOneProcessAtATime(t *testing.T) {
	base := t.TempDir()
	open(t, base)
	if _, err := run.Open(base, "001"); err == nil || !strings.Contains(err.Error(), "another process") {
		t.Errorf("the error is %v", err)
	}
}

func TestNamesOfRuns(t *testing.T) {
	base := t.TempDir()
	for _, id := range []string{"..", "a/b", ".hidden"} {
		if _, err := run.Open(base, id); err == nil {
			t.Errorf("%q is the name of a run", id)
		}
	}
	for _, id := range []string{"002", "010", "tuned"} {
		r, err := run.Open(base, id)
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
	}
	ids, err := run.IDs(base)
	next, _ := run.NextID(base)
	if want := []string{"tuned", "002", "010"}; err != nil || !slices.Equal(ids, want) || next != "011" {
		t.Errorf("runs %v, next %s, %v; expected %v and 011", ids, next, err, want)
	}
}

func TestManifest(t *testing.T) {
	base := t.TempDir()
	r := open(t, base)
	r.Write("s1/model.wm", []byte("(model)"))
	if err := r.Describe(run.Manifest{State: run.Finished, Inputs: []run.File{run.NewFile("manual.md", []byte("text"))}}); err != nil {
		t.Fatal(err)
	}
	m, _, err := run.ReadManifest(base, "001")
	if err != nil {
		t.Fatal(err)
	}
	names := make(map[string]string)
	for _, f := range append(m.Inputs, m.Files...) {
		names[f.Name] = f.SHA256[:8]
	}
	if want := map[string]string{"manual.md": "982d9e3e", "s1/model.wm": names["s1/model.wm"]}; m.State != run.Finished || !maps.Equal(names, want) {
		t.Errorf("%+v", m)
	}
}
