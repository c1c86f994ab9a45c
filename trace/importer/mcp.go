package importer

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/trace"
)

// mcp is the format of transcripts of the Model Context Protocol: JSON-RPC
// messages, alone or in an envelope with a time and a direction. A response
// belongs to the request of its id, which is a number or a string and is unique
// in a session. That the tool failed (isError) is not that the call was wrong (a
// protocol error), and both are not that it never was answered.
var mcp = &format{
	name:      "mcp",
	about:     "JSON-RPC messages of the Model Context Protocol",
	recognise: isMCP,
	open:      func(r *reading) handler { return &rpc{reading: r} },
}

// envelopes are the members in which programs put a message.
var envelopes = []string{"message", "payload", "data", "body", "params", "content"}

// unwrapped returns the message in an envelope.
func unwrapped(v document.Value) document.Value {
	if v.Get("jsonrpc").Given() {
		return v
	}
	for _, name := range envelopes {
		// The members are tried in turn, since envelopes have no standard.
		if m := v.Get(name); m.Get("jsonrpc").Given() {
			return m
		}
	}
	return v
}

func isMCP(v document.Value) int {
	// Of a batch the first message is enough.
	if v.IsList() {
		v = v.Index(0)
	}
	m := unwrapped(v)
	switch {
	case !m.Get("jsonrpc").Given():
		return 0
	case m.Get("method").Given() || m.Get("result").Given() || m.Get("error").Given():
		return 3
	}
	return 1
}

// maxOpen is how many requests of one id may wait for a response: there should
// be one of each side.
const maxOpen = 8

// rpc reads messages.
type rpc struct {
	*reading
	t        *trail
	requests map[string][]string // the methods of requests without a response, by id as it is written
}

func (s *rpc) close() error {
	t := s.t
	s.t = nil
	if t == nil {
		return nil
	}
	return t.end()
}

func (s *rpc) begin(v document.Value) {
	s.t = s.reading.begin(trace.Header{At: s.at(v)})
	s.t.marked = true
	s.requests = make(map[string][]string)
}

func (s *rpc) record(v document.Value) error {
	if v.IsList() { // a batch
		return each(v, s.record)
	}
	m := unwrapped(v)
	if ok, err := s.unique(v, m, m.Get("params"), m.Get("result")); !ok {
		return err
	}
	method := m.Get("method").Text()
	// A session begins with this request, which the trace before does not belong to.
	if method == "initialize" && s.t != nil { // another session
		if err := s.close(); err != nil {
			return err
		}
	}
	if s.t == nil {
		s.begin(v)
	}
	id := m.Get("id").Raw()
	if method != "" {
		if id != "" {
			open := append(s.requests[id], method)
			// Only the last requests are kept: an id that is never answered must not grow the list.
			s.requests[id] = open[max(0, len(open)-maxOpen):]
		}
		if method == "tools/call" {
			return s.call(m, v, id)
		}
		return nil
	}
	if !m.Get("result").Given() && !m.Get("error").Given() {
		return s.problem(s.at(m), "the message is neither a request nor a response")
	}
	s.response(m, v, id)
	return nil
}

// clock returns the time that an envelope gives.
func clock(v document.Value) document.Value { return v.First("timestamp", "time", "ts") }

// call adds a request to call a tool. The protocol lets a call without
// arguments leave them out.
func (s *rpc) call(m, envelope document.Value, id string) error {
	params := m.Get("params")
	s.t.step++
	e := trace.Event{At: s.at(m), CallID: callID(id), Tool: params.Get("name").Text(), Start: moment(clock(envelope))}
	if e.Tool == "" {
		return s.problem(e.At, "the call has no name of a tool")
	}
	if args := params.Get("arguments"); args.Given() {
		s.t.arguments(&e, args)
	} else {
		s.t.argumentValue(&e, "{}")
	}
	s.t.call(e)
	return nil
}

// callID makes an id of one of JSON-RPC, of which 1 and "1" are two.
func callID(raw string) string {
	// A string that looks like a number keeps its quotes, so that 1 and "1" stay different.
	if _, err := strconv.ParseFloat(strings.Trim(raw, `"`), 64); err == nil || raw == "null" {
		return raw // the quotes tell them apart
	}
	return strings.Trim(raw, `"`)
}

// response adds the response to a call. Both sides count their requests, so an
// id may stand for one of each: what the response looks like decides.
func (s *rpc) response(m, envelope document.Value, id string) {
	methods := s.requests[id]
	at := slices.IndexFunc(methods, func(method string) bool { return fits(method, m) })
	// No method fits, so the oldest request is taken.
	if at < 0 && len(methods) > 0 {
		at = 0
	}
	method := ""
	if at >= 0 {
		method = methods[at]
		// The capacity is cut, so that append copies and does not overwrite the list.
		s.requests[id] = append(methods[:at:at], methods[at+1:]...)
	}
	switch {
	case method == "tools/list":
		s.t.header.Tools = append(s.t.header.Tools, toolNames(m.Path("result", "tools"))...)
	case method == "initialize":
		s.names(m.Get("result"))
	case method == elicitation:
		s.elicited(m, envelope)
	// A response without its request may still show that it is one to a call.
	case method == "tools/call", method == "" && fits("tools/call", m):
		s.answer(m, envelope, id)
	case method == "":
		s.note("left-out", s.at(m))
	}
}

// elicitation is the method by which a server asks the user.
const elicitation = "elicitation/create"

// elicited adds what the user answered to the server: what was filled in, or that
// nothing was.
func (s *rpc) elicited(m, envelope document.Value) {
	result := m.Get("result")
	e := trace.Event{Kind: trace.Approval, At: s.at(m), Requestor: "user", Text: result.Get("content").Raw(), Start: moment(clock(envelope))}
	switch result.Get("action").Text() {
	case "accept":
		e.Status = trace.OK
	case "decline", "cancel":
		e.Status = trace.Rejected
	default:
		e.Status = trace.Pending
	}
	s.t.step++
	s.t.speaks("user")
	s.t.add(e)
}

// names keeps which server it is.
func (s *rpc) names(result document.Value) {
	if name := result.Path("serverInfo", "name").Text(); name != "" {
		s.t.header.Labels = map[string]string{"server": name}
	}
}

// fits reports whether a response looks like one to a method.
func fits(method string, m document.Value) bool {
	result := m.Get("result")
	// Only calls are looked at closely, so errors are taken to be theirs.
	if !result.Given() {
		return method == "tools/call"
	}
	content := result.Get("content").IsList() || result.Get("structuredContent").Given() || result.Get("isError").Given()
	return content == (method == "tools/call")
}

// answer adds the result of a call.
func (s *rpc) answer(m, envelope document.Value, id string) {
	s.t.step++
	e := trace.Event{At: s.at(m), CallID: callID(id), End: moment(clock(envelope))}
	if failure := m.Get("error"); failure.Given() {
		e.Status, e.Text = trace.Failed, failure.Get("message").Text()
		// A protocol error shows as well that failures are marked.
		s.marks.found = true
		switch code, _ := failure.Get("code").Int(); code {
		case -32700, -32600, -32601, -32602: // it was not run: no such tool, or arguments that are none
			e.Status = trace.Rejected
		}
	} else {
		result := m.Get("result")
		e.Text = cmp.Or(s.t.content(result.Get("content")), result.Get("structuredContent").Raw())
		e.Status = s.t.statusOf(result, &e)
	}
	s.t.result(e)
}
