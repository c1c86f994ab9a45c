package trace

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/types"
)

// A Decoder reads lines of the plain format and pushes what they say into a
// sink. Lines as [Writer] writes them are read without looking at anything
// twice; all others in the general way.
type Decoder struct {
	file   string
	sink   Sink
	open   bool // a trace has begun
	traces int
	seq    int
	id     string // of the trace
	fast   scanner
	said   fields // by the line
}

// NewDecoder returns a decoder of the lines of a file.
func NewDecoder(file string, sink Sink) *Decoder { return &Decoder{file: file, sink: sink} }

// Fast reads a line if it is an event as [Writer] writes it; it reports whether
// it was. An error is one of the sink.
func (d *Decoder) Fast(text string, line int) (bool, error) {
	if !d.fast.scan(text, &d.said) {
		return false, nil
	}
	return true, d.emit(Pointer{Line: line})
}

// Record reads what is in a line, or, if line is 0, in a file as a whole.
// What is wrong with it is a problem; an error is one of the sink.
func (d *Decoder) Record(v document.Value, line int) error {
	at := Pointer{Line: line, Path: v.Pointer()}
	// A header and a list of steps have no `kind` and no `tool`, so they are told apart before events.
	if h := v.Get("trace"); h.IsObject() {
		return d.header(v, h, at)
	}
	if steps := v.Get("steps"); steps.IsList() {
		if fault := ambiguous(v, steps); fault != nil {
			if err := d.fault(fault, line); err != nil {
				return err
			}
		}
		for _, step := range steps.Items() {
			if err := d.Record(step, line); err != nil {
				return err
			}
		}
		return nil
	}
	if fault := ambiguous(v, argumentsOf(v)); fault != nil {
		return d.fault(fault, line)
	}
	if v.Get("init").Kind() != document.Absent && !v.Get("tool").Given() {
		return nil // the initial state before the steps of mantrac run
	}
	if v.Get("remark").IsString() && !v.Get("kind").Given() && !v.Get("tool").Given() {
		return nil // for people
	}
	fault := decodeEvent(v, &d.said)
	if fault != nil {
		return d.fault(fault, line)
	}
	return d.emit(at)
}

// fault reports a fault in a line.
func (d *Decoder) fault(f *fault, line int) error {
	return d.problem(Pointer{Line: line, Path: f.at.Pointer()}, f.message)
}

// problem reports what cannot be read.
func (d *Decoder) problem(at Pointer, message string) error {
	return d.sink.Problem(Problem{File: d.file, Trace: d.id, At: at, Message: message})
}

// TraceID returns the id of the trace that is being read, nothing before the
// first.
func (d *Decoder) TraceID() string { return d.id }

// Close ends the last trace.
func (d *Decoder) Close() error {
	if !d.open {
		return nil
	}
	d.open = false
	return d.sink.End()
}

// begin begins a trace.
func (d *Decoder) begin(h *Header) error {
	if err := d.Close(); err != nil {
		return err
	}
	d.traces++
	h.File = cmp.Or(h.File, d.file)
	h.ID = cmp.Or(h.ID, strconv.Itoa(d.traces))
	h.Format = cmp.Or(h.Format, FormatName)
	d.open, d.seq = true, 0
	err := d.sink.Begin(h)
	d.id = h.ID // the sink may give it another one
	return err
}

// header reads the header of a trace, which is in a line.
func (d *Decoder) header(line, v document.Value, at Pointer) error {
	h, fault := decodeHeader(v)
	if !v.Get("at").Given() {
		h.At = at
	}
	if twice := ambiguous(line, document.Value{}); twice != nil {
		fault = twice
	}
	// The trace begins first, so that the fault is one of it and not of the trace before.
	if err := d.begin(h); err != nil || fault == nil {
		return err
	}
	return d.fault(fault, at.Line)
}

// emit pushes the event that has been read.
func (d *Decoder) emit(at Pointer) error {
	if !d.open {
		if err := d.begin(&Header{At: at}); err != nil {
			return err
		}
	}
	e := &d.said.Event
	d.seq++
	// A number in the file wins, and later events without one count on from it.
	e.Seq = cmp.Or(e.Seq, d.seq)
	d.seq = e.Seq
	if !d.said.placed {
		e.At = at
	}
	return d.sink.Event(e)
}

// fields are what a line says of an event.
type fields struct {
	Event
	args    types.Object // nil if there are none
	unread  []document.Unread
	argText string
	raw     string
	placed  bool // it has a place
}

// finish completes an event from what the line says.
func (f *fields) finish() {
	e := &f.Event
	// The short form {"tool": …, "args": …} leaves the kind out.
	if e.Kind == "" && e.Tool != "" {
		e.Kind = Call
	}
	if e.Kind != Call {
		e.State, e.Hidden = "", nil
		return
	}
	e.Unread = f.unread
	// A value that cannot be represented is there, so the arguments are partial and not redacted as a whole.
	if f.unread != nil && (e.State == "" || e.State == ArgsOK || e.State == ArgsRedacted && len(e.Hidden) > 0) {
		e.State = ArgsPartial
	}
	for _, u := range f.unread {
		e.Hidden = lists.Include(e.Hidden, u.Name)
	}
	if e.State == "" || e.State == ArgsOK {
		e.State = ArgsOK
		// Arguments that are no object are invalid, whatever the line says of them.
		if f.args == nil && f.argText != "" {
			e.State = ArgsInvalid
		}
	}
	e.Raw = document.Bytes(f.raw)
	// In the other states no argument is known by name.
	if e.State != ArgsRedacted && e.State != ArgsPartial {
		e.Hidden, e.Unread = nil, nil
	}
	switch {
	case e.State == ArgsOK && f.args == nil:
		e.Args = types.Object{}
		e.Raw = document.Bytes("{}")
	case e.State == ArgsOK:
		e.Args, e.Raw = f.args, document.Bytes(f.argText)
	case (e.State == ArgsRedacted || e.State == ArgsPartial) && len(e.Hidden) > 0:
		// The text is kept, since Args lacks the values that cannot be represented.
		if e.State == ArgsPartial && f.raw == "" {
			e.Raw = RawArguments(f.argText)
		}
		if e.Args = f.args; e.Args == nil {
			e.Args = types.Object{}
		}
	case f.raw == "" && f.argText != "":
		e.Raw = document.Bytes(f.argText)
	}
}

// A fault is a member that is not what it should be.
type fault struct {
	at      document.Value
	message string
}

// A members reader takes the members of an object, and remembers the first
// that is wrong.
type members struct {
	v     document.Value
	fault *fault
}

func (m *members) fail(at document.Value, format string, args ...any) {
	if m.fault == nil {
		m.fault = &fault{at, fmt.Sprintf(format, args...)}
	}
}

func (m *members) text(name string) string {
	v := m.v.Get(name)
	if v.Given() && !v.IsString() {
		m.fail(v, "`%s` is a string", name)
	}
	return v.Text()
}

func (m *members) int(name string) int {
	v := m.v.Get(name)
	if !v.Given() {
		return 0
	}
	n, ok := v.Int()
	if !ok || n < 0 {
		m.fail(v, "`%s` is a whole number that is not negative", name)
		return 0
	}
	return n
}

func (m *members) time(name string) time.Time {
	s := m.text(name)
	if s == "" {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		m.fail(m.v.Get(name), "`%s` is a time such as 2006-01-02T15:04:05Z", name)
	}
	return t
}

func (m *members) texts(name string) (list []string) {
	v := m.v.Get(name)
	if v.Given() && !v.IsList() {
		m.fail(v, "`%s` is a list of strings", name)
	}
	for _, item := range v.Items() {
		if !item.IsString() {
			m.fail(item, "`%s` is a list of strings", name)
		}
		list = append(list, item.Text())
	}
	return list
}

func (m *members) pointer() Pointer {
	v := m.v.Get("at")
	if v.Given() && !v.IsObject() {
		m.fail(v, "`at` is an object")
	}
	at := members{v: v}
	p := Pointer{Line: at.int("line"), Path: at.text("path")}
	// The first fault of the line is the one that is reported, also where it is in the pointer.
	if m.fault == nil {
		m.fault = at.fault
	}
	return p
}

// oneOf returns a word, if it is one of those given.
func oneOf[T ~string](m *members, name string, words ...T) T {
	s := T(m.text(name))
	if s == "" {
		return ""
	}
	for _, w := range words {
		if s == w {
			return w
		}
	}
	m.fail(m.v.Get(name), "`%s` cannot be %s; expected %s", name, types.Quote(document.Excerpt(string(s))), choice(words))
	return ""
}

// choice lists words of which one is expected.
func choice[T ~string](words []T) string {
	quoted := lists.Map(words, func(w T) string { return types.Quote(string(w)) })
	last := len(quoted) - 1
	return strings.Join(quoted[:last], ", ") + " or " + quoted[last]
}

// decodeEvent reads a line in the general way.
func decodeEvent(v document.Value, f *fields) *fault {
	if !v.IsObject() {
		return &fault{v, "expected an object: an event or a header"}
	}
	m := &members{v: v}
	*f = fields{Event: Event{
		Seq: m.int("seq"), Turn: m.int("turn"), Group: m.int("group"), Step: m.int("step"),
		Agent: m.text("agent"), Requestor: m.text("requestor"),
		Kind:   oneOf(m, "kind", Call, Result, Message, Approval),
		CallID: m.text("id"), Tool: m.text("tool"),
		Status: oneOf(m, "status", OK, Failed, Rejected, Pending),
		State:  oneOf(m, "args_state", ArgsOK, ArgsInvalid, ArgsPartial, ArgsRedacted, ArgsAbsent),
		Hidden: m.texts("hidden"), Text: m.text("text"),
		Start: m.time("start"), End: m.time("end"), At: m.pointer(),
	}}
	if m.fault == nil && f.Kind == "" && f.Tool == "" {
		m.fail(v, "neither a header (`trace`) nor an event: it has no `kind` and no `tool`")
	}
	args := argumentsOf(v)
	if args.Kind() != document.Absent {
		f.argText = args.Raw()
		f.args, f.unread, _ = new(document.Reader).Arguments(f.argText)
	}
	raw := v.Get("raw")
	f.raw = raw.Raw()
	// What was taken out of the arguments is in the text, with the cause.
	if f.State == ArgsPartial && f.unread == nil {
		_, f.unread, _ = new(document.Reader).Arguments(cmp.Or(raw.Text(), f.raw))
		f.unread = lists.Filter(f.unread, func(u document.Unread) bool { return slices.Contains(f.Hidden, u.Name) })
	}
	f.placed = v.Get("at").Given()
	f.finish()
	return m.fault
}

// argumentsOf returns the arguments in a line. Null counts as given: it is an argument
// text that is no object.
func argumentsOf(v document.Value) document.Value {
	if args := v.Get("args"); args.Kind() != document.Absent {
		return args
	}
	return v.Get("arguments")
}

// ambiguous returns the fault that a name is there twice in an object of a line, since
// readers do not agree on which of the two counts; nil if there is none. What is in a
// value that is read by itself is left to its reader.
func ambiguous(line, but document.Value) *fault {
	name, at := line.TwiceWithin(but)
	if at.Kind() == document.Absent {
		return nil
	}
	return &fault{at, DuplicateName(name)}
}

// DuplicateName is the message that a name is there twice in an object.
func DuplicateName(name string) string {
	return "duplicate name " + types.Quote(document.Excerpt(name)) + " in one object; remove one of the two"
}

// decodeHeader reads a header.
func decodeHeader(v document.Value) (*Header, *fault) {
	m := &members{v: v}
	if n := m.int("version"); n > Version {
		m.fail(v.Get("version"), "version %d of the format is newer than this program, which reads up to %d; install a newer mantrac", n, Version)
	}
	h := &Header{
		File: m.text("file"), ID: m.text("id"), Format: m.text("format"), Task: m.text("task"), Trial: m.int("trial"),
		Model: m.text("model"), Domain: m.text("domain"), Ended: m.text("ended"), Crash: m.text("crash"),
		Tools: m.texts("tools"), At: m.pointer(),
	}
	if r := v.Get("reward"); r.Given() {
		if x, ok := r.Float(); ok {
			h.Reward = &x
		} else {
			m.fail(r, "`reward` is a number")
		}
	}
	labels := v.Get("labels")
	if labels.Given() && !labels.IsObject() {
		m.fail(labels, "`labels` is an object of strings")
	}
	for name, value := range labels.Members() {
		// A header without labels keeps a nil map.
		if h.Labels == nil {
			h.Labels = make(map[string]string)
		}
		if !value.IsString() {
			m.fail(value, "`labels` is an object of strings")
		}
		h.Labels[name] = value.Text()
	}
	return h, m.fault
}
