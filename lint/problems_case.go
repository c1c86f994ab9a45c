package lint

import (
	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/validate"
)

// NeverFails is a check that every trace of the case passes.
type NeverFails struct {
	Case   *checker.Case
	Check  *ast.Check // nil for the goal
	Title  string
	At     source.Span
	Others bool  // there are other checks, which stay if all that are superfluous go
	Blame  Blame // what it rests on
	Scope  Scope
}

// Diagnose implements [diag.Problem].
func (p *NeverFails) Diagnose() diag.Diagnostic {
	d := diag.Lintf("MC1006", p.At, "%s can never fail%s", p.Title, p.Scope.within())
	mark(&d, p.Blame.Parts, given)
	d.Notef("%s", p.Scope.note("traces"))
	d.Notef("that includes traces in which the tools of the case are called although the model forbids it")
	d.Tags = []diag.Tag{diag.Unnecessary}
	if p.Blame.Known && len(p.Blame.Parts) == 0 && p.Scope.Proved && p.Others && p.Check != nil {
		d.Fix("remove it", diag.Edit{Span: p.At})
	} else {
		d.Helpf("say what it was meant to rule out, or remove it")
	}
	return d
}

// NeverPasses is a check that no run of the model passes.
type NeverPasses struct {
	Case  *checker.Case
	Check *ast.Check // nil for the goal
	Title string
	At    source.Span
	Whole source.Span // the checks of the case
	Blame Blame
	Scope Scope
}

// Diagnose implements [diag.Problem].
func (p *NeverPasses) Diagnose() diag.Diagnostic {
	d := diag.Warningf("MC1007", p.At, "%s can never pass%s", p.Title, p.Scope.within())
	mark(&d, p.Blame.Parts, func(part validate.Part) string { return inTheWay(part, "the case") })
	d.Notef("%s", p.Scope.note("runs"))
	d.Helpf("fix the check, the initial state or the model: no agent can pass the case")
	return d
}

// Implied is a check that other checks of its case imply.
type Implied struct {
	Case  *checker.Case
	Check *ast.Check
	At    source.Span
	Blame Blame
	Scope Scope
}

// Diagnose implements [diag.Problem].
func (p *Implied) Diagnose() diag.Diagnostic {
	d := diag.Lintf("MC1008", p.At, "other checks imply check `%s`%s", p.Check.Name.Name, p.Scope.within())
	checks := lists.Count(p.Blame.Parts, func(part validate.Part) bool { return part.Kind == validate.CheckPart })
	mark(&d, p.Blame.Parts, func(part validate.Part) string {
		switch {
		case part.Kind != validate.CheckPart:
			return given(part)
		case checks == 1:
			return "this implies it"
		}
		return "implies it together with what else is marked"
	})
	d.Notef("%s", p.Scope.note("traces"))
	d.Notef("that includes traces in which the tools of the case are called although the model forbids it")
	d.Tags = []diag.Tag{diag.Unnecessary}
	if p.Blame.Known && checks == len(p.Blame.Parts) && p.Scope.Proved {
		d.Fix("remove it", diag.Edit{Span: p.At})
	} else {
		d.Helpf("remove it, or say what it was meant to add")
	}
	return d
}

// NoRun is a case whose checks no run of the model passes together, although
// each can pass.
type NoRun struct {
	Case  *checker.Case
	Name  string
	Alone bool // the checks exclude each other, for any model
	At    source.Span
	Whole source.Span // the checks
	Blame Blame
	Scope Scope
}

// Diagnose implements [diag.Problem].
func (p *NoRun) Diagnose() diag.Diagnostic {
	d := diag.Warningf("MC1009", p.At, "no run of the model passes all checks of `%s`%s", p.Name, p.Scope.within())
	mark(&d, p.Blame.Parts, func(part validate.Part) string {
		if part.Kind == validate.CheckPart || part.Kind == validate.GoalPart {
			return "cannot be passed together with what else is marked"
		}
		return inTheWay(part, "the case")
	})
	if p.Alone {
		d.Notef("proved for traces of every length: the checks exclude each other, for any model")
	} else {
		d.Notef("%s", p.Scope.note("runs"))
	}
	d.Helpf("change one of the marked checks, or what is in the way")
	return d
}

// inTheWay says how a part keeps a case from a run.
func inTheWay(part validate.Part, name string) string {
	if part.Kind == validate.InitPart {
		return name + " starts with this"
	}
	return "no run gets past this"
}

// given says what part something plays that is neither check nor goal.
func given(part validate.Part) string {
	if part.Kind == validate.InitPart {
		return "given that the case starts with this"
	}
	return "given that this holds"
}
