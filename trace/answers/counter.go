package answers

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/bindings"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace"
)

// Limits of what is kept.
const (
	maxTools   = 4096 // tools that are told apart
	maxSamples = 5    // answers that are shown, of each tool
	maxSample  = 200  // bytes of an answer that are shown, up to the end of a character
	maxNames   = 64   // names of members that are kept beside a path
	maxOpen    = 1024 // calls of a trace whose answers have not come
)

// A Counter counts the answers of traces. It is not safe for use by several
// goroutines.
type Counter struct {
	set     *bindings.Set
	traces  int
	answers int
	order   []*toolCount // as they were seen
	tools   map[string]*toolCount
	marks   map[*bindings.Mark]int // of every tool

	head *trace.Header
	open []openCall // whose answers have not come
}

// An openCall is a call whose answer may not name the tool.
type openCall struct{ id, tool string }

// A toolCount is what was counted of one tool.
type toolCount struct {
	name   string
	bound  *bindings.Tool // nil without bindings
	all    int            // answers
	failed int            // by the format of the log
	empty  int
	json   int
	text   int // neither JSON nor matched by a rule
	marks  map[*bindings.Mark]int
	rules  map[*bindings.Rule]int
	fields map[*bindings.Field]*fieldCount
	left   []Sample // texts that no rule matched
}

// read is the number of answers that were read: neither failed nor empty.
func (t *toolCount) read() int {
	n := t.all - t.failed - t.empty
	for _, failed := range t.marks {
		n -= failed
	}
	return n
}

// A fieldCount is what was counted of one path.
type fieldCount struct {
	answers   int // where it leads to something
	values    int
	converted int
	left      string   // a value that could not be converted
	depth     int      // how far it leads at most
	names     []string // of members there
}

// NewCounter returns a counter of what a set makes of answers.
func NewCounter(set *bindings.Set) *Counter {
	c := &Counter{set: set, tools: make(map[string]*toolCount), marks: make(map[*bindings.Mark]int)}
	for _, t := range set.Tools {
		c.tool(t.Name)
	}
	return c
}

func (c *Counter) tool(name string) *toolCount {
	t := c.tools[name]
	// The number of names is bounded, since an agent can make up any.
	if t == nil && len(c.tools) < maxTools {
		name = strings.Clone(name)
		t = &toolCount{name: name, bound: c.set.Lookup(name), marks: make(map[*bindings.Mark]int),
			rules: make(map[*bindings.Rule]int), fields: make(map[*bindings.Field]*fieldCount)}
		c.tools[name] = t
		c.order = append(c.order, t)
	}
	return t
}

// Begin implements [trace.Sink].
func (c *Counter) Begin(h *trace.Header) error {
	c.head, c.open = h, c.open[:0]
	c.traces++
	return nil
}

// End implements [trace.Sink].
func (c *Counter) End() error { return nil }

// Problem implements [trace.Sink].
func (c *Counter) Problem(trace.Problem) error { return nil }

// Event implements [trace.Sink].
func (c *Counter) Event(e *trace.Event) error {
	switch e.Kind {
	case trace.Call:
		// The oldest call is the one whose answer is least likely to come.
		if len(c.open) == maxOpen {
			c.open = slices.Delete(c.open, 0, 1)
		}
		c.open = append(c.open, openCall{e.CallID, e.Tool})
	case trace.Result:
		name := e.Tool
		// Without ids, the first open call of the tool that the result names is taken.
		i := slices.IndexFunc(c.open, func(o openCall) bool { return o.id == e.CallID && (o.id != "" || name == "" || name == o.tool) })
		if i >= 0 {
			name = cmp.Or(name, c.open[i].tool)
			c.open = slices.Delete(c.open, i, i+1)
		}
		c.answer(name, e)
	}
	return nil
}

// answer counts an answer.
func (c *Counter) answer(name string, e *trace.Event) {
	c.answers++
	t := c.tool(name)
	if t == nil {
		return
	}
	t.all++
	switch {
	case e.Status == trace.Failed || e.Status == trace.Rejected:
		t.failed++
		// A mark is counted by itself; read subtracts marks and failures.
		if m := c.set.Failure(name, e.Text); m != nil {
			c.mark(t, m)
			t.failed--
		}
		return
	case e.Text == "":
		t.empty++
		return
	}
	r := c.set.Trace(name, e.Text, t.field)
	switch {
	case r.Failed != nil:
		c.mark(t, r.Failed)
	case r.Rule != nil:
		t.rules[r.Rule]++
	case r.JSON:
		t.json++
	default:
		t.text++
		if len(t.left) < maxSamples {
			// The text and the header point into a block of the file, so what is kept is a copy.
			t.left = append(t.left, Sample{Text: cut(e.Text), File: strings.Clone(c.head.File), Trace: strings.Clone(c.head.ID), At: cloned(e.At)})
		}
	}
}

// mark counts an answer of a failed call. The marks of every tool are counted
// once more, all tools together.
func (c *Counter) mark(t *toolCount, m *bindings.Mark) {
	t.marks[m]++
	if slices.Contains(c.set.Failures, m) {
		c.marks[m]++
	}
}

// field counts what became of a path.
func (t *toolCount) field(f *bindings.Field, o bindings.Outcome) {
	n := t.fields[f]
	if n == nil {
		n = &fieldCount{}
		t.fields[f] = n
	}
	if o.Found > 0 {
		n.answers++
	}
	n.values += o.Found
	n.converted += o.Converted
	if n.left == "" {
		n.left = cut(o.Left)
	}
	object, _ := o.Beside.(types.Object)
	// Names belong to the deepest place that was reached.
	if o.Beside == nil || o.Depth < n.depth {
		return
	}
	if o.Depth > n.depth {
		n.depth, n.names = o.Depth, nil
	}
	for _, m := range object {
		if len(n.names) < maxNames && !slices.Contains(n.names, m.Name) {
			n.names = append(n.names, strings.Clone(m.Name))
		}
	}
}

// cut shortens a text that is shown.
func cut(text string) string {
	// The loop goes by characters, so the text is cut between two of them.
	for i := range text {
		if i >= maxSample {
			return strings.Clone(strings.ToValidUTF8(text[:i], "\uFFFD")) + "…"
		}
	}
	return strings.Clone(text)
}

func cloned(p trace.Pointer) trace.Pointer {
	p.Path = strings.Clone(p.Path)
	return p
}

// quotedAnswer returns an answer as messages show it.
func quotedAnswer(text string) string {
	return string(document.AppendString(nil, document.Excerpt(text)))
}
