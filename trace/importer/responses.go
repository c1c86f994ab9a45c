package importer

import (
	"cmp"
	"strings"

	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/trace"
)

// responses is the format of OpenAI's Responses: lists of items, or an item a
// line, or requests and answers that have them. A call is joined with its output
// by call_id, not by id. There is no mark for a failed call.
var responses = &format{
	name:      "openai-responses",
	about:     "items of OpenAI's Responses",
	recognise: isResponses,
	open:      func(r *reading) handler { return &items{reading: r} },
}

// isItem says how surely a value is an item.
func isItem(v document.Value) int {
	switch kind := v.Get("type").Text(); {
	case kind == "function_call_output" || kind == "custom_tool_call_output" || kind == "local_shell_call_output" || kind == "computer_call_output":
		return 3
	case (kind == "function_call" || kind == "custom_tool_call" || kind == "mcp_call") && v.Get("name").IsString():
		return 3
	case kind == "reasoning" && v.Get("summary").IsList(), isServerCall(kind):
		return 2
	// Any message may be an item, so the types of its content decide.
	case kind == "message" && isRole(v.Get("role").Text()):
		switch v.Get("content").Index(0).Get("type").Text() {
		case "input_text", "output_text":
			return 3
		}
		return 1
	}
	return 0
}

// isServerCall reports whether an item is a call of a tool that runs at the
// server.
func isServerCall(kind string) bool {
	return kind != "function_call" && kind != "tool_call" && strings.HasSuffix(kind, "_call")
}

func isResponses(v document.Value) int {
	if v.IsObject() {
		if v.Get("object").Text() == "response" {
			return 3
		}
		if sure := isItem(v); sure > 0 {
			return sure
		}
		// A record may have items in several members.
		most := 0
		for _, name := range []string{"items", "input", "output"} {
			most = max(most, listOfItems(v.Get(name)))
		}
		return most
	}
	return listOfItems(v)
}

func listOfItems(list document.Value) (most int) {
	for _, item := range list.Items() {
		sure := isItem(item)
		// A message may be among items; anything else ends the list for this format.
		if sure == 0 && !isRole(item.Get("role").Text()) {
			return most
		}
		if most = max(most, sure); most == 3 {
			return most
		}
	}
	return most
}

// items reads items, or records that have them.
type items struct {
	*reading
	single *trail            // of records that are items themselves
	from   int               // the first event since the last output
	asked  map[string]string // the tools that approval was asked for, by id
}

func (s *items) close() error {
	t := s.single
	s.single = nil
	if t == nil {
		return nil
	}
	t.grouped(s.from)
	return t.end()
}

func (s *items) record(v document.Value) error {
	if v.IsObject() && isItem(v) > 0 {
		if s.single == nil {
			s.single, s.from = s.begin(trace.Header{At: s.at(v)}), 0
		}
		return s.item(s.single, v)
	}
	if err := s.close(); err != nil {
		return err
	}
	if v.IsObject() && !v.First("items", "input", "output").Given() {
		return s.problem(s.at(v), "the record has no items: no `input`, no `output`")
	}
	if ok, err := s.unique(v); !ok {
		return err
	}
	h := trace.Header{ID: scalar(v.Get("id")), Model: v.Get("model").Text(), Tools: toolNames(v.Get("tools")), At: s.at(v)}
	// Completed is the usual end, and says nothing about the trace.
	if status := v.Get("status").Text(); status != "completed" {
		h.Ended = status
	}
	h.Crash = v.Path("error", "message").Text()
	t := s.begin(h)
	s.from = 0
	if v.Get("previous_response_id").Given() {
		t.note("history-elsewhere", t.at(v))
	}
	if err := s.all(t, v); err != nil {
		return err
	}
	t.grouped(s.from)
	return t.end()
}

// all adds the items of a record: instructions, the input, the output.
func (s *items) all(t *trail, v document.Value) error {
	// Instructions and a text as input stand for messages.
	if said := v.Get("instructions"); said.IsString() {
		t.message(trace.Event{At: t.at(said), Requestor: "system", Text: said.Text()})
	}
	if said := v.Get("input"); said.IsString() {
		t.step++
		t.message(trace.Event{At: t.at(said), Requestor: "user", Text: said.Text()})
	}
	// The record itself may be a list of items.
	for _, list := range []document.Value{v, v.Get("items"), v.Get("input"), v.Get("output")} {
		if list != v && list.Given() && !list.IsList() && !list.IsString() {
			if err := s.problem(t.at(list), "the items of a record are a list"); err != nil {
				return err
			}
		}
		if err := each(list, func(item document.Value) error { return s.item(t, item) }); err != nil {
			return err
		}
	}
	return nil
}

// item adds an item. Calls one after the other, with no output between them, come
// from one answer: they are a group. What the server runs it runs one by one.
func (s *items) item(t *trail, v document.Value) error {
	if ok, err := s.unique(v); !ok {
		return err
	}
	kind := v.Get("type").Text()
	output := strings.HasSuffix(kind, "_output")
	called := kind == "function_call" || kind == "custom_tool_call"
	// Reasoning stands between the calls of one answer, and does not end their group.
	if !called && kind != "reasoning" {
		t.grouped(s.from)
		// The group begins after what the item adds.
		defer func() { s.from = len(t.events) }()
	}
	switch {
	case output:
		s.output(t, v)
	case called:
		t.step++
		return t.itemCall(v)
	case isServerCall(kind):
		t.step++
		s.serverCall(t, v, kind)
	case kind == "mcp_approval_request", kind == "mcp_approval_response":
		s.approval(t, v)
	case kind == "reasoning", kind == "mcp_list_tools", kind == "item_reference":
		t.note("not-text", t.at(v))
	case v.Get("role").Given():
		return t.chatMessage(v)
	default:
		return t.problem(t.at(v), "unknown type of item %q", kind)
	}
	return nil
}

// itemCall adds a call.
func (t *trail) itemCall(v document.Value) error {
	e := trace.Event{At: t.at(v), Requestor: "assistant", CallID: scalar(v.First("call_id", "id")), Tool: v.Get("name").Text()}
	if e.Tool == "" {
		return t.problem(e.At, "the call has no name of a tool")
	}
	t.arguments(&e, v.First("arguments", "input"))
	t.call(e)
	return nil
}

// output adds the output of a call.
func (s *items) output(t *trail, v document.Value) {
	t.step++
	e := trace.Event{At: t.at(v), CallID: scalar(v.First("call_id", "id")), Text: t.content(v.Get("output"))}
	if v.Get("status").Text() == "incomplete" {
		e.Status = trace.Failed
	}
	t.result(e)
}

// serverCall adds a call that the server has run: its item has the result too,
// if anything has. What the arguments are depends on the tool.
func (s *items) serverCall(t *trail, v document.Value, kind string) {
	e := trace.Event{At: t.at(v), Requestor: "assistant", CallID: scalar(v.First("call_id", "id")), Tool: v.Get("name").Text()}
	e.Tool = cmp.Or(e.Tool, strings.TrimSuffix(kind, "_call"))
	t.arguments(&e, v.First("arguments", "action"))
	t.call(e)
	failure := v.Get("error")
	output := v.First("output", "outputs", "results")
	// A call that is neither complete nor failed has no result yet.
	if !failure.Given() && !output.Given() && v.Get("status").Text() != "completed" && v.Get("status").Text() != "failed" {
		return
	}
	r := trace.Event{At: e.At, CallID: e.CallID, Tool: e.Tool, Status: trace.OK, Text: t.content(output)}
	if failure.Given() || v.Get("status").Text() == "failed" {
		r.Status = trace.Failed
		if r.Text == "" {
			r.Text = t.content(failure)
		}
	}
	t.result(r)
}

// approval adds that a call is, or is not, allowed.
func (s *items) approval(t *trail, v document.Value) {
	t.step++
	id := scalar(v.First("approval_request_id", "id"))
	// The request has the name of the tool, and the answer only its id.
	if name := v.Get("name").Text(); name != "" {
		if s.asked == nil {
			s.asked = make(map[string]string)
		}
		s.asked[id] = name
	}
	e := trace.Event{
		Kind: trace.Approval, At: t.at(v), CallID: id,
		Tool: s.asked[id], Text: v.Get("reason").Text(), Status: trace.Pending,
	}
	// A request has no answer in it, and stays pending.
	if answer := v.Get("approve"); answer.Given() {
		if e.Status = trace.Rejected; answer.True() {
			e.Status = trace.OK
		}
	}
	t.add(e)
}
