package simulator

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"

	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/trace"
)

// A file keeps the events of a session. A nil file keeps nothing.
type file struct {
	f *os.File
	b bytes.Buffer
	w *trace.Writer
}

// create creates the file of a session in a folder, with its header; nil without a
// folder.
func create(dir string, h *trace.Header) (*file, error) {
	if dir == "" {
		return nil, nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	// The id has a slash before the handle, which a file name cannot have.
	name := filepath.Join(dir, strings.ReplaceAll(h.ID, "/", "-")+".jsonl")
	// O_EXCL: the handle is random, so an existing file would be another session's.
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		return nil, err
	}
	x := &file{f: f}
	x.w = trace.NewWriter(&x.b)
	// The events come from a session, not from a file with lines and columns.
	x.w.Unplaced = true
	if err := x.w.Begin(h); err != nil {
		return nil, err
	}
	if err := x.w.Flush(); err != nil {
		return nil, err
	}
	return x, x.flush()
}

// append writes events, and the state after them into the last line.
func (x *file) append(events []trace.Event, after interp.State) error {
	for i := range events {
		if err := x.w.Event(&events[i]); err != nil {
			return err
		}
	}
	if err := x.w.Flush(); err != nil {
		return err
	}
	if len(events) > 0 {
		x.withState(after)
	}
	return x.flush()
}

// withState adds a member to the object in the last line.
func (x *file) withState(s interp.State) {
	text, err := s.MarshalJSON()
	if err != nil {
		panic(err) // the values of a state are JSON
	}
	// The last line is an object: reopen it by removing its end.
	x.b.Truncate(x.b.Len() - len("}\n"))
	x.b.WriteString(`,"state":`)
	x.b.Write(text)
	x.b.WriteString("}\n")
}

// flush writes everything by one system call.
func (x *file) flush() error {
	_, err := x.f.Write(x.b.Bytes())
	x.b.Reset()
	return err
}

func (x *file) close() error {
	if x == nil {
		return nil
	}
	return x.f.Close()
}
