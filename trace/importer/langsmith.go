package importer

import (
	"cmp"
	"strings"

	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/trace"
)

// langSmith is the format of LangSmith's runs: spans, of which those of models
// tell the messages, and those of tools what was run. Their order is that of
// dotted_order, which begins with the time. Older logs have the arguments of a
// tool as Python prints them.
var langSmith = &format{
	name:      "langsmith",
	about:     "runs of LangSmith",
	recognise: isLangSmith,
	open:      func(r *reading) handler { return &runs{spanStore{reading: r}} },
}

func isLangSmith(v document.Value) int {
	switch {
	case v.Get("run_type").IsString() && (v.Get("inputs").Kind() != document.Absent || v.Get("dotted_order").Given() || v.Get("trace_id").Given()):
		return 3
	case v.Get("runs").Index(0).Get("run_type").IsString():
		return 3
	}
	return 0
}

type runs struct{ spanStore }

func (s *runs) record(v document.Value) error {
	if list := v.Get("runs"); list.IsList() {
		return each(list, func(one document.Value) error { return s.run(one, "", "", 0) })
	}
	if !v.Get("run_type").IsString() {
		return s.problem(s.at(v), "the record is not a run: it has no `run_type`")
	}
	return s.run(v, "", "", 0)
}

// maxRuns is how many runs may be in each other. The place of each is as long as
// its depth.
const maxRuns = 1000

// run keeps a run, and those that are written inside it.
func (s *runs) run(v document.Value, parent, of string, depth int) error {
	if depth == maxRuns {
		return s.problem(s.at(v), "more than %d nested runs", maxRuns)
	}
	if ok, err := s.unique(v); !ok {
		return err
	}
	one := runOf(v)
	one.parent = cmp.Or(one.parent, parent)
	// A run without a trace is the root of its own.
	one.trace = cmp.Or(one.trace, of, one.id)
	children := v.Get("child_runs")
	// The children are kept by themselves, so the text of a run is without them.
	if err := s.add(one, v.RawWithout(children)); err != nil {
		return err
	}
	return each(children, func(child document.Value) error { return s.run(child, one.id, one.trace, depth+1) })
}

// runOf reads a run.
func runOf(v document.Value) *span {
	return &span{
		v: v, name: v.Get("name").Text(), id: scalar(v.Get("id")), parent: scalar(v.Get("parent_run_id")),
		trace: scalar(v.Get("trace_id")), dotted: v.Get("dotted_order").Text(),
		start: instant(v.Get("start_time")), end: instant(v.Get("end_time")),
		message: v.Get("error").Text(), failed: v.Get("error").Given(),
	}
}

func (s *runs) close() error {
	return s.traces(func(v document.Value, stored storedSpan) *span {
		one := runOf(v)
		// A nested run may not name its parent and trace, so the store has them.
		one.trace, one.parent = stored.trace, stored.parent
		return one
	}, s.trace)
}

func (s *runs) trace(list []*span) error {
	s.line = list[0].line
	root := list[0]
	h := trace.Header{ID: root.trace, At: s.at(root.v)}
	told := false
	for _, one := range list {
		if kind := one.v.Get("run_type").Text(); kind == "llm" || kind == "chat_model" {
			told = true
			if h.Model == "" {
				h.Model = one.v.Path("extra", "metadata", "ls_model_name").Text()
			}
		}
		// An error of an inner run may have been handled.
		if one.parent == "" && one.failed {
			h.Crash = one.message
		}
	}
	c := newConversation(s.begin(h))
	var all []instantOf
	for _, one := range list {
		switch kind := one.v.Get("run_type").Text(); {
		case kind == "tool":
			run := &toolRun{span: one, c: c, ran: langRun(one.v)}
			all = append(all, run.instants()...)
		// Without runs of models, the root tells what went in and came out.
		case kind == "llm", kind == "chat_model", !told && one.up == nil:
			all = append(all, instantOf{one.start, func() error { return s.told(c, one, one.v.Get("inputs")) }},
				instantOf{one.until(), func() error { return s.told(c, one, one.v.Get("outputs")) }})
		}
	}
	return c.played(all)
}

// told adds the messages in what went into a run, or came out of it.
func (s *runs) told(c *conversation, one *span, v document.Value) error {
	s.line = one.line
	var list []document.Value
	var add func(v document.Value, depth int)
	add = func(v document.Value, depth int) {
		switch {
		// Generations are lists of lists.
		case v.IsList() && depth < 3:
			for _, item := range v.Items() {
				add(item, depth+1)
			}
		case v.Get("message").IsObject():
			list = append(list, v.Get("message"))
		default:
			if _, role := unwrapMessage(v); isRole(role) {
				list = append(list, v)
			}
		}
	}
	for _, name := range []string{"messages", "generations", "choices", "output", "message"} {
		add(v.Get(name), 0)
	}
	return c.tell(list)
}

// langRun reads what a run says of a tool.
func langRun(v document.Value) ran {
	inputs, outputs := v.Get("inputs"), v.Get("outputs")
	output := outputs.Get("output")
	if !output.Given() {
		output = outputs
	}
	message, _ := unwrapMessage(output)
	r := ran{tool: v.Get("name").Text(), args: langArguments(inputs)}
	r.id = cmp.Or(scalar(message.Get("tool_call_id")), scalar(v.Path("extra", "metadata", "tool_call_id")),
		scalar(v.Path("extra", "tool_call_id")), scalar(inputs.Get("tool_call_id")))
	// Some versions have the call as input, with its id.
	if inputs.Get("type").Text() == "tool_call" {
		r.id = scalar(inputs.Get("id"))
	}
	switch {
	case message.Get("content").IsString():
		r.text = message.Get("content").Text()
	case output.IsString():
		r.text = output.Text()
	case output.Given():
		r.text = output.Raw()
	}
	failure := v.Get("error")
	if failure.Given() || message.Get("status").Text() == "error" {
		r.status = trace.Failed
		if !output.Given() {
			r.text = failure.Text()
		}
	} else if failure.Kind() == document.Null || v.Get("status").Text() == "success" || message.Get("status").Text() == "success" {
		// A null error is how a success is written.
		r.status = trace.OK
	}
	return r
}

// langArguments returns the arguments of a tool as JSON.
func langArguments(inputs document.Value) string {
	if inputs.Get("type").Text() == "tool_call" && inputs.Get("args").IsObject() {
		return inputs.Get("args").Raw()
	}
	input := inputs.Get("input")
	// An input beside other members is one argument of several.
	if !input.IsString() || inputs.Len() > 1 {
		if input.IsObject() && inputs.Len() == 1 {
			return input.Raw()
		}
		return inputs.Raw()
	}
	text := strings.TrimSpace(input.Text())
	// Newer logs have JSON in the text.
	if _, _, err := new(document.Reader).Arguments(text); err == nil {
		return text
	}
	if converted, ok := pythonJSON(text); ok {
		return converted
	}
	if strings.HasPrefix(text, "{") {
		return "" // what Python prints of values that JSON does not have: they are not known
	}
	return inputs.Raw() // a tool of one argument that is called input
}
