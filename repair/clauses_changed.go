package repair

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/validate"
)

// changedClauses proposes other clauses of the transitions that the conflict is
// about: those that a slip leads to or from, other names of enums, and, of a clause
// that is broken, ones with a guard.
func (g *generator) changedClauses() []proposal {
	var list []proposal
	tools := g.tools()
	// A clause with many mutants must not use up the tries: every four of them raise the prior by
	// one.
	had := make(map[string]int) // by the clause
	for _, m := range g.mutants(g.modelFile()) {
		// Mutants of several edits free the order of a tool; each removal is a mutant by itself.
		if len(m.Edits) > 1 {
			continue
		}
		if g.idles(m.At) {
			continue
		}
		rank := 0
		if m.At.Kind() == edit.Pre || m.At.Kind() == edit.Post {
			// Clauses of other tools do not affect the conflict. Constants and definitions keep
			// rank 0.
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
	// Guards and frames are not filtered by decisive: guards tests its own proposals.
	return slices.Concat(g.decisive(slices.Concat(list, g.otherNames(tools))), g.guards(), g.guardedEffects(tools), g.missingFrames(tools))
}

// decisive leaves out changed preconditions that change nothing about the trace of the
// conflict: one that still is broken there, or, where a check refuses the run, one
// that allows all its calls. Of a case without a trace, those that allow all calls of a
// trace that only breaks preconditions come first.
func (g *generator) decisive(list []proposal) []proposal {
	w := g.trace()
	if w == nil {
		return list
	}
	// The indices of list stay stable until the end, since evaluate works per tool.
	useless := make([]bool, len(list))
	for _, tool := range g.tools() {
		// Clause j of this tool is proposal at[j].
		var at []int
		var clauses []condition
		for i, p := range list {
			if e := p.edits[0]; e.Op == edit.Replace && e.At.Kind() == edit.Pre && e.At.Path[1] == tool {
				at, clauses = append(at, i), append(clauses, condition{text: e.Text})
			}
		}
		for j, held := range g.evaluate(tool, clauses, usesIn(w, tool)) {
			// The list held has a value for each call of the tool in the trace; nil means that the
			// clause is invalid, or that there is no call.
			broken := g.conflict.forward != nil && g.broken(list[at[j]].edits[0].At)
			switch {
			case g.blame != nil:
				if len(held) > 0 && !slices.Contains(held, false) {
					list[at[j]].prior = -1 // before effects, of which there may be many
				}
			case broken:
				// In a forward conflict, the last call of the tool is taken to be the one that
				// breaks the clause.
				useless[at[j]] = held != nil && !held[len(held)-1]
			case g.conflict.backward != nil:
				// A check refuses the run; a clause that allows all of its calls leaves the run
				// possible.
				useless[at[j]] = held != nil && !slices.Contains(held, false)
			case slices.Contains(held, false) && !names(g.ref, tool):
				list[at[j]].prior = min(list[at[j]].prior, 1) // the model refuses what no check is about
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
		// The first fault defines the conflict; all later ones share the next prior.
		for i, f := range g.faults() {
			if f.tool == at.Path[1] && strconv.Itoa(f.index) == at.Path[len(at.Path)-1] {
				return min(i, 1) // the clause is the fault itself
			}
		}
	case edit.Post:
		switch {
		case g.leavesOpen(at):
			return -2 // before guards, each of which is as likely as the next
		case g.feeds(at) && g.blame != nil:
			return 0 // else there would be a run
		case g.feeds(at):
			return 1 + rank/2
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
		list = append(list, lists.Map(readsOf(g.model(), e), (*checker.Var).Name)...)
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
		// An implicit precondition is no clause of `pre`, so no edit of `pre` can address it.
		if i := slices.Index(t.Decl.Pre.Exprs, e); i >= 0 {
			list = append(list, fault{t.Name(), i, e})
		}
	}
	// The three kinds of conflicts have their faults in the witness, in the near miss, and in the
	// blame.
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
				// A text literal is a name of an enum only if the checker gave it that type.
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
