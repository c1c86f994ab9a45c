package repair

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
)

// An addition is a check that could be added.
type addition struct {
	form, name string
	prior      int
}

// unlikely is added to the prior of a candidate that a good example speaks against.
const unlikely = 20

// addedChecks proposes checks that refuse the trace of a forward conflict.
func (g *generator) addedChecks() []proposal {
	list := g.additions()
	var kept []proposal
	// All forms are compiled in few passes; then the known traces filter them without a solver.
	for i, c := range g.monitors(list) {
		// A check that accepts the trace of the conflict does not close it.
		if c == nil || holds(g.trace(), c) {
			continue
		}
		a := list[i]
		// A check that refuses the compliant trace may still leave another one, so it stays with a
		// penalty.
		if good := g.examples[keyOf(g.ref)].good; good != nil && !holds(good, c) {
			a.prior += unlikely
		}
		name := g.freeName(a.name)
		e := edit.Edit{Op: edit.Add, At: edit.At("case", g.ref.Name(), "check", name).In(g.suiteFile()), Text: "(" + name + " " + a.form + ")"}
		kept = append(kept, proposal{edits: []edit.Edit{e}, why: fmt.Sprintf("adds `%s`", name), prior: a.prior})
	}
	return kept
}

// additions returns checks about the call that breaks its precondition, and about
// the calls that decide whether it holds.
func (g *generator) additions() []addition {
	var list []addition
	add := func(prior int, name, form string, operands ...any) {
		a := addition{form: fmt.Sprintf(form, operands...), name: name, prior: prior}
		if !slices.ContainsFunc(list, func(b addition) bool { return b.form == a.form }) {
			list = append(list, a)
		}
	}
	t := g.conflict.Tool
	// Checks on the call alone. Narrower patterns come later in the list and get a larger prior.
	for i, p := range g.patterns(t) {
		add(1+i, "no_"+t, "%s", p.as("no_call"))
		add(3+i, "once_"+t, "(after %s %s)", p.as("no_call"), p.as("call"))
		add(2+i, t, "%s", p.as("call"))
		// Checks that order the call relative to a call of another tool, in every form and
		// direction.
		for rank, tool := range g.partners() {
			for j, q := range g.patterns(tool) {
				// The rank of the partner is capped, so that a late partner can still precede a
				// narrow pattern.
				prior := min(2*rank, 6) + i + j
				add(prior, tool+"_first", "(after %s %s)", p.as("call"), q.as("call"))
				add(prior+1, "no_"+t+"_after_"+tool, "(after %s %s)", p.as("no_call"), q.as("call"))
				add(prior+1, "no_"+tool+"_after_"+t, "(before %s %s)", p.as("no_call"), q.as("call"))
				add(prior+3, tool+"_then", "(before %s %s)", p.as("call"), q.as("call"))
				add(prior+4, tool+"_before_"+t, "(follows %s %s)", p.as("call"), q.as("call"))
				add(prior+2, "no_"+tool, "%s", q.as("no_call"))
				add(prior+4, tool, "%s", q.as("call"))
			}
		}
	}
	return list
}

// mostPartners is how many other tools are tried beside the one of a conflict.
const mostPartners = 10

// partners returns the tools that may have to come before the call that breaks its
// precondition, or may not: those that write what the clause reads, then those of
// the trace, then those that checks name.
func (g *generator) partners() []string {
	var list []string
	add := func(tool string) {
		if tool != g.conflict.Tool && !slices.Contains(list, tool) && len(list) < mostPartners {
			list = append(list, tool)
		}
	}
	for _, tool := range g.writers() {
		add(tool)
	}
	// Later calls of the trace are closer to the broken precondition, so they come first.
	for _, s := range slices.Backward(g.trace().Steps) {
		add(s.Call.Tool)
	}
	for _, c := range g.ref.Case.Checks {
		for _, a := range g.ref.Suite.Patterns(c) {
			add(a.Tool.Name)
		}
	}
	return list
}

// writers returns the tools that write what the clause of a forward conflict reads.
func (g *generator) writers() []string {
	var list []string
	// The first broken clause names the conflict; see findings.
	read := readsOf(g.model(), g.conflict.forward.Broken[0].Expr)
	for _, t := range g.model().Transitions {
		// An assignment that keeps the value does not make a tool a writer.
		if slices.ContainsFunc(g.model().Assignments(t), func(a checker.Assignment) bool { return slices.Contains(read, a.Var) && !a.Keeps() }) {
			list = append(list, t.Name())
		}
	}
	return list
}

// readsOf returns the variables that an expression reads.
func readsOf(m *checker.Model, e ast.Expr) []*checker.Var {
	var list []*checker.Var
	if e == nil {
		return nil
	}
	for ref := range ast.Each[*ast.Ref](e) {
		if v := m.Var(ref.Name); v != nil && !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}

// patterns returns those of the calls of a tool that are worth a check: any call,
// calls with all arguments as the model asks for them or as the trace has them, and
// calls with one argument as the trace, the schema or a check of the case has it.
func (g *generator) patterns(tool string) []pattern {
	// Pins of three kinds: asked by a comparison of the model, seen first among the likely values
	// of an argument, and each likely value by itself.
	var asked, seen, each []string
	for _, name := range g.arguments(tool) {
		as := func(v types.Value) string { return "(" + name + " " + v.String() + ")" }
		if v := g.compared(tool, name); len(v) > 0 {
			asked = append(asked, as(v[0]))
		}
		for i, v := range g.pinValues(tool, name) {
			if i == 0 {
				seen = append(seen, as(v))
			}
			each = append(each, as(v))
		}
	}
	// Callers add the index of a pattern to the prior, so the likelier patterns come first.
	list := []pattern{{tool: tool}}
	// A combination of one pin is already among the single pins.
	if len(asked) > 1 {
		list = append(list, pattern{tool, asked})
	}
	for _, pin := range each {
		list = append(list, pattern{tool, []string{pin}})
	}
	if len(seen) > 1 {
		list = append(list, pattern{tool, seen})
	}
	return list
}

// freeName returns a name that no check of the case has.
func (g *generator) freeName(base string) string {
	name := base
	// The name "goal" is reserved: reports use it for the goal of a case.
	for i := 2; g.ref.Case.CheckNamed(name) != nil || name == "goal"; i++ {
		name = fmt.Sprintf("%s_%d", base, i)
	}
	return name
}

// monitors returns the automata of checks that could be added to the case; nil for
// those that cannot.
func (g *generator) monitors(list []addition) []*monitor.Check {
	made := make([]*monitor.Check, len(list))
	// Scratch names are unique, so that all additions fit into one copy of the suite.
	g.scratch(len(list), func(i int) edit.Edit {
		name := scratchName(i)
		return edit.Edit{Op: edit.Add, At: edit.At("case", g.ref.Name(), "check", name).In(g.suiteFile()), Text: "(" + name + " " + list[i].form + ")"}
	}, func(part []int, set *edit.Set) {
		// The edits only add checks, so the case is always found.
		ref, _ := (&variant{set: set}).ref(keyOf(g.ref))
		for _, i := range part {
			made[i] = monitor.In(ref.Suite, ref.Case.CheckNamed(scratchName(i)))
		}
	})
	return made
}

func scratchName(i int) string { return fmt.Sprintf("scratch_%d", i) }

// scratch makes many edits at once to a copy that only serves to look at them. It
// calls use with those that can be made together: all of them, or, where one has an
// error, halves of them.
func (g *generator) scratch(n int, make func(i int) edit.Edit, use func(part []int, set *edit.Set)) {
	g.halves(lists.Range(0, n), make, use)
}

func (g *generator) halves(part []int, make func(i int) edit.Edit, use func(part []int, set *edit.Set)) {
	if len(part) == 0 {
		return
	}
	// Bisect on errors: n edits of which k are bad cost about k·log n parses instead of n.
	edits := lists.Map(part, make)
	// Only the edited file is checked again, without the files that read it.
	r, err := g.part(edits).alone.Apply(edits, edit.ApplyOptions{Brief: true})
	switch {
	case err == nil:
		use(part, r.Set)
	// A single edit with an error is dropped: use is never called for it.
	case len(part) > 1:
		g.halves(part[:len(part)/2], make, use)
		g.halves(part[len(part)/2:], make, use)
	}
}
