package importer

import (
	"cmp"
	"strings"

	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/trace"
)

// vsCode is the format of chats of VS Code: "Chat: Export Chat…", and the
// sessions it keeps. Each request has a message of the user; its result has
// rounds of calls and the results by id. Where there are no rounds, the parts of
// the response tell which tools ran, without their arguments.
var vsCode = &format{
	name:      "vscode",
	about:     "chats that VS Code exports",
	recognise: isVSCode,
	open:      func(r *reading) handler { return &vsChats{r} },
}

func isVSCode(v document.Value) int {
	list := v.Get("requests")
	switch {
	case !list.IsList():
		return 0
	// A session without requests still has an id.
	case list.Index(0).Get("message").Given() && list.Index(0).Get("response").Given(),
		v.Get("responderUsername").Given(), list.Len() == 0 && v.Get("sessionId").Given():
		return 3
	}
	return 0
}

type vsChats struct{ *reading }

func (s *vsChats) close() error { return nil }

func (s *vsChats) record(v document.Value) error {
	if !v.Get("requests").IsList() {
		return s.problem(s.at(v), "the record is not a chat: it has no list of requests")
	}
	if ok, err := s.unique(v); !ok {
		return err
	}
	h := trace.Header{ID: scalar(v.Get("sessionId")), At: s.at(v)}
	for _, request := range v.Get("requests").Items() {
		// The last request with a model or an error counts.
		h.Model = cmp.Or(scalar(request.Get("modelId")), h.Model)
		h.Crash = cmp.Or(request.Path("result", "errorDetails", "message").Text(), h.Crash)
	}
	t := s.begin(h)
	t.marked = true
	if err := each(v.Get("requests"), func(request document.Value) error { return s.request(t, request) }); err != nil {
		return err
	}
	return t.end()
}

// request adds what the user asked, and what was done about it.
func (s *vsChats) request(t *trail, v document.Value) error {
	if ok, err := s.unique(v, v.Get("result"), v.Path("result", "metadata")); !ok {
		return err
	}
	said := v.Get("message")
	if text := said.Get("text"); text.IsString() {
		said = text
	}
	t.step++
	t.message(trace.Event{At: t.at(said), Requestor: "user", Text: said.Text(), Start: instant(v.Get("timestamp"))})
	meta := v.Path("result", "metadata")
	rounds := meta.Get("toolCallRounds")
	// Older chats have no rounds, only the parts of the response.
	if !rounds.IsList() || rounds.Len() == 0 {
		return s.response(t, v.Get("response"))
	}
	results, told := meta.Get("toolCallResults"), make(map[string]bool)
	for _, round := range rounds.Items() {
		t.step++
		from := len(t.events)
		if text := round.Get("response"); text.Text() != "" {
			t.message(trace.Event{At: t.at(text), Requestor: "assistant", Text: text.Text()})
		}
		for _, c := range round.Get("toolCalls").Items() {
			if err := t.chatCall(c, trace.Event{Requestor: "assistant"}); err != nil {
				return err
			}
		}
		t.grouped(from)
		// Results come after all calls of the round, which were made together.
		for _, c := range round.Get("toolCalls").Items() {
			id := scalar(c.Get("id"))
			s.outcome(t, c, results.Get(id))
			told[id] = true
		}
	}
	// Results of calls that are in no round cannot be put in order.
	for id, v := range results.Members() {
		if !told[id] {
			s.note("left-out", t.at(v)) // the call is in no round
		}
	}
	return nil
}

// outcome adds the result of a call.
func (s *vsChats) outcome(t *trail, call, v document.Value) {
	if !v.Given() {
		return
	}
	t.step++
	var texts []string
	for _, part := range v.Get("content").Items() {
		switch value := part.Get("value"); {
		case value.IsString():
			texts = append(texts, value.Text())
		case value.Given():
			texts = append(texts, value.Raw())
		}
	}
	e := trace.Event{At: t.at(v), CallID: scalar(call.Get("id")), Tool: call.Get("name").Text(), Text: strings.Join(texts, "\n")}
	// A mark in one result shows that the log has marks.
	s.marks.found = s.marks.found || v.Get("hasError").Given()
	if v.Get("hasError").True() {
		e.Status = trace.Failed
	}
	t.result(e)
}

// response adds the parts of a response that has no rounds.
func (s *vsChats) response(t *trail, parts document.Value) error {
	var said []string
	var at document.Value
	flush := func() {
		if len(said) > 0 {
			t.step++
			t.message(trace.Event{At: t.at(at), Requestor: "assistant", Text: strings.Join(said, "")})
			said = nil
		}
	}
	for _, part := range parts.Items() {
		switch kind := part.Get("kind").Text(); {
		case strings.HasPrefix(kind, "toolInvocation"):
			flush()
			if err := s.invocation(t, part); err != nil {
				return err
			}
		// Text comes in parts, which are pieces of one message.
		case kind == "" || kind == "markdownContent":
			text := part.First("value", "content")
			if text.IsObject() {
				text = text.Get("value")
			}
			if len(said) == 0 {
				at = part
			}
			said = append(said, text.Text())
		}
	}
	flush()
	return nil
}

// invocation adds a call of which the log keeps no arguments.
func (s *vsChats) invocation(t *trail, v document.Value) error {
	t.step++
	e := trace.Event{At: t.at(v), Requestor: "assistant", CallID: scalar(v.Get("toolCallId")), Tool: scalar(v.Get("toolId"))}
	if e.Tool == "" {
		return s.problem(e.At, "the call has no name of a tool")
	}
	t.arguments(&e, v.Path("toolSpecificData", "rawInput"))
	t.call(e)
	confirmed := v.Get("isConfirmed")
	// The user did not allow the call.
	if confirmed.Kind() == document.Bool && !confirmed.True() {
		t.result(trace.Event{At: e.At, CallID: e.CallID, Tool: e.Tool, Status: trace.Rejected})
		return nil
	}
	if !v.Get("isComplete").True() {
		return nil
	}
	message := v.First("pastTenseMessage", "invocationMessage")
	if message.IsObject() {
		message = message.Get("value")
	}
	// The log keeps no result, but what was shown to the user.
	r := trace.Event{At: e.At, CallID: e.CallID, Tool: e.Tool, Text: message.Text()}
	s.marks.found = s.marks.found || v.Path("resultDetails", "isError").Given()
	if v.Path("resultDetails", "isError").True() {
		r.Status = trace.Failed
	}
	t.result(r)
	return nil
}
