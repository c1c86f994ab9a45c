package trial_test

import (
	"context"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/internal/worldtest"
	"github.com/mantrac/mantrac/world/simulator"
	"github.com/mantrac/mantrac/world/trial"
)

// A scripted model gives its answers one after the other, and keeps what it was asked.
type scripted struct {
	answers []string
	asked   []provider.Request
}

func (p *scripted) Complete(_ context.Context, r provider.Request, _ func(string)) (provider.Answer, error) {
	if len(p.asked) == len(p.answers) {
		return provider.Answer{}, provider.Errorf(provider.Command, "no more answers")
	}
	p.asked = append(p.asked, r)
	return provider.Answer{Text: p.answers[len(p.asked)-1]}, nil
}

// A language model is told the tools and what they answer, and what is wrong with an
// answer that cannot be read.
func TestChat(t *testing.T) {
	dir := t.TempDir()
	m := &scripted{answers: []string{
		`{"say": "", "tool": "get_order", "arguments": "{\"order_id\": \"A1\"}"}`,
		`I shall cancel it now.`,
		"```json\n" + `{"say": "One moment.", "tool": "cancel_order", "arguments": "{\"order_id\": \"A1\", \"reason\": \"late\"}"}` + "\n```",
		`{"say": "It is cancelled.", "tool": "", "arguments": ""}`,
	}}
	s := shop(t)
	sum, err := trial.Run(t.Context(), s, trial.Options{
		Dir: dir, Agents: []trial.Agent{trial.Chat{Label: "fake", Model: "test/m", Asks: m}}, Cases: []string{"cancel"}, Trials: 1,
	})
	if err != nil || sum.Made != 1 {
		t.Fatalf("%+v %v", sum, err)
	}
	if len(m.asked) != 4 || !strings.Contains(m.asked[0].System, `"name":"cancel_order"`) || m.asked[0].Messages[0].Text != "Please cancel order A1." {
		t.Errorf("%+v", m.asked)
	}
	last := m.asked[3].Messages
	for i, want := range map[int]string{2: `get_order answers: {"status":"pending"}`, 4: "not as its schema says", 6: `cancel_order answers: {"ok":true}`} {
		if !strings.Contains(last[i].Text, want) {
			t.Errorf("message %d is %q, without %q", i, last[i].Text, want)
		}
	}
	text := read(t, dir, "cancel.0.jsonl")
	for _, want := range []string{`"text":"One moment."`, `"text":"It is cancelled."`, `"tool":"cancel_order","status":"ok"`} {
		if !strings.Contains(text, want) {
			t.Errorf("the trace has no %s:\n%s", want, text)
		}
	}
}

// A model that cannot be reached is no failure of the agent; one that never answers as
// it should is.
func TestChatFails(t *testing.T) {
	for _, x := range []struct {
		answers []string
		made    int
	}{{nil, 0}, {[]string{"no", "no", "no"}, 1}} {
		dir := t.TempDir()
		sum, err := trial.Run(t.Context(), shop(t), trial.Options{
			Dir: dir, Agents: []trial.Agent{trial.Chat{Label: "fake", Model: "test/m", Asks: &scripted{answers: x.answers}}}, Cases: []string{"cancel"}, Trials: 1,
		})
		if err != nil || sum.Made != x.made || len(sum.Errors) != 1-x.made {
			t.Errorf("%+v %v", sum, err)
		}
		if x.made == 1 && !strings.Contains(read(t, dir, "cancel.0.jsonl"), `"crash":"3 answers in a row`) {
			t.Error("the crash is not in the trace")
		}
	}
}

// What a model says has the next reply that is written for the case, until there is none.
func TestScriptedUser(t *testing.T) {
	cases, err := selection.Named(worldtest.Suites(t), []string{"cancel"})
	if err != nil {
		t.Fatal(err)
	}
	s, err := simulator.New(cases, simulator.Options{User: simulator.Script{"cancel": {"Yes, A1."}}})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	say := func(text string) string { return `{"say": "` + text + `", "tool": "", "arguments": ""}` }
	m := &scripted{answers: []string{say("Which order?"), say("Good."), say("never")}}
	sum, err := trial.Run(t.Context(), s, trial.Options{
		Dir: dir, Agents: []trial.Agent{trial.Chat{Label: "fake", Model: "test/m", Asks: m}}, Cases: s.Cases(), Trials: 1,
	})
	if err != nil || sum.Made != 1 || len(m.asked) != 2 || !strings.Contains(m.asked[1].Messages[2].Text, "The user says: Yes, A1.") {
		t.Errorf("%+v %v %+v", sum, err, m.asked)
	}
	if text := read(t, dir, "cancel.0.jsonl"); !strings.Contains(text, `"requestor":"user","text":"Yes, A1."`) {
		t.Error(text)
	}
}

// TestChatThatNeverEnds: a trial that uses up its turns says so.
func TestChatThatNeverEnds(t *testing.T) {
	dir := t.TempDir()
	m := &scripted{}
	for range 300 {
		m.answers = append(m.answers, `{"say": "", "tool": "get_order", "arguments": "{\"order_id\": \"A1\"}"}`)
	}
	_, err := trial.Run(t.Context(), shop(t), trial.Options{
		Dir: dir, Agents: []trial.Agent{trial.Chat{Label: "fake", Model: "test/m", Asks: m}}, Cases: []string{"cancel"}, Trials: 1, Calls: 1000,
	})
	if err != nil {
		t.Fatal(err)
	}
	if text := read(t, dir, "cancel.0.jsonl"); !strings.Contains(text, `"ended":"max_turns"`) {
		t.Errorf("%.300s", text)
	}
}
