package trial

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/world/simulator"
)

// Stop is what a user writes who has nothing more to say, as in tau2-bench.
const Stop = "###STOP###"

// A ModelUser is a user that is a language model. It has a goal that agents are not told.
type ModelUser struct {
	Model   string // as [provider.Parse] reads it
	Asks    provider.Provider
	Goals   map[string]string // by case; a user without one knows what the prompt says
	Replies int               // that the user gives in a trial, at most
}

// Identity implements [simulator.User].
func (u ModelUser) Identity() string {
	goals, err := json.Marshal(u.Goals)
	if err != nil {
		panic(err) // a map of strings
	}
	return fmt.Sprintf("%s %d %s", u.Model, u.Replies, goals)
}

// Reply implements [simulator.User]: the model is asked once.
func (u ModelUser) Reply(ctx context.Context, c *simulator.Conversation) (simulator.Reply, error) {
	turn := c.Turns()
	if turn > u.Replies {
		return simulator.Reply{Ended: true}, nil
	}
	answer, err := u.Asks.Complete(ctx, provider.Request{
		Stage: "user", Case: c.Session, Model: u.Model,
		System: u.role(c.Case), Messages: mirrored(c.Messages),
		Attempt: int(c.Seed)*maxTurns + turn, // trials are independent
	}, nil)
	if err != nil {
		return simulator.Reply{}, err
	}
	// What the model writes before the stop word is still said.
	text, _, ended := strings.Cut(answer.Text, Stop)
	return simulator.Reply{Text: strings.TrimSpace(text), Ended: ended}, nil
}

// role returns what the model is told of the user that it plays.
func (u ModelUser) role(name string) string {
	goal := cmp.Or(strings.TrimSpace(u.Goals[name]), "You want what you have asked for in your first message. You know nothing else.")
	return `You play a user who talks to an agent. You are neither the agent nor an assistant.

# Your goal

` + goal + `

# Rules

- Write only what the user says next: one short message, in the user's own words.
- The agent has not read your goal. Do not quote it. Tell the agent what it asks for, and what it needs to go on, one thing at a time.
- Do not invent facts. If the agent asks for what your goal does not say, say that you do not know.
- Agree or refuse as your goal says. If it does not say, agree to what leads to your goal, and to nothing else.
- If your goal is reached, or the agent says that it cannot be reached, write ` + Stop + ` and nothing after it.`
}

// greeting is what the agent has said before the prompt: models expect that somebody
// else begins.
const greeting = "Hello. How can I help you?"

// mirrored returns a conversation as the user's model has it: its own messages are those
// of the user. Messages of the same side that follow each other are one.
func mirrored(said []simulator.Message) (list []provider.Message) {
	add := func(role provider.Role, text string) {
		if n := len(list); n > 0 && list[n-1].Role == role {
			list[n-1].Text += "\n\n" + text
			return
		}
		list = append(list, provider.Message{Role: role, Text: text})
	}
	for i, m := range said {
		switch {
		case m.By == tool.Agent:
			add(provider.User, m.Text)
		case i == 0:
			// The conversation begins with the user's prompt, which becomes the model's own message.
			add(provider.User, greeting)
			fallthrough
		default:
			add(provider.Assistant, m.Text)
		}
	}
	return list
}
