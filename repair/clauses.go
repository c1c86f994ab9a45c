package repair

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
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
		if good := g.examples[keyOf(ref)].good; good != nil && ref.Suite.Model == g.model() {
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
		wrong, right := usesIn(g.trace(), name), g.uses(name)
		if len(wrong) == 0 {
			continue
		}
		clauses := g.conditions(name, wrong)
		held := g.evaluate(name, clauses, append(slices.Clone(wrong), right...))
		for i, c := range clauses {
			h := held[i]
			if h == nil || !slices.Contains(h[:len(wrong)], false) {
				continue
			}
			prior, faint := c.prior+3*rank, c.prior > hinted
			if slices.Contains(h[len(wrong):], false) {
				prior, faint = prior+unlikely, true
			}
			list = append(list, proposal{edits: []edit.Edit{g.addPre(name, c.text)}, why: fmt.Sprintf("`%s` requires %s", name, c.text), prior: prior, faint: faint})
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
}

// hinted is the largest prior of a condition that something in the files hints at.
const hinted = 3

// conditions returns clauses for a tool: about the variables of the state, as other
// clauses of the model have them, by themselves and for calls with an argument as
// in some calls alone.
func (g *generator) conditions(name string, calls []use) []condition {
	list := g.atoms(name)
	t := g.model().Transition(name)
	for _, p := range t.Params {
		var seen []string
		for _, u := range calls {
			v := argumentOf(u.call.Args, p.Bind.Param.Name)
			if v == nil || slices.Contains(seen, v.String()) {
				continue
			}
			seen = append(seen, v.String())
			is := fmt.Sprintf("(= (param %s) %s)", p.Name(), v)
			for _, a := range g.atoms(name) {
				list = append(list, condition{fmt.Sprintf("(=> %s %s)", is, a.text), a.prior + 2})
			}
			list = append(list, condition{fmt.Sprintf("(not %s)", is), 5})
		}
	}
	return list
}

// atoms returns conditions on the state alone, those first that a check of the case
// hints at: about a variable that a tool of its writes.
func (g *generator) atoms(name string) []condition {
	var list []condition
	m := g.model()
	about := g.about()
	add := func(text string, prior int) {
		if !slices.ContainsFunc(list, func(c condition) bool { return c.text == text }) {
			list = append(list, condition{text, prior})
		}
	}
	for _, v := range m.Vars {
		prior := 4
		if slices.Contains(about, v) {
			prior = 1
		}
		if !g.read(v) {
			prior -= 1 // a variable that nothing reads is there for a clause that is missing
		}
		for _, text := range g.comparisons(v) {
			add(text, prior)
		}
	}
	for _, t := range m.Transitions {
		for _, e := range clausesOf(t, "pre") {
			if !takesParam(e) {
				add(t.Unit.Compact(e), 3)
			}
		}
	}
	return list
}

// comparisons returns conditions on one variable.
func (g *generator) comparisons(v *checker.Var) []string {
	var list []string
	switch t := v.Type.(type) {
	case *types.Enum:
		for _, n := range t.Names {
			list = append(list, fmt.Sprintf("(= %s %s)", v.Name(), types.Quote(n)), fmt.Sprintf("(not (= %s %s))", v.Name(), types.Quote(n)))
		}
	case types.Basic:
		if t == types.Bool {
			return []string{fmt.Sprintf("(= %s true)", v.Name()), fmt.Sprintf("(= %s false)", v.Name())}
		}
		if types.IsNumber(t) {
			for _, n := range g.thresholds(v) {
				for _, op := range []string{"=", "<", "<=", ">", ">="} {
					list = append(list, fmt.Sprintf("(%s %s %s)", op, v.Name(), n))
				}
			}
		}
	}
	return list
}

// thresholds returns what a number may be compared with: the constants of its type,
// the literals beside it, and zero.
func (g *generator) thresholds(v *checker.Var) []string {
	list := []string{"0"}
	if v.Type == types.Real {
		list[0] = "0.0"
	}
	add := func(text string) {
		if !slices.Contains(list, text) && len(list) < mostValues {
			list = append(list, text)
		}
	}
	for _, c := range g.model().Consts {
		if types.Identical(c.Type, v.Type) {
			add(c.Name())
		}
	}
	for _, t := range g.model().Transitions {
		for _, e := range clausesOf(t, "pre") {
			for op := range ast.Each[*ast.Op](e) {
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

// about returns the variables that the tools of the checks write: of an
// over-restrictive check, of it alone.
func (g *generator) about() []*checker.Var {
	checks := g.ref.Case.Checks
	if b := g.conflict.backward; b != nil && b.Decl != nil {
		checks = []*ast.Check{b.Decl}
	}
	var list []*checker.Var
	for _, c := range checks {
		for _, a := range g.ref.Suite.Patterns(c) {
			if t := g.model().Transition(a.Tool.Name); t != nil {
				for _, x := range g.model().Assignments(t) {
					if !keeps(x) {
						list = append(list, x.Var)
					}
				}
			}
		}
	}
	return list
}

// read reports whether a precondition or a goal reads a variable.
func (g *generator) read(v *checker.Var) bool {
	return slices.ContainsFunc(g.model().Transitions, func(t *checker.Transition) bool {
		return t.Decl.Pre != nil && slices.ContainsFunc(t.Decl.Pre.Exprs, func(e ast.Expr) bool { return slices.Contains(readsOf(g.model(), e), v) })
	})
}

// clausesOf returns the clauses of `pre` or `post` as they are written.
func clausesOf(t *checker.Transition, section string) []ast.Expr {
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

func takesParam(e ast.Expr) bool {
	for range ast.Each[*ast.ParamRef](e) {
		return true
	}
	return false
}

// evaluate tells of each condition whether it holds in each of some calls of a
// tool; nil of one that is none for the tool.
func (g *generator) evaluate(name string, list []condition, calls []use) [][]bool {
	held := make([][]bool, len(list))
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

// changedClauses proposes other clauses of the transitions that the conflict is
// about: those that a slip leads to or from, other names of enums, and, of a clause
// that is broken, ones with a guard.
func (g *generator) changedClauses() []proposal {
	var list []proposal
	tools := g.tools()
	had := make(map[string]int) // by the clause
	for _, m := range g.mutants(g.modelFile()) {
		if len(m.Edits) > 1 {
			continue
		}
		if g.idles(m.At) {
			continue
		}
		rank := 0
		if m.At.Kind() == edit.Pre || m.At.Kind() == edit.Post {
			if rank = slices.Index(tools, m.At.Path[1]); rank < 0 {
				continue
			}
		}
		why := "changes " + nameOf(m.At)
		if m.Now == "" {
			why = "drops " + nameOf(m.At)
		}
		list = append(list, proposal{edits: m.Edits, why: why, prior: g.priorOf(m.At, rank) + had[m.At.String()]/4})
		had[m.At.String()]++
	}
	return slices.Concat(g.decisive(slices.Concat(list, g.otherNames(tools))), g.guards(), g.guardedEffects(tools), g.missingFrames(tools))
}

// decisive leaves out changed preconditions that change nothing about the trace of the
// conflict: one that still is broken there, or, where a check refuses the run, one
// that allows all its calls.
func (g *generator) decisive(list []proposal) []proposal {
	w := g.trace()
	if w == nil || g.blame != nil {
		return list
	}
	useless := make([]bool, len(list))
	for _, tool := range g.tools() {
		var at []int
		var clauses []condition
		for i, p := range list {
			if e := p.edits[0]; e.Op == edit.Replace && e.At.Kind() == edit.Pre && e.At.Path[1] == tool {
				at, clauses = append(at, i), append(clauses, condition{text: e.Text})
			}
		}
		for j, held := range g.evaluate(tool, clauses, usesIn(w, tool)) {
			broken := g.conflict.forward != nil && g.broken(list[at[j]].edits[0].At)
			switch {
			case broken:
				useless[at[j]] = held != nil && !held[len(held)-1]
			case g.conflict.backward != nil:
				useless[at[j]] = held != nil && !slices.Contains(held, false)
			}
		}
	}
	var kept []proposal
	for i, p := range list {
		if !useless[i] {
			kept = append(kept, p)
		}
	}
	return kept
}

// broken reports whether a precondition is broken in the trace of the conflict, or is to
// blame.
func (g *generator) broken(at edit.Address) bool {
	return slices.ContainsFunc(g.faults(), func(f fault) bool { return g.preAt(f.tool, f.index).String() == at.String() })
}

// nameOf names a thing for people: the kind, and the declaration that it is in.
func nameOf(at edit.Address) string {
	return fmt.Sprintf("a %s of `%s`", at.Kind(), at.Declaration().Key())
}

// priorOf says how likely it is that a clause of one of the tools of a conflict is to
// be changed: one that is broken first, then what is to blame, and effects on what
// those read.
func (g *generator) priorOf(at edit.Address, rank int) int {
	switch at.Kind() {
	case edit.Pre:
		for i, f := range g.faults() {
			if f.tool == at.Path[1] && strconv.Itoa(f.index) == at.Path[len(at.Path)-1] {
				return min(i, 1)
			}
		}
	case edit.Post:
		if g.feeds(at) {
			return 1 + rank
		}
		return 3 + 2*rank
	case edit.ConstValue:
		if !g.constantMatters(at.Path[1]) {
			return 8
		}
	}
	return 2 + 2*rank
}

// constantMatters reports whether a clause at fault, or one of the calls of the trace,
// reads a constant.
func (g *generator) constantMatters(name string) bool {
	reads := func(e ast.Expr) bool {
		return slices.ContainsFunc(slices.Collect(ast.Each[*ast.Ref](e)), func(r *ast.Ref) bool { return r.Name == name })
	}
	if slices.ContainsFunc(g.faults(), func(f fault) bool { return reads(f.expr) }) {
		return true
	}
	w := g.trace()
	return w != nil && slices.ContainsFunc(w.Steps, func(s validate.Step) bool {
		t := g.model().Transition(s.Call.Tool)
		return t != nil && t.Decl.Pre != nil && slices.ContainsFunc(t.Decl.Pre.Exprs, reads)
	})
}

// feeds reports whether an effect is on one of the variables that matter.
func (g *generator) feeds(at edit.Address) bool {
	clauses := clausesOf(g.model().Transition(at.Path[1]), "post")
	if at.Index() < 0 || at.Index() >= len(clauses) {
		return false
	}
	return slices.ContainsFunc(slices.Collect(ast.Each[*ast.NextRef](clauses[at.Index()])), func(next *ast.NextRef) bool {
		return slices.Contains(g.suspects(), next.Var.Name)
	})
}

// suspects returns the variables that the clauses at fault and the goals to blame
// read, and whose initial values are to blame.
func (g *generator) suspects() []string {
	var list []string
	add := func(e ast.Expr) {
		for _, v := range readsOf(g.model(), e) {
			list = append(list, v.Name())
		}
	}
	for _, f := range g.faults() {
		add(f.expr)
	}
	if g.blame != nil {
		for _, e := range g.blame.Goals {
			add(e)
		}
		for _, i := range g.blame.Init {
			list = append(list, i.Var.Name())
		}
	}
	return list
}

// A fault is a precondition that is broken, or to blame.
type fault struct {
	tool  string
	index int
	expr  ast.Expr
}

func (g *generator) faults() []fault {
	var list []fault
	add := func(t *checker.Transition, e ast.Expr) {
		if t == nil || t.Decl.Pre == nil {
			return
		}
		if i := slices.Index(t.Decl.Pre.Exprs, e); i >= 0 {
			list = append(list, fault{t.Name(), i, e})
		}
	}
	if f := g.conflict.forward; f != nil {
		for _, b := range f.Broken {
			add(b.Transition, b.Expr)
		}
	}
	if g.miss != nil {
		for _, step := range g.miss.Steps {
			for _, b := range step.Broken {
				add(b.Transition, b.Expr)
			}
		}
	}
	if g.blame != nil {
		for _, c := range g.blame.Conditions {
			add(c.Transition, c.Clause)
		}
	}
	return list
}

// otherNames proposes, for each name of an enum in the clauses of some tools, all
// others.
func (g *generator) otherNames(tools []string) []proposal {
	var list []proposal
	m := g.model()
	for rank, name := range tools {
		t := m.Transition(name)
		for _, section := range []string{"pre", "post"} {
			for i, e := range clausesOf(t, section) {
				at := edit.At("transition", name, section, strconv.Itoa(i)).In(g.modelFile())
				if g.idles(at) {
					continue
				}
				for lit := range ast.Each[*ast.Literal](e) {
					enum, _ := m.TypeOf(t.Unit, lit).(*types.Enum)
					if enum == nil {
						continue
					}
					for _, n := range enum.Names {
						if types.Equal(types.Text(n), lit.Value) {
							continue
						}
						now := spliced(t.Unit, e, lit, types.Quote(n))
						list = append(list, proposal{edits: []edit.Edit{{Op: edit.Replace, At: at, Expect: t.Unit.Compact(e), Text: now}},
							why: "changes " + nameOf(at), prior: g.priorOf(at, rank)})
					}
				}
			}
		}
	}
	return list
}

// guards proposes that a clause that is broken, or to blame, only holds where
// something else does.
func (g *generator) guards() []proposal {
	var list []proposal
	for _, f := range g.faults() {
		t := g.model().Transition(f.tool)
		var broken []use
		if w := g.trace(); w != nil {
			broken = usesIn(w, f.tool)
		}
		expr := clausesOf(t, "pre")[f.index]
		clause := t.Unit.Compact(expr)
		if op, ok := expr.(*ast.Op); ok && op.Op == ops.Implies {
			continue
		}
		at := g.preAt(f.tool, f.index)
		if g.idles(at) {
			continue
		}
		guards := slices.Concat(g.siblings(t, expr), g.ofArguments(t), g.unrelated(t.Name()))
		held := g.evaluate(f.tool, guards, broken)
		for i, c := range guards {
			if c.text == clause || held[i] == nil || len(broken) > 0 && held[i][len(broken)-1] {
				continue
			}
			now := fmt.Sprintf("(=> %s %s)", c.text, clause)
			list = append(list, proposal{edits: []edit.Edit{{Op: edit.Replace, At: at, Expect: clause, Text: now}},
				why: fmt.Sprintf("`%s` requires %s only if %s", f.tool, clause, c.text), prior: c.prior, faint: c.prior > hinted})
		}
	}
	return list
}

// siblings returns guards of other clauses of the same transition, and those with
// another name of an enum: a clause without one may be a row of the same table.
func (g *generator) siblings(t *checker.Transition, of ast.Expr) []condition {
	var list []condition
	add := func(text string, prior int) {
		if !slices.ContainsFunc(list, func(c condition) bool { return c.text == text }) {
			list = append(list, condition{text, prior})
		}
	}
	for _, e := range clausesOf(t, "pre") {
		op, ok := e.(*ast.Op)
		if !ok || e == of || op.Op != ops.Implies || len(op.Args) != 2 {
			continue
		}
		guard := op.Args[0]
		add(t.Unit.Compact(guard), 1)
		for lit := range ast.Each[*ast.Literal](guard) {
			if enum, ok := g.model().TypeOf(t.Unit, lit).(*types.Enum); ok {
				for _, n := range enum.Names {
					add(spliced(t.Unit, guard, lit, types.Quote(n)), 0)
				}
			}
		}
	}
	return list
}

// unrelated returns conditions on the state that no other clause of the transition
// hints at.
func (g *generator) unrelated(name string) []condition {
	list := g.atoms(name)
	for i := range list {
		list[i].prior += hinted + 1
	}
	return list
}

// guardedEffects proposes that a call has an effect in some cases alone: where the
// guards of the other assignments to the same variable do not hold, or for one value
// of an argument.
func (g *generator) guardedEffects(tools []string) []proposal {
	var list []proposal
	for rank, name := range tools {
		t := g.model().Transition(name)
		for i, e := range clausesOf(t, "post") {
			if op, ok := e.(*ast.Op); ok && op.Op == ops.Implies {
				continue
			}
			clause := t.Unit.Compact(e)
			at := edit.At("transition", name, "post", strconv.Itoa(i)).In(g.modelFile())
			for _, c := range append(g.complements(t, e), g.ofArguments(t)...) {
				now := fmt.Sprintf("(=> %s %s)", c.text, clause)
				list = append(list, proposal{edits: []edit.Edit{{Op: edit.Replace, At: at, Expect: clause, Text: now}},
					why: fmt.Sprintf("`%s` has an effect only if %s", name, c.text), prior: c.prior + rank})
			}
		}
	}
	return list
}

// missingFrames proposes that a variable keeps its value where the guard of the one
// effect on it does not hold: the clause of `post` leaves it open there.
func (g *generator) missingFrames(tools []string) []proposal {
	var list []proposal
	for _, name := range tools {
		t := g.model().Transition(name)
		writers := make(map[string]int)
		for _, e := range clausesOf(t, "post") {
			for next := range ast.Each[*ast.NextRef](e) {
				writers[next.Var.Name]++
			}
		}
		for _, e := range clausesOf(t, "post") {
			op, ok := e.(*ast.Op)
			if !ok || op.Op != ops.Implies || len(op.Args) != 2 {
				continue
			}
			for next := range ast.Each[*ast.NextRef](op.Args[1]) {
				v := next.Var.Name
				if writers[v] != 1 {
					continue
				}
				text := fmt.Sprintf("(=> %s (= (next %s) %s))", negation(t.Unit, op.Args[0]), v, v)
				list = append(list, proposal{edits: []edit.Edit{{Op: edit.Add, At: edit.At("transition", name, "post").In(g.modelFile()), Text: text}},
					why: fmt.Sprintf("`%s` keeps `%s` otherwise", name, v), slip: true})
			}
		}
	}
	return list
}

// complements returns the conditions under which the other clauses about the
// variables of an effect say nothing.
func (g *generator) complements(t *checker.Transition, effect ast.Expr) []condition {
	var list []condition
	for next := range ast.Each[*ast.NextRef](effect) {
		for _, e := range clausesOf(t, "post") {
			op, ok := e.(*ast.Op)
			if !ok || op.Op != ops.Implies || len(op.Args) != 2 {
				continue
			}
			for other := range ast.Each[*ast.NextRef](op.Args[1]) {
				if other.Var.Name == next.Var.Name {
					list = append(list, condition{negation(t.Unit, op.Args[0]), 0})
				}
			}
		}
	}
	return list
}

// negation returns the negation of a condition.
func negation(u *ast.Unit, e ast.Expr) string {
	if op, ok := e.(*ast.Op); ok && op.Op == ops.Not && len(op.Args) == 1 {
		return u.Compact(op.Args[0])
	}
	return "(not " + u.Compact(e) + ")"
}

// ofArguments returns conditions on one argument of a call.
func (g *generator) ofArguments(t *checker.Transition) []condition {
	var list []condition
	for _, p := range t.Params {
		for _, v := range g.pinValues(t.Name(), p.Bind.Param.Name) {
			list = append(list, condition{fmt.Sprintf("(= (param %s) %s)", p.Name(), v), 1})
		}
	}
	return list
}
