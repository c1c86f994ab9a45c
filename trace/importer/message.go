package importer

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/trace"
)

// Chat formats differ in where they put what a message has, and their places
// do not collide. So one reader knows all of them, and nothing is lost in a log
// that mixes dialects; what tells formats apart is around the messages.

// chatMessage adds what a message says and does.
func (t *trail) chatMessage(m document.Value) error {
	if !m.IsObject() {
		return t.problem(t.at(m), "expected a message, an object")
	}
	// The message is only a wrapper, so the step is that of the inner ones.
	if list := m.Get("tool_messages"); list.IsList() { // tau2: the results of parallel calls
		return t.messages(list)
	}
	m, role := unwrapMessage(m)
	t.step++
	if ok, err := t.unique(m); !ok {
		return err
	}
	from := len(t.events)
	var err error
	switch role {
	case "":
		return t.problem(t.at(m), "the message has no role")
	case "tool", "function":
		if parts := m.Get("parts"); parts.IsList() { // OpenTelemetry
			err = t.blocks(parts, trace.Event{}, nil)
		} else {
			t.toolMessage(m)
		}
	default:
		if !isSide(role) && role != "system" && role != "developer" {
			t.note("unknown-role", t.at(m))
		}
		err = t.spoken(m, role)
	}
	// Calls of one message are side by side.
	t.grouped(from)
	return err
}

// messages adds the messages of a list.
func (t *trail) messages(list document.Value) error {
	return each(list, t.chatMessage)
}

// roles are the names that LangChain has for those who speak.
var roles = map[string]string{
	"human": "user", "HumanMessage": "user", "HumanMessageChunk": "user",
	"ai": "assistant", "AIMessage": "assistant", "AIMessageChunk": "assistant", "model": "assistant",
	"SystemMessage": "system", "ToolMessage": "tool", "ToolMessageChunk": "tool", "FunctionMessage": "function",
}

// unwrapMessage returns a message and its role, without what LangChain wraps
// around it: {"lc": 1, "id": […, "AIMessage"], "kwargs": {…}}, {"type": "ai",
// "data": {…}} or ["role", "text"].
func unwrapMessage(m document.Value) (document.Value, string) {
	role := cmp.Or(m.Get("role").Text(), m.Get("type").Text())
	// The last part of the id is the name of the class.
	if inside := m.Get("kwargs"); inside.IsObject() && m.Get("id").IsList() {
		role = m.Get("id").Index(m.Get("id").Len() - 1).Text()
		m = inside
	} else if inside := m.Get("data"); inside.IsObject() && roles[role] != "" {
		m = inside
	}
	role = cmp.Or(roles[role], role)
	return m, role
}

// toolMessage adds a message that is the result of a call.
func (t *trail) toolMessage(m document.Value) {
	e := trace.Event{At: t.at(m), Requestor: m.Get("requestor").Text(), Text: t.content(m.Get("content"))}
	e.CallID = scalar(m.First("tool_call_id", "tool_use_id"))
	// Where a message names no call, its own id is that of the call.
	if e.CallID == "" && m.Get("role").Kind() != document.Absent && !m.Get("function").Given() {
		e.CallID = scalar(m.First("id"))
	}
	// AgentDojo repeats the call beside its result.
	if call := m.Get("tool_call"); e.CallID == "" && call.IsObject() {
		e.CallID = scalar(call.Get("id"))
		e.Tool = call.Get("function").Text()
	}
	e.Tool = cmp.Or(m.First("name", "function").Text(), e.Tool)
	e.Status = t.statusOf(m, &e)
	t.result(e)
}

// statusOf returns how a call ended by the mark of the format; nothing if there
// is none.
func (t *trail) statusOf(m document.Value, e *trace.Event) trace.Status {
	failure := m.First("error", "is_error", "isError")
	// A member for errors shows that the log marks them, also where it is null.
	if failure.Given() || m.Get("error").Kind() == document.Null || m.Get("status").Text() == "error" || m.Get("status").Text() == "success" {
		t.marks.found = true
	}
	switch {
	case m.Get("status").Text() == "error" || failure.True():
		return trace.Failed
	case failure.Kind() == document.Bool || m.Get("status").Text() == "success":
		return trace.OK
	case failure.IsString() && failure.Text() != "":
		// Without content, the error is what the model was told.
		e.Text = cmp.Or(e.Text, failure.Text())
		return trace.Failed
	case failure.IsObject():
		e.Text = cmp.Or(e.Text, failure.Get("message").Text())
		if failure.Get("type").Text() == "approval" {
			return trace.Rejected
		}
		return trace.Failed
	}
	return ""
}

// spoken adds what somebody says, and the calls beside it.
func (t *trail) spoken(m document.Value, role string) error {
	who := trace.Event{Requestor: role, Agent: m.First("name", "agent").Text()}
	content := m.Get("content")
	if !content.Given() {
		content = m.Get("parts") // OpenTelemetry
	}
	// Calls and texts count, to see below whether the message was empty.
	before := len(t.events)
	if content.IsList() {
		// The calls beside the content are left out here; they are added by calls.
		if err := t.blocks(content, who, idsOf(m.Get("tool_calls"))); err != nil {
			return err
		}
	} else if kind := content.Get("type").Text(); isCallBlock(kind) || isResultBlock(kind) {
		// A single block would otherwise be read as text.
		if err := t.problem(t.at(content), "the blocks of a message are a list"); err != nil {
			return err
		}
	} else if text := t.content(content); text != "" {
		said := who
		said.At, said.Text = t.at(content), text
		t.message(said)
	}
	if refusal := m.Get("refusal").Text(); refusal != "" {
		said := who
		said.At, said.Text = t.at(m.Get("refusal")), refusal
		t.message(said)
	}
	if err := t.calls(m, who); err != nil {
		return err
	}
	if len(t.events) == before { // it says nothing, which is an event as well
		who.At = t.at(m)
		t.message(who)
	}
	return nil
}

// calls adds the calls that are beside the content of a message.
func (t *trail) calls(m document.Value, who trace.Event) error {
	listed := m.Get("tool_calls")
	// Some programs write an empty object or text for no calls.
	if listed.Given() && !listed.IsList() && !says(listed, "{}", `""`) {
		if err := t.problem(t.at(listed), "the calls of a message are a list"); err != nil {
			return err
		}
	}
	// The same call may be listed several times, under one id.
	ids := idsOf(listed)
	for _, list := range []document.Value{listed, m.Get("invalid_tool_calls"), m.Path("additional_kwargs", "tool_calls")} {
		for _, c := range list.Items() {
			if list != listed && ids[scalar(c.Get("id"))] {
				continue // LangChain writes calls several times
			}
			if err := t.chatCall(c, who); err != nil {
				return err
			}
		}
		for id := range idsOf(list) {
			ids[id] = true
		}
	}
	if c := m.Get("function_call"); c.Given() && !says(c, `""`) {
		return t.chatCall(c, who) // which says so if it is none
	}
	return nil
}

// says reports whether a value is one of those that some programs write for
// none.
func says(v document.Value, none ...string) bool { return slices.Contains(none, v.Raw()) }

// idsOf returns the ids of calls.
func idsOf(list document.Value) map[string]bool {
	ids := make(map[string]bool, list.Len())
	for _, c := range list.Items() {
		if id := scalar(c.Get("id")); id != "" {
			ids[id] = true
		}
	}
	return ids
}

// chatCall adds a call of a chat message.
func (t *trail) chatCall(c document.Value, who trace.Event) error {
	e := who
	e.At = t.at(c)
	if !c.IsObject() {
		return t.problem(e.At, "a call is an object")
	}
	function := c.Get("function")
	// The function may be in a member, in one for custom tools, or be the call itself.
	if !function.IsObject() {
		if function = c.Get("custom"); !function.IsObject() {
			function = c
		}
	}
	if ok, err := t.unique(c, function); !ok {
		return err
	}
	e.CallID = scalar(c.First("id", "call_id", "tool_call_id"))
	if e.Tool = cmp.Or(function.Get("name").Text(), c.First("function", "tool", "tool_name").Text()); e.Tool == "" {
		return t.problem(e.At, "the call has no name of a tool")
	}
	e.Requestor = cmp.Or(c.Get("requestor").Text(), e.Requestor)
	t.arguments(&e, function.First("arguments", "args", "input", "parameters"))
	// The program could not read the arguments, whatever they look like here.
	if failure := c.Get("parse_error").Text(); failure != "" && (e.State == trace.ArgsOK || e.State == trace.ArgsPartial) {
		e.State, e.Args, e.Hidden, e.Unread = trace.ArgsInvalid, nil, nil, nil
		t.note("invalid-args", e.At)
	}
	t.call(e)
	return nil
}

// content returns the text of the content of a message: a string, or a list of
// blocks with text.
func (t *trail) content(v document.Value) string {
	switch {
	case v.IsString():
		return t.resolved(v.Text())
	case v.IsList():
		var texts []string
		for _, block := range v.Items() {
			if text, is := t.blockText(block); is {
				texts = append(texts, text)
			}
		}
		return strings.Join(texts, "\n")
	case v.Given():
		return v.Raw()
	}
	return ""
}

// blockText returns the text of a block of content; what is none is noted.
func (t *trail) blockText(b document.Value) (string, bool) {
	if b.IsString() {
		return t.resolved(b.Text()), true
	}
	for _, name := range []string{"text", "content", "output", "refusal"} {
		if text := b.Get(name); text.IsString() {
			return t.resolved(text.Text()), true
		}
	}
	t.note("not-text", t.at(b))
	return "", false
}

// resolved returns a text with what it refers to.
func (t *trail) resolved(text string) string {
	if t.resolve == nil {
		return text
	}
	return t.resolve(text)
}
