package importer

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace"
)

// A span is an operation in a log of spans, whatever program wrote it.
type span struct {
	v          document.Value
	name       string
	trace, id  string
	parent     string
	dotted     string // LangSmith's order
	start, end time.Time
	failed     bool
	succeeded  bool   // by its status, as it is hardly ever written
	message    string // of the status
	attributes map[string]document.Value
	events     []map[string]document.Value
	line       int // of the file

	up *span // its parent, if that is in the log
}

// attribute returns the first attribute of these names that is given.
func (s *span) attribute(names ...string) document.Value {
	for _, name := range names {
		if v := s.attributes[name]; v.Given() {
			return v
		}
		// Some programs write a call's arguments into events of the span.
		for _, e := range s.events {
			if v := e[name]; v.Given() {
				return v
			}
		}
	}
	return document.Value{}
}

func (s *span) text(names ...string) string { return scalar(s.attribute(names...)) }

// until returns when a span ended, which is not before it began, also where the
// log does not know or clocks differ.
func (s *span) until() time.Time {
	if s.end.Before(s.start) {
		return s.start
	}
	return s.end
}

// outwards are the span and those around it, as far as a log can be believed: a
// span may be said to be inside itself.
func (s *span) outwards() iter.Seq[*span] {
	return func(yield func(*span) bool) {
		for n := 0; s != nil && n < 100 && yield(s); n++ {
			s = s.up
		}
	}
}

// nearest returns an attribute of a span, or of the nearest one around it.
func (s *span) nearest(names ...string) string {
	for s := range s.outwards() {
		if text := s.text(names...); text != "" {
			return text
		}
	}
	return ""
}

// otlpSpan reads a span of OTLP, or one as the SDK of OpenTelemetry prints it.
func otlpSpan(v document.Value) *span {
	s := otlpHead(v)
	s.attributes = attributes(v.Get("attributes"))
	for _, e := range v.Get("events").Items() {
		s.events = append(s.events, attributes(e.Get("attributes")))
	}
	return s
}

// otlpHead reads a span without its attributes and events.
func otlpHead(v document.Value) *span {
	s := &span{v: v, name: v.Get("name").Text()}
	context := v.First("context", "spanContext")
	// A span may have its ids in both places.
	s.trace = cmp.Or(scalar(v.First("traceId", "trace_id")), scalar(context.First("trace_id", "traceId")))
	s.id = cmp.Or(scalar(v.First("spanId", "span_id")), scalar(context.First("span_id", "spanId")))
	s.parent = scalar(v.First("parentSpanId", "parent_id", "parentId", "parent_span_id"))
	s.start = instant(v.First("startTimeUnixNano", "start_time_unix_nano", "start_time", "startTime"))
	s.end = instant(v.First("endTimeUnixNano", "end_time_unix_nano", "end_time", "endTime"))
	status := v.Get("status")
	// The code is a number, a name, or a name with a prefix.
	code := strings.ToUpper(scalar(status.First("code", "status_code")) + v.Get("status_code").Text())
	s.failed = code == "2" || strings.HasSuffix(code, "ERROR")
	s.succeeded = code == "1" || strings.HasSuffix(code, "OK")
	s.message = status.First("message", "description").Text()
	return s
}

// attributes reads attributes: a list of keys and typed values, as OTLP has
// them, or an object, flat or not.
func attributes(v document.Value) map[string]document.Value {
	all := make(map[string]document.Value, v.Len())
	// OTLP has a list; other programs have an object.
	for _, a := range v.Items() {
		all[a.Get("key").Text()] = typed(a.Get("value"))
	}
	var add func(prefix string, v document.Value, depth int)
	add = func(prefix string, v document.Value, depth int) {
		for name, value := range v.Members() {
			all[prefix+name] = value
			// Names with a point are flat already.
			if value.IsObject() && !strings.Contains(name, ".") && depth < maxFlattened && len(prefix)+len(name) < maxPrefix {
				add(prefix+name+".", value, depth+1)
			}
		}
	}
	add("", v, 1)
	return all
}

// maxPrefix bounds the names that those of inner attributes are put behind.
const maxPrefix = 1 << 10

// typed returns what is in a typed value of OTLP. Lists and objects stay as
// they are, and are read by plainJSON.
func typed(v document.Value) document.Value {
	for _, kind := range []string{"stringValue", "intValue", "boolValue", "doubleValue", "bytesValue", "string_value", "int_value", "bool_value"} {
		if inside := v.Get(kind); inside.Given() {
			return inside
		}
	}
	return v
}

// plainJSON returns a value as JSON: that of a string, if there is JSON in it,
// and that of OTLP's lists and objects. A string that is no JSON stays one.
func plainJSON(v document.Value) string {
	if v.IsString() {
		return v.Text()
	}
	if list := v.First("arrayValue", "array_value"); list.IsObject() {
		var parts []string
		for _, item := range list.Get("values").Items() {
			parts = append(parts, nestedJSON(item))
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	if list := v.First("kvlistValue", "kvlist_value"); list.IsObject() {
		var parts []string
		for _, item := range list.Get("values").Items() {
			parts = append(parts, item.Get("key").Raw()+":"+nestedJSON(item.Get("value")))
		}
		return "{" + strings.Join(parts, ",") + "}"
	}
	return v.Raw()
}

// nestedJSON returns a typed value inside another: a string of it is a string.
func nestedJSON(v document.Value) string {
	for _, kind := range []string{"intValue", "int_value"} {
		if n := v.Get(kind); n.IsString() { // OTLP writes them as strings
			return n.Text()
		}
	}
	if inside := typed(v); inside != v {
		return inside.Raw()
	}
	return plainJSON(v)
}

// instant reads a time: nanoseconds since 1970, in a string or a number, or as
// moment does.
func instant(v document.Value) time.Time {
	if n, err := strconv.ParseInt(scalar(v), 10, 64); err == nil && n > 0 {
		// The size of the number tells its unit.
		switch {
		case n > 1e17:
			return time.Unix(0, n).UTC()
		case n > 1e14:
			return time.UnixMicro(n).UTC()
		case n > 1e11:
			return time.UnixMilli(n).UTC()
		}
		return time.Unix(n, 0).UTC()
	}
	return moment(v)
}

// An instantOf is a moment in a trace of spans, a beginning or an end, and adds the
// events of it.
type instantOf struct {
	at  time.Time
	add func() error
}

// played adds what happened, in the order of time, and ends the conversation.
func (c *conversation) played(list []instantOf) error {
	// What happens at one time stays in the order of the spans.
	slices.SortStableFunc(list, func(a, b instantOf) int { return a.at.Compare(b.at) })
	for _, i := range list {
		if err := i.add(); err != nil {
			return err
		}
	}
	c.sideBySide()
	return c.end()
}

// A conversation adds messages that are told again and again, each once: of
// messages that say the same, as many as were told at one time.
type conversation struct {
	*trail
	told     map[string]int
	calls    map[callKey]int        // events of calls: the last one of each key
	answered map[string]int         // events of results, by id
	early    map[string]trace.Event // results that spans inside others tell, by id
	open     map[string]bool        // calls that no span has run yet
	running  map[*span]*toolRun
	waiting  map[string][]string // calls that no span had run when they came, by tool, and by tool and arguments
}

// A callKey is an id, or an id and a tool, or these and arguments: some programs use
// ids again.
type callKey struct{ id, tool, args string }

func newConversation(t *trail) *conversation {
	return &conversation{
		trail: t, told: make(map[string]int), calls: make(map[callKey]int), answered: make(map[string]int),
		open: make(map[string]bool), running: make(map[*span]*toolRun), early: make(map[string]trace.Event), waiting: make(map[string][]string),
	}
}

// tell adds those messages of a list that are new.
func (c *conversation) tell(list []document.Value) error {
	now := make(map[string]int)
	for _, m := range list {
		key := messageKey(m)
		// Of messages that say the same, only those beyond the largest number told at once are new.
		if now[key]++; now[key] <= c.told[key] {
			continue
		}
		c.told[key] = now[key]
		if err := c.add(m); err != nil {
			return err
		}
	}
	return nil
}

// messageKey is what makes two messages the same: who says what.
func messageKey(m document.Value) string {
	m, role := unwrapMessage(m)
	key := role
	for _, name := range []string{"content", "parts", "tool_calls", "tool_call_id", "name"} {
		// An empty list and a missing one are the same.
		if v := m.Get(name); v.Given() && v.Len() > 0 || v.IsString() {
			key += "\x00" + name + v.Raw()
		}
	}
	return key
}

// add adds a message, without the results that are known.
func (c *conversation) add(m document.Value) error {
	from := len(c.events)
	if err := c.chatMessage(m); err != nil {
		return err
	}
	// The events are filtered in place: kept never overtakes what is read.
	kept := c.events[:from]
	for _, e := range c.events[from:] {
		if e.CallID != "" {
			if known, has := c.answered[e.CallID]; e.Kind == trace.Result && has {
				c.same(known, e)
				continue
			}
			if known, has := c.known(&e); e.Kind == trace.Call && has {
				c.merge(known, e)
				continue
			}
		}
		if e.Kind == trace.Call && e.CallID == "" { // so that a span can be its run
			e.CallID = c.madeID()
			c.note("made-id", e.At)
		}
		c.index(len(kept), &e)
		kept = append(kept, e)
	}
	c.events = kept
	return nil
}

// index notes where a call or a result is.
func (c *conversation) index(i int, e *trace.Event) {
	switch {
	case e.CallID == "":
	case e.Kind == trace.Call:
		c.calls[callKey{id: e.CallID}] = i
		c.keyed(i, e)
		c.open[e.CallID] = true
		// An id that is used again has no result yet.
		delete(c.answered, e.CallID)
		delete(c.early, e.CallID)
		// A run without an id is first looked for by its arguments, then by its tool.
		for _, name := range []string{e.Tool, e.Tool + "\x00" + string(e.Raw)} {
			c.waiting[name] = append(c.waiting[name], e.CallID)
		}
	case e.Kind == trace.Result:
		c.answered[e.CallID] = i
	}
}

// keyed notes a call by its tool, and by its arguments if they are known.
func (c *conversation) keyed(i int, e *trace.Event) {
	c.calls[callKey{id: e.CallID, tool: e.Tool}] = i
	if e.State == trace.ArgsOK {
		c.calls[callKey{e.CallID, e.Tool, types.Key(e.Args)}] = i
	}
}

// known returns the call that another one with its id is told of again. A call of another
// tool, or with other arguments, is another call.
func (c *conversation) known(e *trace.Event) (int, bool) {
	if e.State == trace.ArgsOK {
		if i, has := c.calls[callKey{e.CallID, e.Tool, types.Key(e.Args)}]; has {
			return i, true
		}
	}
	i, has := c.calls[callKey{id: e.CallID, tool: e.Tool}]
	// Arguments that are not known may be the same.
	return i, has && (e.State != trace.ArgsOK || c.events[i].State != trace.ArgsOK)
}

// toRun returns the call that a run with its id is the run of.
func (c *conversation) toRun(e *trace.Event) (int, bool) {
	if !c.open[e.CallID] {
		return c.known(e)
	}
	// The run may name its tool and write its arguments in another way than the model.
	if i, has := c.calls[callKey{id: e.CallID, tool: e.Tool}]; has {
		return i, true
	}
	i, has := c.calls[callKey{id: e.CallID}]
	return i, has
}

// merge adds to a call what another telling of it knows.
func (c *conversation) merge(known int, e trace.Event) {
	c.note("merged-span", e.At)
	k := &c.events[known]
	// What is known stays: the first telling counts.
	if k.State == trace.ArgsAbsent && e.State != trace.ArgsAbsent {
		k.Args, k.State, k.Raw, k.Hidden, k.Unread = e.Args, e.State, e.Raw, e.Hidden, e.Unread
		c.keyed(known, k)
	}
	// Times of a run are better than none.
	if k.Start.IsZero() {
		k.Start, k.End = e.Start, e.End
	}
	k.Agent = cmp.Or(k.Agent, e.Agent)
}
