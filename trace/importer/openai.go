package importer

import (
	"cmp"
	"math"
	"strings"

	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/trace"
)

// openAI is the format of OpenAI's chat completions: a request or a record with
// messages, a list of messages, or a message a line. The arguments of calls are
// JSON in a string; the legacy function_call has no ids. There is no mark for a
// failed call.
var openAI = &format{
	name:      "openai",
	about:     "messages of OpenAI's chat completions",
	recognise: isOpenAI,
	open:      func(r *reading) handler { return &chats{reading: r} },
}

func isOpenAI(v document.Value) int {
	list := v
	if v.IsObject() {
		if isRole(v.Get("role").Text()) {
			return chatLikeness(v)
		}
		if list = v.Get("messages"); !list.IsList() {
			// A single answer has choices in place of messages.
			if v.Get("choices").Index(0).Get("message").IsObject() {
				return 2
			}
			return 0
		}
	}
	most := 0
	for _, m := range list.Items() {
		// What begins like a chat counts, even if it goes on in another way.
		if !isRole(m.Get("role").Text()) {
			return most
		}
		if most = max(most, chatLikeness(m)); most > 1 {
			break
		}
	}
	// A record without messages is a chat without a word.
	if most == 0 && v.IsObject() && list.Len() == 0 {
		return 1
	}
	return most
}

func isRole(s string) bool {
	switch s {
	case "system", "developer", "user", "assistant", "tool", "function":
		return true
	}
	return false
}

// chatLikeness says how surely a message is OpenAI's.
func chatLikeness(m document.Value) int {
	switch call := m.Get("tool_calls").Index(0); {
	case call.Get("function").Get("name").IsString(), m.Get("function_call").IsObject(), m.Get("role").Text() == "function":
		return 2
	case m.Get("role").Text() == "tool" && m.Get("tool_call_id").Given() && !m.Get("function").Given():
		return 2
	}
	return 1
}

// chats reads records that are messages, or have them.
type chats struct {
	*reading
	marked bool   // the format says of each result whether the call failed
	single *trail // of records that are messages themselves
	header func(v document.Value, h *trace.Header)
}

func (c *chats) record(v document.Value) error {
	// Any other record is a chat of its own, and ends the trace of single messages.
	if v.IsObject() && v.Get("messages").Kind() == document.Absent && v.Get("choices").Kind() == document.Absent {
		return c.message(v)
	}
	if err := c.close(); err != nil {
		return err
	}
	if ok, err := c.unique(v); !ok {
		return err
	}
	h, err := c.chatHeader(v)
	if err != nil {
		return err
	}
	h.At = c.at(v)
	if c.header != nil {
		c.header(v, &h)
	}
	t := c.begin(h)
	t.marked = c.marked
	if err := t.chat(v); err != nil {
		return err
	}
	return t.end()
}

// message adds a message to the trace of records that are messages themselves.
func (c *chats) message(v document.Value) error {
	if c.single == nil {
		c.single = c.begin(trace.Header{At: c.at(v)})
		c.single.marked = c.marked
	}
	return c.single.chatMessage(v)
}

func (c *chats) close() error {
	t := c.single
	c.single = nil
	if t == nil {
		return nil
	}
	return t.end()
}

// chat adds the messages of a record, and those of an answer to them.
func (t *trail) chat(v document.Value) error {
	list := v
	if v.IsObject() {
		list = v.Get("messages")
		if system := v.Get("system"); system.Given() { // Anthropic
			t.message(trace.Event{At: t.at(system), Requestor: "system", Text: t.content(system)})
		}
	}
	if list.Given() && !list.IsList() {
		if err := t.problem(t.at(list), "the messages are a list"); err != nil {
			return err
		}
	}
	if err := t.messages(list); err != nil {
		return err
	}
	if choices := v.Get("choices"); choices.Given() && !choices.IsList() {
		if err := t.problem(t.at(choices), "the choices are a list"); err != nil {
			return err
		}
	}
	for i, choice := range v.Get("choices").Items() {
		if i > 0 {
			t.note("left-out", t.at(choice)) // an answer that was not taken
			continue
		}
		if err := t.chatMessage(choice.Get("message")); err != nil {
			return err
		}
	}
	return nil
}

// chatHeader reads what a record says beside its messages.
func (r *reading) chatHeader(v document.Value) (h trace.Header, err error) {
	h = trace.Header{
		ID:    scalar(v.First("id", "sample_id", "session_id", "conversation_id", "thread_id")),
		Task:  scalar(v.First("task_id", "task", "sample_id")),
		Model: v.Get("model").Text(),
		Tools: toolNames(v.First("tools", "functions")),
	}
	err = r.outcome(&h, v.Get("trial"), v.Get("reward"))
	return h, err
}

// outcome reads which trial a trace is of, and its reward.
func (r *reading) outcome(h *trace.Header, trial, reward document.Value) (err error) {
	if h.Trial, err = r.trial(trial); err == nil {
		h.Reward, err = r.reward(reward)
	}
	return err
}

// trial reads the number of a trial. What is no number from 0 is reported.
func (r *reading) trial(v document.Value) (int, error) {
	n, ok := v.Int()
	if !ok {
		n, ok = 0, !v.Given()
	}
	if !ok || n < 0 {
		return 0, r.replaced(r.at(v), "expected a trial number from 0 to %d, found %s; 0 was taken", math.MaxInt, excerpt(v))
	}
	return n, nil
}

// reward reads a reward. What is no number is reported.
func (r *reading) reward(v document.Value) (*float64, error) {
	if x, ok := v.Float(); ok {
		return &x, nil
	}
	if !v.Given() {
		return nil, nil
	}
	return nil, r.replaced(r.at(v), "expected a reward that is a number, found %s; none was taken", excerpt(v))
}

// excerpt returns the beginning of a value as it is written.
func excerpt(v document.Value) string {
	const most = 40
	// The text may be cut inside a character.
	raw := strings.ToValidUTF8(v.Raw()[:min(len(v.Raw()), most)], "")
	if len(raw) < len(v.Raw()) {
		raw += "…"
	}
	return raw
}

// scalar returns a string, or a number as it is written.
func scalar(v document.Value) string {
	if v.Kind() == document.Number {
		return v.Raw()
	}
	return v.Text()
}

// toolNames returns the names of the tools that a record offers.
func toolNames(list document.Value) (names []string) {
	for _, tool := range list.Items() {
		name := cmp.Or(tool.Get("name").Text(), tool.Get("function").Get("name").Text())
		if name != "" {
			names = append(names, name)
		}
	}
	return names
}
