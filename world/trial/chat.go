package trial

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/driver/provider/structured"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/world/simulator"
)

// Chat is an agent that is a language model in a plain loop: it is given the manual, the
// tools and the prompt, answers with a call, and is given what the tool answers, until it
// answers without a call and the user has nothing to reply.
type Chat struct {
	Label string
	Model string // as [provider.Parse] reads it
	Asks  provider.Provider
}

// Name implements [Agent].
func (a Chat) Name() string { return a.Label }

const (
	maxTurns   = 200 // of a trial, beside the limit of calls
	maxGarbled = 3   // answers in a row that cannot be read
)

// moveSchema is the schema of an answer. All members are required, as some providers
// demand.
const moveSchema = `{
  "type": "object", "additionalProperties": false, "required": ["say", "tool", "arguments"],
  "properties": {
    "say": {"type": "string", "description": "what you say to the user; empty to say nothing"},
    "tool": {"type": "string", "description": "the name of the tool to call; empty when the task is done"},
    "arguments": {"type": "string", "description": "the arguments of the call, as the text of a JSON object"}
  }
}`

// A move is an answer of the model.
type move struct{ Say, Tool, Arguments string }

// Play implements [Agent].
func (a Chat) Play(ctx context.Context, s *simulator.Session) error {
	schema, err := structured.Compile(json.RawMessage(moveSchema))
	if err != nil {
		return err
	}
	r := provider.Request{
		Stage: "eval", Case: s.Handle, Model: a.Model, System: instructionsOf(s),
		Messages: []provider.Message{{Role: provider.User, Text: s.World().Prompt()}},
		Schema:   json.RawMessage(moveSchema), SchemaName: "move",
	}
	garbled := 0
	for turn := range maxTurns {
		r.Attempt = int(s.Seed())*maxTurns + turn // trials are independent
		answer, err := a.Asks.Complete(ctx, r, nil)
		if err != nil {
			return err
		}
		r.Messages = append(r.Messages, provider.Message{Role: provider.Assistant, Text: answer.Text})
		m, err := readMove(schema, answer.Text)
		if err != nil {
			// A model that never answers in the format would go on until the turns are over.
			if garbled++; garbled == maxGarbled {
				return &Crash{Reason: fmt.Sprintf("%d answers in a row cannot be read: %v", garbled, err)}
			}
			// The model is told what is wrong and may try again.
			r.Messages = append(r.Messages, provider.Message{Role: provider.User, Text: err.Error()})
			continue
		}
		garbled = 0
		text, done, err := m.make(ctx, s)
		if err != nil || done {
			return err
		}
		r.Messages = append(r.Messages, provider.Message{Role: provider.User, Text: text})
	}
	return errTurns
}

// errTurns is the error of an agent that is not done after [maxTurns].
var errTurns = errors.New("the agent is not done after the most turns that a trial has")

func readMove(schema *structured.Schema, text string) (m move, err error) {
	data, err := schema.Decode(text)
	if err == nil {
		err = json.Unmarshal(data, &m)
	}
	return m, err
}

// make says and calls what a move says. It returns what user and tool answer, or that
// the agent is done.
func (m move) make(ctx context.Context, s *simulator.Session) (text string, done bool, err error) {
	// Without a saying there is no reply to wait for.
	reply := simulator.Reply{Ended: true}
	if m.Say != "" {
		if reply, err = s.Say(ctx, tool.Agent, m.Say); err != nil {
			return "", true, err
		}
	}
	if reply.Text != "" {
		text = "The user says: " + reply.Text + "\n"
	}
	if m.Tool == "" {
		// Without a call the agent is done, unless the user has something to reply.
		return text, reply.Ended || text == "", nil
	}
	a, err := s.Call(ctx, tool.Agent, "", m.Tool, m.Arguments)
	if errors.Is(err, simulator.ErrLimit) {
		return "", true, nil
	}
	return text + m.Tool + " answers: " + a.Text, false, err
}

// instructionsOf returns the manual and the tools of a session, and how to answer.
func instructionsOf(s *simulator.Session) string {
	var b strings.Builder
	b.WriteString("You are an agent who works for the user by calling tools, one at a time. Follow the manual exactly.\n\n# Manual\n\n")
	b.WriteString(strings.TrimSpace(s.Manual()))
	b.WriteString("\n\n# Tools\n\n")
	for _, t := range s.Tools(tool.Agent) {
		line := document.AppendString([]byte(`{"name":`), t.Name)
		line = document.AppendString(append(line, `,"description":`...), t.Description)
		b.Write(append(t.Input.AppendJSON(append(line, `,"parameters":`...)), '}', '\n'))
	}
	b.WriteString("\nAnswer each time with one JSON object: the call to make, or, when the task is done, an empty tool and what you say to the user.")
	return b.String()
}
