package importer_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"testing"

	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/importer"
)

// FuzzRead reads anything: it never panics, events come between the beginning
// and the end of a trace and are numbered, and what is written of them is read
// as the same.
func FuzzRead(f *testing.F) {
	for _, path := range examples(f) {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte("\x1f\x8b"))
	f.Add([]byte("PK\x03\x04"))
	f.Fuzz(func(t *testing.T, text []byte) {
		o := importer.Options{Limit: 1 << 16, Redacted: []string{"<*>"}}
		var c trace.Collector
		if _, err := importer.Read("f", bytes.NewReader(text), o, &lawful{Collector: &c}); err != nil {
			t.Fatal(err)
		}
		for _, one := range c.Traces {
			writtenBack(t, &one)
		}
	})
}

// writtenBack holds the trace against what is read of what is written of it.
func writtenBack(t *testing.T, one *trace.Trace) {
	var b bytes.Buffer
	w := trace.NewWriter(&b)
	w.Begin(&one.Header)
	for i := range one.Events {
		w.Event(&one.Events[i])
	}
	w.Flush()
	var back trace.Collector
	if _, err := importer.Read("b", bytes.NewReader(b.Bytes()), importer.Options{Format: "mantrac"}, &back); err != nil || len(unreadable(&back)) > 0 {
		t.Fatalf("%v %v\n%s", err, back.Problems, b.Bytes())
	}
	back.Problems = nil
	want, got := render(&trace.Collector{Traces: []trace.Trace{*one}}, nil), render(&back, nil)
	if want != got {
		t.Fatalf("%s\nis read as\n%s\n%s", want, got, b.Bytes())
	}
}

// lawful is a sink that knows what may come when.
type lawful struct {
	*trace.Collector
	open bool
	seq  int
}

func (l *lawful) Begin(h *trace.Header) error {
	if l.open || h.ID == "" || h.Format == "" {
		return errors.New("a trace begins before another has ended, or has no id or format")
	}
	l.open, l.seq = true, 0
	return l.Collector.Begin(h)
}

func (l *lawful) Event(e *trace.Event) error {
	if !l.open || e.Kind == "" {
		return io.ErrUnexpectedEOF
	}
	return l.Collector.Event(e)
}

func (l *lawful) End() error {
	if !l.open {
		return errors.New("a trace ends that has not begun")
	}
	l.open = false
	return nil
}
