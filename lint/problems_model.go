package lint

import (
	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/validate"
)

// NeverFires is a transition that no state lets fire.
type NeverFires struct {
	Transition *checker.Transition
	At, Whole  source.Span
	Blame      Blame
	Post       source.Span   // the keyword
	Relational bool          // `post` may have no next state
	Needed     []source.Span // by these checks
}

// Diagnose implements [diag.Problem].
func (p *NeverFires) Diagnose() diag.Diagnostic {
	d := diag.Warningf("MC1001", p.At, "`%s` can never be called", p.Transition.Name())
	role := "cannot hold together with what else is marked"
	if len(p.Blame.Parts) == 1 && !p.Relational {
		role = "never holds"
	}
	mark(&d, p.Blame.Parts, func(part validate.Part) string {
		if part.Kind == validate.ImplicitPart {
			return "what this assigns has to fit, which " + role
		}
		return role
	})
	if p.Relational {
		d.Also(p.Post, "no next state satisfies this")
	}
	for _, at := range p.Needed {
		d.Also(at, "so no run passes this check")
	}
	d.Notef("proved for every state and every argument")
	d.Helpf("change what excludes each other; alternatives are written with `or`")
	return d
}

// Unreached is a tool that could be called, but in no run from a case.
type Unreached struct {
	Transition *checker.Transition
	At         source.Span
	Blame      Blame // in the first case
	Scope      Scope
}

// Diagnose implements [diag.Problem].
func (p *Unreached) Diagnose() diag.Diagnostic {
	d := diag.Lintf("MC1002", p.At, "no case can reach a call of `%s`%s", p.Transition.Name(), p.Scope.within())
	mark(&d, p.Blame.Parts, func(part validate.Part) string { return inTheWay(part, "`"+p.Scope.Cases[0]+"`") })
	if len(p.Blame.Parts) > 0 && len(p.Scope.Cases) > 1 {
		d.Notef("the marked parts exclude it in `%s`", p.Scope.Cases[0])
	}
	d.Notef("%s", p.Scope.note("runs"))
	d.Helpf("write a case that starts where it can be called, or fix what is in the way")
	return d
}

// IdleClause is a clause of pre that is true wherever the call is otherwise
// possible.
type IdleClause struct {
	Transition *checker.Transition
	Clause     ast.Expr
	At         source.Span
	Blame      Blame // what implies it
}

// Diagnose implements [diag.Problem].
func (p *IdleClause) Diagnose() diag.Diagnostic {
	text := diag.Excerpt(p.Transition.Unit.Compact(p.Clause))
	d := diag.Lintf("MC1003", p.At, "the other conditions of `%s` imply `%s`", p.Transition.Name(), text)
	if p.Blame.Known && len(p.Blame.Parts) == 0 {
		d.Message = "`" + text + "` is true whenever `" + p.Transition.Name() + "` can be called"
	}
	role := "this implies it"
	if len(p.Blame.Parts) > 1 {
		role = "implies it together with what else is marked"
	}
	mark(&d, p.Blame.Parts, func(part validate.Part) string {
		if part.Kind == validate.ImplicitPart && len(p.Blame.Parts) == 1 {
			return "what this assigns has to fit, and that implies it"
		}
		return role
	})
	d.Notef("proved for every state and every argument")
	d.Tags = []diag.Tag{diag.Unnecessary}
	d.Fix("remove it", diag.Edit{Span: p.At})
	return d
}

// Unbroken are the clauses of a `pre` that no case can break.
type Unbroken struct {
	Transition *checker.Transition
	Clauses    []ast.Expr    // in source order; there is one at least
	Places     []source.Span // their places
	At         source.Span   // the name of the tool
	Of         int           // how many clauses there are
	Scope      Scope
}

// Diagnose implements [diag.Problem].
func (p *Unbroken) Diagnose() diag.Diagnostic {
	name := p.Transition.Name()
	if len(p.Clauses) == 1 {
		d := diag.Lintf("MC1004", p.Places[0], "no case can break `%s`%s", diag.Excerpt(p.Transition.Unit.Compact(p.Clauses[0])), p.Scope.within())
		d.Notef("it is true wherever their runs could call `%s` without it", name)
		d.Notef("%s", p.Scope.note("runs"))
		d.Helpf("write a case in which it is false, so that it is tested")
		return d
	}
	d := diag.Lintf("MC1004", p.At, "no case can break %d of the %d preconditions of `%s`%s", len(p.Clauses), p.Of, name, p.Scope.within())
	for _, at := range p.Places[:min(len(p.Places), maxClauses)] {
		d.Also(at, "this is never the reason why it cannot be called")
	}
	if more := len(p.Places) - maxClauses; more > 0 {
		d.Notef("%s more, not marked, can be broken by no case either", report.Count(more, "precondition"))
	}
	d.Notef("all of them are true wherever their runs could call `%s` without them", name)
	d.Notef("%s", p.Scope.note("runs"))
	d.Helpf("write cases in which they are false, so that they are tested")
	return d
}

// Unchanged is a variable that transitions set, and that no run changes.
type Unchanged struct {
	Var   *checker.Var
	At    source.Span
	Set   []source.Span
	Scope Scope
}

// Diagnose implements [diag.Problem].
func (p *Unchanged) Diagnose() diag.Diagnostic {
	d := diag.Lintf("MC1005", p.At, "no case can change `%s`%s", p.Var.Name(), p.Scope.within())
	for _, at := range p.Set[:min(len(p.Set), maxMarked)] {
		d.Also(at, "set here, to the value that it has")
	}
	d.Notef("%s", p.Scope.note("runs"))
	d.Helpf("write a case that starts with another value, or fix what is set")
	return d
}

// maxMarked is how many places a finding marks: more are not read.
const maxMarked = 8

// maxClauses is the same for clauses each of which is a matter of its own.
const maxClauses = 24

// mark adds what is to blame.
func mark(d *diag.Diagnostic, parts []validate.Part, role func(validate.Part) string) {
	for i, part := range parts {
		if i == maxMarked {
			d.Notef("%s more, not marked, are needed for this", report.Count(len(parts)-i, "part"))
			return
		}
		d.Also(part.Span, role(part))
	}
}
