package repair

import (
	"slices"
	"strconv"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/validate"
)

// blamed returns what the conflict of a case without a trace rests on.
func (g *generator) blamed() *validate.Blame {
	b, err := g.quick.Blame(g.ctx, system.NewScenario(g.ref.Suite, g.ref.Case), g.existence())
	if err != nil {
		return &validate.Blame{Checks: g.ref.Case.Checks}
	}
	return &b
}

// existence asks for the trace that a case lacks.
func (g *generator) existence() system.Query {
	if g.conflict.Kind == validate.UnsatisfiableChecks {
		return system.Query{Kind: system.ChecksAlone}
	}
	return system.Query{Kind: system.Compliant}
}

// mostBlamed is how many parts of a blame are removed to see whether that helps.
const mostBlamed = 16

// firm says of the parts of a blame that there is no trace without them either: no
// change of them helps, since a check or precondition that is gone refuses least.
type firm struct {
	checks  []*ast.Check
	clauses []string // addresses
}

// findFirm removes each part that is to blame by itself.
func (g *generator) findFirm() error {
	if g.blame == nil || len(g.blame.Checks)+len(g.blame.Conditions) > mostBlamed {
		return nil
	}
	for _, c := range g.blame.Checks {
		helps, err := g.helps(g.reformer(c).removal())
		if err != nil {
			return err
		}
		if !helps {
			g.firm.checks = append(g.firm.checks, c)
		}
	}
	for _, f := range g.faults() {
		clause := clausesOf(g.model().Transition(f.tool), "pre")[f.index]
		e := edit.Edit{Op: edit.Remove, At: g.preAt(f.tool, f.index), Expect: g.model().Transition(f.tool).Unit.Compact(clause)}
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
	return err == nil && f.Answer != validate.None, err
}

// preAt returns the address of a precondition.
func (g *generator) preAt(tool string, index int) edit.Address {
	return edit.At("transition", tool, "pre", strconv.Itoa(index)).In(g.modelFile())
}

// loose are the checks to blame that a change may help of.
func (g *generator) loose() []*ast.Check {
	return slices.DeleteFunc(slices.Clone(g.blame.Checks), func(c *ast.Check) bool { return slices.Contains(g.firm.checks, c) })
}

// idles reports whether a change of a precondition cannot help: of a case without a
// trace, it is not to blame, or there is none without it either.
func (g *generator) idles(at edit.Address) bool {
	if g.blame == nil || !g.blame.Minimal || at.Kind() != edit.Pre {
		return false
	}
	return !g.broken(at) || slices.Contains(g.firm.clauses, at.String())
}
