package runtime

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace"
)

// A Session is one run of a world. It may be used by several goroutines: calls are
// made one after the other.
type Session struct {
	Seed uint64
	Init interp.State

	world  *World
	mu     sync.Mutex
	state  interp.State
	random *rand.Rand
	chance *chance
	events []trace.Event
	calls  int
	heard  strings.Builder // what the agent has read and written
}

// An Answer is what a tool answers.
type Answer struct {
	Text   string
	Status trace.Status // OK; Rejected or Failed: nothing has changed; Pending: it may have, and the answer is lost
}

// A Mismatch is a call that the model allows and to which nothing can be answered: a
// mistake of the model, of bindings.yaml, or of what it says of answers.
type Mismatch struct {
	Tool, Why string
}

// Error says what is wrong.
func (e *Mismatch) Error() string {
	return fmt.Sprintf("`%s` has no answer that the model allows: %s", e.Tool, e.Why)
}

// Call makes a call, whose arguments are a JSON object, and returns its answer. Calls
// that the schema or the model does not accept are answered, too. The error is a
// *[Mismatch]; the call has changed nothing then.
func (s *Session) Call(ctx context.Context, by tool.Owner, name string, args types.Object) (Answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	call := tool.Call{Tool: name, Args: args, By: by.Actor()}
	answer, next, err := s.answer(ctx, by, call)
	if err != nil {
		return Answer{}, err
	}
	// Faults are drawn for allowed calls only. A call that fails by a fault leaves the state.
	if answer.Status != trace.OK || s.chance.spoil(ctx, s.chance.next(name), name, &answer) {
		s.state = next
	}
	s.record(by, call, answer)
	return answer, nil
}

// CallText makes a call whose arguments are a text that should be a JSON object, as
// language models write them; nothing, and null, are no arguments. Another text is
// refused, and kept in the trace; so is one with an argument whose value cannot be read.
func (s *Session) CallText(ctx context.Context, by tool.Owner, name, args string) (Answer, error) {
	e, err := written(by, name, args)
	if e.State == trace.ArgsOK {
		return s.Call(ctx, by, name, e.Args)
	}
	// Call locks by itself, so the lock is taken only on the path that does not use it.
	s.mu.Lock()
	defer s.mu.Unlock()
	answer := Answer{Text: fmt.Sprintf("Error: the arguments of %s are not a JSON object", name), Status: trace.Rejected}
	switch {
	case len(e.Unread) > 0:
		u := e.Unread[0]
		answer.Text = fmt.Sprintf("Error: the argument %s of %s cannot be read: %s", u.Name, name, u.Why)
	case err != nil:
		answer.Text += ": " + err.Error()
	}
	s.recordAs(e, answer)
	return answer, nil
}

// written returns a call with arguments as a language model wrote them. The error says why
// they are no JSON; it is nil where they are JSON and no object.
func written(by tool.Owner, name, args string) (trace.Event, error) {
	if args == "" || args == "null" {
		args = "{}"
	}
	e := trace.Event{Tool: name, Requestor: speaker(by), State: trace.ArgsOK}
	var r document.Reader
	var err error
	if e.Args, e.Unread, err = r.Arguments(args); err != nil {
		e.State, e.Raw = trace.ArgsInvalid, trace.RawArguments(args)
		_, err = r.Value(args)
	} else if len(e.Unread) > 0 {
		e.State, e.Raw = trace.ArgsPartial, trace.RawArguments(args)
		e.Hidden = lists.Map(e.Unread, func(u document.Unread) string { return u.Name })
	}
	return e, err
}

// Fail records a call that fails, and changes nothing. It returns its answer.
func (s *Session) Fail(by tool.Owner, name, args string) Answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	answer := Answer{Text: "Error: " + name + " failed.", Status: trace.Failed}
	e, _ := written(by, name, args)
	s.recordAs(e, answer)
	return answer
}

// answer returns the answer of a call, and the state after it.
func (s *Session) answer(ctx context.Context, by tool.Owner, call tool.Call) (Answer, interp.State, error) {
	why := s.world.unacceptable(by, call)
	// A tool that has disappeared is answered like one that never existed.
	if s.chance.gone(call.Tool) {
		why = noTool(call.Tool)
	}
	if why != "" {
		return Answer{Text: "Error: " + why, Status: trace.Rejected}, s.state, nil
	}
	// Defaults are filled in before the model sees the arguments.
	call = s.world.Suite.Tools.Normalise(call)
	if broken := s.world.machine.Pre(s.state, call); len(broken) > 0 {
		text, err := s.refusal(ctx, call, broken)
		return Answer{Text: text, Status: trace.Rejected}, s.state, err
	}
	text, next, err := s.world.step(s.random, s.state, call)
	return Answer{Text: text, Status: trace.OK}, next, err
}

// unacceptable says why there is no such call, whatever the state; "" if there is.
func (w *World) unacceptable(by tool.Owner, call tool.Call) string {
	t := w.Suite.Tools.Lookup(call.Tool)
	if t == nil || t.Event != nil || w.Suite.Owner(t.Name) != by {
		return noTool(call.Tool)
	}
	if ok, why := t.Input.Accepts(w.Suite.Tools.Normalise(call).Args); !ok {
		return fmt.Sprintf("the arguments of %s are not valid: %s", t.Name, why)
	}
	return ""
}

func noTool(name string) string { return fmt.Sprintf("unknown tool %q", name) }

// Say records what somebody says, and makes the events that mantra.yaml takes it for.
func (s *Session) Say(by tool.Owner, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.add(trace.Event{Kind: trace.Message, Requestor: speaker(by), Text: text})
	s.hear(text)
	if s.world.Suite.Tools == nil {
		return
	}
	said := tool.Saying{By: by, Text: text}
	for _, t := range s.world.Suite.Tools.Tools {
		// One message may be several events, in the order of their declarations.
		if t.Event == nil {
			continue
		}
		if args, ok := t.Recognise(&said); ok {
			s.occur(tool.Call{Tool: t.Name, Args: args, By: by.Actor()})
		}
	}
}

// occur makes an event: it has effects, and is nobody's mistake. One that leads to no
// state changes nothing.
func (s *Session) occur(call tool.Call) {
	next, _ := s.world.machine.Next(s.state, call)
	if len(next) > 0 {
		// A relation may allow several next states. The seed decides.
		s.state = next[s.random.IntN(len(next))]
	}
}

// record adds a call and its answer to the trace.
func (s *Session) record(by tool.Owner, call tool.Call, a Answer) {
	s.recordAs(trace.Event{Tool: call.Tool, Args: call.Args, State: trace.ArgsOK, Requestor: speaker(by)}, a)
	// Explanations to the agent must not repeat what only the user has met.
	if by == tool.Agent {
		s.hear(string(document.AppendJSON(nil, call.Args)))
		s.hear(a.Text)
	}
}

// recordAs adds the event of a call, and its answer.
func (s *Session) recordAs(call trace.Event, a Answer) {
	s.calls++
	call.Kind = trace.Call
	call.CallID = "call_" + strconv.Itoa(s.calls)
	s.add(call)
	s.add(trace.Event{Kind: trace.Result, CallID: call.CallID, Tool: call.Tool, Status: a.Status, Text: a.Text})
}

func (s *Session) add(e trace.Event) {
	e.Seq = len(s.events) + 1
	s.events = append(s.events, e)
}

// hear notes what the agent has read or written, which explanations may repeat.
func (s *Session) hear(text string) {
	if !s.world.options.Explain {
		return
	}
	s.heard.WriteString(text)
	s.heard.WriteByte('\n')
}

// State returns the state that the calls so far led to. It has what no answer shows.
func (s *Session) State() interp.State {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state
}

// Trace returns the events so far, as an agent may see them.
func (s *Session) Trace() trace.Trace {
	s.mu.Lock()
	defer s.mu.Unlock()
	name := s.world.Case.Decl.Name().Name
	return trace.Trace{
		Header: trace.Header{ID: name, Task: name, Domain: s.world.domain(), Labels: map[string]string{"seed": strconv.FormatUint(s.Seed, 10)}},
		// The caller gets a copy, since the session goes on.
		Events: append([]trace.Event(nil), s.events...),
	}
}

// domain is the name of the suite.
func (w *World) domain() string {
	name := filepath.Base(w.Suite.File.Tree.File.Name())
	return strings.TrimSuffix(name, filepath.Ext(name))
}

// Since returns the events after the first n.
func (s *Session) Since(n int) []trace.Event {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]trace.Event(nil), s.events[n:]...)
}

// speaker is the name of somebody in a trace.
func speaker(by tool.Owner) string {
	if by == tool.User {
		return "user"
	}
	return "assistant"
}

// Prompt returns the prompt of the case, "" if it has none.
func (w *World) Prompt() string {
	if u := w.Case.Decl.Prompt; u != nil {
		if p, ok := u.Node.(*ast.Prompt); ok && p.Text != nil {
			text, _ := p.Text.Value.(types.Text)
			return string(text)
		}
	}
	return ""
}
