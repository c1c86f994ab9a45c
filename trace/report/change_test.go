package report_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/report"
)

// numbers are the integers from one up to another.
func numbers(from, to int) (list types.List) {
	for i := from; i < to; i++ {
		list = append(list, types.NewInt(int64(i)))
	}
	return list
}

// drawStates draws the states of a trace: variables come, go, and change; lists
// gain and lose elements.
func drawStates(t *rapid.T) (list []grade.State) {
	last := grade.State{"a": numbers(0, 5)}
	for range rapid.IntRange(0, 6).Draw(t, "calls") {
		next := grade.State{}
		for _, name := range []string{"a", "b", "__proto__", "r.f\u202e"} {
			l, _ := last[name].(types.List)
			at := rapid.IntRange(0, len(l)).Draw(t, "at")
			switch rapid.IntRange(0, 5).Draw(t, "change") {
			case 0:
			case 1:
				next[name] = types.Text(rapid.SampledFrom([]string{"", "x", "</script>"}).Draw(t, "text"))
			case 2:
				next[name] = slices.Concat(l[:at], numbers(100, 100+rapid.IntRange(0, 3).Draw(t, "inserted")), l[at:])
			case 3:
				next[name] = slices.Concat(l[:at], l[rapid.IntRange(at, len(l)).Draw(t, "to"):])
			case 4:
				next[name] = numbers(0, rapid.IntRange(0, 9).Draw(t, "size"))
			default:
				if last[name] != nil {
					next[name] = last[name]
				}
			}
		}
		list, last = append(list, next), next
	}
	return list
}

// viewOfStates returns a view of calls after which there were these states.
func viewOfStates(start grade.State, states []grade.State) (v report.View) {
	for i, s := range states {
		id := fmt.Sprint(i)
		v.Add(&trace.Event{Seq: i + 1, Kind: trace.Call, CallID: id, Tool: "t", State: trace.ArgsOK})
		given := make(grade.State)
		maps.Copy(given, s)
		v.After(id, given)
	}
	v.End(start)
	return v
}

func asJSON(s grade.State) map[string]json.RawMessage {
	m := make(map[string]json.RawMessage)
	for name, v := range s {
		m[name] = interp.ToJSON(v)
	}
	return m
}

// The changes that a view holds lead from state to state.
func TestChanges(t *testing.T) {
	modeltest.Law(t, 300, func(t *rapid.T) {
		start := grade.State{"a": numbers(0, 5), "b": types.Text("x")}
		states := drawStates(t)
		now := asJSON(start)
		for i, e := range viewOfStates(start, states).Events {
			apply(t, now, e.State)
			if diff := cmp.Diff(asJSON(states[i]), now); diff != "" {
				t.Fatalf("call %d: %s", i, diff)
			}
		}
	})
}

// apply changes a state.
func apply(t *rapid.T, s map[string]json.RawMessage, c *report.Change) {
	maps.Copy(s, c.Set)
	for name := range c.Drop {
		delete(s, name)
	}
	for name, p := range c.Splice {
		var list []json.RawMessage
		var at, removed int
		for i, to := range []any{&at, &removed, &list} {
			if err := json.Unmarshal(append(slices.Clone(p[:2]), s[name])[i], to); err != nil {
				t.Fatal(err)
			}
		}
		text, err := json.Marshal(slices.Concat(list[:at], p[2:], list[at+removed:]))
		if err != nil {
			t.Fatal(err)
		}
		s[name] = text
	}
}

// A call that changes one element of a large set is kept in a few bytes.
func TestChangesAreSmall(t *testing.T) {
	start := grade.State{"seats": seats(10_000)}
	var states []grade.State
	for i := range 100 {
		states = append(states, grade.State{"seats": slices.Concat(seats(10_000)[:i*50], types.List{types.Text("new")}, seats(10_000)[i*50:])})
	}
	text, err := json.Marshal(viewOfStates(start, states))
	if err != nil {
		t.Fatal(err)
	}
	if len(text) > 100*1500 { // one is put in, and the one before taken out, with what is between them
		t.Errorf("%d bytes", len(text))
	}
}
