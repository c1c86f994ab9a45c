package simulator

import (
	"context"
	"fmt"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/trace"
)

// A User replies to what agents say. It may be asked by several sessions at a time.
type User interface {
	// Reply returns what the user says after the messages of a conversation, the last
	// of which is the agent's. An error ends the session, and is not the agent's fault.
	Reply(ctx context.Context, c *Conversation) (Reply, error)

	// Identity tells users apart whose replies differ.
	Identity() string
}

// A Conversation is what agent and user have said in a session.
type Conversation struct {
	Session  string // the handle
	Case     string
	Seed     uint64
	Messages []Message // the first is the prompt, if the case has one
}

// A Message is what somebody said.
type Message struct {
	By   tool.Owner
	Text string
}

// Turns returns how often the agent has spoken.
func (c *Conversation) Turns() int {
	return lists.Count(c.Messages, func(m Message) bool { return m.By == tool.Agent })
}

// A Reply is what a user says.
type Reply struct {
	Text  string // "" if the user says nothing
	Ended bool   // the user says nothing from now on
}

// Script is a user who says the texts that are written for a case, one after the other.
type Script map[string][]string

// Reply implements [User].
func (s Script) Reply(_ context.Context, c *Conversation) (Reply, error) {
	// The last message is the agent's, so n is at least 1.
	texts, n := s[c.Case], c.Turns()
	if n > len(texts) {
		return Reply{Ended: true}, nil
	}
	return Reply{Text: texts[n-1]}, nil
}

// Identity implements [User].
func (s Script) Identity() string { return fmt.Sprintf("%q", map[string][]string(s)) }

// Say records what somebody says. To the agent the user replies, and the reply is
// recorded, too.
func (x *Session) Say(ctx context.Context, by tool.Owner, text string) (Reply, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.ended != nil {
		return Reply{}, x.ended
	}
	x.run.Say(by, text)
	// Nobody replies to the user, nor to the agent once the user has finished.
	if by != tool.Agent || x.user == nil {
		return Reply{Ended: true}, x.write()
	}
	reply, err := x.user.Reply(ctx, x.conversation())
	if err != nil {
		return Reply{}, x.unanswered(ctx, err)
	}
	if reply.Ended {
		x.user = nil
	}
	if reply.Text != "" {
		x.run.Say(tool.User, reply.Text)
	}
	return reply, x.write()
}

// unanswered ends the session, since the user could not be asked, unless it is the agent
// who did not wait. The error that the agent gets does not say why: it could quote what
// the user was asked with.
func (x *Session) unanswered(ctx context.Context, why error) error {
	// What the agent said is kept in any case.
	if err := x.write(); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	x.failure = fmt.Errorf("the user cannot be asked: %w", why)
	x.ended = fmt.Errorf("%w: the user cannot be asked", ErrEnded)
	return x.ended
}

// conversation returns what has been said.
func (x *Session) conversation() *Conversation {
	c := &Conversation{Session: x.Handle, Case: x.world.Case.Decl.Name().Name, Seed: x.run.Seed}
	for _, e := range x.run.Since(0) {
		if e.Kind != trace.Message {
			continue
		}
		by := tool.Agent
		if e.Requestor == tool.User.String() {
			by = tool.User
		}
		c.Messages = append(c.Messages, Message{by, e.Text})
	}
	return c
}

// Failure returns why the session ended before the agent was done, for a reason that is
// not the agent's fault: the user could not be asked, or the file not be written.
func (x *Session) Failure() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.failure
}
