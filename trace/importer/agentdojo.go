package importer

import (
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/trace"
)

// agentDojo is the format of AgentDojo's logs: a run a file, with messages
// whose calls are {"function", "args", "id"} and whose results repeat the call.
var agentDojo = &format{
	name:      "agentdojo",
	about:     "logs of AgentDojo",
	recognise: isAgentDojo,
	marks:     true,
	open: func(r *reading) handler {
		return &chats{reading: r, marked: true, header: agentDojoHeader}
	},
}

func isAgentDojo(v document.Value) int {
	if v.Get("messages").IsList() && v.Get("user_task_id").Given() && (v.Get("suite_name").Given() || v.Get("utility").Given()) {
		return 3
	}
	return 0
}

func agentDojoHeader(v document.Value, h *trace.Header) {
	h.Domain = v.Get("suite_name").Text()
	h.Model = v.Get("pipeline_name").Text()
	h.Task = scalar(v.Get("user_task_id"))
	h.Crash = v.Get("error").Text()
	h.Labels = make(map[string]string)
	for _, name := range []string{"injection_task_id", "attack_type", "security"} {
		if label := v.Get(name); label.Given() {
			if h.Labels[name] = scalar(label); label.Kind() == document.Bool {
				h.Labels[name] = label.Raw()
			}
		}
	}
	if utility := v.Get("utility"); utility.Kind() == document.Bool {
		reward := 0.0
		if utility.True() {
			reward = 1
		}
		h.Reward = &reward
	}
}
