package trial_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/driver/provider/ledger"
	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/internal/worldtest"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/world/server"
	"github.com/mantrac/mantrac/world/simulator"
	"github.com/mantrac/mantrac/world/trial"
)

// hiddenGoal is what no agent may be told.
const hiddenGoal = "You ordered the lamp of A1 for a xyzzy party, which is over."

// withUser returns a simulator of the case cancel, whose user is a language model.
func withUser(t *testing.T, replies int, asks provider.Provider) *simulator.Simulator {
	cases, err := selection.Named(worldtest.Suites(t), []string{"cancel"})
	if err != nil {
		t.Fatal(err)
	}
	s, err := simulator.New(cases, simulator.Options{User: trial.ModelUser{
		Model: "test/user", Asks: asks, Goals: map[string]string{"cancel": hiddenGoal}, Replies: replies,
	}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// says is an answer of an agent that only says something.
func says(text string) string { return `{"say": "` + text + `", "tool": "", "arguments": ""}` }

// The user's model has the goal and the conversation from its side, and what it says is
// in the trace and is told the agent. It ends the conversation.
func TestModelUser(t *testing.T) {
	user := &scripted{answers: []string{"The lamp.", " A1, please. " + trial.Stop + " I am done."}}
	agent := &scripted{answers: []string{says("What is it?"), says("Which order?"), says("never")}}
	s := withUser(t, 20, user)
	dir := t.TempDir()
	sum, err := trial.Run(t.Context(), s, trial.Options{Dir: dir, Agents: []trial.Agent{trial.Chat{Label: "fake", Model: "test/m", Asks: agent}}, Cases: s.Cases(), Trials: 1})
	if err != nil || sum.Made != 1 || len(agent.asked) != 2 || len(user.asked) != 2 {
		t.Fatalf("%+v %v: the agent was asked %d times, the user %d times", sum, err, len(agent.asked), len(user.asked))
	}
	last := user.asked[1]
	var got []string
	for _, m := range last.Messages {
		got = append(got, string(m.Role)+": "+m.Text)
	}
	want := "user: Hello. How can I help you?|assistant: Please cancel order A1.|user: What is it?|assistant: The lamp.|user: Which order?"
	if strings.Join(got, "|") != want || !strings.Contains(last.System, hiddenGoal) || !strings.Contains(last.System, trial.Stop) {
		t.Errorf("the user was asked %q\n%s", got, last.System)
	}
	text := read(t, dir, "cancel.0.jsonl")
	if !strings.Contains(text, `"requestor":"user","text":"A1, please."`) || strings.Contains(text, trial.Stop) || strings.Contains(text, "I am done") {
		t.Error(text)
	}
}

// A user replies no more often than it may; what it is asked differs between trials.
func TestRepliesAreLimited(t *testing.T) {
	user := &scripted{answers: []string{"Well …", "Hm …"}}
	s := withUser(t, 1, user)
	for seed := range uint64(2) {
		x, err := s.Begin(t.Context(), "cancel", seed)
		if err != nil {
			t.Fatal(err)
		}
		for i, ended := range []bool{false, true, true} {
			if reply, err := x.Say(t.Context(), tool.Agent, "And?"); err != nil || reply.Ended != ended || (reply.Text == "") != ended {
				t.Errorf("reply %d: %+v %v", i, reply, err)
			}
		}
	}
	if len(user.asked) != 2 || user.asked[0].Key() == user.asked[1].Key() {
		t.Errorf("the user was asked %+v", user.asked)
	}
}

// No byte that an agent is sent has the goal of the user, also where the user's model
// fails and quotes it.
func TestGoalIsHidden(t *testing.T) {
	user := &quoting{}
	s := withUser(t, 20, user)
	x, err := s.Begin(t.Context(), "cancel", 1)
	if err != nil {
		t.Fatal(err)
	}
	h := server.New(s, nil, func(err error) { t.Errorf("reported: %v", err) })
	sent := ""
	bodies := map[string]string{"/say": `{"text": "What do you want?"}`, "/call": `{"name": "get_order", "arguments": {"order_id": "A1"}}`}
	ask := func(method, path string) int {
		r := httptest.NewRequest(method, path, strings.NewReader(bodies[path]))
		r.Header.Set(server.Header, x.Handle)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		data, err := io.ReadAll(w.Result().Body)
		if err != nil {
			t.Fatal(err)
		}
		sent += string(data)
		return w.Code
	}
	for _, path := range []string{"/cases", "/prompt", "/tools", "/manual", "/trace"} {
		ask("GET", path)
	}
	for _, path := range []string{"/call", "/say", "/reset"} {
		ask("POST", path)
	}
	user.fails = true
	if code := ask("POST", "/say"); code != http.StatusGone {
		t.Errorf("a user that cannot be asked has status %d", code)
	}
	if code := ask("POST", "/call"); code != http.StatusGone {
		t.Errorf("a call after that has status %d", code)
	}
	ask("GET", "/trace")
	if !strings.Contains(sent, "Not now.") || !strings.Contains(sent, "the user cannot be asked") || strings.Contains(sent, "xyzzy") {
		t.Errorf("what is sent has the goal, or no replies: %s", sent)
	}
	if err := x.Failure(); err == nil || !strings.Contains(err.Error(), "xyzzy") {
		t.Errorf("the reason is lost: %v", err)
	}
}

// A quoting model has an answer, or fails with an error that has what it was asked.
type quoting struct{ fails bool }

func (q *quoting) Complete(_ context.Context, r provider.Request, _ func(string)) (provider.Answer, error) {
	if q.fails {
		return provider.Answer{}, provider.Errorf(provider.Invalid, "cannot answer %s", r.System)
	}
	return provider.Answer{Text: "Not now."}, nil
}

// A trial whose user cannot be asked has no trace, whatever its agent makes of that. When
// the budget is spent, no more trials begin.
func TestUserFails(t *testing.T) {
	for _, x := range []struct {
		fails error
		left  int
	}{{provider.Errorf(provider.Quota, "no credit"), 0}, {&ledger.Exceeded{Flag: "--max-cost"}, 3}} {
		s := withUser(t, 20, failing{x.fails})
		crashing := &fake{play: func(ctx context.Context, s *simulator.Session) error {
			if _, err := s.Say(ctx, tool.Agent, "Which order?"); err != nil {
				return &trial.Crash{Reason: err.Error()}
			}
			return nil
		}}
		sum, err := trial.Run(t.Context(), s, trial.Options{Dir: t.TempDir(), Agents: []trial.Agent{crashing}, Cases: s.Cases(), Trials: 4})
		if err != nil || sum.Made != 0 || len(sum.Errors) != 4-x.left || sum.Left != x.left || !errors.Is(sum.Errors[0], x.fails) {
			t.Errorf("%v: %+v %v", x.fails, sum, err)
		}
	}
}

// failing is a model that cannot be asked.
type failing struct{ err error }

func (f failing) Complete(context.Context, provider.Request, func(string)) (provider.Answer, error) {
	return provider.Answer{}, f.err
}
