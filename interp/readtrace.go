package interp

import (
	"fmt"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// ReadTrace reads a trace of calls of a model's tools, in one of three forms:
//
//   - a JSON object {"init": {…}, "steps": [STEP …]}, as witnesses are printed;
//   - a JSON array of steps;
//   - JSON Lines: a step a line, before which {"init": {…}} may be.
//
// A step is {"tool": NAME, "args": {…}, "answer": …, "status": …, "state": {…}},
// with the answer and the state after the call where they are recorded; args may be
// left out, or called arguments. A call whose status is "error" or "rejected" failed.
// Other members are passed over. In an init, variables and fields of records
// may be left out; in a state they may not. Values are as [FromJSON] reads
// them; arguments are taken as they are, but for a fraction in a string where
// a Real is expected.
//
// An error is a [*TraceError]. How large the file may be is up to the caller.
func ReadTrace(file *source.File, m *checker.Model) (Trace, error) {
	values, err := readValues(file)
	if err != nil {
		return Trace{}, err
	}
	if len(values) == 0 {
		return Trace{}, &TraceError{file.Span(0, 0), "the file is empty; a trace without calls is `[]`"}
	}
	r := &traceReader{model: m}
	first, rest := values[0], values[1:]
	if isList := first.Kind == document.List; isList || first.Get("steps") != nil {
		if len(rest) > 0 {
			return Trace{}, &TraceError{rest[0].At, "the file has data after its trace"}
		}
		if isList {
			return r.trace(nil, first)
		}
		return r.trace(first.Get("init"), first.Get("steps"))
	}
	list := &document.Node{Kind: document.List, At: file.Span(0, len(file.Text())), Items: values}
	// A first line with a state and without a tool is a header. The rest are steps.
	if init := first.Get("init"); init != nil && first.Get("tool") == nil {
		list.Items = rest
		return r.trace(init, list)
	}
	return r.trace(nil, list)
}

// A traceReader makes a trace of nodes.
type traceReader struct {
	model *checker.Model
}

// trace reads the initial state, nil if there is none, and a list of steps.
func (r *traceReader) trace(init, steps *document.Node) (t Trace, err error) {
	if init != nil && init.Kind != document.Null {
		if t.Init, err = r.state(init, true); err != nil {
			return Trace{}, err
		}
	}
	if steps.Kind != document.List {
		return Trace{}, &TraceError{steps.At, "the steps are a list"}
	}
	for _, n := range steps.Items {
		step, err := r.step(n)
		if err != nil {
			return Trace{}, err
		}
		t.Steps = append(t.Steps, step)
	}
	return t, nil
}

// state reads a state; where holes are allowed, it may be partial.
func (r *traceReader) state(n *document.Node, holes bool) (State, error) {
	if n.Kind != document.Object {
		return nil, &TraceError{n.At, "a state is an object with the values of the variables"}
	}
	s := make(State, len(n.Members))
	for _, m := range n.Members {
		v := r.model.Var(m.Name)
		if v == nil {
			return nil, &TraceError{m.At, r.noVariable(m.Name)}
		}
		value, err := fromNode(m.Value, v.Type, holes)
		if err != nil {
			return nil, err
		}
		s[m.Name] = value
	}
	for _, v := range r.model.Vars {
		if s[v.Name()] == nil && !holes {
			return nil, &TraceError{n.At, fmt.Sprintf("the state gives `%s` no value", v.Name())}
		}
	}
	return s, nil
}

func (r *traceReader) noVariable(name string) string {
	names := lists.Map(r.model.Vars, (*checker.Var).Name)
	message := fmt.Sprintf("the model has no state variable %s", types.Quote(excerpt(name)))
	if near := spell.Nearest(name, names); near != "" {
		message += fmt.Sprintf("; did you mean `%s`?", near)
	}
	return message
}

func (r *traceReader) step(n *document.Node) (step Step, err error) {
	if n.Kind != document.Object {
		return Step{}, &TraceError{n.At, `a step is an object {"tool": …, "args": {…}}`}
	}
	name := n.Get("tool")
	if name == nil {
		return Step{}, &TraceError{n.At, `the step lacks its "tool"`}
	}
	if name.Kind != document.String {
		return Step{}, &TraceError{name.At, "the name of a tool is a string"}
	}
	step.Call.Tool, step.At = name.Text, n.At
	if step.Call.Args, err = r.args(n, name.Text); err != nil {
		return Step{}, err
	}
	if step.Failed, err = failed(n.Get("status")); err != nil {
		return step, err
	}
	if answer := n.Get("answer"); answer != nil {
		step.Answer = exact(answer)
	}
	if state := n.Get("state"); state != nil && state.Kind != document.Null {
		step.State, err = r.state(state, false)
	}
	return step, err
}

// failed reads how a call ended.
func failed(n *document.Node) (bool, error) {
	if n == nil || n.Kind == document.Null {
		return false, nil
	}
	switch n.Text {
	case "ok", "pending":
		return false, nil
	case "error", "rejected":
		return true, nil
	}
	return false, &TraceError{n.At, `the status is "ok", "pending", "error" or "rejected"`}
}

// args reads the arguments of a step.
func (r *traceReader) args(n *document.Node, toolName string) (types.Object, error) {
	args, arguments := n.Get("args"), n.Get("arguments")
	if args != nil && arguments != nil {
		return nil, &TraceError{arguments.At, `a step has "args" or "arguments", not both`}
	}
	if args == nil {
		args = arguments
	}
	if args == nil {
		return types.Object{}, nil
	}
	object, ok := exact(args).(types.Object)
	if !ok {
		return nil, &TraceError{args.At, "the arguments are an object"}
	}
	for i, a := range object {
		// The type tells whether a string such as "1/3" is a number.
		object[i].Value = rationals(a.Value, argumentType(r.model, toolName, a.Name))
	}
	return object, nil
}

// argumentType returns the type of an argument in the transition of its tool,
// or else in the tool's schema; Invalid if neither tells.
func argumentType(m *checker.Model, toolName, name string) types.Type {
	if t := m.Transition(toolName); t != nil {
		for _, p := range t.Params {
			if p.Bind.Param.Name == name {
				return p.Type
			}
		}
	}
	var t *tool.Tool = m.Tools.Lookup(toolName)
	if t == nil || t.Param(name) == nil {
		return types.Invalid
	}
	return checker.SchemaType(t.Param(name).Schema)
}
