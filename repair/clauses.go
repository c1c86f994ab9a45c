package repair

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/validate"
)

// A use is a call in a state.
type use struct {
	state interp.State
	call  tool.Call
}

// mostTools is how many transitions a conflict is looked for in.
const mostTools = 8

func (g *generator) tools() []string {
	list := g.relevant()
	return list[:min(len(list), mostTools)]
}

// uses returns the calls of a tool in the compliant traces of all cases about the
// model: the model is to allow them.
func (g *generator) uses(name string) []use {
	var list []use
	for _, ref := range g.refs {
		if good := g.examples[keyOf(ref)].good; good != nil && ref.Suite.IsAbout(g.model()) {
			list = append(list, usesIn(good, name)...)
		}
	}
	return list
}

func usesIn(w *validate.Witness, name string) []use {
	var list []use
	for i, s := range w.Steps {
		if s.Call.Tool == name {
			list = append(list, use{before(w, i), s.Call})
		}
	}
	return list
}

// addedClauses proposes preconditions that keep the run of an over-restrictive
// check from being one: the model may lack what the check says.
func (g *generator) addedClauses() []proposal {
	var list []proposal
	for rank, name := range g.tools() {
		// The model should refuse one of the wrong calls, and has to allow all of the right ones.
		wrong, right := usesIn(g.trace(), name), g.uses(name)
		if len(wrong) == 0 {
			continue
		}
		clauses := g.conditions(name, wrong)
		// One evaluation covers both lists: the first len(wrong) results are those of wrong calls.
		held := g.evaluate(name, clauses, append(slices.Clone(wrong), right...))
		for i, c := range clauses {
			h := held[i]
			// The clause has to be false at one wrong call at least; else the run stays allowed.
			if h == nil || !slices.Contains(h[:len(wrong)], false) {
				continue
			}
			p := proposal{edits: []edit.Edit{g.addPre(name, c.text)}, why: fmt.Sprintf("`%s` requires %s", name, c.text), prior: c.prior + 3*rank}
			// A clause that also refuses a right call, or that the check does not suggest, ranks
			// later.
			switch {
			case slices.Contains(h[len(wrong):], false):
				p.prior, p.chance = p.prior+unlikely, strange
			case !g.judges(name):
				p.chance = strange
			case !c.implied:
				p.chance = guessed
			}
			list = append(list, p)
		}
	}
	return list
}

func (g *generator) addPre(tool, text string) edit.Edit {
	return edit.Edit{Op: edit.Add, At: edit.At("transition", tool, "pre").In(g.modelFile()), Text: text}
}

// A condition is a clause that a precondition could be.
type condition struct {
	text  string
	prior int // the smaller, the likelier

	implied bool // the tools of the check at hand set all that it reads, or the check pins that
}

// hinted is the largest prior of a condition that something in the files hints at.
const hinted = 3

// conditions returns clauses for a tool: about the variables of the state, as other
// clauses of the model have them, by themselves and for calls with an argument as
// in some calls alone.
func (g *generator) conditions(name string, calls []use) []condition {
	list := g.atoms()
	t := g.model().Transition(name)
	list = slices.Concat(list, g.refusals(t), g.relations(t), g.clausesElsewhere(t))
	for _, p := range t.Params {
		var seen []string
		for _, u := range calls {
			v := argumentOf(u.call.Args, p.Bind.Param.Name)
			if v == nil || slices.Contains(seen, v.String()) {
				continue
			}
			seen = append(seen, v.String())
			// Each condition on the state also comes guarded: it holds for calls with this value
			// alone.
			is := fmt.Sprintf("(= (param %s) %s)", p.Name(), v)
			for _, a := range g.atoms() {
				list = append(list, condition{fmt.Sprintf("(=> %s %s)", is, a.text), a.prior + 2, a.implied})
			}
			list = append(list, condition{fmt.Sprintf("(not %s)", is), 5, g.pins(name, p.Bind.Param.Name, v)})
		}
	}
	return list
}

// refusals returns conditions that refuse the calls that the check at hand forbids by
// several pins.
func (g *generator) refusals(t *checker.Transition) []condition {
	var list []condition
	for _, a := range g.patternsAtHand() {
		var pins []string
		for _, p := range a.Pins {
			// Only pins to a literal of an argument that the transition binds can become a
			// condition.
			lit, ok := p.Value.(*ast.Literal)
			if local := localOf(t, p.Name.Name); ok && local != "" {
				pins = append(pins, fmt.Sprintf("(= (param %s) %s)", local, lit.Value))
			}
		}
		// All pins have to be translatable: a part of them would refuse more than the check does.
		if a.Form == forms.NoCall && a.Tool.Name == t.Name() && len(pins) == len(a.Pins) && len(pins) > 1 {
			list = append(list, condition{"(not (and " + strings.Join(pins, " ") + "))", 0, true})
		}
	}
	return list
}

// clausesElsewhere returns the preconditions of other tools on calls with the same
// arguments.
func (g *generator) clausesElsewhere(to *checker.Transition) []condition {
	var list []condition
	about := g.about()
	for _, t := range g.model().Transitions {
		for i, e := range clausesOf(t, "pre") {
			text, ok := carried(t, e, to)
			// Clauses without arguments are conditions on the state, which atoms returns.
			if !ok || t == to || !ast.Has[*ast.ParamRef](e) {
				continue
			}
			reads := readsOf(g.model(), t.Decl.Pre.Exprs[i])
			strange := slices.ContainsFunc(reads, func(v *checker.Var) bool { return !slices.Contains(about, v) })
			list = append(list, condition{text, hinted, len(reads) > 0 && !strange})
		}
	}
	return list
}

// atoms returns conditions on the state alone, those first that a check of the case
// hints at: about a variable that a tool of its writes.
func (g *generator) atoms() []condition {
	var list []condition
	m := g.model()
	about := g.about()
	add := func(text string, prior int, reads []*checker.Var) {
		if !slices.ContainsFunc(list, func(c condition) bool { return c.text == text }) {
			strange := slices.ContainsFunc(reads, func(v *checker.Var) bool { return !slices.Contains(about, v) })
			list = append(list, condition{text, prior, len(reads) > 0 && !strange})
		}
	}
	// First, comparisons of each variable with the values of its type.
	for _, v := range m.Vars {
		prior := 4
		if slices.Contains(about, v) {
			prior = 1
		}
		if !g.read(v) {
			prior -= 1 // a variable that nothing reads is there for a clause that is missing
		}
		for _, text := range g.comparisons(v, v.Name(), v.Type) {
			add(text, prior, []*checker.Var{v})
		}
	}
	// Then the clauses of all tools that read no argument, as they are written.
	for _, t := range m.Transitions {
		for i, e := range clausesOf(t, "pre") {
			if !ast.Has[*ast.ParamRef](e) {
				add(t.Unit.Compact(e), hinted, readsOf(m, t.Decl.Pre.Exprs[i]))
			}
		}
	}
	return list
}

// comparisons returns conditions on one variable, or on one field of it: on a part of a
// type.
func (g *generator) comparisons(v *checker.Var, part string, of types.Type) []string {
	var list []string
	switch t := of.(type) {
	case *types.Enum:
		for _, n := range t.Names {
			list = append(list, fmt.Sprintf("(= %s %s)", part, types.Quote(n)), fmt.Sprintf("(not (= %s %s))", part, types.Quote(n)))
		}
	case *types.Record:
		for _, f := range t.Fields {
			list = append(list, g.comparisons(v, fmt.Sprintf("(field %s %s)", part, f.Name), f.Type)...)
		}
	case types.Basic:
		if t == types.Bool {
			return []string{fmt.Sprintf("(= %s true)", part), fmt.Sprintf("(= %s false)", part)}
		}
		if types.IsNumber(t) {
			for _, n := range g.thresholds(v, t) {
				for _, op := range []string{"=", "<", "<=", ">", ">="} {
					list = append(list, fmt.Sprintf("(%s %s %s)", op, part, n))
				}
			}
		}
	}
	return list
}

// thresholds returns what a number may be compared with: the constants of its type,
// the literals beside it, zero and one.
func (g *generator) thresholds(v *checker.Var, of types.Type) []string {
	list := []string{"0", "1"}
	if of == types.Real {
		list = []string{"0.0"}
	}
	add := func(text string) {
		if !slices.Contains(list, text) && len(list) < mostValues {
			list = append(list, text)
		}
	}
	for _, c := range g.model().Consts {
		if types.Identical(c.Type, of) {
			add(c.Name())
		}
	}
	for _, t := range g.model().Transitions {
		for _, e := range clausesOf(t, "pre") {
			for op := range ast.Each[*ast.Op](e) {
				// A literal that a binary operator puts beside v, in a clause of any tool, is a
				// likely limit.
				for _, a := range op.Args {
					if lit, ok := a.(*ast.Literal); ok && len(op.Args) == 2 && slices.Contains(readsOf(g.model(), op), v) {
						if _, ok := lit.Value.(types.Number); ok {
							add(t.Unit.Compact(lit))
						}
					}
				}
			}
		}
	}
	return list
}

// about returns the variables that the tools of the checks write. A check that forbids a
// call says nothing of why it is wrong.
func (g *generator) about() []*checker.Var {
	if b := g.conflict.backward; b != nil && b.Decl != nil {
		// An empty result makes every condition "not implied".
		if a, ok := b.Decl.Form.(*ast.Atom); ok && a.Form == forms.NoCall {
			return nil
		}
	}
	var list []*checker.Var
	for _, a := range g.patternsAtHand() {
		if t := g.model().Transition(a.Tool.Name); t != nil {
			for _, x := range g.model().Assignments(t) {
				if !x.Keeps() {
					list = append(list, x.Var)
				}
			}
		}
	}
	return list
}

// patternsAtHand returns the patterns of an over-restrictive check, else those of all
// checks of the case.
func (g *generator) patternsAtHand() []*ast.Atom {
	checks := g.ref.Case.Checks
	if b := g.conflict.backward; b != nil && b.Decl != nil {
		checks = []*ast.Check{b.Decl}
	}
	return lists.FlatMap(checks, g.ref.Suite.Patterns)
}

// judges reports whether a check at hand is about calls of a tool.
func (g *generator) judges(tool string) bool {
	return slices.ContainsFunc(g.patternsAtHand(), func(a *ast.Atom) bool { return a.Tool.Name == tool })
}

// pins reports whether a check at hand is about calls of a tool with a value of an
// argument.
func (g *generator) pins(tool, argument string, v types.Value) bool {
	return slices.ContainsFunc(g.patternsAtHand(), func(a *ast.Atom) bool {
		return a.Tool.Name == tool && slices.ContainsFunc(a.Pins, func(p *ast.Pin) bool {
			lit, ok := p.Value.(*ast.Literal)
			return ok && p.Name.Name == argument && types.Equal(lit.Value, v)
		})
	})
}

// read reports whether a precondition or a goal reads a variable.
func (g *generator) read(v *checker.Var) bool {
	return slices.ContainsFunc(g.model().Transitions, func(t *checker.Transition) bool {
		return t.Decl.Pre != nil && slices.ContainsFunc(t.Decl.Pre.Exprs, func(e ast.Expr) bool { return slices.Contains(readsOf(g.model(), e), v) })
	})
}

// clausesOf returns the clauses of `pre` or `post` as they are written.
func clausesOf(t *checker.Transition, section string) []ast.Expr {
	// The node of the unit is the source; in t.Decl the definitions are expanded.
	d := t.Unit.Node.(*ast.Transition)
	block := d.Pre
	if section == "post" {
		block = d.Post
	}
	if block == nil {
		return nil
	}
	return block.Exprs
}

// evaluate tells of each condition whether it holds in each of some calls of a
// tool; nil of one that is none for the tool.
func (g *generator) evaluate(name string, list []condition, calls []use) [][]bool {
	held := make([][]bool, len(list))
	// Added clauses go to the end of `pre`, in the order of the edits, so clause j of a part is at
	// had+j.
	had := len(clausesOf(g.model().Transition(name), "pre"))
	g.scratch(len(list), func(i int) edit.Edit { return g.addPre(name, list[i].text) }, func(part []int, set *edit.Set) {
		m := set.Models[0]
		t := m.Transition(name)
		site := interp.New(m).Site(t)
		for j, i := range part {
			for _, u := range calls {
				held[i] = append(held[i], site.Holds(t.Decl.Pre.Exprs[had+j], interp.Environment{Now: u.state, Args: u.call.Args}))
			}
		}
	})
	return held
}
