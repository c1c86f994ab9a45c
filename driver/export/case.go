package export

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/driver/execute"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/validate"
)

// A Case is a line of cases.jsonl.
type Case struct {
	ID        string     `json:"id"`
	Case      string     `json:"case"`  // its name in the suite
	Suite     string     `json:"suite"` // a file below the benchmark, with slashes
	Prompt    string     `json:"prompt"`
	Initial   []Initial  `json:"initial"`
	Checks    []Check    `json:"checks"`
	Goal      []string   `json:"goal,omitempty"` // what has to hold in the final state, in the language of suites
	Tools     []string   `json:"tools"`          // that the agent has
	Manual    string     `json:"manual,omitempty"`
	Reference []Call     `json:"reference"` // a shortest trace that passes
	Verdict   Validation `json:"validation"`
}

// An Initial is the value of a variable at the beginning.
type Initial struct {
	Variable string          `json:"variable"`
	Value    json.RawMessage `json:"value"`
}

// A Check is one that a trace has to pass, in the language of suites.
type Check struct {
	Name string `json:"name"`
	Form string `json:"form"`
}

// A Call is one of the reference trace.
type Call struct {
	Tool string          `json:"tool"`
	Args json.RawMessage `json:"args"`
	// Matters are the arguments on which checks and model depend. The others are made
	// up, so that the tool accepts the call.
	Matters []string `json:"matters"`
	By      string   `json:"by"` // assistant or user
}

// A Validation says how far checks and model are known to agree.
type Validation struct {
	Verdict string `json:"verdict"`
	Bound   int    `json:"bound"`  // the length of the traces that were looked at
	Proved  bool   `json:"proved"` // it holds for traces of every length
}

// promptOf returns the prompt of a case that has one.
func promptOf(k *checker.Case) types.Value {
	return k.Decl.Prompt.Node.(*ast.Prompt).Text.Value
}

// describe returns what the benchmark says of a case.
func (s *suite) describe(f *validate.Case) Case {
	text, _ := promptOf(f.Decl).(types.Text)
	c := Case{
		ID: s.label + "/" + f.Name, Case: f.Name, Suite: s.name, Prompt: string(text), Manual: s.manualName,
		Initial: []Initial{}, Tools: []string{}, Reference: []Call{}, Verdict: Validation{string(f.Verdict), f.Bound, f.Proved()},
	}
	for _, i := range f.Decl.Init {
		c.Initial = append(c.Initial, Initial{i.Var.Name(), document.AppendJSON(nil, i.Value)})
	}
	c.Checks = lists.Map(f.Decl.Checks, func(k *ast.Check) Check { return Check{k.Name.Name, s.TextOf(f.Decl, k.Form)} })
	if goal := f.Decl.Decl.Goal; goal != nil {
		c.Goal = lists.Map(goal.Node.(*ast.Block).Exprs, func(e ast.Expr) string { return goal.Compact(e) })
	}
	for _, t := range s.tools() {
		c.Tools = append(c.Tools, t.Name)
	}
	// The calls are completed, so that an agent's tools would accept the reference.
	for i, call := range execute.Complete(f.Compliant.Witness, s.Tools) {
		c.Reference = append(c.Reference, callOf(f.Compliant.Witness.Steps[i], call.Args))
	}
	return c
}

// callOf returns a call of the reference with all of its arguments.
func callOf(step validate.Step, args types.Object) Call {
	c := Call{Tool: step.Call.Tool, Args: json.RawMessage("{}"), Matters: []string{}, By: "assistant"}
	if step.By == tool.User {
		c.By = "user"
	}
	if len(args) > 0 {
		c.Args = document.AppendJSON(nil, args)
	}
	// Completed arguments are made up, so only those of the witness can matter.
	for _, m := range step.Call.Args {
		if !slices.Contains(step.Irrelevant, m.Name) {
			c.Matters = append(c.Matters, m.Name)
		}
	}
	return c
}

// tools returns the tools of the project, without those that a user has.
func (s *suite) tools() []*tool.Tool {
	if s.Tools == nil {
		return nil
	}
	return lists.Filter(s.Tools.Tools, func(t *tool.Tool) bool { return t.Owner != tool.User })
}

// renderCases writes cases.jsonl, and the reference traces in the format of mantrac.
func (b *Benchmark) renderCases() error {
	data, err := jsonLines(b.Cases)
	if err != nil {
		return err
	}
	b.put("cases.jsonl", data)
	return nil
}

// jsonLines writes values, one a line.
func jsonLines[T any](list []T) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for _, v := range list {
		if err := e.Encode(v); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}
