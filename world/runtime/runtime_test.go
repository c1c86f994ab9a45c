package runtime_test

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/worldtest"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/world/runtime"
)

func world(t *testing.T, name string, o runtime.Options) *runtime.World {
	s := worldtest.Shop(t)
	i := slices.IndexFunc(s.Cases, func(k *checker.Case) bool { return k.Decl.Name().Name == name })
	w, err := runtime.New(s, s.Cases[i], o)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func begin(t *testing.T, w *runtime.World, seed uint64) *runtime.Session {
	s, err := w.Begin(context.Background(), seed)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func call(t *testing.T, s *runtime.Session, name string, args ...string) runtime.Answer {
	var o types.Object
	for i := 0; i < len(args); i += 2 {
		o = append(o, types.Member{Name: args[i], Value: types.Text(args[i+1])})
	}
	a, err := s.Call(context.Background(), tool.Agent, name, o)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Answers come from ties; a call that the model refuses changes nothing, and is allowed
// after the calls that the refusal names.
func TestCalls(t *testing.T) {
	s := begin(t, world(t, "cancel", runtime.Options{Explain: true}), 1)
	for _, step := range []struct {
		tool   string
		args   []string
		status trace.Status
		text   []string
	}{
		{"cancel_order", []string{"order_id", "A1", "reason", "late"}, trace.Rejected, []string{"(seen (get order_status (param o)))", "only while it is pending", `First: get_order {"order_id":"A1"}.`}},
		{"get_order", []string{"order_id", "A1"}, trace.OK, []string{`{"status":"pending"}`}},
		{"get_order", []string{"order_id", "Z9"}, trace.OK, []string{`{}`}},
		{"cancel_order", []string{"order_id", "A1", "reason", "boredom"}, trace.Rejected, []string{"arguments of cancel_order are not valid: reason"}},
		{"cancel_order", []string{"order_id", "A1"}, trace.Rejected, []string{"reason"}},
		{"cancel_order", []string{"order_id", "A1", "reason", "late"}, trace.OK, []string{`{"ok":true}`}},
		{"get_order", []string{"order_id", "A1"}, trace.OK, []string{`{"status":"cancelled"}`}},
		{"refund", nil, trace.Rejected, []string{`unknown tool "refund"`}},
	} {
		a := call(t, s, step.tool, step.args...)
		if a.Status != step.status {
			t.Errorf("%s %s: %s: %s", step.tool, step.args, a.Status, a.Text)
		}
		for _, part := range step.text {
			if !strings.Contains(a.Text, part) {
				t.Errorf("%s %s: %q lacks %q", step.tool, step.args, a.Text, part)
			}
		}
	}
	if got := len(s.Trace().Events); got != 16 {
		t.Errorf("the trace has %d events", got)
	}
}

// A plain refusal says no more than that the call was refused.
func TestPlainRefusal(t *testing.T) {
	s := begin(t, world(t, "cancel", runtime.Options{}), 1)
	if a := call(t, s, "cancel_order", "order_id", "A1", "reason", "late"); a.Text != "Error: cancel_order cannot be done now." {
		t.Errorf("%q", a.Text)
	}
}

// Nothing that is sent has the value of a leaf that no answer shows: neither answers nor
// explanations, nor the trace.
func TestHiddenValues(t *testing.T) {
	w := world(t, "cancel", runtime.Options{Explain: true})
	for seed := range uint64(20) {
		s := begin(t, w, seed)
		sent := call(t, s, "unlock", "code", "guess").Text
		sent += call(t, s, "cancel_order", "order_id", "A1", "reason", "late").Text
		sent += call(t, s, "get_order", "order_id", "A1").Text
		sent += call(t, s, "unlock", "code", "").Text
		text, err := json.Marshal(s.Trace())
		if err != nil {
			t.Fatal(err)
		}
		if sent += string(text); strings.Contains(sent, worldtest.Secret) {
			t.Fatalf("the code is sent: %s", sent)
		}
		if !strings.Contains(sent, "First: unlock.") && !strings.Contains(sent, "cannot be done") {
			t.Fatalf("the refusal says nothing: %s", sent)
		}
	}
}

// The same seed and the same calls give the same answers; other seeds draw other states.
func TestSeeds(t *testing.T) {
	w := world(t, "open", runtime.Options{})
	states := make(map[string]bool)
	for seed := range uint64(8) {
		var first string
		for range 2 {
			s := begin(t, w, seed)
			text, err := s.Init.MarshalJSON()
			if err != nil {
				t.Fatal(err)
			}
			if first != "" && first != string(text) {
				t.Errorf("seed %d begins in %s and in %s", seed, first, text)
			}
			first = string(text)
			f, err := w.Compliant(context.Background(), s.Init)
			if err != nil || f.Witness == nil {
				t.Errorf("seed %d: no agent can pass from %s: %v", seed, text, err)
			}
		}
		states[first] = true
	}
	if len(states) < 2 {
		t.Error("all seeds begin in the same state")
	}
}

// A text that is made up is no name of an enum, which would mislead agents: neither as a
// value nor as a key of a map.
func TestNamesAreNoTexts(t *testing.T) {
	w := world(t, "open", runtime.Options{})
	r := rand.New(rand.NewPCG(1, 1))
	statuses := 0
	for range 200 {
		s := w.Draw(r)
		texts := []types.Value{s["vault_code"]}
		for _, e := range s["order_status"].(types.Dict) {
			texts = append(texts, e.Key)
			statuses++
		}
		for _, text := range texts {
			if slices.Contains([]string{"pending", "delivered", "cancelled"}, string(text.(types.Text))) {
				t.Errorf("a name of an enum is drawn: %v", s)
			}
		}
	}
	if statuses == 0 {
		t.Error("no order is drawn")
	}
}

// A case that no agent can pass does not begin.
func TestUnsolvable(t *testing.T) {
	_, err := world(t, "impossible", runtime.Options{}).Begin(context.Background(), 1)
	var u *runtime.Unsolvable
	if !errors.As(err, &u) || !u.Proved || !strings.Contains(err.Error(), "no compliant trace") {
		t.Errorf("%v", err)
	}
}
