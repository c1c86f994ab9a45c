package recording_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/driver/provider/recording"
)

// A counter answers with the number of times that it was asked.
type counter struct {
	asked int
	err   error
}

func (c *counter) Complete(_ context.Context, r provider.Request, _ func(string)) (provider.Answer, error) {
	c.asked++
	return provider.Answer{Text: strings.Repeat("I", c.asked), Usage: provider.Usage{Input: 10, Output: 1}}, c.err
}

func question(text string) provider.Request {
	return provider.Request{Stage: "check_generation", Case: "c1", Model: "m", Messages: []provider.Message{{Role: provider.User, Text: text}}}
}

func open(t *testing.T, path string) *recording.Log {
	t.Helper()
	l, err := recording.Open(path, "a script")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

// What is recorded is not asked again: neither in the same run, nor in the next one,
// nor where it is replayed. Another provider is asked.
func TestRecordAndReplay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "answers.jsonl")
	c := &counter{}
	for range 2 {
		l := open(t, path)
		for range 2 {
			a, err := l.Record("test", c).Complete(t.Context(), question("one"), nil)
			if err != nil || a.Text != "I" {
				t.Errorf("got %q, %v", a.Text, err)
			}
		}
	}
	if a, err := open(t, path).Record("other", c).Complete(t.Context(), question("one"), nil); err != nil || a.Text != "II" {
		t.Errorf("another provider answers %q, %v", a.Text, err)
	}
	l, err := recording.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if l.Header().AnsweredBy != "a script" {
		t.Errorf("the header is %+v", l.Header())
	}
	var progress string
	if a, err := l.Replay().Complete(t.Context(), question("one"), func(s string) { progress += s }); err != nil || a.Text != "I" || progress != "I" {
		t.Errorf("the replay answers %q, %v", a.Text, err)
	}
}

// Refusals are answers, and are replayed as what they are. Attempts that failed
// otherwise are kept for what they cost, and asked again.
func TestFailures(t *testing.T) {
	path := filepath.Join(t.TempDir(), "answers.jsonl")
	for i, test := range []struct {
		err   error
		asked int
	}{
		{provider.Errorf(provider.Refused, "no"), 1},
		{provider.Errorf(provider.Network, "cut"), 2},
		{context.Canceled, 2},
	} {
		c, l := &counter{err: test.err}, open(t, path)
		r := question(strings.Repeat("?", i+1))
		for range 2 {
			if _, err := l.Record("test", c).Complete(t.Context(), r, nil); err == nil || provider.KindOf(err) != provider.KindOf(test.err) {
				t.Errorf("got %v, expected %v", err, test.err)
			}
		}
		if c.asked != test.asked {
			t.Errorf("%v: asked %d times, expected %d", test.err, c.asked, test.asked)
		}
	}
	if n := len(open(t, path).Entries()); n != 5 {
		t.Errorf("%d entries, expected 5", n)
	}
}

// A line that was cut off is removed, wherever the program was killed.
func TestKilled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "answers.jsonl")
	l := open(t, path)
	for _, text := range []string{"one", "two"} {
		if _, err := l.Record("test", &counter{}).Complete(t.Context(), question(text), nil); err != nil {
			t.Fatal(err)
		}
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(whole) {
		if err := os.WriteFile(path, whole[:n], 0o644); err != nil {
			t.Fatal(err)
		}
		l, err := recording.Open(path, "a script")
		if err != nil {
			t.Fatalf("cut after %d bytes: %v", n, err)
		}
		for _, text := range []string{"one", "two"} {
			if a, err := l.Record("test", &counter{}).Complete(t.Context(), question(text), nil); err != nil || a.Text != "I" {
				t.Fatalf("cut after %d bytes: %q, %v", n, a.Text, err)
			}
		}
		l.Close()
		if got, _ := os.ReadFile(path); string(got) != string(whole) {
			t.Fatalf("cut after %d bytes, it becomes\n%s", n, got)
		}
	}
}

// A request that is not recorded is an error that names the stage, and the nearest
// request and where it differs.
func TestNotRecorded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "answers.jsonl")
	l := open(t, path)
	for _, text := range []string{"Write checks.\nManual: red", "Write checks.\nManual: green"} {
		if _, err := l.Record("test", &counter{}).Complete(t.Context(), question(text), nil); err != nil {
			t.Fatal(err)
		}
	}
	_, err := l.Replay().Complete(t.Context(), question("Write checks.\nManual: greener"), nil)
	want := path + ` has no answer to this request of stage check_generation; the nearest is in line 3 (stage check_generation, case c1), ` +
		`which differs in line 2 of the prompt: recorded "Manual: green", asked "Manual: greener"; record it again`
	if provider.KindOf(err) != provider.Unknown || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	other := question("Write checks.\nManual: red")
	other.Model = "n"
	if _, err := l.Replay().Complete(t.Context(), other, nil); err == nil || !strings.Contains(err.Error(), "which asked the model m, not n") {
		t.Errorf("got %v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.Replay().Complete(ended, other, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// A recording that is compressed is read like any other; one that was cut off is refused.
func TestCompressed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "answers.jsonl.gz")
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(`{"mantrac_recording":1,"answered_by":"a script"}` + "\n")); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for cut, want := range map[int]string{0: "", 4: "cannot be unpacked: unexpected EOF"} {
		if err := os.WriteFile(path, b.Bytes()[:b.Len()-cut], 0o644); err != nil {
			t.Fatal(err)
		}
		l, err := recording.Read(path)
		if want == "" && (err != nil || l.Header().AnsweredBy != "a script") {
			t.Errorf("got %v, %v", l, err)
		}
		if want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("cut off: got %v, expected: %s", err, want)
		}
	}
}

// A file that is not a recording, or a compressed one, is not overwritten.
func TestOpenKeepsOtherFiles(t *testing.T) {
	for text, want := range map[string]string{
		"\x1f\x8b\x08 small":    "cannot append to a compressed recording; unpack it first",
		"my only note":          "is not a recording",
		`{"my":"data"}`:         "is not a recording",
		`{"my":["data"`:         "is not a recording",
		"{\"my\":1}\n{\"your\"": "is not a recording",
		`{"mantrac_recording":1,"answered_by":"x"} {"key"`: "is not a recording",
	} {
		path := filepath.Join(t.TempDir(), "answers.jsonl")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := recording.Open(path, "a script"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, expected: %s", text, err, want)
		}
		if got, _ := os.ReadFile(path); string(got) != text {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}

// A last line that lacks only its end is a whole record, and is kept.
func TestMissingLineEnd(t *testing.T) {
	path := filepath.Join(t.TempDir(), "answers.jsonl")
	if err := os.WriteFile(path, []byte(`{"mantrac_recording":1,"answered_by":"a person"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= 2; n++ {
		c := &counter{}
		if _, err := open(t, path).Record("test", c).Complete(t.Context(), question("one"), nil); err != nil || c.asked != 2-n {
			t.Errorf("asked %d times, %v", c.asked, err)
		}
		data, err := os.ReadFile(path)
		if err != nil || bytes.Count(data, []byte("\n")) != 2 {
			t.Fatalf("got %v\n%s", err, data)
		}
		if err := os.WriteFile(path, bytes.TrimSuffix(data, []byte("\n")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if l := open(t, path); l.Header().AnsweredBy != "a person" || len(l.Entries()) != 1 {
		t.Errorf("got %+v", l.Header())
	}
}

func TestNoRecording(t *testing.T) {
	head := `{"mantrac_recording":1,"answered_by":"a script"}` + "\n"
	for text, want := range map[string]string{
		"":                               "has no whole line",
		"hello\n":                        "1: is not a recording",
		`{"mantrac_recording":2}` + "\n": "1: has version 2 of the format",
		head + "{\n":                     "2: is not an entry of a recording: unexpected end of the text; restore the file, or remove the line to ask again",
		head + `{"key":"abc","request":{"model":"m","messages":[]}}` + "\n": "it was changed after it was recorded",
	} {
		path := filepath.Join(t.TempDir(), "answers.jsonl")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := recording.Read(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, expected: %s", text, err, want)
		}
	}
}
