package checker

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/lang/types"
)

// sameName is a name that two cases, or two checks of a case, have.
type sameName struct {
	Code       diag.Code
	At, First  source.Span
	What, Name string
}

// Diagnose implements [diag.Problem].
func (p sameName) Diagnose() diag.Diagnostic {
	d := diag.Errorf(p.Code, p.At, "two %s have the name `%s`", p.What, p.Name)
	d.Also(p.First, "the first one")
	d.Notef("reports and locks identify them by name")
	return d
}

// unknownInit is an initial value for something that is no variable.
type unknownInit struct {
	At                source.Span
	Name, Near, Model string
}

// Diagnose implements [diag.Problem].
func (p unknownInit) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0605", p.At, "`%s` is not a state variable of %s", p.Name, p.At.File.Relative(p.Model))
	if p.Near != "" {
		notAlike(&d, p.Name, p.Near)
		d.Replace(fmt.Sprintf("did you mean `%s`?", p.Near), p.Near)
	}
	return d
}

// initTwice is a variable with two initial values.
type initTwice struct {
	At, First source.Span
	Name      string
}

// Diagnose implements [diag.Problem].
func (p initTwice) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0607", p.At, "`%s` is given two initial values", p.Name)
	d.Also(p.First, "the first one")
	return d
}

// initOfConst is an initial value for a constant.
type initOfConst struct {
	At, Declared source.Span
	Name         string
}

// Diagnose implements [diag.Problem].
func (p initOfConst) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0614", p.At, "`%s` is a constant, and the model gives its value", p.Name)
	d.Also(p.Declared, "declared here")
	return d
}

// unknownTool is a call of a tool that neither the schemas nor the model
// know.
type unknownTool struct {
	At    source.Span
	Name  string
	Known []string
	Group bool // a group has the name
}

// Diagnose implements [diag.Problem].
func (p unknownTool) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0608", p.At, "unknown tool `%s`", p.Name)
	if p.Group {
		d.Message = fmt.Sprintf("`%s` is a group, and not a tool", p.Name)
		d.Helpf("write its name without `call`, as in `(after %s …)`; `(at_least 1 %s)` requires a call of it, `(at_most 0 %s)` forbids them all", p.Name, p.Name, p.Name)
		return d
	}
	known(&d, p.Name, p.Known, "the tools are")
	return d
}

// unmodelledTool is a call of a tool that has a schema and no transition.
type unmodelledTool struct {
	At          source.Span
	Name, Model string
}

// Diagnose implements [diag.Problem].
func (p unmodelledTool) Diagnose() diag.Diagnostic {
	d := diag.Warningf("MC0609", p.At, "the model has no transition for `%s`", p.Name)
	d.Notef("in %s no rule is about it: the call is always possible there, and changes nothing", p.At.File.Relative(p.Model))
	d.Helpf("add `(transition %s (params) (pre) (post))` with the rules of the manual", p.Name)
	return d
}

// unknownArgument is a pin of an argument that the tool does not have.
type unknownArgument struct {
	At         source.Span
	Name, Tool string
	Known      []string
}

// Diagnose implements [diag.Problem].
func (p unknownArgument) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0610", p.At, "the tool `%s` has no argument `%s`", p.Tool, p.Name)
	known(&d, p.Name, p.Known, "its arguments are")
	return d
}

// unknownField is a key of a pinned record that its schema does not list.
type unknownField struct {
	At, Schema source.Span
	Name       string
	Known      []string
}

// Diagnose implements [diag.Problem].
func (p unknownField) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0610", p.At, "the schema lists no field `%s`", p.Name)
	d.Also(p.Schema, "the schema of the record")
	known(&d, p.Name, p.Known, "its fields are")
	return d
}

// impossiblePin is a pinned value that no call can have.
type impossiblePin struct {
	At, Schema source.Span
	Bound      source.Span // in the model, where no schema tells the type
	Why        string
	Names      []string // of the enum, if there is one
	Value      types.Value
	Want       types.Type // what the value is to be, Invalid where no one type tells
}

// Diagnose implements [diag.Problem].
func (p impossiblePin) Diagnose() diag.Diagnostic {
	// The suggestion of the schema becomes the fix below.
	why, _, _ := strings.Cut(p.Why, "; did you mean") // that is the fix
	d := diag.Errorf("MC0611", p.At, "no call can have this value: %s", why)
	d.Also(p.Schema, "the schema of the argument")
	d.Also(p.Bound, "the model binds it here")
	if v, ok := p.Value.(types.Text); ok {
		if near := spell.Nearest(string(v), p.Names); near != "" {
			d.Replace(fmt.Sprintf("did you mean %s?", types.Quote(near)), types.Quote(near))
			return d
		}
	}
	requote(&d, p.Want)
	return d
}

// pinnedTwice is an argument with two pins in one call.
type pinnedTwice struct {
	At, First source.Span
	Name      string
}

// Diagnose implements [diag.Problem].
func (p pinnedTwice) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0612", p.At, "the argument `%s` is pinned twice", p.Name)
	d.Also(p.First, "first here")
	d.Helpf("to allow either value, write `(or (call …) (call …))`")
	return d
}
