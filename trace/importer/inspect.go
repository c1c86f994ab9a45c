package importer

import (
	"strings"
	"time"

	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/trace"
)

// inspect is the format of Inspect's logs: a JSON document with samples, or an
// archive with one or more entries for each; see evalarchive.go. What happened is
// taken from the events of a sample where it has any, since its messages are
// those that were left at the end, which may have been compacted.
var inspect = &format{
	name:      "inspect",
	about:     "logs of Inspect, .json and .eval",
	recognise: isInspect,
	open:      func(r *reading) handler { return &samples{reading: r} },
	streams:   "samples",
}

func isInspect(v document.Value) int {
	eval := v.Get("eval")
	switch {
	case eval.Get("task").Given() && (v.Get("samples").IsList() || v.Get("plan").IsObject() || v.Get("status").Given()):
		return 3
	case v.Get("epoch").Given() && v.Get("messages").IsList() && v.Get("input").Given():
		return 3
	}
	return 0
}

type samples struct {
	*reading
	about trace.Header // what all samples share
}

func (s *samples) close() error { return nil }

func (s *samples) record(v document.Value) error {
	// A log may also be a list of samples without the header.
	if v.Get("eval").Kind() == document.Absent {
		return s.element(v)
	}
	s.head(v)
	return each(v.Get("samples"), s.element)
}

func (s *samples) head(v document.Value) {
	eval := v.Get("eval")
	s.about = trace.Header{Domain: eval.Get("task").Text(), Model: eval.Get("model").Text()}
}

// element reads a sample that is one document.
func (s *samples) element(v document.Value) error {
	if !v.Get("messages").IsList() && !v.Get("events").IsList() {
		return s.problem(s.at(v), "the record is not a sample: it has neither messages nor events")
	}
	if ok, err := s.unique(v); !ok {
		return err
	}
	one := sample{shell: v, events: elements(v.Get("events")), messages: elements(v.Get("messages")), attachments: make(map[string]string)}
	for name, text := range v.Get("attachments").Members() {
		one.attachments[name] = text.Text()
	}
	pool := v.Get("message_pool")
	if !pool.IsList() {
		pool = v.Path("events_data", "messages")
	}
	one.pool = elements(pool)
	return s.sample(&one)
}

// maxAttached bounds what references of one sample can grow to: a small log could
// ask for any amount.
const maxAttached = 256 << 20

// A sample is what there is of one run of a task.
type sample struct {
	shell       document.Value
	events      []document.Value
	messages    []document.Value
	pool        []document.Value // the messages that events refer to; some may be lost
	attachments map[string]string
	partial     bool // an entry with a part of it could not be read

	*trail
	attach int             // how many bytes may still be put in place of references
	pooled []bool          // by message of the pool: it has been told
	seen   map[string]int  // messages: how often one was told at most in one input
	calls  map[string]int  // calls without a result: their events
	done   map[string]bool // calls with a result
}

// sample pushes a sample.
func (s *samples) sample(one *sample) error {
	v := one.shell
	h := s.about
	h.At = s.at(v)
	h.Task = scalar(v.Get("id"))
	h.ID = h.Task
	if epoch := v.Get("epoch"); epoch.Given() {
		n, err := s.trial(epoch)
		if err != nil {
			return err
		}
		h.ID += "/" + scalar(epoch)
		// The trial counts from 0, and epochs from 1.
		h.Trial = max(0, n-1)
	}
	h.Crash = v.Path("error", "message").Text()
	h.Ended = v.Path("limit", "type").Text()
	h.Reward = scoreOf(v)
	one.trail = s.begin(h)
	one.marked = true
	one.resolve, one.attach = one.attached, maxAttached
	one.pooled = make([]bool, len(one.pool))
	one.seen, one.calls, one.done = make(map[string]int), make(map[string]int), make(map[string]bool)
	if one.partial {
		if err := one.problem(h.At, "the sample is not whole: a part of it could not be read"); err != nil {
			return err
		}
	}
	if err := one.read(); err != nil {
		return err
	}
	return one.end()
}

// scoreOf returns the first score that is a number, or correct or not.
func scoreOf(v document.Value) *float64 {
	for _, score := range v.Get("scores").Members() {
		value := score.Get("value")
		x, ok := value.Float()
		switch {
		case ok:
		case value.Text() == "C", value.True():
			x = 1
		// A Bool that is not true is false.
		case value.Text() == "I", value.Kind() == document.Bool:
			x = 0
		case value.Text() == "P":
			x = 0.5
		default:
			continue
		}
		return &x
	}
	return nil
}

// read adds what happened.
func (s *sample) read() error {
	if !s.telling() {
		for _, m := range s.messages {
			if err := s.chatMessage(m); err != nil {
				return err
			}
		}
		return nil
	}
	for _, e := range s.events {
		if err := s.happened(e); err != nil {
			return err
		}
	}
	return nil
}

// telling reports whether the events tell what was said and called.
func (s *sample) telling() bool {
	for _, e := range s.events {
		if kind := e.Get("event").Text(); kind == "model" || kind == "tool" {
			return true
		}
	}
	return false
}

// happened adds an event of the log.
func (s *sample) happened(v document.Value) error {
	if ok, err := s.unique(v); !ok {
		return err
	}
	switch v.Get("event").Text() {
	case "model":
		return s.generated(v)
	case "tool":
		return s.ran(v)
	case "approval":
		s.decided(v)
	}
	return nil
}

// generated adds the messages that are new in the input of the model, and what
// it answered.
func (s *sample) generated(v document.Value) error {
	now := make(map[string]int)
	for _, m := range s.inputOf(v) {
		if err := s.once(m, now); err != nil {
			return err
		}
	}
	for i, choice := range v.Path("output", "choices").Items() {
		m := choice.Get("message")
		if i > 0 {
			s.note("left-out", s.at(m)) // an answer that was not taken
			continue
		}
		if err := s.once(m, now); err != nil {
			return err
		}
	}
	return nil
}

// inputOf returns the messages that a model was given: in the event, or by
// ranges of the pool.
func (s *sample) inputOf(v document.Value) (list []document.Value) {
	list = elements(v.Get("input"))
	for _, r := range v.Get("input_refs").Items() {
		from, ok := r.Index(0).Int()
		to, also := r.Index(1).Int()
		// A reference is a pair or a single index.
		if !r.IsList() {
			from, ok = r.Int()
			to, also = from+1, ok
		}
		if !ok || !also || from < 0 || to > len(s.pool) || from > to {
			s.note("bad-reference", s.at(r))
			continue
		}
		for i := from; i < to; i++ {
			if s.pooled[i] { // events refer to the same messages over and over
				continue
			}
			s.pooled[i] = true
			if lost(s.pool[i]) {
				s.note("bad-reference", s.at(r))
				continue
			}
			list = append(list, s.pool[i])
		}
	}
	return list
}

// once adds a message, unless it is known. Older logs have no ids: of messages
// that say the same, as many are new as an input and its answer have more of
// them than any before; now counts those.
func (s *sample) once(m document.Value, now map[string]int) error {
	key := scalar(m.Get("id"))
	// An id says that a message is the same, however often it is told.
	if key != "" {
		now[key] = 1
	} else {
		key = m.Get("role").Text() + "\x00" + m.Get("content").Raw() + m.Get("tool_calls").Raw() + m.Get("tool_call_id").Raw()
		now[key]++
	}
	if now[key] <= s.seen[key] {
		return nil
	}
	s.seen[key] = now[key]
	// The event of the tool has told the result already.
	if m.Get("role").Text() == "tool" && s.done[scalar(m.Get("tool_call_id"))] {
		return nil
	}
	from := len(s.trail.events)
	err := s.chatMessage(m)
	// What the message added is noted, so that events of tools find their calls.
	for i := from; i < len(s.trail.events); i++ {
		switch e := &s.trail.events[i]; e.Kind {
		case trace.Call:
			s.calls[e.CallID] = i
			// An id that is used again has no result yet.
			delete(s.done, e.CallID)
		case trace.Result:
			s.done[e.CallID] = true
		}
	}
	return err
}

// ran adds that a tool ran: a call that the model made, or one of its own.
func (s *sample) ran(v document.Value) error {
	id := scalar(v.Get("id"))
	if v.Get("pending").True() {
		return s.running(v, id)
	}
	started, ended := moment(v.Get("timestamp")), moment(v.Get("completed"))
	// The model's message has told of the call; the event adds the times.
	if i, has := s.calls[id]; has && id != "" {
		s.trail.events[i].Start, s.trail.events[i].End = started, ended
		delete(s.calls, id)
	} else {
		s.step++
		e := trace.Event{Requestor: "assistant", Start: started, End: ended}
		if err := s.chatCall(v, e); err != nil {
			return err
		}
	}
	// The result comes from this event, so a message with it tells nothing new.
	s.done[id] = true
	// Calls that the tool makes come before its result.
	if err := each(v.Get("events"), s.happened); err != nil {
		return err
	}
	s.step++
	e := trace.Event{At: s.at(v), CallID: id, Tool: v.Get("function").Text(), Text: s.content(v.Get("result")), Start: started, End: ended}
	if e.Status = s.statusOf(v, &e); e.Status == "" && v.Get("failed").True() {
		e.Status, s.marks.found = trace.Failed, true
	}
	s.result(e)
	return nil
}

// running adds a call that was still going on when the log was written.
func (s *sample) running(v document.Value, id string) error {
	if _, has := s.calls[id]; has && id != "" {
		return nil
	}
	s.step++
	at := len(s.trail.events)
	err := s.chatCall(v, trace.Event{Requestor: "assistant", Start: moment(v.Get("timestamp"))})
	// A message that repeats the call finds it under its id.
	if len(s.trail.events) > at {
		s.calls[id] = at
	}
	return err
}

// decided adds that somebody allowed a call, or did not.
func (s *sample) decided(v document.Value) {
	call := v.Get("call")
	e := trace.Event{
		Kind: trace.Approval, At: s.at(v), CallID: scalar(call.Get("id")), Tool: call.Get("function").Text(),
		Agent: v.Get("approver").Text(), Text: v.Get("explanation").Text(), Start: moment(v.Get("timestamp")),
	}
	switch v.Get("decision").Text() {
	case "approve", "modify":
		e.Status = trace.OK
	case "reject", "terminate":
		e.Status = trace.Rejected
	default:
		e.Status = trace.Pending
	}
	s.step++
	s.add(e)
}

// attached puts attachments where a text refers to them.
func (s *sample) attached(text string) string {
	const scheme = "attachment://"
	if !strings.Contains(text, scheme) {
		return text
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, scheme)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		name := rest[:wordSize(rest)]
		// The references of a sample can ask for the same attachment without end.
		if attachment, has := s.attachments[name]; has && s.attach >= len(attachment) {
			s.attach -= len(attachment)
			b.WriteString(attachment)
		} else {
			s.note("bad-reference", s.header.At)
			// The scheme is written back, so the text shows what could not be found.
			b.WriteString(scheme + name)
		}
		text = rest[len(name):]
	}
}

// wordSize returns how many letters and digits a text begins with.
func wordSize(s string) int {
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'z') {
			return i
		}
	}
	return len(s)
}

// moment reads a time as programs write it: RFC 3339, or the same without a
// zone, which is taken for UTC. Anything else is no time.
func moment(v document.Value) time.Time {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999"} {
		if t, err := time.Parse(layout, v.Text()); err == nil {
			// The zone is dropped, so that times can be compared.
			return t.UTC()
		}
	}
	return time.Time{}
}
