package importer

import (
	"cmp"

	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/trace"
)

// anthropic is the format of Anthropic's messages: requests, answers, and the
// sessions of Claude Code, whose lines have a message each. Calls and results
// are blocks of content; results are said by the user; failed ones are marked.
var anthropic = &format{
	name:      "anthropic",
	about:     "messages of Anthropic's API, and sessions of Claude Code",
	recognise: isAnthropic,
	open: func(r *reading) handler {
		return &sessions{chats: chats{reading: r, marked: true}}
	},
}

func isAnthropic(v document.Value) int {
	if v.Get("type").IsString() && v.Get("sessionId").Given() {
		return 3
	}
	if v.Get("type").IsString() && (v.Get("leafUuid").Given() || v.Get("snapshot").Given()) {
		return 1
	}
	if v.Get("type").Text() == "message" && v.Get("role").Given() && v.Get("content").IsList() && v.Get("stop_reason").Kind() != document.Absent {
		return 3
	}
	list := v
	if v.IsObject() {
		if list = v.Get("messages"); !list.IsList() {
			if isRole(v.Get("role").Text()) {
				return blockLikeness(v)
			}
			return 0
		}
		if v.Get("tools").Index(0).Get("input_schema").IsObject() {
			return 3
		}
	}
	for _, m := range list.Items() {
		if sure := blockLikeness(m); sure > 0 {
			return sure
		}
	}
	return 0
}

// blockLikeness says how surely a message is Anthropic's.
func blockLikeness(m document.Value) int {
	for _, b := range m.Get("content").Items() {
		// The blocks tool_call and tool_call_response are OpenTelemetry's.
		if kind := b.Get("type").Text(); isRole(m.Get("role").Text()) && kind != "tool_call" && kind != "tool_call_response" && (isCallBlock(kind) || isResultBlock(kind)) {
			return 3
		}
	}
	return 0
}

// sessions reads records that are messages, or that have one beside what the
// program notes about it.
type sessions struct {
	chats
	session string // the id of that which is read
	last    string // the id of the message before, of which each block may have a line
	from    int    // its first event
}

func (s *sessions) record(v document.Value) error {
	m := v.Get("message")
	switch {
	case !v.IsObject() || v.Get("role").Given() || v.Get("messages").Given():
		return s.chats.record(v)
	case !m.Get("role").Given() && !v.Get("type").IsString():
		return s.problem(s.at(v), "the record has no message")
	case !m.Get("role").Given():
		s.note("left-out", s.at(v)) // a summary, a snapshot of files
		return nil
	}
	if ok, err := s.unique(v); !ok {
		return err
	}
	session := scalar(v.Get("sessionId"))
	if s.single != nil && session != "" && session != s.session { // files of several are put one after the other
		if err := s.close(); err != nil {
			return err
		}
	}
	if s.single == nil {
		s.session, s.last = session, ""
		s.single = s.begin(trace.Header{ID: session, Model: m.Get("model").Text(), At: s.at(v)})
		s.single.marked = true
	}
	t := s.single
	t.header.Model = cmp.Or(t.header.Model, m.Get("model").Text())
	id := scalar(m.Get("id"))
	// Lines of the same message are one step, although each is read as a message.
	if same := id != "" && id == s.last; same {
		t.step--
	} else {
		s.last, s.from = id, len(t.events)
	}
	if err := t.chatMessage(m); err != nil {
		return err
	}
	// The calls of all lines of the message are side by side.
	t.grouped(s.from)
	return nil
}
