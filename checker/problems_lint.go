package checker

import (
	"fmt"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// unusedVar is a state variable that no transition mentions.
type unusedVar struct{ At, Clause source.Span }

// Diagnose implements [diag.Problem].
func (p unusedVar) Diagnose() diag.Diagnostic {
	d := diag.Lintf("MC0801", p.At, "no transition reads or sets `%s`", p.At.Text())
	d.Tags = []diag.Tag{diag.Unnecessary}
	d.Fix("remove it", diag.Edit{Span: p.Clause})
	return d
}

// neverSetProblem is a variable that is read, and free in every case.
type neverSetProblem struct{ At source.Span }

// Diagnose implements [diag.Problem].
func (p neverSetProblem) Diagnose() diag.Diagnostic {
	d := diag.Lintf("MC0802", p.At, "`%s` is read, but no transition sets it and no case gives it a value", p.At.Text())
	d.Notef("it starts with any value of its type and keeps it")
	d.Helpf("set it in the transition of the tool that changes it, or give it a value in `init`")
	return d
}

// unusedConst is a constant that nothing uses.
type unusedConst struct{ At, Clause source.Span }

// Diagnose implements [diag.Problem].
func (p unusedConst) Diagnose() diag.Diagnostic {
	d := diag.Lintf("MC0803", p.At, "nothing uses the constant `%s`", p.At.Text())
	d.Tags = []diag.Tag{diag.Unnecessary}
	d.Fix("remove it", diag.Edit{Span: p.Clause})
	return d
}

// unreadParam is an argument that is bound and not read.
type unreadParam struct {
	At     source.Span
	Name   string
	Result bool
}

// Diagnose implements [diag.Problem].
func (p unreadParam) Diagnose() diag.Diagnostic {
	what := "argument"
	if p.Result {
		what = "result"
	}
	d := diag.Lintf("MC0804", p.At, "the transition never reads the %s `%s`", what, p.Name)
	d.Tags = []diag.Tag{diag.Unnecessary}
	d.Fix("do not bind it", diag.Edit{Span: p.At})
	return d
}

// repeatedClause is a clause that its block has twice.
type repeatedClause struct {
	At, First source.Span
	Commented bool // a comment speaks of it, which would speak of another clause then
}

// Diagnose implements [diag.Problem].
func (p repeatedClause) Diagnose() diag.Diagnostic {
	d := diag.Lintf("MC0805", p.At, "duplicate clause")
	d.Also(p.First, "the first one")
	d.Tags = []diag.Tag{diag.Unnecessary}
	if fix := d.Fix("remove it", diag.Edit{Span: p.At}); !p.Commented {
		fix.As(diag.Certain)
	}
	return d
}

// contradiction is a clause that excludes another one of its block.
type contradiction struct {
	At, Against source.Span
	Place       place
}

// Diagnose implements [diag.Problem].
func (p contradiction) Diagnose() diag.Diagnostic {
	d := diag.Warningf("MC0806", p.At, "this clause contradicts another one")
	d.Also(p.Against, "both cannot hold")
	// In a goal a contradiction is no matter of calls.
	if p.Place != inGoal {
		d.Notef("so the call can never happen")
	}
	d.Helpf("the clauses of a block must all hold; alternatives are written with `or`")
	return d
}

// decidedClause is a clause that is the same in every state.
type decidedClause struct {
	At     source.Span
	Value  bool
	Needed bool // without such clauses nothing would be left, where something has to be
}

// Diagnose implements [diag.Problem].
func (p decidedClause) Diagnose() diag.Diagnostic {
	d := diag.Lintf("MC0807", p.At, "this clause is always %t", p.Value)
	switch {
	case p.Value && p.Needed:
		d.Helpf("write what must hold at the end, or remove the goal")
	case p.Value:
		d.Tags = []diag.Tag{diag.Unnecessary}
		d.Fix("remove it", diag.Edit{Span: p.At})
	}
	return d
}

// freeText is a pinned argument that holds prose.
type freeText struct {
	At   source.Span // the pin
	Name string
	Why  string
}

// Diagnose implements [diag.Problem].
func (p freeText) Diagnose() diag.Diagnostic {
	d := diag.Lintf("MC0901", p.At, "the check pins `%s`, which is free text", p.Name)
	d.Notef("%s; an agent that words it differently fails the check", p.Why)
	d.Fix("leave it open", diag.Edit{Span: p.At})
	return d
}

// otherConvention is a pinned text that is not in the form which the tool describes.
type otherConvention struct {
	At          source.Span
	Value, Form string
	Description string
}

// Diagnose implements [diag.Problem].
func (p otherConvention) Diagnose() diag.Diagnostic {
	d := diag.Lintf("MC0909", p.At, "%q is not in the form that the tool describes", p.Value)
	d.Notef("the tool shows %s: %s", p.Form, diag.Excerpt(p.Description))
	d.Helpf("write the value as the tool takes it, or leave the argument open; an agent whose call the tool accepts fails the check")
	return d
}

// onceOnly is a check that limits how often a tool is called.
type onceOnly struct {
	At, Form, Other source.Span
	Tool            string
	Instead         string // a shorter form that means the same, if there is one
}

// Diagnose implements [diag.Problem].
func (p onceOnly) Diagnose() diag.Diagnostic {
	d := diag.Lintf("MC0902", p.At, "this allows `%s` at most once", p.Tool)
	d.Also(p.Other, "so does this")
	d.Notef("an agent that reads twice fails the check")
	d.Helpf("keep it only if the manual limits the number of calls")
	if p.Instead != "" {
		d.Fix("say so with `at_most`", diag.Edit{Span: p.Form, New: p.Instead})
	}
	return d
}

// conditionalOrder is a precedes or follows whose calls are not both meant
// to be required.
type conditionalOrder struct {
	At, Form, Because source.Span
	Keyword, Tool     string
	Instead           string
}

// Diagnose implements [diag.Problem].
func (p conditionalOrder) Diagnose() diag.Diagnostic {
	d := diag.Lintf("MC0903", p.At, "`%s` requires the call of `%s`, which another check makes optional", p.Keyword, p.Tool)
	d.Also(p.Because, fmt.Sprintf("here `%s` need not happen", p.Tool))
	d.Notef("`after` orders two calls without requiring them")
	d.Fix("order them only if both happen", diag.Edit{Span: p.Form, New: p.Instead})
	return d
}

// selfAnchored is an after or before that its own anchor must fulfil.
type selfAnchored struct {
	At, Form      source.Span
	Keyword, Tool string
	Instead       string
}

// Diagnose implements [diag.Problem].
func (p selfAnchored) Diagnose() diag.Diagnostic {
	end := map[string]string{"after": "first", "before": "last"}[p.Keyword]
	d := diag.Lintf("MC0904", p.At, "this amounts to forbidding `%s`", p.Tool)
	d.Notef("the %s call has no anchor: order is strict, and a call never anchors itself", end)
	d.Fix("forbid the call", diag.Edit{Span: p.Form, New: p.Instead})
	d.Replace("require two calls", map[string]string{"after": "follows", "before": "precedes"}[p.Keyword])
	return d
}

// repeatedCheck is a check that its case has already.
type repeatedCheck struct{ At, First source.Span }

// Diagnose implements [diag.Problem].
func (p repeatedCheck) Diagnose() diag.Diagnostic {
	d := diag.Lintf("MC0905", p.At, "duplicate check")
	d.Also(p.First, "the first one")
	d.Tags = []diag.Tag{diag.Unnecessary}
	d.Fix("remove it", diag.Edit{Span: p.At})
	return d
}

// unsatisfiable is a check that no trace passes together with another one.
type unsatisfiable struct {
	At, Other source.Span
	Tool      string
}

// Diagnose implements [diag.Problem].
func (p unsatisfiable) Diagnose() diag.Diagnostic {
	d := diag.Warningf("MC0906", p.At, "no trace can pass this check and another one")
	d.Also(p.Other, fmt.Sprintf("this forbids every such call of `%s`", p.Tool))
	return d
}

// reversedOrder is a before or after that orders two calls the other way round
// than the model does, or requires a write after each look.
type reversedOrder struct {
	At, Form, Clause       source.Span // Clause is zero where the model requires no order
	Keyword, First, Second string      // First is the tool that the model requires first
	Instead                string
}

// Diagnose implements [diag.Problem].
func (p reversedOrder) Diagnose() diag.Diagnostic {
	side := map[string]string{"before": "after", "after": "before"}[p.Keyword]
	// Without a clause the finding rests on the effects of the tools.
	d := diag.Lintf("MC0907", p.At, "this requires a `%s` %s each `%s`, which only reads", p.Second, side, p.First)
	if p.Clause != (source.Span{}) {
		d = diag.Lintf("MC0907", p.At, "this requires a `%s` %s each `%s`; the model requires a `%s` before each `%s`", p.Second, side, p.First, p.First, p.Second)
		d.Also(p.Clause, fmt.Sprintf("`%s` requires this, and only `%s` makes it true", p.Second, p.First))
	}
	d.Notef("`(%s A B)` means: %s each A there is a B", p.Keyword, side)
	d.Fix(fmt.Sprintf("require `%s` before each `%s`", p.First, p.Second), diag.Edit{Span: p.Form, New: p.Instead})
	return d
}
