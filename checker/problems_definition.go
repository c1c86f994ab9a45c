package checker

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// localClash is a local of a definition with the name of something else.
type localClash struct {
	At, Declared source.Span
	Name         string
}

// Diagnose implements [diag.Problem].
func (p localClash) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0211", p.At, "the local `%s` has the name of a variable, constant or definition", p.Name)
	d.Also(p.Declared, "declared here")
	d.Notef("in the body, `%s` could be either of them", p.Name)
	d.Helpf("choose another name for the local, such as `%s_`", p.Name)
	return d
}

// appliedVariable is a variable in the place of an operator.
type appliedVariable struct {
	At, Form   source.Span
	Name, Text string // Text is what was most likely meant
	Note       string
}

// Diagnose implements [diag.Problem].
func (p appliedVariable) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0122", p.At, "`%s` is not an operator", p.Name)
	d.Notef("%s", p.Note)
	d.Fix("write `"+diag.Excerpt(p.Text)+"`", diag.Edit{Span: p.Form, New: p.Text})
	return d
}

// definitionCycle is a definition that is part of itself.
type definitionCycle struct {
	At   source.Span
	Path []string // from its name to its name
}

// Diagnose implements [diag.Problem].
func (p definitionCycle) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0210", p.At, "the definition `%s` is part of itself", p.Path[0])
	var parts []string
	for i, name := range p.Path[1:] {
		parts = append(parts, fmt.Sprintf("`%s` applies `%s`", p.Path[i], name))
	}
	d.Notef("%s", strings.Join(parts, ", "))
	d.Notef("a definition is an abbreviation: written out, it has to end")
	return d
}

// wrongOperands is an application with too few or too many operands.
type wrongOperands struct {
	At         source.Span
	Definition *Definition
	Got        int
}

// Diagnose implements [diag.Problem].
func (p wrongOperands) Diagnose() diag.Diagnostic {
	name, n := p.Definition.Name(), len(p.Definition.Locals)
	want := fmt.Sprintf("%d operands", n)
	switch n {
	case 0:
		want = "no operands"
	case 1:
		want = "one operand"
	}
	d := diag.Errorf("MC0212", p.At, "`%s` takes %s, not %d", name, want, p.Got)
	d.Also(p.Definition.Declared(), "defined here")
	// Parentheses without operands are the only thing that is wrong.
	if n == 0 {
		d.Replace(fmt.Sprintf("write `%s`", name), name)
		return d
	}
	shape := "(" + name
	for _, l := range p.Definition.Locals {
		shape += " " + strings.ToUpper(l.Name())
	}
	d.Notef("the form is `%s)`", shape)
	return d
}

// expandedTooLarge is an application that is too large when it is written out.
type expandedTooLarge struct {
	At, Declared source.Span
	Name         string
}

// Diagnose implements [diag.Problem].
func (p expandedTooLarge) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0213", p.At, "with `%s` written out, there are more than %d expressions here", p.Name, maxExpanded)
	d.Also(p.Declared, "defined here")
	d.Helpf("keep intermediate results in state variables, or apply definitions to smaller operands")
	return d
}

// unusedDefinition is a definition that nothing applies.
type unusedDefinition struct{ At, Form source.Span }

// Diagnose implements [diag.Problem].
func (p unusedDefinition) Diagnose() diag.Diagnostic {
	d := diag.Lintf("MC0820", p.At, "nothing uses the definition `%s`", p.At.Text())
	d.Tags = []diag.Tag{diag.Unnecessary}
	d.Fix("remove it", diag.Edit{Span: p.Form})
	return d
}
