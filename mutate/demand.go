package mutate

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/validate/behaviour"
)

// A demand is a check that may be added. It names a tool, and perhaps another one.
type demand struct{ name, form, tool, other string }

func after(tool, other string) demand {
	return demand{tool + "_after_" + other, "(after (call " + tool + ") (call " + other + "))", tool, other}
}

func neverAfter(tool, other string) demand {
	return demand{"no_" + tool + "_after_" + other, "(after (no_call " + tool + ") (call " + other + "))", tool, other}
}

// atMost demands that a tool is called n times at most; nothing for 0, which other
// demands say.
func atMost(tool string, n int) []demand {
	if n == 0 {
		return nil
	}
	return []demand{aboutTool(tool+"_at_most", fmt.Sprintf("(at_most %d (call %s))", n, tool), tool)}
}

// aboutTool returns a demand that names one tool.
func aboutTool(name, form, tool string) demand { return demand{name, form, tool, ""} }

// candidates returns checks that a trace, which a mutant alone allows or refuses,
// suggests.
func (h *healer) candidates(w *behaviour.Witness, looser bool) []demand {
	last := w.Calls[len(w.Calls)-1]
	before := make(map[string]int)
	var tools []string
	for _, c := range w.Calls[:len(w.Calls)-1] {
		if before[c.Tool]++; before[c.Tool] == 1 {
			tools = append(tools, c.Tool)
		}
	}
	if looser {
		return h.refusing(last, w.Refused.Broken, before, tools)
	}
	name := last.Tool
	list := []demand{aboutTool("does_"+name, "(call "+name+")", name), aboutTool("does_"+name, "(call "+name+pinsOf(last)+")", name)}
	if n := before[name]; n > 0 {
		list = append([]demand{aboutTool(name+"_at_least", fmt.Sprintf("(at_least %d (call %s))", n+1, name), name)}, list...)
	}
	return distinct(list)
}

// refusing returns checks that refuse a call, which breaks clauses of the model.
// Before is how often tools are called before it, in the order of Tools.
func (h *healer) refusing(call tool.Call, broken []interp.Broken, before map[string]int, tools []string) []demand {
	name := call.Tool
	var list []demand
	for _, other := range h.establishers(h.model, name, broken) {
		if before[other] == 0 {
			list = append(list, after(name, other))
		}
	}
	list = append(list, aboutTool("no_"+name, "(no_call "+name+")", name), aboutTool("no_"+name, "(no_call "+name+pinsOf(call)+")", name))
	for _, other := range tools {
		list = append(list, neverAfter(name, other))
	}
	return distinct(append(list, atMost(name, before[name])...))
}

// distinct returns the demands of different forms.
func distinct(list []demand) []demand {
	var out []demand
	for _, d := range list {
		if !slices.ContainsFunc(out, func(e demand) bool { return e.form == d.form }) {
			out = append(out, d)
		}
	}
	return out
}

// remedies returns checks that refuse the call which a forward conflict is about:
// with these arguments, where the broken clause reads any; after a call that is
// missing and establishes what the clause reads, or never after one that undoes it; no
// more often than before.
func (h *healer) remedies(m *checker.Model, f *validate.Forward) []demand {
	call := f.Witness.Steps[f.Step-1].Call
	var list []demand
	if pins := pinsOf(readBy(m, call, f.Broken[0])); pins != "" {
		list = append(list, aboutTool("no_"+call.Tool+"_so", "(no_call "+call.Tool+pins+")", call.Tool))
	}
	made := make(map[string]int)
	for _, s := range f.Witness.Steps[:f.Step-1] {
		made[s.Call.Tool]++
	}
	for _, other := range h.establishers(m, call.Tool, f.Broken[:1]) {
		if made[other] > 0 {
			list = append(list, neverAfter(call.Tool, other))
		} else {
			list = append(list, after(call.Tool, other))
		}
	}
	return append(list, atMost(call.Tool, made[call.Tool])...)
}

// readBy returns a call with those of its arguments that a broken clause reads.
func readBy(m *checker.Model, c tool.Call, b interp.Broken) tool.Call {
	t := m.Transition(c.Tool)
	read := make(map[string]bool)
	if t != nil && b.Expr != nil {
		for ref := range ast.Each[*ast.ParamRef](b.Expr) {
			if p, ok := m.ObjectOf(t.Unit, ref.Local).(*checker.Param); ok {
				read[p.Bind.Param.Name] = true
			}
		}
	}
	out := tool.Call{Tool: c.Tool}
	out.Args = lists.Filter(c.Args, func(a types.Member) bool { return read[a.Name] })
	return out
}

// pinsOf returns the arguments of a call as pins, those of simple types.
func pinsOf(c tool.Call) string {
	text := ""
	for _, a := range c.Args {
		switch a.Value.(type) {
		case types.Text, types.Number, types.Boolean:
			text += " (" + a.Name + " " + a.Value.String() + ")"
		}
	}
	return text
}

// establishers returns the other tools that assign a variable which a broken clause
// of a tool reads, in the order of the model.
func (h *healer) establishers(m *checker.Model, name string, broken []interp.Broken) []string {
	t := m.Transition(name)
	if t == nil {
		return nil
	}
	read := make(map[string]bool)
	for _, b := range broken {
		if b.Expr == nil {
			continue
		}
		for ref := range ast.Each[*ast.Ref](b.Expr) {
			if v, ok := m.ObjectOf(t.Unit, ref).(*checker.Var); ok {
				read[v.Name()] = true
			}
		}
	}
	var list []string
	for _, other := range m.Transitions {
		assigns := func(a checker.Assignment) bool { return read[a.Var.Name()] && !a.Keeps() }
		if other.Name() != name && slices.ContainsFunc(m.Assignments(other), assigns) {
			list = append(list, other.Name())
		}
	}
	return list
}
