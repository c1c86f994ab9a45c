package grade_test

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace/grade"
)

// modelValue returns a value as the interpreter has it.
func modelValue(v any) types.Value {
	switch v := v.(type) {
	case string:
		return types.Text(v)
	case bool:
		return types.Boolean(v)
	case *big.Rat:
		return types.NewNumber(new(big.Rat).Set(v))
	case map[string]bool:
		return types.List{}
	}
	return types.Null{}
}

// compareRun returns how what mantrac run says of a trace differs from the
// direct evaluation; "" if it does not.
func (s *secondSuite) compareRun(m *checker.Model, tau []*secondCall, o grade.Options) string {
	tau = slices.DeleteFunc(slices.Clone(tau), func(c *secondCall) bool { return c.user })
	attempts := o.Attempts == grade.JudgeAttempts
	one := interp.Trace{Init: make(interp.State), Attempts: attempts}
	for name, v := range s.init {
		one.Init[name] = modelValue(v)
	}
	for _, c := range tau {
		args := types.Object{}
		for name, v := range c.args {
			args = append(args, types.Member{Name: name, Value: modelValue(v)})
		}
		one.Steps = append(one.Steps, interp.Step{Call: tool.Call{Tool: c.tool.name, Args: args}, Failed: c.failed})
	}
	r, err := interp.New(m).Run(one)
	if err != nil {
		return err.Error()
	}
	var parts []string
	for i, step := range r.Steps {
		if len(step.Broken) == 0 {
			continue
		}
		text := fmt.Sprint(tau[i].seq)
		if step.Failed {
			text += " attempted"
		}
		for k, b := range step.Broken {
			text += " " + b.Text()
			if step.Follows[k] {
				text += "<-"
			}
		}
		if step.Consequence() {
			text += " follows"
		}
		parts = append(parts, text)
	}
	told, direct := strings.Join(parts, "; "), s.violations(tau, attempts)
	if told != direct {
		return fmt.Sprintf("mantrac run finds\n%s\nand step by step\n%s", told, direct)
	}
	return ""
}
