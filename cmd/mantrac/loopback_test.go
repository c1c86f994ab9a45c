package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/mantrac/mantrac/driver/provider/providertest"
)

// A toolCall is a call that a language model makes.
type toolCall struct{ name, arguments string }

// cancelling is a compliant plan of the case cancel of the shop.
var cancelling = []toolCall{
	{"get_order", `{"order_id": "A1"}`},
	{"cancel_order", `{"order_id": "A1", "reason": "late"}`},
}

// farewell is what the model says when it is done.
const farewell = "It is cancelled."

// A loopbackModel is a server that speaks the protocols of language models: chat
// completions, responses, and Anthropic's messages, as a stream or at once. It makes the
// calls of the plan, one for each answer of a tool that it has been given, and then says
// the farewell.
type loopbackModel struct {
	*httptest.Server
	t    *testing.T
	plan []toolCall

	mu    sync.Mutex
	asked []string // the bodies of requests
}

func serveModel(t *testing.T, plan ...toolCall) *loopbackModel {
	m := &loopbackModel{t: t, plan: plan}
	m.Server = httptest.NewServer(m)
	t.Cleanup(m.Close)
	return m
}

// requests returns the bodies of all requests so far.
func (m *loopbackModel) requests() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return strings.Join(m.asked, "\n")
}

// ServeHTTP implements [http.Handler].
func (m *loopbackModel) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	data, err := io.ReadAll(r.Body)
	if err != nil {
		m.t.Error(err)
	}
	m.mu.Lock()
	m.asked = append(m.asked, string(data))
	m.mu.Unlock()
	for path, answer := range map[string]func(*move) (whole, stream string){
		"/chat/completions": chatAnswer, "/responses": responsesAnswer, "/messages": messagesAnswer,
	} {
		if r.Method != http.MethodPost || !strings.HasSuffix(r.URL.Path, path) {
			continue
		}
		var body struct {
			Stream          bool
			Messages, Input json.RawMessage
			Tools           []offeredTool
		}
		if err := json.Unmarshal(data, &body); err != nil {
			m.t.Errorf("%s: %v in %s", r.URL, err, data)
		}
		whole, stream := answer(m.next(string(body.Messages)+string(body.Input), body.Tools))
		if body.Stream {
			w.Header().Set("Content-Type", "text/event-stream")
			io.WriteString(w, stream)
		} else {
			w.Header().Set("Content-Type", "application/json")
			io.WriteString(w, whole)
		}
		return
	}
	http.NotFound(w, r)
}

// An offeredTool is a tool as a request has it: by its name, as a function, or in a
// namespace.
type offeredTool struct {
	Name     string
	Function struct{ Name string }
	Tools    []offeredTool
}

// A move is what the model does next: a call, or else the farewell.
type move struct {
	toolCall
	namespace, id string
}

// next returns the next move of the plan: as many calls were made as there are answers.
// Where the tool is not offered, as in requests beside the conversation, it is the
// farewell.
func (m *loopbackModel) next(said string, tools []offeredTool) *move {
	made := 0
	for _, kind := range []string{`"role":"tool"`, `"type":"function_call_output"`, `"type":"tool_result"`} {
		made += strings.Count(strings.ReplaceAll(said, `": "`, `":"`), kind)
	}
	if made >= len(m.plan) {
		return &move{}
	}
	next := &move{toolCall: m.plan[made], id: fmt.Sprintf("call_%d", made)}
	for _, t := range tools {
		for _, in := range append(t.Tools, t) {
			if name := in.Name + in.Function.Name; name == next.name || strings.HasSuffix(name, "__"+next.name) {
				if next.name = name; len(t.Tools) > 0 {
					next.namespace = t.Name
				}
				return next
			}
		}
	}
	return &move{}
}

// chatAnswer writes a move as OpenAI's chat completions.
func chatAnswer(m *move) (whole, stream string) {
	delta, end := `"content":`+providertest.Quote(farewell), "stop"
	if m.name != "" {
		delta, end = fmt.Sprintf(`"content":null,"tool_calls":[{"index":0,"id":%q,"type":"function","function":{"name":%q,"arguments":%q}}]`, m.id, m.name, m.arguments), "tool_calls"
	}
	const usage = `"usage":{"prompt_tokens":9,"completion_tokens":7,"total_tokens":16}`
	const frame = `{"id":"c","object":%q,"created":1,"model":"m","choices":[{"index":0,%q:{"role":"assistant",%s},"finish_reason":%s}],` + usage + `}`
	return fmt.Sprintf(frame, "chat.completion", "message", delta, `"`+end+`"`), providertest.Events(
		[2]string{"", fmt.Sprintf(frame, "chat.completion.chunk", "delta", delta, "null")},
		[2]string{"", fmt.Sprintf(frame, "chat.completion.chunk", "delta", `"content":null`, `"`+end+`"`)},
		[2]string{"", "[DONE]"})
}

// responsesAnswer writes a move as OpenAI's responses.
func responsesAnswer(m *move) (whole, stream string) {
	item := fmt.Sprintf(`{"type":"message","id":"m","role":"assistant","status":"completed","content":[{"type":"output_text","annotations":[],"text":%s}]}`, providertest.Quote(farewell))
	if m.name != "" {
		item = fmt.Sprintf(`{"type":"function_call","id":"f","status":"completed","call_id":%q,"namespace":%q,"name":%q,"arguments":%q}`, m.id, m.namespace, m.name, m.arguments)
	}
	whole = `{"id":"r","object":"response","created_at":1,"status":"completed","model":"m","output":[` + item + `],` +
		`"usage":{"input_tokens":9,"input_tokens_details":{"cached_tokens":0},"output_tokens":7,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":16}}`
	return whole, providertest.Events(
		[2]string{"response.created", `{"type":"response.created","response":{"id":"r"}}`},
		[2]string{"response.output_item.done", `{"type":"response.output_item.done","output_index":0,"item":` + item + `}`},
		[2]string{"response.completed", `{"type":"response.completed","response":` + whole + `}`})
}

// messagesAnswer writes a move as Anthropic's messages.
func messagesAnswer(m *move) (whole, stream string) {
	start, delta, end := `{"type":"text","text":""}`, `{"type":"text_delta","text":`+providertest.Quote(farewell)+`}`, "end_turn"
	block := `{"type":"text","text":` + providertest.Quote(farewell) + `}`
	if m.name != "" {
		start = fmt.Sprintf(`{"type":"tool_use","id":%q,"name":%q,"input":{}}`, m.id, m.name)
		delta = `{"type":"input_json_delta","partial_json":` + providertest.Quote(m.arguments) + `}`
		block = fmt.Sprintf(`{"type":"tool_use","id":%q,"name":%q,"input":%s}`, m.id, m.name, m.arguments)
		end = "tool_use"
	}
	const frame = `{"id":"m","type":"message","role":"assistant","model":"m","content":[%s],"stop_reason":%s,"stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":7}}`
	return fmt.Sprintf(frame, block, `"`+end+`"`), providertest.Events(
		[2]string{"message_start", `{"type":"message_start","message":` + fmt.Sprintf(frame, "", "null") + `}`},
		[2]string{"content_block_start", `{"type":"content_block_start","index":0,"content_block":` + start + `}`},
		[2]string{"content_block_delta", `{"type":"content_block_delta","index":0,"delta":` + delta + `}`},
		[2]string{"content_block_stop", `{"type":"content_block_stop","index":0}`},
		[2]string{"message_delta", fmt.Sprintf(`{"type":"message_delta","delta":{"stop_reason":%q,"stop_sequence":null},"usage":{"output_tokens":7}}`, end)},
		[2]string{"message_stop", `{"type":"message_stop"}`})
}
