package trace_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/jsontext/schematest"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace"
)

// texts are strings as logs have them, with what must be escaped, and more.
func texts() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.SampledFrom([]string{"", "a", "call_1", "line\nbreak\t\"quoted\" \\ back", "größe €, 漢字 🙂", "\u2028\x00\x1f\x7f", "<&>", "/a~b"}),
		rapid.StringN(0, 12, -1),
	)
}

func name() *rapid.Generator[string] { return rapid.StringN(1, 8, -1) }

func numbers(t *rapid.T) types.Value {
	n := rapid.OneOf(rapid.Int64Range(-300, 300), rapid.Int64()).Draw(t, "number")
	return types.NewNumber(big.NewRat(n, rapid.SampledFrom([]int64{1, 1, 2, 1000}).Draw(t, "over")))
}

func value(t *rapid.T, depth int) types.Value {
	kinds := 6
	if depth == 0 {
		kinds = 4
	}
	switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
	case 0:
		return types.Null{}
	case 1:
		return types.Boolean(rapid.Bool().Draw(t, "truth"))
	case 2:
		return numbers(t)
	case 3:
		return types.Text(texts().Draw(t, "text"))
	case 4:
		list := types.List{}
		for range rapid.IntRange(0, 3).Draw(t, "items") {
			list = append(list, value(t, depth-1))
		}
		return list
	}
	return arguments(t, depth-1)
}

func arguments(t *rapid.T, depth int) types.Object {
	o := types.Object{}
	for _, n := range rapid.SliceOfNDistinct(name(), 0, 20, rapid.ID[string]).Draw(t, "names") {
		o = append(o, types.Member{Name: n, Value: value(t, depth)})
	}
	return o
}

func pointer(t *rapid.T) trace.Pointer {
	return trace.Pointer{Line: rapid.IntRange(0, 1e6).Draw(t, "line"), Path: texts().Draw(t, "path")}
}

func moment(t *rapid.T) time.Time {
	if rapid.Bool().Draw(t, "no time") {
		return time.Time{}
	}
	return time.Unix(rapid.Int64Range(0, 4e9).Draw(t, "seconds"), rapid.Int64Range(0, 999999999).Draw(t, "nanoseconds")).UTC()
}

func status(t *rapid.T) trace.Status {
	return rapid.SampledFrom([]trace.Status{"", trace.OK, trace.Failed, trace.Rejected, trace.Pending}).Draw(t, "status")
}

func event(t *rapid.T, seq int) trace.Event {
	e := trace.Event{
		Seq: seq, Turn: rapid.IntRange(0, 3).Draw(t, "turn"), Step: rapid.IntRange(0, 1e6).Draw(t, "step"),
		Agent: texts().Draw(t, "agent"), Requestor: rapid.SampledFrom([]string{"", "user", "assistant"}).Draw(t, "requestor"),
		Kind:   rapid.SampledFrom([]trace.Kind{trace.Call, trace.Result, trace.Message, trace.Approval}).Draw(t, "kind"),
		CallID: texts().Draw(t, "id"), Tool: texts().Draw(t, "tool"),
		Text: texts().Draw(t, "text"), Status: status(t), Start: moment(t), End: moment(t), At: pointer(t),
	}
	if e.Kind == trace.Call {
		called(t, &e)
	}
	return e
}

// called draws the arguments of a call.
func called(t *rapid.T, e *trace.Event) {
	e.Group = rapid.IntRange(0, 2).Draw(t, "group")
	e.State = rapid.SampledFrom([]trace.ArgState{trace.ArgsOK, trace.ArgsInvalid, trace.ArgsRedacted, trace.ArgsAbsent}).Draw(t, "state")
	switch args := arguments(t, 2); e.State {
	case trace.ArgsOK:
		e.Args, e.Raw = args, document.AppendJSON(nil, args)
	case trace.ArgsRedacted:
		if e.Hidden = rapid.SliceOfN(name(), 0, 2).Draw(t, "hidden"); len(e.Hidden) > 0 {
			e.Args, e.Raw = args, document.AppendJSON(nil, args)
		} else {
			e.Hidden = nil
		}
	case trace.ArgsInvalid:
		e.Raw = document.AppendJSON(nil, types.Text(texts().Draw(t, "raw")))
	}
}

func header(t *rapid.T, i int) trace.Header {
	h := trace.Header{
		File: name().Draw(t, "file"), ID: fmt.Sprint("trace ", i), Format: name().Draw(t, "format"), Task: texts().Draw(t, "task"),
		Trial: rapid.IntRange(0, 3).Draw(t, "trial"), Model: texts().Draw(t, "model"), Domain: texts().Draw(t, "domain"),
		Ended: texts().Draw(t, "ended"), Crash: texts().Draw(t, "crash"), At: pointer(t),
	}
	if rapid.Bool().Draw(t, "rewarded") {
		reward := rapid.Float64Range(-10, 10).Draw(t, "reward")
		h.Reward = &reward
	}
	if rapid.Bool().Draw(t, "labelled") {
		h.Labels = map[string]string{texts().Draw(t, "label"): texts().Draw(t, "value"), "run": "1"}
		h.Tools = rapid.SliceOfN(texts(), 1, 3).Draw(t, "tools")
	}
	return h
}

func traces(t *rapid.T) []trace.Trace {
	var list []trace.Trace
	for i := range rapid.IntRange(1, 3).Draw(t, "traces") {
		one := trace.Trace{Header: header(t, i)}
		for k := range rapid.IntRange(0, 5).Draw(t, "events") {
			one.Events = append(one.Events, event(t, k+1))
		}
		list = append(list, one)
	}
	return list
}

func written(t interface{ Fatal(...any) }, list []trace.Trace) string {
	var b bytes.Buffer
	w := trace.NewWriter(&b)
	for i := range list {
		w.Begin(&list[i].Header)
		for k := range list[i].Events {
			w.Event(&list[i].Events[k])
		}
		w.End()
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// decode reads lines, those that can be fast, or all in the general way.
func decode(t interface{ Fatal(...any) }, text string, fast bool) (*trace.Collector, int) {
	var c trace.Collector
	d := trace.NewDecoder("t.jsonl", &c)
	quick := 0
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if fast {
			if ok, err := d.Fast(line, i+1); err != nil {
				t.Fatal(err)
			} else if ok {
				quick++
				continue
			}
		}
		var doc document.Document
		if err := doc.Parse(line); err != nil {
			c.Problem(trace.Problem{At: trace.Pointer{Line: i + 1}, Message: err.Error()})
		} else if err := d.Record(doc.Root(), i+1); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	return &c, quick
}

// exactly compares numbers by value.
var exactly = cmp.Comparer(func(a, b types.Number) bool { return a.Cmp(b) == 0 })

// Reading what was written gives it back.
func TestRoundTrip(t *testing.T) {
	modeltest.Law(t, 100, func(t *rapid.T) {
		list := traces(t)
		text := written(t, list)
		got, _ := decode(t, text, true)
		if len(got.Problems) > 0 {
			t.Fatalf("%v\n%s", got.Problems, text)
		}
		if diff := cmp.Diff(list, got.Traces, exactly); diff != "" {
			t.Fatalf("(-written +read)\n%s\n%s", diff, text)
		}
		for line := range strings.Lines(text) {
			if err := schematest.Check("events.schema.json", line); err != nil {
				t.Fatalf("%v\n%s", err, line)
			}
		}
	})
}

// TestSchemaRejects makes sure that the schema says something.
func TestSchemaRejects(t *testing.T) {
	for _, line := range []string{
		`{}`, `[]`, `{"kind":"shout"}`, `{"kind":"call","seq":-1}`, `{"trace":{}}`, `{"trace":{"version":2}}`,
		`{"tool":"x","status":"good"}`, `{"tool":"x","at":{"column":1}}`, `{"trace":{"version":1},"kind":"call"}`,
	} {
		if schematest.Check("events.schema.json", line) == nil {
			t.Errorf("the schema takes %s", line)
		}
	}
}

// The fast way and the general one agree on what is written, and on mutations
// of it; of what is written, few lines need the general way.
func TestFastAgrees(t *testing.T) {
	lines, quick := 0, 0
	modeltest.Law(t, 200, func(t *rapid.T) {
		text := written(t, traces(t))
		_, n := decode(t, text, true)
		lines += strings.Count(text, "\n")
		quick += n
		if rapid.Bool().Draw(t, "spaced") {
			text = spaced(text, rapid.SampledFrom([]string{" ", "\t", "  "}).Draw(t, "space"))
		}
		text = mutated(t, text)
		fast, _ := decode(t, text, true)
		slow, _ := decode(t, text, false)
		if diff := cmp.Diff(slow, fast, exactly); diff != "" {
			t.Fatalf("(-general +fast)\n%s\n%s", diff, text)
		}
	})
	if quick*3 < lines {
		t.Errorf("%d of %d lines are read fast", quick, lines)
	}
}

// Lines with spaces, as the json.dumps of Python writes them, say what they say
// without, and as many of them are read fast.
func TestSpacedAgrees(t *testing.T) {
	modeltest.Law(t, 200, func(t *rapid.T) {
		text := written(t, traces(t))
		compact, n := decode(t, text, true)
		loose := spaced(text, rapid.SampledFrom([]string{" ", "\t", "\r", "   "}).Draw(t, "space"))
		got, m := decode(t, loose, true)
		if n != m {
			t.Fatalf("of the compact lines %d are read fast, of the others %d\n%s", n, m, loose)
		}
		for i := range got.Traces {
			for k := range got.Traces[i].Events {
				got.Traces[i].Events[k].Raw = compact.Traces[i].Events[k].Raw // as it was written
			}
		}
		if diff := cmp.Diff(compact, got, exactly); diff != "" {
			t.Fatalf("(-compact +spaced)\n%s\n%s", diff, loose)
		}
	})
}

// spaced puts white space between all tokens of lines of JSON.
func spaced(text, space string) string {
	var b strings.Builder
	inString := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\':
			b.WriteByte(c)
			i++
			b.WriteByte(text[i])
		case c == '"':
			inString = !inString
			b.WriteByte(c)
		case !inString && strings.IndexByte("{}[],:", c) >= 0:
			b.WriteString(space + string(c) + space)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// mutated changes a few places of a text, with pieces that mean something.
func mutated(t *rapid.T, text string) string {
	pieces := []string{
		"", `"`, `\`, `{`, `}`, `,`, `:`, `[`, `]`, ` `, `0`, `-`, `1e3`, `null`, `"args":{}`, `"args":7,`, `"kind":"call",`, `"seq":2,`,
		`"seq":02,`, `"tool":"x",`, `"at":{},`, `"args":{"a":1,"a":2},`, "\xff", `\u0041`, `\ud800`, "\x01", `"state":{},`, `"args_state":"absent",`, "NaN",
		`"tool":null,`, `"start":"now",`, `"hidden":[],`, `"raw":"x",`, `"text":"` + "\t" + `",`,
	}
	for range rapid.IntRange(1, 3).Draw(t, "changes") {
		from := rapid.IntRange(0, len(text)).Draw(t, "from")
		if at := strings.Index(text[from:], `"`); at >= 0 && rapid.Bool().Draw(t, "at a quote") {
			from += at
		}
		to := min(len(text), from+rapid.SampledFrom([]int{0, 0, 1, 5}).Draw(t, "cut"))
		text = text[:from] + rapid.SampledFrom(pieces).Draw(t, "piece") + text[to:]
	}
	return text
}

// What stands in a line, as people write it.
func TestLines(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{`{"tool":"x","args":{"a":1}}`, `1 call x ok {"a":1} at line 1`},
		{`{"tool": "x", "arguments": {"a": 1.50}}`, `1 call x ok {"a":1.5} at line 1`},
		{`{"tool":"x"}`, `1 call x ok {} at line 1`},
		{`{"tool":"x","args":null}`, `1 call x invalid null at line 1`},
		{`{"tool":"x","args":[1]}`, `1 call x invalid [1] at line 1`},
		{`{"tool":"x","args":{"a":1,"b":[2],"a":2}}`, `1 call x partial "{\"a\":1,\"b\":[2],\"a\":2}" at line 1; a: a duplicate name`},
		{`{"tool":"x","args":{"a":{"b":1,"b":2}}}`, `1 call x partial "{\"a\":{\"b\":1,\"b\":2}}" at line 1; a: a duplicate name`},
		{`{"kind":"call","args":{},"tool":"x","tool":"y"}`, `line 1 /tool: duplicate name "tool" in one object; remove one of the two`},
		{`{"tool":"x","args":{"a":1},"args":{"a":1}}`, `line 1 /args: duplicate name "args" in one object; remove one of the two`},
		{`{"tool":"x","answer":{"ok":{"a":true,"a":false}}}`, `line 1 /answer/ok/a: duplicate name "a" in one object; remove one of the two`},
		{`{"tool":"x","at":{"line":1,"line":2}}`, `line 1 /at/line: duplicate name "line" in one object; remove one of the two`},
		{`{"kind":"message","text":"a","text":"b"}`, `line 1 /text: duplicate name "text" in one object; remove one of the two`},
		{`{"steps":[{"tool":"x"}],"steps":[{"tool":"y","args":{"a":1,"a":1}},{"tool":"z","tool":"z"}]}`,
			`1 call y partial "{\"a\":1,\"a\":1}" at line 1 /steps/0; a: a duplicate name; line 1 /steps: duplicate name "steps" in one object; remove one of the two; line 1 /steps/1/tool: duplicate name "tool" in one object; remove one of the two`},
		{`{"trace":{"id":"a","id":"b"}}`, `line 1 /trace/id: duplicate name "id" in one object; remove one of the two`},
		{`{"trace":{"id":"a"},"trace":{"id":"b"}}`, `line 1 /trace: duplicate name "trace" in one object; remove one of the two`},
		{`{"init":{"v":1,"v":2}}`, `line 1 /init/v: duplicate name "v" in one object; remove one of the two`},
		{`{"tool":"x","args":{"a":1e5000}}`, `1 call x partial {"a":1e5000} at line 1; a: a number of more than 4,096 characters or with an exponent beyond ±4,096`},
		{`{"tool":"x","args":{},"args_state":"partial","hidden":["a","b"],"raw":{"a":1e5000}}`, `1 call x partial {"a":1e5000} at line 1; a: a number of more than 4,096 characters or with an exponent beyond ±4,096`},
		{`{"tool":"x","args":{},"args_state":"partial","hidden":["a"],"raw":"{\"a\":1,\"a\":2,\"b\":NaN}"}`, `1 call x partial "{\"a\":1,\"a\":2,\"b\":NaN}" at line 1; a: a duplicate name`},
		{`{"tool":"x","args":{"a":12345678901234567890.5}}`, `1 call x ok {"a":12345678901234567890.5} at line 1`},
		{`{"tool":"x","args":[1],"args_state":"ok"}`, `1 call x invalid [1] at line 1`},
		{`{"tool":"x","args_state":"ok"}`, `1 call x ok {} at line 1`},
		{`{"tool":"x","args_state":"absent"}`, `1 call x absent  at line 1`},
		{`{"seq":7,"kind":"result","tool":"x","status":"error","text":"no","at":{"line":3,"path":"/a"}}`, `7 result x error "no" at line 3 /a`},
		{`{"tool":"x","state":{"v":1},"extra":[]}`, `1 call x ok {} at line 1`},
		{`{"steps":[{"tool":"x"},{"tool":"y"}]}`, `1 call x ok {} at line 1 /steps/0; 2 call y ok {} at line 1 /steps/1`},
		{`{"init":{"v":1}}`, ``},
		{`{"kind":"shout"}`, "line 1 /kind: `kind` cannot be \"shout\"; expected \"call\", \"result\", \"message\" or \"approval\""},
		{`{"tool":7}`, "line 1 /tool: `tool` is a string"},
		{`{"tool":"x","seq":-1}`, "line 1 /seq: `seq` is a whole number that is not negative"},
		{`{"args":{}}`, "line 1: neither a header (`trace`) nor an event: it has no `kind` and no `tool`"},
		{`[]`, "line 1: expected an object: an event or a header"},
		{`{"trace":{"version":2}}`, "line 1 /trace/version: version 2 of the format is newer than this program, which reads up to 1; install a newer mantrac"},
	} {
		c, _ := decode(t, test.line, true)
		var got []string
		for _, one := range c.Traces {
			for _, e := range one.Events {
				s := fmt.Sprintf("%d %s %s", e.Seq, e.Kind, e.Tool)
				if e.Kind == trace.Call {
					raw := string(e.Raw)
					if e.State == trace.ArgsOK {
						raw = string(document.AppendJSON(nil, e.Args))
					}
					s += fmt.Sprintf(" %s %s", e.State, raw)
				} else {
					s += fmt.Sprintf(" %s %q", e.Status, e.Text)
				}
				got = append(got, s+" at "+e.At.String())
				for _, u := range e.Unread {
					got = append(got, u.Name+": "+string(u.Why))
				}
			}
		}
		for _, p := range c.Problems {
			got = append(got, p.At.String()+": "+p.Message)
		}
		if s := strings.Join(got, "; "); s != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.line, s, test.want)
		}
	}
}

// A writer without a place for problems ends the reading at one.
func TestWriterProblem(t *testing.T) {
	var b bytes.Buffer
	w := trace.NewWriter(&b)
	if err := w.Problem(trace.Problem{File: "f", Message: "broken"}); err == nil || err.Error() != "f: broken" {
		t.Errorf("the error is %v", err)
	}
	var told []trace.Problem
	w.OnProblem = func(p trace.Problem) error { told = append(told, p); return nil }
	if err := w.Problem(trace.Problem{Message: "broken"}); err != nil || len(told) != 1 {
		t.Errorf("%v, %v", err, told)
	}
}

// Strings are written so that any reader of JSON gives them back, and values
// as well.
func TestAppendJSON(t *testing.T) {
	modeltest.Law(t, 500, func(t *rapid.T) {
		v := value(t, 3)
		text := document.AppendJSON(nil, v)
		if !json.Valid(text) {
			t.Fatalf("%s is not JSON", text)
		}
		back, err := document.ReadValue(string(text))
		if err != nil || !types.Equal(v, back) {
			t.Fatalf("%s is read as %s: %v", text, back, err)
		}
	})
}

// A fault in a header damages the trace of the header, and not the one before.
func TestFaultInHeader(t *testing.T) {
	c, _ := decode(t, `{"trace":{"id":"a"}}`+"\n"+`{"tool":"x"}`+"\n"+`{"trace":{"id":"b","reward":"x"}}`+"\n"+`{"tool":"y"}`, true)
	if len(c.Traces) != 2 || len(c.Problems) != 1 || c.Problems[0].Trace != "b" {
		t.Errorf("%d traces, %+v", len(c.Traces), c.Problems)
	}
}
