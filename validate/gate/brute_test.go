package gate_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// This is a second implementation of what the gate says, by brute force over two
// tiny projects: all states, all calls, all traces up to a length. It shares the
// interpreter and nothing else with the gate.

// A world is one version.
type world struct {
	*modeltest.Space
	moves map[string][]int // by state and call
}

func newWorld(p *modeltest.Project) *world {
	return &world{modeltest.NewSpace(p), make(map[string][]int)}
}

// step returns the states after a call in a state; none where it is refused. The
// arguments are raw: the version accepts them or not, and fills in its defaults.
func (w *world) step(state int, c tool.Call) []int {
	key := fmt.Sprint(state, c.Tool, c.Args)
	if to, ok := w.moves[key]; ok {
		return to
	}
	var to []int
	normal := w.Tools.Normalise(c)
	if w.accepts(c) && len(w.Machine.Pre(w.States[state], normal)) == 0 {
		to = w.Next(state, normal)
	}
	w.moves[key] = to
	return to
}

// accepts reports whether the schemas accept a call, as far as it goes: arguments
// that no caller gave a value are absent.
func (w *world) accepts(c tool.Call) bool {
	t := w.Tools.Lookup(c.Tool)
	for _, a := range c.Args {
		if t.Param(a.Name) != nil {
			if ok, _ := t.Param(a.Name).Schema.Accepts(a.Value); !ok {
				return false
			}
		}
	}
	return true
}

func (w *world) after(states []int, c tool.Call) []int {
	return modeltest.After(states, func(s int) []int { return w.step(s, c) })
}

// A pairing is two versions with the values that arguments may have.
type pairing struct {
	old, new *world
	values   map[string][]types.Value // by tool and argument
}

func newPairing(old, new *modeltest.Project) *pairing {
	p := &pairing{newWorld(old), newWorld(new), make(map[string][]types.Value)}
	for _, w := range []*world{p.old, p.new} {
		for _, c := range modeltest.TinyCalls(w.Project) {
			for _, a := range c.Args {
				key := c.Tool + "/" + a.Name
				if !types.Contains(p.values[key], a.Value) {
					p.values[key] = append(p.values[key], a.Value)
				}
			}
		}
	}
	return p
}

// calls returns all calls with some arguments of each tool. An argument is absent
// where a version may do without it.
func (p *pairing) calls(args map[string][]string) []tool.Call {
	var list []tool.Call
	for _, t := range p.new.Tools.Tools {
		calls := []tool.Call{{Tool: t.Name, Args: types.Object{}}}
		for _, arg := range args[t.Name] {
			var longer []tool.Call
			for _, c := range calls {
				longer = append(longer, c)
				for _, v := range p.values[t.Name+"/"+arg] {
					longer = append(longer, tool.Call{Tool: t.Name, Args: append(slices.Clone(c.Args), types.Member{Name: arg, Value: v})})
				}
			}
			calls = longer
		}
		list = append(list, calls...)
	}
	return list
}

// given reports whether a version has all required ones of some arguments.
func (w *world) given(c tool.Call, args []string) bool {
	for _, arg := range args {
		param := w.Tools.Lookup(c.Tool).Param(arg)
		if _, there := c.Args.Get(arg); !there && param != nil && param.Required {
			return false
		}
	}
	return true
}

// read returns the arguments that either model reads.
func (p *pairing) read() map[string][]string {
	args := make(map[string][]string)
	for _, w := range []*world{p.old, p.new} {
		for _, t := range w.Model.Transitions {
			for _, param := range t.Params {
				if name := param.Bind.Param.Name; !slices.Contains(args[t.Name()], name) {
					args[t.Name()] = append(args[t.Name()], name)
				}
			}
		}
	}
	return args
}

// A fork is what a trace that both versions allow may lead to.
type fork struct{ old, new []int }

// starts returns the pairs of states that agree on what both versions have.
func (p *pairing) starts() []fork {
	var list []fork
	for i, s := range p.old.States {
		for j, t := range p.new.States {
			same := true
			for name, v := range s {
				if w, ok := t[name]; ok && !types.Equal(v, w) {
					same = false
				}
			}
			if same {
				list = append(list, fork{[]int{i}, []int{j}})
			}
		}
	}
	return list
}

// runs walks through all traces of up to so many calls from any start.
func (p *pairing) runs(bound int, visit func(n int, f fork)) (stricter, looser int) {
	read := p.read()
	calls := p.calls(read)
	seen, layer := make(map[string]bool), p.starts()
	for n := 0; n <= bound; n++ {
		var next []fork
		for _, f := range layer {
			key := fmt.Sprint(f.old, f.new)
			if seen[key] {
				continue
			}
			seen[key] = true
			visit(n, f)
			if n == bound {
				continue
			}
			for _, c := range calls {
				var o, w []int
				if p.old.given(c, read[c.Tool]) {
					o = p.old.after(f.old, c)
				}
				if p.new.given(c, read[c.Tool]) {
					w = p.new.after(f.new, c)
				}
				switch {
				case len(o) > 0 && len(w) > 0:
					next = append(next, fork{o, w})
				case len(o) > 0 && stricter == 0:
					stricter = n + 1
				case len(w) > 0 && looser == 0:
					looser = n + 1
				}
			}
		}
		layer = next
	}
	return stricter, looser
}

// holds reports whether a check holds on a trace, by the table of the
// specification and nothing else.
func holds(f ast.CheckForm, trace []tool.Call) bool {
	m := func(a *ast.Atom, i int) bool {
		if trace[i].Tool != a.Tool.Name {
			return false
		}
		for _, pin := range a.Pins {
			if v, there := trace[i].Args.Get(pin.Name.Name); !there || !types.Equal(v, checker.ValueOf(pin.Value)) {
				return false
			}
		}
		return true
	}
	switch f := f.(type) {
	case *ast.Atom:
		for i := range trace {
			if m(f, i) {
				return !f.No
			}
		}
		return f.No
	case *ast.Combination:
		return slices.ContainsFunc(f.Operands, func(x ast.CheckForm) bool { return holds(x, trace) })
	}
	t := f.(*ast.Temporal)
	target, anchor, _ := t.Patterns()
	before := t.Form.AnchorFirst()
	found := func(i int) bool {
		for j := range trace {
			if m(anchor, j) && (before && j < i || !before && j > i) {
				return true
			}
		}
		return false
	}
	exists := t.Form.Positive()
	for i := range trace {
		if !m(target, i) {
			continue
		}
		ok := found(i) != target.No
		if exists && ok {
			return true
		}
		if !exists && !ok {
			return false
		}
	}
	return !exists
}

// A sound is what the checks of both versions hear of a call.
type sound struct {
	raw      tool.Call
	old, new tool.Call // with the defaults of a version
}

// sounds returns a call for each way in which atoms can match it, of the calls
// that both versions accept.
func (p *pairing) sounds(old, new *checker.Case) []sound {
	args := make(map[string][]string)
	var atoms []*ast.Atom
	for _, k := range []*checker.Case{old, new} {
		for _, c := range k.Checks {
			atoms = append(atoms, checker.Atoms(c.Form)...)
		}
	}
	for _, a := range atoms {
		for _, pin := range a.Pins {
			if !slices.Contains(args[a.Tool.Name], pin.Name.Name) {
				args[a.Tool.Name] = append(args[a.Tool.Name], pin.Name.Name)
			}
		}
	}
	var list []sound
	seen := make(map[string]bool)
	for _, c := range p.calls(args) {
		if !p.old.accepts(c) || !p.new.accepts(c) || !p.old.given(c, args[c.Tool]) || !p.new.given(c, args[c.Tool]) {
			continue
		}
		s := sound{c, p.old.Tools.Normalise(c), p.new.Tools.Normalise(c)}
		var key strings.Builder
		for _, a := range atoms {
			key.WriteString(fmt.Sprint(holds(&ast.Atom{Tool: a.Tool, Pins: a.Pins}, []tool.Call{s.old}), holds(&ast.Atom{Tool: a.Tool, Pins: a.Pins}, []tool.Call{s.new})))
		}
		if !seen[key.String()] {
			seen[key.String()] = true
			list = append(list, s)
		}
	}
	return list
}

// accepted reports whether all checks of a case hold on a trace.
func accepted(k *checker.Case, trace []tool.Call) bool {
	return !slices.ContainsFunc(k.Checks, func(c *ast.Check) bool { return !holds(c.Form, trace) })
}

// passes returns the fewest calls of a trace of at most so many that the checks of
// one version alone accept, plus one; 0 if there is none.
func (p *pairing) passes(old, new *checker.Case, bound int) (stricter, looser int) {
	list := p.sounds(old, new)
	for bound > 2 && power(len(list), bound) > 3000 {
		bound--
	}
	trace := make([]sound, 0, bound)
	var walk func(left int)
	walk = func(left int) {
		var before, after []tool.Call
		for _, s := range trace {
			before, after = append(before, s.old), append(after, s.new)
		}
		was, is := accepted(old, before), accepted(new, after)
		n := len(trace) + 1
		if was && !is && (stricter == 0 || n < stricter) {
			stricter = n
		}
		if is && !was && (looser == 0 || n < looser) {
			looser = n
		}
		if left == 0 {
			return
		}
		for _, s := range list {
			trace = append(trace, s)
			walk(left - 1)
			trace = trace[:len(trace)-1]
		}
	}
	walk(bound)
	return stricter, looser
}

func power(n, k int) int {
	all := 1
	for range k {
		all *= n
	}
	return all
}

// begin returns the states that a case starts in, of variables that both models
// have.
func begin(w *world, other *world, k *checker.Case) map[string]bool {
	all := make(map[string]bool)
	for _, s := range w.States {
		fits := true
		for _, i := range k.Init {
			fits = fits && part(i.Value, s[i.Var.Name()])
		}
		if !fits {
			continue
		}
		common := make(interp.State)
		for name, v := range s {
			if other.Model.Var(name) != nil {
				common[name] = v
			}
		}
		all[modeltest.StateKey(common)] = true
	}
	return all
}

// part reports whether an initial value, which may lack fields, is a part of a
// value.
func part(a, b types.Value) bool {
	switch a := a.(type) {
	case types.Object:
		o := b.(types.Object)
		return !slices.ContainsFunc(a, func(m types.Member) bool { v, _ := o.Get(m.Name); return v == nil || !part(m.Value, v) })
	case types.List:
		l := b.(types.List)
		in := func(a, b types.List) bool {
			return !slices.ContainsFunc(a, func(v types.Value) bool {
				return !slices.ContainsFunc(b, func(w types.Value) bool { return part(v, w) })
			})
		}
		return in(a, l) && in(l, a)
	}
	return types.Equal(a, b)
}

// reaches reports whether the goals of a case hold in a state.
func (w *world) reaches(k *checker.Case, s interp.State) bool {
	return !slices.ContainsFunc(k.Goals, func(e ast.Expr) bool {
		yes, _ := w.Machine.Goal(w.Suite, k.Decl.Goal, e, s)
		return !yes
	})
}

// all reports whether the goals of a case hold in all of some states.
func (w *world) all(k *checker.Case, states []int) bool {
	return !slices.ContainsFunc(states, func(s int) bool { return !w.reaches(k, w.States[s]) })
}

// acceptsMore reports whether one version accepts an argument, or its absence,
// that another does not.
func acceptsMore(a, b *tool.Property, values []types.Value) bool {
	if !a.Required && b.Required {
		return true
	}
	for _, v := range append(slices.Clone(values), types.Null{}) {
		yes, _ := a.Schema.Accepts(v)
		no, _ := b.Schema.Accepts(v)
		if yes && !no {
			return true
		}
	}
	return false
}
