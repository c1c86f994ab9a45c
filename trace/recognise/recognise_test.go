package recognise_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/recognise"
)

func setOf(events ...*tool.Tool) *tool.Set { return &tool.Set{Tools: events} }

func event(name string, e tool.Event) *tool.Tool {
	return &tool.Tool{Name: name, Owner: e.By, Input: &tool.Schema{Properties: []*tool.Property{
		{Name: "n", Schema: &tool.Schema{Types: []tool.Kind{tool.KindInteger}}}, {Name: "w", Schema: &tool.Schema{}}, {Name: "tool", Schema: &tool.Schema{}},
	}}, Event: &e}
}

var desk = setOf(
	&tool.Tool{Name: "look", Input: &tool.Schema{}},
	event("yes", tool.Event{By: tool.User, Matches: regexp.MustCompile(`(?i)\byes\b`)}),
	event("number", tool.Event{By: tool.User, Matches: regexp.MustCompile(`no\. (?<n>\w+)(?<w> now)?`)}),
	event("asks", tool.Event{By: tool.Agent, Contains: "Shall I"}),
	event("form", tool.Event{By: tool.User, Field: &tool.Field{Path: "/kind/0"}}),
	event("allowed", tool.Event{By: tool.User, Approval: tool.Accepted}),
)

// passed returns the events that a trace becomes, as words.
func passed(set *tool.Set, events ...trace.Event) string {
	var list []string
	r := recognise.New(set, func(e *trace.Event) error {
		text := string(e.Kind)
		switch e.Kind {
		case trace.Occurrence:
			text = fmt.Sprintf("%s%s@%d", e.Tool, document.AppendJSON(nil, e.Args), e.Seq)
		case trace.Call:
			text = e.Tool
		}
		list = append(list, text)
		return nil
	})
	r.Begin(&trace.Header{})
	for i := range events {
		events[i].Seq = i + 1
		r.Event(&events[i])
	}
	r.End()
	return strings.Join(list, " ")
}

func user(step int, text string) trace.Event {
	return trace.Event{Kind: trace.Message, Requestor: "user", Step: step, Text: text}
}

func agent(step int, text string) trace.Event {
	return trace.Event{Kind: trace.Message, Requestor: "assistant", Step: step, Text: text}
}

func call(step int) trace.Event {
	return trace.Event{Kind: trace.Call, Requestor: "assistant", Step: step, Tool: "look"}
}

func approval(status trace.Status, text string) trace.Event {
	return trace.Event{Kind: trace.Approval, Status: status, Text: text, Tool: "look"}
}

func TestRecognise(t *testing.T) {
	for _, c := range []struct {
		name string
		in   []trace.Event
		want string
	}{
		{"in the order of declarations", []trace.Event{user(1, "no. 7, yes, yes")}, `message yes{}@1 number{"n":7}@1`},
		{"not what others say", []trace.Event{agent(1, "yes"), user(2, "Shall I"), {Kind: trace.Message, Requestor: "system", Text: "yes"}}, "message message message"},
		{"groups", []trace.Event{user(1, "no. x now"), user(2, "no. 08")}, `message number{"n":"x","w":" now"}@1 message number{"n":"08"}@2`},
		{"before the calls of the message", []trace.Event{call(1), call(1), agent(1, "Shall I?"), call(2)}, "asks{}@3 look look message look"},
		{"and after those before", []trace.Event{call(1), agent(2, "Shall I?"), call(2)}, "look message asks{}@2 look"},
		{"where steps are not known", []trace.Event{call(0), agent(0, "Shall I?"), agent(0, "Shall I?")}, "look message asks{}@2 message asks{}@3"},
		{"one for a message in parts", []trace.Event{user(1, "yes"), user(1, "no. 1. Yes"), user(2, "yes")}, `message yes{}@1 message number{"n":1}@2 message yes{}@3`},
		{"results end a message", []trace.Event{call(1), {Kind: trace.Result, Step: 1}, agent(1, "Shall I?")}, "look result message asks{}@3"},
		{"forms", []trace.Event{user(1, `{"kind":["a"],"w":[1],"x":2}`), user(2, `{"kind":[]}`), user(3, `kind`)}, `message form{"w":[1]}@1 message message`},
		{"approvals", []trace.Event{approval(trace.OK, `{"w":1}`), approval(trace.Rejected, ""), approval(trace.Pending, ""), approval(trace.OK, "")}, `approval allowed{"w":1,"tool":"look"}@1 approval approval approval allowed{"tool":"look"}@4`},
		{"approvals are no messages", []trace.Event{approval(trace.OK, "yes"), user(1, "yes")}, `approval allowed{"tool":"look"}@1 message yes{}@2`},
	} {
		if got := passed(desk, c.in...); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
	if recognise.New(setOf(&tool.Tool{Name: "look"}), nil) != nil || recognise.New(nil, nil) != nil {
		t.Error("there is a recogniser of nothing")
	}
}

// Whatever a trace is, its own events come in their order, none is lost, and the
// occurrences are those of its messages.
func TestRecogniserLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var in []trace.Event
		want := make(map[string]int)
		for i, n := 0, rapid.IntRange(0, 30).Draw(t, "n"); i < n; i++ {
			e := trace.Event{
				Seq: i + 1, Step: rapid.IntRange(0, 3).Draw(t, "step"), Requestor: rapid.SampledFrom([]string{"user", "assistant", "system"}).Draw(t, "who"),
				Kind: rapid.SampledFrom([]trace.Kind{trace.Message, trace.Call, trace.Result}).Draw(t, "kind"), Text: rapid.SampledFrom([]string{"", "yes", "Shall I", "yes no. 1"}).Draw(t, "text"),
			}
			in = append(in, e)
			if s := (&tool.Saying{By: tool.User, Text: e.Text}); e.Kind == trace.Message && e.Requestor == "user" && e.Step == 0 {
				for _, x := range desk.Tools[1:] {
					if _, ok := x.Recognise(s); ok {
						want[x.Name]++
					}
				}
			}
		}
		next, got := 0, make(map[string]int)
		r := recognise.New(desk, func(e *trace.Event) error {
			if e.Kind == trace.Occurrence {
				if in[e.Seq-1].Step == 0 && e.Requestor == "user" {
					got[e.Tool]++
				}
				return nil
			}
			if next++; e.Seq != next {
				t.Fatalf("event %d comes as number %d", e.Seq, next)
			}
			return nil
		})
		r.Begin(&trace.Header{})
		for i := range in {
			r.Event(&in[i])
		}
		r.End()
		if next != len(in) || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%d of %d events, %v, want %v", next, len(in), got, want)
		}
	})
}

func TestKnown(t *testing.T) {
	for _, c := range []struct {
		format string
		in     []trace.Event
		want   string
	}{
		{"", nil, ""},
		{"", []trace.Event{call(1)}, ""},
		{"", []trace.Event{agent(1, "a")}, "asks"},
		{"", []trace.Event{user(1, "a")}, "yes number asks form"},
		{"", []trace.Event{approval(trace.Pending, "")}, "allowed"},
		{"mcp", nil, "allowed"},
		{"", []trace.Event{{Kind: trace.Message, Requestor: "system"}}, ""},
	} {
		r := recognise.New(desk, func(*trace.Event) error { return nil })
		r.Begin(&trace.Header{})
		r.Event(&trace.Event{Kind: trace.Message, Requestor: "user"}) // of another trace
		r.Begin(&trace.Header{Format: c.format})
		for i := range c.in {
			r.Event(&c.in[i])
		}
		var known []string
		for _, x := range desk.Tools[1:] {
			if r.Known(x) {
				known = append(known, x.Name)
			}
		}
		if got := strings.Join(known, " "); got != c.want {
			t.Errorf("%s %v: %s, want %s", c.format, c.in, got, c.want)
		}
	}
}
