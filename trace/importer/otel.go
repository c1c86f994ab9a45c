package importer

import (
	"cmp"
	"strings"

	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/trace"
)

// otel is the format of OpenTelemetry's spans for generative AI: OTLP as JSON,
// or a span a line; also those of OpenInference and of Vercel's AI SDK, which
// name their attributes differently. Arguments and results are opt-in, so they
// may be absent. A call may be in the answer of a model, in a span
// execute_tool and in spans of MCP inside that: it is one call.
var otel = &format{
	name:      "otel",
	about:     "spans of OpenTelemetry (GenAI, MCP), OpenInference and Vercel's AI SDK",
	recognise: isOTel,
	open:      func(r *reading) handler { return &otelSpans{spanStore{reading: r}} },
}

func isOTel(v document.Value) int {
	switch {
	case v.First("resourceSpans", "resource_spans").IsList(), v.First("scopeSpans", "scope_spans").IsList():
		return 3
	case v.First("spanId", "span_id").IsString() && v.First("traceId", "trace_id").IsString() && v.Get("name").IsString():
		return 3
	case v.Path("context", "span_id").IsString(), v.Path("context", "trace_id").IsString(), v.Path("spanContext", "spanId").IsString():
		return 3
	case v.Get("spans").IsList() && isOTel(v.Get("spans").Index(0)) > 0:
		return 3
	}
	return 0
}

type otelSpans struct{ spanStore }

// record keeps the spans in a record.
func (s *otelSpans) record(v document.Value) error {
	if ok, err := s.unique(v); !ok {
		return err
	}
	found := false
	// The lists are nested in each other, and each level may be a record by itself.
	for _, name := range []string{"resourceSpans", "resource_spans", "scopeSpans", "scope_spans", "instrumentationLibrarySpans", "spans"} {
		if list := v.Get(name); list.IsList() {
			found = true
			if err := each(list, s.record); err != nil {
				return err
			}
		}
	}
	if found {
		return nil
	}
	one := otlpHead(v)
	if one.name == "" && one.id == "" {
		return s.problem(s.at(v), "the record is not a span: it has neither a name nor an id")
	}
	return s.add(one, v.Raw())
}

func (s *otelSpans) close() error {
	return s.traces(func(v document.Value, _ storedSpan) *span { return otlpSpan(v) }, s.trace)
}

// trace pushes the trace that spans are.
func (s *otelSpans) trace(list []*span) error {
	s.line = list[0].line
	h := trace.Header{ID: list[0].trace, At: s.at(list[0].v)}
	for _, one := range list {
		h.Model = cmp.Or(h.Model, one.text("gen_ai.request.model", "gen_ai.response.model", "llm.model_name", "ai.model.id"))
		if id := one.text("gen_ai.conversation.id", "session.id"); id != "" && h.Labels == nil {
			h.Labels = map[string]string{"conversation": id}
		}
	}
	c := newConversation(s.begin(h))
	c.marked = true
	var all []instantOf
	for _, one := range list {
		switch {
		case one.isTool():
			call := &toolRun{span: one, c: c, ran: otelRun(one)}
			all = append(all, call.instants()...)
		case one.isModel():
			all = append(all, instantOf{one.start, func() error { return s.told(c, one, inputs(one)) }},
				instantOf{one.until(), func() error { return s.told(c, one, outputs(one)) }})
		}
	}
	return c.played(all)
}

// isTool reports whether a span is the run of a tool.
func (s *span) isTool() bool {
	// The conventions differ in how they name such spans, so all of them are tried.
	return s.text("gen_ai.operation.name") == "execute_tool" || strings.HasPrefix(s.name, "execute_tool ") ||
		s.text("mcp.method.name") == "tools/call" || s.text("openinference.span.kind") == "TOOL" ||
		s.text("ai.toolCall.name") != ""
}

// isModel reports whether a span is a request to a model. Spans of agents
// around it may tell the same messages, which are added once.
func (s *span) isModel() bool {
	return s.attribute("gen_ai.input.messages", "gen_ai.output.messages").Given() || hasPrefix(s, "llm.input_messages.") ||
		hasPrefix(s, "llm.output_messages.") || hasPrefix(s, "gen_ai.prompt.") || hasPrefix(s, "gen_ai.completion.")
}

func hasPrefix(s *span, prefix string) bool {
	for name := range s.attributes {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// inputs returns the messages that a model was given, as JSON.
func inputs(s *span) []string {
	var texts []string
	if v := s.attribute("gen_ai.system_instructions"); v.Given() {
		texts = append(texts, `[{"role":"system","parts":`+plainJSON(v)+`}]`)
	}
	if v := s.attribute("gen_ai.input.messages"); v.Given() {
		texts = append(texts, plainJSON(v))
	}
	// Older conventions have the messages in flat attributes.
	return append(texts, flattened(s, "llm.input_messages"), flattened(s, "gen_ai.prompt"))
}

// outputs returns what it answered.
func outputs(s *span) []string {
	var texts []string
	if v := s.attribute("gen_ai.output.messages"); v.Given() {
		texts = append(texts, plainJSON(v))
	}
	return append(texts, flattened(s, "llm.output_messages"), flattened(s, "gen_ai.completion"))
}

// told adds the messages of a span.
func (s *otelSpans) told(c *conversation, one *span, texts []string) error {
	s.line = one.line
	var list []document.Value
	for _, text := range texts {
		if text == "" {
			continue
		}
		d := &document.Document{Base: one.v.Pointer(), Inside: true}
		if err := d.Parse(text); err != nil {
			if err := s.problem(s.at(one.v), "the messages of the span are not JSON: %v", err); err != nil {
				return err
			}
			continue
		}
		// A single message may be in place of the list.
		if d.Root().IsObject() {
			list = append(list, d.Root())
		}
		list = append(list, elements(d.Root())...)
	}
	c.agent = one.nearest("gen_ai.agent.name", "agent.name")
	return c.tell(list)
}

// otelRun reads what a span says of the run of a tool.
func otelRun(s *span) ran {
	r := ran{id: s.text("gen_ai.tool.call.id", "tool_call.id", "ai.toolCall.id"), tool: s.tool()}
	if args := s.attribute("gen_ai.tool.call.arguments", "ai.toolCall.args", "tool.arguments", "input.value"); args.Given() {
		r.args = plainJSON(args)
	}
	if result := s.attribute("gen_ai.tool.call.result", "ai.toolCall.result", "output.value"); result.Given() {
		r.text = plainJSON(result)
	}
	if kind := s.text("error.type"); s.failed || kind != "" {
		r.status = trace.Failed
		// Some programs only record that the call failed.
		r.text = cmp.Or(r.text, strings.TrimSpace(kind+" "+s.message))
	} else if s.succeeded {
		r.status = trace.OK
	}
	return r
}

// tool returns the name of the tool.
func (s *span) tool() string {
	if name := s.text("gen_ai.tool.name", "tool.name", "ai.toolCall.name", "mcp.tool.name"); name != "" {
		return name
	}
	for _, prefix := range []string{"execute_tool ", "tools/call "} {
		if name, is := strings.CutPrefix(s.name, prefix); is {
			return name
		}
	}
	return s.name
}
