package runtime_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/world/runtime"
)

// Each kind of fault gives the caller what it says, and the state is that of the calls
// that did their work.
func TestFaults(t *testing.T) {
	for _, x := range []struct {
		kind   runtime.FaultKind
		status trace.Status
		text   string // of the answer
		done   bool
	}{
		{runtime.Fails, trace.Failed, "not available", false},
		{runtime.Slow, trace.OK, `{"ok":true}`, true},
		{runtime.Malformed, trace.OK, `{"ok"`, true},
		{runtime.Flood, trace.OK, strings.Repeat(`{"ok":true}`+"\n", 1000), true},
		{runtime.Lost, trace.Pending, "has not answered", true},
		{runtime.Disappears, trace.Rejected, `unknown tool "cancel_order"`, false},
		{"", trace.OK, `{"ok":true}`, true},
	} {
		s := begin(t, world(t, "cancel", runtime.Options{Faults: runtime.Faults{
			Plan: []runtime.Fault{{Tool: "cancel_order", Call: 1, Kind: x.kind}}, Delay: time.Millisecond,
		}}), 1)
		call(t, s, "get_order", "order_id", "A1")
		a := call(t, s, "cancel_order", "order_id", "A1", "reason", "late")
		status := call(t, s, "get_order", "order_id", "A1").Text
		if done := strings.Contains(status, "cancelled"); a.Status != x.status || !strings.Contains(a.Text, x.text) || done != x.done {
			t.Errorf("%s: %s %.60s, and then %s", x.kind, a.Status, a.Text, status)
		}
		if gone := len(s.Tools(tool.Agent)) == 2; gone != (x.kind == runtime.Disappears) {
			t.Errorf("%s: there are %d tools", x.kind, len(s.Tools(tool.Agent)))
		}
		if events := s.Trace().Events; events[3].Status != x.status {
			t.Errorf("%s: the trace says %s", x.kind, events[3].Status)
		}
	}
}

// A refused call has no fault, and uses none up.
func TestFaultsOfAllowedCalls(t *testing.T) {
	s := begin(t, world(t, "cancel", runtime.Options{Faults: runtime.Faults{Plan: []runtime.Fault{{Tool: "cancel_order", Call: 1, Kind: runtime.Fails}}}}), 1)
	for i, want := range []trace.Status{trace.Rejected, trace.OK, trace.Failed, trace.OK} {
		a := runtime.Answer{}
		if i == 1 {
			a = call(t, s, "get_order", "order_id", "A1")
		} else {
			a = call(t, s, "cancel_order", "order_id", "A1", "reason", "late")
		}
		if a.Status != want {
			t.Errorf("call %d: %s %s", i, a.Status, a.Text)
		}
	}
}

// The same seed draws the same faults.
func TestDrawnFaults(t *testing.T) {
	w := world(t, "cancel", runtime.Options{Faults: runtime.Faults{Rate: 0.5, Delay: time.Microsecond}})
	var first string
	for range 2 {
		s, texts := begin(t, w, 3), ""
		for range 40 {
			texts += string(call(t, s, "get_order", "order_id", "A1").Status) + " "
		}
		if first != "" && first != texts {
			t.Errorf("%s\n%s", first, texts)
		}
		first = texts
	}
	if !strings.Contains(first, "error") || !strings.Contains(first, "pending") || !strings.Contains(first, "ok") {
		t.Error(first)
	}
}

// A fault is blocking if no compliant trace does without the calls that it prevents.
func TestLabels(t *testing.T) {
	w := world(t, "cancel", runtime.Options{})
	s := begin(t, w, 1)
	for text, want := range map[string]runtime.Label{
		"get_order#1=disappears": runtime.Blocking, "get_order#2=disappears": runtime.Recoverable,
		"cancel_order=disappears": runtime.Blocking, "unlock=disappears": runtime.Recoverable, "cancel_order=fails": runtime.Recoverable,
	} {
		f, err := runtime.ParseFault(text)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := w.Label(context.Background(), s.Init, f); err != nil || got != want {
			t.Errorf("%s is %s, not %s: %v", text, got, want, err)
		}
	}
}

func TestParseFault(t *testing.T) {
	for text, want := range map[string]string{
		"get#2=fails": "", "get=slow": "", "get": "is not a fault", "get#0=fails": "1 or more", "get#x=fails": "1 or more", "=fails": "is not a fault", "get=fail": "did you mean fails?",
	} {
		f, err := runtime.ParseFault(text)
		if want == "" {
			if again, e := runtime.ParseFault(f.String()); err != nil || e != nil || again != f {
				t.Errorf("%s: %v %v", text, f, err)
			}
		} else if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
