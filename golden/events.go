package golden

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/bindings"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/validate"
)

// Events returns a witness as the events of a trace: calls, with their results
// where the witness says something of the answer, and messages for the events that
// mantra.yaml declares. The error says what cannot be written so.
func Events(sc *system.Scenario, w *validate.Witness) (list []trace.Event, err error) {
	s := sc.Suite
	for i, step := range w.Steps {
		t := s.Tools.Lookup(step.Call.Tool)
		if t != nil && t.Event != nil {
			said, ok := saying(t, step.Call.Args)
			if !ok {
				return nil, fmt.Errorf("no message was found that mantra.yaml takes for %s", t.Name)
			}
			list = append(list, said)
			continue
		}
		call := trace.Event{Kind: trace.Call, Tool: step.Call.Tool, Args: filledIn(sc, t, step.Call.Args), State: trace.ArgsOK}
		if step.By == tool.User {
			call.Requestor = userRequestor
		}
		text, told := answerText(s, step)
		if !told {
			list = append(list, call)
			continue
		}
		call.CallID = strconv.Itoa(i + 1)
		list = append(list, call, trace.Event{Kind: trace.Result, CallID: call.CallID, Tool: call.Tool, Status: trace.OK, Text: text})
	}
	return list, nil
}

// filledIn returns the arguments of a call with those that its schema requires, and
// that neither the model nor a check looks at.
func filledIn(sc *system.Scenario, t *tool.Tool, args types.Object) types.Object {
	return complete(t, args, func(name string) bool {
		return !slices.ContainsFunc(toolIn(sc, t.Name).Params, func(m *system.Parameter) bool { return m.Name == name })
	})
}

// complete returns the arguments of a call with some of those that its schema requires.
func complete(t *tool.Tool, args types.Object, needs func(name string) bool) types.Object {
	if t == nil {
		return args
	}
	// append must not write into the arguments of the witness.
	out := args[:len(args):len(args)]
	for _, p := range t.Input.Properties {
		_, given := args.Get(p.Name)
		if values := system.Samples(p.Schema, 1); p.Required && !given && needs(p.Name) && len(values) > 0 {
			out = append(out, types.Member{Name: p.Name, Value: values[0]})
		}
	}
	return out
}

// toolIn returns a tool of a scenario; none of its parameters matter if it has no
// such tool.
func toolIn(sc *system.Scenario, name string) system.Tool {
	if i := sc.Place(name); i >= 0 {
		return sc.Tools[i]
	}
	return system.Tool{}
}

// The names that traces have for those who speak.
const (
	userRequestor  = "user"
	agentRequestor = "assistant"
)

// answerText returns a text of which the answer of a step is read; false if the step
// says nothing of the answer, or if bindings.yaml reads no such answer from a text that
// was tried.
func answerText(s *checker.Suite, step validate.Step) (string, bool) {
	if step.Answer == nil {
		return "", false
	}
	for _, text := range s.Answers.Texts(step.Call.Tool, step.Answer) {
		if read := s.Answers.Read(step.Call.Tool, text); read.Value != nil && types.Equal(read.Value, step.Answer) {
			return text, true
		}
	}
	return "", false
}

// saying returns a message, or an approval, that is an event with arguments.
func saying(t *tool.Tool, args types.Object) (trace.Event, bool) {
	e := trace.Event{Kind: trace.Message, Requestor: agentRequestor}
	said := tool.Saying{By: t.Event.By, Approval: t.Event.Approval}
	if t.Event.By == tool.User {
		e.Requestor = userRequestor
	}
	switch {
	case said.Approval != "":
		e.Kind, e.Status = trace.Approval, trace.OK
		if said.Approval == tool.Refused {
			e.Status = trace.Rejected
		}
		said.Text = string(document.AppendJSON(nil, args))
	case t.Event.Contains != "":
		said.Text = t.Event.Contains
	case t.Event.Matches != nil:
		said.Text = bindings.Sample(t.Event.Matches, args)
	case t.Event.Field != nil:
		said.Text = string(document.AppendJSON(nil, filled(t.Event.Field, args)))
	}
	// What was made up has to be recognised as the event with these arguments.
	got, ok := t.Recognise(&said)
	e.Text = said.Text
	return e, ok && types.Equal(got, args)
}

// filled returns a message with the arguments, and with what the event asks for in
// the field.
func filled(f *tool.Field, args types.Object) types.Value {
	if f.Equals == nil {
		return args
	}
	path := f.Path
	if path == "" || path[0] != '/' {
		path = "/" + path
	}
	return property.With(args, path, f.Equals)
}
