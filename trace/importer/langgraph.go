package importer

import "github.com/mantrac/mantrac/lang/document"

// langGraph is the format of LangChain's messages, as LangGraph keeps them in
// its state: calls are {"name", "args", "id"}, and messages may be wrapped in
// one of several ways.
var langGraph = &format{
	name:      "langgraph",
	about:     "messages of LangChain and LangGraph",
	recognise: isLangGraph,
	open:      func(r *reading) handler { return &chats{reading: r} },
}

func isLangGraph(v document.Value) int {
	list := v
	if v.IsObject() {
		if sure := langLikeness(v); sure > 0 {
			return sure
		}
		list = v.Get("messages")
	}
	most := 0
	// One message of another format decides against the list.
	for _, m := range list.Items() {
		sure := langLikeness(m)
		if sure == 0 {
			return 0
		}
		most = max(most, sure)
	}
	return most
}

// langLikeness says how surely a message is LangChain's.
func langLikeness(m document.Value) int {
	inside, role := unwrapMessage(m)
	if !isRole(role) {
		return 0
	}
	switch {
	// A wrapped message is LangChain's alone.
	case inside != m:
		return 3
	// Messages with a role are OpenAI's as well, unless a call has its arguments as an object.
	case m.Get("role").Given():
		if m.Get("tool_calls").Index(0).Get("args").IsObject() {
			return 3
		}
		return 0
	case m.Get("content").Kind() != document.Absent:
		return 2
	}
	return 0
}
