package repair

import (
	"errors"
	"slices"
	"strconv"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/validate"
)

// blamed returns what the conflict of a case without a trace rests on.
func (g *generator) blamed() (*validate.Blame, error) {
	b, err := g.quick.Blame(g.ctx, system.NewScenario(g.ref.Suite, g.ref.Case), g.existence())
	return &b, err
}

// existence asks for the trace that a case lacks.
func (g *generator) existence() system.Query {
	if g.conflict.Kind == validate.UnsatisfiableChecks {
		return system.Query{Kind: system.ChecksAlone}
	}
	return system.Query{Kind: system.Compliant}
}

// mostBlamed is how many parts of a blame are removed, one at a time, to see whether that
// helps. A blame of more parts is not minimal.
const mostBlamed = 16

// firm says of the parts of a blame that there is no trace without them either: no
// change of them helps, since a check or precondition that is gone refuses least.
type firm struct {
	checks  []*ast.Check
	clauses []string // addresses
}

// findFirm removes each part that is to blame by itself.
func (g *generator) findFirm() error {
	// Each part costs one question. If no part is marked firm, all of them stay changeable.
	if g.blame == nil || len(g.blame.Checks)+len(g.blame.Conditions) > mostBlamed {
		return nil
	}
	// A removed check refuses nothing, so if its removal leaves no trace, no change of it does.
	for _, c := range g.blame.Checks {
		helps, err := g.helps(g.reformer(c).removal())
		if err != nil {
			return err
		}
		if !helps {
			g.firm.checks = append(g.firm.checks, c)
		}
	}
	// The same argument holds for preconditions.
	for _, f := range g.faults() {
		e := g.dropping(f)
		helps, err := g.helps(e)
		if err != nil {
			return err
		}
		if !helps {
			g.firm.clauses = append(g.firm.clauses, e.At.String())
		}
	}
	return nil
}

// dropping removes a precondition.
func (g *generator) dropping(f fault) edit.Edit {
	t := g.model().Transition(f.tool)
	// Expect is the text as written in the source, before definitions are expanded.
	return edit.Edit{Op: edit.Remove, At: g.preAt(f.tool, f.index), Expect: t.Unit.Compact(clausesOf(t, "pre")[f.index])}
}

// pairs proposes to remove two parts, for a case without a trace in which no change of
// one part helps: one that is to blame, and one that is to blame without it.
func (g *generator) pairs() ([]proposal, error) {
	if g.blame == nil {
		return nil, nil
	}
	var list []proposal
	for _, first := range g.removals() {
		v := g.variantOf([]edit.Edit{first})
		if v.err != nil {
			continue
		}
		ref, ok := v.ref(keyOf(g.ref))
		if !ok {
			continue
		}
		// The blame of the variant names what still prevents a trace after the first removal.
		blame, err := v.quick.Blame(g.ctx, system.NewScenario(ref.Suite, ref.Case), g.existence())
		if errors.Is(err, validate.ErrAnswered) {
			continue // there is a trace
		}
		if err != nil {
			return nil, err
		}
		// The temporary generator reads the new blame, but makes its edits to the original set.
		for _, second := range (&generator{finder: g.finder, ref: ref, conflict: g.conflict, blame: &blame}).removals() {
			if clash(first.At, second.At) {
				continue
			}
			list = append(list, proposal{edits: []edit.Edit{first, second}, why: "removes " + partName(first.At) + " and " + partName(second.At), prior: len(list)})
		}
	}
	return list, nil
}

// partName names a part of a file for people: a check by its name.
func partName(at edit.Address) string {
	switch {
	case at.Path[0] == "common":
		return "`" + at.Path[1] + "`"
	// The path of a check is case/CASE/check/NAME.
	case len(at.Path) > 3 && at.Path[2] == "check":
		return "`" + at.Path[3] + "`"
	}
	return nameOf(at)
}

// removals removes each part that is to blame: checks first.
func (g *generator) removals() []edit.Edit {
	list := lists.Map(g.blame.Checks, func(c *ast.Check) edit.Edit { return g.reformer(c).removal() })
	// Several blamed conditions can lead to the same clause; it is removed once.
	for _, f := range g.faults() {
		if !slices.ContainsFunc(list, func(e edit.Edit) bool { return e.At.String() == g.preAt(f.tool, f.index).String() }) {
			list = append(list, g.dropping(f))
		}
	}
	return list
}

// clash reports whether two edits are about the same thing, or about clauses of one list,
// of which the first moves the indices of the others.
func clash(a, b edit.Address) bool {
	// Path[1] is the tool: the clauses of its `pre` share one list of indices.
	return a.String() == b.String() || a.Kind() == edit.Pre && b.Kind() == edit.Pre && a.Path[1] == b.Path[1]
}

// helps reports whether there may be a trace with an edit.
func (g *generator) helps(e edit.Edit) (bool, error) {
	v := g.variantOf([]edit.Edit{e})
	if v.err != nil {
		return true, nil // others, of the same part, may be made
	}
	ref, ok := v.ref(keyOf(g.ref))
	if !ok {
		return true, nil
	}
	f, err := v.quick.Ask(g.ctx, system.NewScenario(ref.Suite, ref.Case), g.existence())
	// Unknown counts as help: only the answer None makes a part firm.
	return err == nil && f.Answer != validate.None, err
}

// preAt returns the address of a precondition.
func (g *generator) preAt(tool string, index int) edit.Address {
	return edit.At("transition", tool, "pre", strconv.Itoa(index)).In(g.modelFile())
}

// changeable returns the blamed checks whose change may help.
func (g *generator) changeable() []*ast.Check {
	// DeleteFunc works in place, so it gets a copy: the blame is read again later.
	return slices.DeleteFunc(slices.Clone(g.blame.Checks), func(c *ast.Check) bool { return slices.Contains(g.firm.checks, c) })
}

// idles reports whether a change of a precondition cannot help: of a case without a
// trace, it is not to blame, or there is none without it either.
func (g *generator) idles(at edit.Address) bool {
	// Only a minimal blame is evidence that the clauses outside of it do not matter.
	if g.blame == nil || !g.blame.Minimal || at.Kind() != edit.Pre {
		return false
	}
	return !g.broken(at) || slices.Contains(g.firm.clauses, at.String())
}
