package importer_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/importer"
)

// A counter counts events and keeps nothing.
type counter struct{ traces, events, problems int }

func (c *counter) Begin(*trace.Header) error   { c.traces++; return nil }
func (c *counter) Event(*trace.Event) error    { c.events++; return nil }
func (c *counter) End() error                  { return nil }
func (c *counter) Problem(trace.Problem) error { c.problems++; return nil }

// airline returns so many traces of twenty calls with their results, about as
// long as those of tau-bench.
func airline(traces int) []byte {
	var b bytes.Buffer
	w := trace.NewWriter(&b)
	for i := range traces {
		w.Begin(&trace.Header{ID: fmt.Sprint(i), File: "results.json", Format: "tau-bench"})
		for k := range 20 {
			at := trace.Pointer{Path: fmt.Sprintf("/%d/traj/%d/tool_calls/0", i, 2*k)}
			id := fmt.Sprintf("call_%d_%d", i, k)
			w.Event(&trace.Event{
				Seq: 2*k + 1, Turn: k + 1, Step: 2*k + 1, Requestor: "assistant", Kind: trace.Call, CallID: id, Tool: "update_reservation_baggages",
				State: trace.ArgsOK, Status: trace.OK, At: at,
				Args: types.Object{
					{Name: "reservation_id", Value: types.Text("HAT" + fmt.Sprint(k))}, {Name: "total_baggages", Value: types.NewInt(int64(k))},
					{Name: "nonfree_baggages", Value: types.NewInt(0)}, {Name: "payment_id", Value: types.Text("credit_card_9969263")},
				},
			})
			w.Event(&trace.Event{
				Seq: 2*k + 2, Turn: k + 1, Step: 2*k + 2, Kind: trace.Result, CallID: id, Tool: "update_reservation_baggages", Status: trace.OK, At: at,
				Text: `{"reservation_id": "HAT", "status": "updated"}`,
			})
		}
		w.End()
	}
	w.Flush()
	return b.Bytes()
}

// BenchmarkTauBench reads a list of runs with OpenAI's messages.
func BenchmarkTauBench(b *testing.B) {
	var t strings.Builder
	t.WriteString("[")
	for i := range 500 {
		if i > 0 {
			t.WriteString(",")
		}
		fmt.Fprintf(&t, `{"task_id":%d,"trial":0,"reward":1.0,"info":{},"traj":[{"role":"system","content":%q}`, i, strings.Repeat("A rule of the policy. ", 100))
		for k := range 10 {
			fmt.Fprintf(&t, `,{"role":"assistant","content":null,"tool_calls":[{"id":"c%d","type":"function","function":{"name":"get_reservation_details","arguments":"{\"reservation_id\":\"4WQ1%d\"}"}}]}`, k, k)
			fmt.Fprintf(&t, `,{"role":"tool","tool_call_id":"c%d","name":"get_reservation_details","content":%q}`, k, strings.Repeat(`{"flight": "HAT001", "price": 151} `, 20))
		}
		t.WriteString("]}")
	}
	t.WriteString("]")
	text := t.String()
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	var c counter
	for b.Loop() {
		if _, err := importer.Read("results.json", strings.NewReader(text), importer.Options{}, &c); err != nil || c.problems > 0 {
			b.Fatal(err, c.problems)
		}
	}
	b.ReportMetric(float64(c.events)/b.Elapsed().Seconds(), "events/s")
}

// BenchmarkPlain reads the plain format: events, and bytes, a second.
func BenchmarkPlain(b *testing.B) {
	text := airline(1000)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	var c counter
	for b.Loop() {
		if _, err := importer.Read("t.jsonl", bytes.NewReader(text), importer.Options{}, &c); err != nil || c.problems > 0 {
			b.Fatal(err, c.problems)
		}
	}
	b.ReportMetric(float64(c.events)/b.Elapsed().Seconds(), "events/s")
}
