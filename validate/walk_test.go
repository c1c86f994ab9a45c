package validate_test

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
	"github.com/mantrac/mantrac/validate"
)

// A question about a case (grammar/spec.md, 9.8), but for the checks alone.
type question struct {
	kind  string // compliant, forward, disturbed, commission, by-others, omission or goal
	check int    // of a commission, one by others, or an omission: its index; else -1
}

func questions(k *checker.Case) []question {
	list := []question{{"compliant", -1}, {"forward", -1}, {"disturbed", -1}}
	for i := range k.Checks {
		list = append(list, question{"commission", i}, question{"by-others", i}, question{"omission", i})
	}
	if len(k.Goals) > 0 {
		list = append(list, question{"goal", -1})
	}
	return list
}

// A walker says by interpreter and automata what answers a question about a
// case. It rests neither on package compiler nor on package validate.
type walker struct {
	suite   *checker.Suite
	k       *checker.Case
	machine *interp.Machine
	checks  []*monitor.Check
	basics  []basic // of all checks
	named   map[string]bool
	order   []string                   // the tools of which traces are, as witnesses order them
	seen    map[string]map[string]bool // by tool: its arguments that are bound or pinned
}

// A basic is a basic form of a check, by itself.
type basic struct {
	check int // its index
	*monitor.Check
}

func newWalker(s *checker.Suite, k *checker.Case) *walker {
	w := &walker{suite: s, k: k, machine: interp.New(s.Model), named: make(map[string]bool), seen: make(map[string]map[string]bool)}
	see := func(tool, name string) {
		if w.seen[tool] == nil {
			w.seen[tool] = make(map[string]bool)
		}
		w.seen[tool][name] = true
	}
	for _, t := range s.Model.Transitions {
		w.order = append(w.order, t.Name())
		for _, p := range t.Params {
			see(t.Name(), p.Bind.Param.Name)
		}
	}
	for _, c := range k.Checks {
		m := monitor.In(s, c)
		for _, b := range m.Basics {
			w.basics = append(w.basics, basic{len(w.checks), monitor.New(m.Name, &property.Property{Basic: b, Node: b.Node}, c)})
		}
		w.checks = append(w.checks, m)
		for _, a := range m.Atoms {
			w.named[a.Tool] = true
			if !slices.Contains(w.order, a.Tool) {
				w.order = append(w.order, a.Tool)
			}
			for _, t := range a.Tests {
				see(a.Tool, t.Of)
			}
			for _, v := range a.Vars {
				see(a.Tool, v.Of)
			}
		}
	}
	return w
}

// projected returns a call with the arguments alone that traces have.
func (w *walker) projected(c tool.Call) tool.Call {
	out := tool.Call{Tool: c.Tool, Args: types.Object{}}
	for _, a := range c.Args {
		if w.seen[c.Tool][a.Name] {
			out.Args = append(out.Args, a)
		}
	}
	return out
}

// answers reports whether a check asks for an answer.
func (w *walker) answers() bool {
	return slices.ContainsFunc(w.checks, func(c *monitor.Check) bool {
		return slices.ContainsFunc(c.Atoms, func(a monitor.Atom) bool { return a.Answer != nil })
	})
}

// A position is where a path has come to.
type position struct {
	state  interp.State
	checks []monitor.State
	basics []monitor.State
	spoken uint64 // by basic form: a call of the agent has matched a pattern of it that is no anchor
	heard  uint64 // by basic form: a call of the user has
	calls  int
	others int  // calls of the user
	odd    bool // one of these is of a tool that no check names
	broken int  // calls that broke a precondition
	first  int  // the index of the first of them, or -1
}

func (w *walker) start(s interp.State) position {
	p := position{state: s, first: -1}
	for _, c := range w.checks {
		p.checks = append(p.checks, c.Start())
	}
	for _, b := range w.basics {
		p.basics = append(p.basics, b.Start())
	}
	return p
}

// step goes on by a call that breaks preconditions or not, to a state that is
// possible after it. It fails where such a call is in no answer.
func (w *walker) step(p position, c tool.Call, breaks bool, next interp.State) (position, bool) {
	users := w.suite.Owner(c.Tool) == tool.User
	if breaks && (users || !w.named[c.Tool]) || !slices.Contains(w.order, c.Tool) {
		return p, false
	}
	out := position{state: next, spoken: p.spoken, heard: p.heard, calls: p.calls + 1, others: p.others, odd: p.odd, broken: p.broken, first: p.first}
	if users {
		out.others++
		out.odd = out.odd || !w.named[c.Tool] && w.suite.Model.Transition(c.Tool) != nil
	}
	for i, m := range w.checks {
		out.checks = append(out.checks, m.Step(p.checks[i], m.Letter(c)))
	}
	for i, b := range w.basics {
		l := b.Letter(c)
		out.basics = append(out.basics, b.Step(p.basics[i], l))
		for j, a := range b.Atoms {
			switch {
			case a.Anchor || l[j] == monitor.NoMatch || b.Form == forms.AtLeast:
			case users:
				out.heard |= 1 << i
			default:
				out.spoken |= 1 << i
			}
		}
	}
	if breaks {
		out.broken++
		if out.first < 0 {
			out.first = p.calls
		}
	}
	return out, true
}

// holds reports whether all checks do.
func (w *walker) holds(states []monitor.State) bool {
	for i, m := range w.checks {
		if !m.Verdict(states[i]).Holds() {
			return false
		}
	}
	return true
}

// solves reports whether a path that ends here answers a question.
func (w *walker) solves(q question, p position) bool {
	for i, m := range w.checks {
		if m.Verdict(p.checks[i]).Holds() == (q.check == i) {
			return false
		}
	}
	forward := q.kind == "forward" || q.kind == "disturbed"
	switch {
	case forward != (p.broken > 0), q.kind == "forward" && p.odd:
		return false
	case q.kind == "commission" && !w.speaks(q.check, p.spoken, p), q.kind == "by-others" && !w.speaks(q.check, p.heard, p):
		return false
	}
	return len(w.k.Goals) == 0 || w.reached(p.state) == (q.kind != "goal")
}

// speaks reports whether a basic form of a check, of which a call is, fails.
func (w *walker) speaks(check int, of uint64, p position) bool {
	for i, b := range w.basics {
		if b.check == check && of>>i&1 == 1 && !b.Verdict(p.basics[i]).Holds() {
			return true
		}
	}
	return false
}

func (w *walker) reached(s interp.State) bool {
	for _, e := range w.k.Goals {
		if ok, _ := w.machine.Goal(w.suite, w.k.Decl.Goal, e, s); !ok {
			return false
		}
	}
	return true
}

// A shape is what of an answer is smallest, but for its values.
type shape struct {
	calls  int
	others int
	broken int
	first  int
	tools  []int // places in walker.order
}

func (s *shape) String() string {
	if s == nil {
		return "none"
	}
	return fmt.Sprintf("%d calls %v, %d of the user, %d of them broken, the first at %d", s.calls, s.tools, s.others, s.broken, s.first)
}

// replay walks along a witness. It fails unless the witness answers the
// question and says of itself what is true.
func (w *walker) replay(q question, x *validate.Witness) (*shape, error) {
	now, err := w.machine.Start(w.k, x.Init)
	if err != nil {
		return nil, err
	}
	_, free := w.machine.Initial(w.k)
	var names []string
	for _, l := range free {
		names = append(names, l.Name())
	}
	if !now.Equal(x.Init) || !slices.Equal(names, x.Free) {
		return nil, fmt.Errorf("the initial state is %v with %v free, and said to have %v free", now, names, x.Free)
	}
	p, s := w.start(now), &shape{}
	for i, step := range x.Steps {
		if wrong := w.machine.PostWhole(p.state, step.Call, step.Answer, step.State); len(wrong) > 0 {
			return nil, fmt.Errorf("call %d is not possible: %s %s", i+1, wrong[0].Kind, wrong[0].Text())
		}
		breaks := w.machine.Pre(p.state, step.Call)
		if len(breaks) != len(step.Broken) {
			return nil, fmt.Errorf("call %d breaks %d preconditions, and is said to break %d", i+1, len(breaks), len(step.Broken))
		}
		var ok bool
		if p, ok = w.step(p, step.Call, len(breaks) > 0, step.State); !ok {
			return nil, fmt.Errorf("call %d is in no answer", i+1)
		}
		s.tools = append(s.tools, slices.Index(w.order, step.Call.Tool))
	}
	if !w.solves(q, p) {
		return nil, fmt.Errorf("the trace does not answer %v", q)
	}
	s.calls, s.others, s.broken, s.first = p.calls, p.others, p.broken, p.first
	return s, nil
}

// class returns the class of a call of a witness, from the text of the checks.
func (w *walker) class(x *validate.Witness, i int) validate.Class {
	call := x.Steps[i].Call
	for _, earlier := range x.Steps[:i] {
		if earlier.Call.Tool == call.Tool && types.Equal(earlier.Call.Args, call.Args) {
			return validate.Repeat
		}
	}
	class := validate.Other
	for _, b := range w.basics {
		l := b.Letter(call)
		for j, a := range b.Atoms {
			if l[j] == monitor.NoMatch {
				continue
			}
			switch {
			case !a.Anchor && asks[b.Basics[0].Form] && !a.No:
				return validate.Asked
			case b.Basics[0].Form.Shape() == forms.Ordering || b.Basics[0].Form == forms.EachAfter:
				class = validate.Anchor
			}
		}
	}
	return class
}

// asks are the forms that ask for their target.
var asks = map[forms.Form]bool{forms.Call: true, forms.Follows: true, forms.Precedes: true, forms.AtLeast: true, forms.Answered: true}
