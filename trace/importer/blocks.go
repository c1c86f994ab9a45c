package importer

import (
	"cmp"
	"strings"

	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/trace"
)

// blocks adds what is in the blocks, or parts, of a message. Successive
// texts are one event. Calls whose ids are known are beside the content
// as well, and are added from there.
func (t *trail) blocks(list document.Value, who trace.Event, known map[string]bool) error {
	var said []string
	var at document.Value
	flush := func() {
		if len(said) > 0 {
			e := who
			e.At, e.Text = t.at(at), strings.Join(said, "\n")
			t.message(e)
			said = nil
		}
	}
	for _, b := range list.Items() {
		var err error
		switch kind := b.Get("type").Text(); {
		case isCallBlock(kind):
			// Text before a call is a message of its own, so that the order is kept.
			flush()
			if !known[scalar(b.Get("id"))] {
				err = t.chatCall(b, who)
			}
		case isResultBlock(kind):
			flush()
			t.resultBlock(b)
		default:
			if text, is := t.blockText(b); is && text != "" {
				if len(said) == 0 {
					at = b
				}
				said = append(said, text)
			}
		}
		if err != nil {
			return err
		}
	}
	flush()
	return nil
}

// isCallBlock reports whether a block of this type is a call: Anthropic's, also
// of tools that the server runs, and OpenTelemetry's.
func isCallBlock(kind string) bool {
	return kind == "tool_call" || kind == "tool_use" || strings.HasSuffix(kind, "_tool_use")
}

func isResultBlock(kind string) bool {
	return kind == "tool_call_response" || kind == "tool_result" || strings.HasSuffix(kind, "_tool_result")
}

// resultBlock adds the result of a call.
func (t *trail) resultBlock(b document.Value) {
	e := trace.Event{At: t.at(b), CallID: scalar(b.First("tool_use_id", "tool_call_id", "id")), Tool: b.Get("name").Text()}
	content := b.First("content", "response", "result", "output")
	// A tool of the server says in its content that it failed.
	if strings.HasSuffix(content.Get("type").Text(), "_error") {
		e.Status, e.Text = trace.Failed, content.Get("error_code").Text()
		// A mark in one result shows that the log has marks.
		t.marks.found = true
	} else {
		e.Text = t.content(content)
	}
	// A mark of the block itself wins.
	e.Status = cmp.Or(t.statusOf(b, &e), e.Status)
	t.result(e)
}
