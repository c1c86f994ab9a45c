package trace

import (
	"bufio"
	"io"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/mantrac/mantrac/lang/document"
)

// A Writer is a sink that writes the plain format; see [Schema]. Its output is
// the same for the same events, and reading it gives them back.
type Writer struct {
	// OnProblem is told of problems, for which the format has no place. If it
	// is nil a problem ends the reading.
	OnProblem func(Problem) error
	// Unplaced leaves out the places of things, so that they are taken to be
	// where they are in what is written.
	Unplaced bool

	w    *bufio.Writer
	line []byte
}

// NewWriter returns a writer to w. It keeps what it has written until
// [Writer.Flush].
func NewWriter(w io.Writer) *Writer {
	return &Writer{w: bufio.NewWriterSize(w, 1<<16)}
}

// Flush writes everything.
func (w *Writer) Flush() error { return w.w.Flush() }

// Problem reports a problem.
func (w *Writer) Problem(p Problem) error {
	if w.OnProblem == nil {
		return p
	}
	return w.OnProblem(p)
}

// Trace writes a whole trace, and flushes.
func (w *Writer) Trace(t *Trace) error {
	if err := w.Begin(&t.Header); err != nil {
		return err
	}
	for i := range t.Events {
		if err := w.Event(&t.Events[i]); err != nil {
			return err
		}
	}
	return w.Flush()
}

// End ends a trace.
func (w *Writer) End() error { return nil }

// An object is a line of JSON being written.
type object struct{ b []byte }

// member begins a member.
func (o *object) member(name string) {
	// The first member comes directly after the brace.
	if o.b[len(o.b)-1] != '{' {
		o.b = append(o.b, ',')
	}
	o.b = append(append(append(o.b, '"'), name...), '"', ':')
}

func (o *object) text(name, s string) {
	if s != "" {
		o.member(name)
		o.b = document.AppendString(o.b, s)
	}
}

func (o *object) int(name string, n int) {
	if n != 0 {
		o.member(name)
		o.b = strconv.AppendInt(o.b, int64(n), 10)
	}
}

func (o *object) time(name string, t time.Time) {
	if !t.IsZero() {
		o.member(name)
		o.b = append(t.AppendFormat(append(o.b, '"'), time.RFC3339Nano), '"')
	}
}

func (o *object) texts(name string, list []string) {
	if len(list) == 0 {
		return
	}
	o.member(name)
	o.b = append(o.b, '[')
	for i, s := range list {
		if i > 0 {
			o.b = append(o.b, ',')
		}
		o.b = document.AppendString(o.b, s)
	}
	o.b = append(o.b, ']')
}

func (o *object) raw(name string, raw []byte) {
	if len(raw) > 0 {
		o.member(name)
		o.b = appendCompact(o.b, raw)
	}
}

// pointer writes the place of something, also if that is a file as a whole:
// what has no place is placed where it is read.
func (w *Writer) pointer(o *object, p Pointer) {
	if w.Unplaced {
		return
	}
	o.member("at")
	o.b = append(o.b, '{')
	o.int("line", p.Line)
	o.text("path", p.Path)
	o.b = append(o.b, '}')
}

// Begin writes the header of a trace.
func (w *Writer) Begin(h *Header) error {
	o := &object{append(w.line[:0], `{"trace":{"version":`...)}
	o.b = strconv.AppendInt(o.b, Version, 10)
	o.text("id", h.ID)
	o.text("file", h.File)
	o.text("format", h.Format)
	o.text("task", h.Task)
	o.int("trial", h.Trial)
	o.text("model", h.Model)
	o.text("domain", h.Domain)
	if h.Reward != nil {
		o.member("reward")
		o.b = strconv.AppendFloat(o.b, *h.Reward, 'g', -1, 64)
	}
	o.text("ended", h.Ended)
	o.text("crash", h.Crash)
	if len(h.Labels) > 0 {
		o.member("labels")
		o.b = append(o.b, '{')
		// The order of a map is random, and the output has to be the same for the same events.
		for _, name := range slices.Sorted(maps.Keys(h.Labels)) {
			if o.b[len(o.b)-1] != '{' {
				o.b = append(o.b, ',')
			}
			o.b = append(document.AppendString(o.b, name), ':')
			o.b = document.AppendString(o.b, h.Labels[name])
		}
		o.b = append(o.b, '}')
	}
	o.texts("tools", h.Tools)
	w.pointer(o, h.At)
	return w.write(append(o.b, '}', '}', '\n'))
}

// Event writes an event.
func (w *Writer) Event(e *Event) error {
	o := &object{append(w.line[:0], '{')}
	o.int("seq", e.Seq)
	o.text("kind", string(e.Kind))
	o.int("turn", e.Turn)
	o.int("group", e.Group)
	o.int("step", e.Step)
	o.text("agent", e.Agent)
	o.text("requestor", e.Requestor)
	o.text("id", e.CallID)
	o.text("tool", e.Tool)
	o.text("status", string(e.Status))
	o.arguments(e)
	o.text("text", e.Text)
	o.time("start", e.Start)
	o.time("end", e.End)
	w.pointer(o, e.At)
	return w.write(append(o.b, '}', '\n'))
}

// arguments writes the arguments of a call.
func (o *object) arguments(e *Event) {
	if e.Kind != Call {
		return
	}
	if e.State != ArgsOK {
		o.text("args_state", string(e.State))
	}
	switch {
	// The text is written as it was, so numbers keep their digits.
	case e.State == ArgsOK && len(e.Raw) > 0:
		o.raw("args", e.Raw)
		return
	case e.State == ArgsOK || e.Args != nil:
		o.member("args")
		o.b = document.AppendJSON(o.b, e.Args)
	}
	o.texts("hidden", e.Hidden)
	o.raw("raw", e.Raw)
}

func (w *Writer) write(line []byte) error {
	w.line = line
	_, err := w.w.Write(line)
	return err
}
