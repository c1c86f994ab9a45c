package checker

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/lang/types"
)

// nextOutsidePost is (next v) where there is no next state.
type nextOutsidePost struct {
	At    source.Span
	Name  string
	Place place
	Known bool
}

// Diagnose implements [diag.Problem].
func (p nextOutsidePost) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0401", p.At, "`next` is allowed in `post`, not in %s", placeNames[p.Place])
	switch p.Place {
	case inPre:
		d.Notef("a precondition is about the state before the call")
	case inDefinition:
		d.Notef("what a definition says of a next value is an operand where it is applied")
	default:
		d.Notef("a goal is about the final state, which has no next state")
	}
	if p.Known {
		fix := d.Replace("read the current value", p.Name)
		if p.Place == inGoal { // the final state is the only one that it can speak of
			fix.As(diag.Certain)
		}
	}
	return d
}

// nextOfConst is (next c) of something that is no state variable.
type nextOfConst struct {
	At, Declared source.Span
	Name, What   string
}

// Diagnose implements [diag.Problem].
func (p nextOfConst) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0402", p.At, "`%s` is %s and has no next value", p.Name, p.What)
	d.Also(p.Declared, "declared here")
	return d
}

// hiddenGuard is a clause of post that says nothing about the next state.
type hiddenGuard struct {
	At     source.Span
	Clause source.Span // with the white space before it
	Text   string
	Into   source.Span // before the parenthesis that closes pre
	Var    source.Span // a variable that it could be meant to set
}

// Diagnose implements [diag.Problem].
func (p hiddenGuard) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0403", p.At, "this part of `post` says nothing about the next state")
	d.Notef("it would restrict the call without being a precondition, so no conflict would show it")
	if !p.Var.IsZero() {
		d.Fix("write the next value", diag.Edit{Span: p.Var, New: "(next " + p.Var.Text() + ")"})
	}
	if !p.Into.IsZero() {
		d.Fix("move it to `pre`", diag.Edit{Span: p.Into, New: " " + p.Text}, diag.Edit{Span: p.Clause})
	}
	return d
}

// openGuard is an implication in post that leaves a variable open where its
// guard is false.
type openGuard struct {
	At            source.Span // the guard
	Leaf          string
	Insert        source.Span
	Indent, Frame string
}

// Diagnose implements [diag.Problem].
func (p openGuard) Diagnose() diag.Diagnostic {
	d := diag.Warningf("MC0404", p.At, "where this guard is false, the next value of `%s` may be anything", p.Leaf)
	d.Notef("a variable keeps its value only in a transition whose `post` does not mention its next value at all")
	d.Fix("let it keep its value", diag.Edit{Span: p.Insert, New: p.Indent + p.Frame})
	return d
}

// openAlternative is an `or` in post that mentions a variable in some of its
// operands only.
type openAlternative struct {
	At      source.Span
	Leaf    string
	Without []source.Span
	Frame   string
}

// Diagnose implements [diag.Problem].
func (p openAlternative) Diagnose() diag.Diagnostic {
	d := diag.Warningf("MC0405", p.At, "not every alternative says what becomes of `%s`", p.Leaf)
	var edits []diag.Edit
	for _, s := range p.Without {
		d.Also(s, "here it may become anything")
		edits = append(edits,
			diag.Edit{Span: s.File.Span(s.Start, s.Start), New: "(and "},
			diag.Edit{Span: s.File.Span(s.End, s.End), New: " " + p.Frame + ")"})
	}
	d.Fix("let it keep its value there", edits...)
	return d
}

// noSuchParam is a parameter that the tool does not have.
type noSuchParam struct {
	At         source.Span
	Name, Tool string
	Known      []string
}

// Diagnose implements [diag.Problem].
func (p noSuchParam) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0406", p.At, "the tool `%s` has no parameter `%s`", p.Tool, p.Name)
	known(&d, p.Name, p.Known, "its parameters are")
	return d
}

// known adds what there is instead, and the nearest of it as a fix.
func known(d *diag.Diagnostic, name string, names []string, intro string) {
	if len(names) == 0 {
		d.Notef("%s: none", intro)
		return
	}
	d.Notef("%s %s", intro, quotedNames(names))
	if near := spell.Nearest(name, names); near != "" {
		notAlike(d, name, near)
		d.Replace(fmt.Sprintf("did you mean `%s`?", near), near)
	}
}

// boundTwice is a tool parameter that gets two names.
type boundTwice struct {
	At, First source.Span
	Name      string
}

// Diagnose implements [diag.Problem].
func (p boundTwice) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0407", p.At, "the parameter `%s` is bound twice", p.Name)
	d.Also(p.First, "first bound here")
	return d
}

// localTwice is a local name for two parameters.
type localTwice struct {
	At, First source.Span
	Name      string
	Results   bool
}

// Diagnose implements [diag.Problem].
func (p localTwice) Diagnose() diag.Diagnostic {
	what := "arguments"
	if p.Results {
		what = "parts of the answer"
	}
	d := diag.Errorf("MC0408", p.At, "two %s are called `%s`", what, p.Name)
	d.Also(p.First, "the first one")
	return d
}

// shadows is an argument with the name of a variable or constant.
type shadows struct {
	At, Declared source.Span
	Name         string
}

// Diagnose implements [diag.Problem].
func (p shadows) Diagnose() diag.Diagnostic {
	d := diag.Warningf("MC0409", p.At, "the argument `%s` has the name of a variable or constant", p.Name)
	d.Also(p.Declared, "declared here")
	d.Notef("`%s` is the variable or constant, `(param %s)` is the argument", p.Name, p.Name)
	return d
}

// unknownLocal is (param x) of something that is no argument.
type unknownLocal struct {
	At, Form         source.Span
	Name, Near, Tool string
	Variable         source.Span // of the variable of this name
	Member           source.Span // where a quantifier gives the name
	Bind             source.Span // where params could bind the parameter of this name
	Typed            source.Span // of a type in the place of its name in params
}

// Diagnose implements [diag.Problem].
func (p unknownLocal) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0410", p.At, "the transition binds no argument to `%s`", p.Name)
	switch {
	case !p.Member.IsZero():
		d.Also(p.Member, "a quantifier gives the name")
		d.Fix("write the name alone", diag.Edit{Span: p.Form, New: p.Name})
	case !p.Variable.IsZero():
		d.Also(p.Variable, "this is a state variable")
		d.Fix("read the variable", diag.Edit{Span: p.Form, New: p.Name})
	case !p.Typed.IsZero():
		d.Also(p.Typed, "this is its name here, not its type")
		d.Fix("name it; its type is inferred from the schema or from its use", diag.Edit{Span: p.Typed, New: p.Name}).As(diag.Certain)
	case p.Near != "":
		d.Replace(fmt.Sprintf("did you mean `%s`?", p.Near), p.Near)
	case !p.Bind.IsZero():
		d.Notef("`%s` is a parameter of the tool `%s`", p.Name, p.Tool)
		d.Fix("bind it", diag.Edit{Span: p.Bind, New: " (" + p.Name + " " + p.Name + ")"}).As(diag.Certain)
	}
	return d
}

// argumentConflict is a use of an argument without schema that contradicts
// another one.
type argumentConflict struct {
	At, First       source.Span
	Name            string
	Want, FirstType types.Type
}

// Diagnose implements [diag.Problem].
func (p argumentConflict) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0411", p.At, "the argument `%s` is used as %s here and as %s elsewhere", p.Name, aType(p.Want), aType(p.FirstType))
	d.Also(p.First, fmt.Sprintf("here it is %s", aType(p.FirstType)))
	d.Notef("no schema gives the type of the argument, so it is inferred from its use")
	d.Helpf("name the tool schemas with --tools or in mantra.yaml")
	return d
}

// bareArgument is an argument written without (param …).
type bareArgument struct {
	At, Bound         source.Span
	Name, Tool, Param string
	Local             string // where Name is the tool's name of the argument
	Result            bool   // it is a part of the answer, written without (result …)
}

// Diagnose implements [diag.Problem].
func (p bareArgument) Diagnose() diag.Diagnostic {
	what, word := "a tool argument", "param"
	if p.Result {
		what, word = "a part of the answer", "result"
	}
	d := diag.Errorf("MC0412", p.At, "`%s` is %s, not a state variable", p.Name, what)
	local := cmp.Or(p.Local, p.Name)
	d.Notef("transition `%s` binds %s `%s` to `%s`", p.Tool, strings.Replace(what, "a tool", "the", 1), p.Param, local)
	d.Also(p.Bound, "bound here")
	if local != p.Name {
		d.Replace("read it with `"+word+"`, under its local name", "("+word+" "+local+")").As(diag.Certain)
		return d
	}
	d.Fix("read it with `"+word+"`", diag.Around(p.At, "("+word+" ", ")")...).As(diag.Certain)
	return d
}

// secondTransition is another transition of the same tool.
type secondTransition struct {
	At, First source.Span
	Tool      string
}

// Diagnose implements [diag.Problem].
func (p secondTransition) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0414", p.At, "the tool `%s` has two transitions", p.Tool)
	d.Also(p.First, "the first one")
	d.Helpf("put both into one; alternatives are written with `or` or `=>`")
	return d
}

// noSuchTool is a transition of a tool that the schemas do not have.
type noSuchTool struct {
	At         source.Span
	Name, File string
	Known      []string
}

// Diagnose implements [diag.Problem].
func (p noSuchTool) Diagnose() diag.Diagnostic {
	d := diag.Warningf("MC0415", p.At, "unknown tool `%s`: it is not in %s", p.Name, p.At.File.Relative(p.File))
	known(&d, p.Name, p.Known, "its tools are")
	return d
}

// unmodelled is an argument that the model reads although its schema says
// more than a model can know.
type unmodelled struct {
	At       source.Span
	Name     string
	Keywords []string
	Schema   source.Span
}

// Diagnose implements [diag.Problem].
func (p unmodelled) Diagnose() diag.Diagnostic {
	d := diag.Lintf("MC0416", p.At, "the model does not know %s of the argument `%s`", quotedNames(p.Keywords), p.Name)
	d.Also(p.Schema, "the schema says it here")
	d.Notef("validation may use values that break it; grading enforces it")
	return d
}

// untypable is a use of an argument whose schema has no one type.
type untypable struct {
	At, Schema source.Span
	Name       string
}

// Diagnose implements [diag.Problem].
func (p untypable) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0417", p.At, "the argument `%s` has no one type, so a model cannot use it", p.Name)
	d.Also(p.Schema, "its schema")
	d.Helpf("give it one `type` in the schema, or leave it out of the model")
	return d
}

// noArguments is (param x) where there are no arguments.
type noArguments struct {
	At    source.Span
	Place place
}

// Diagnose implements [diag.Problem].
func (p noArguments) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0418", p.At, "%s has no arguments", placeNames[p.Place])
	if p.Place == inDefinition {
		d.Notef("a definition that is about an argument takes it as an operand: `(define NAME ((LOCAL TYPE)) …)`, applied as `(NAME (param …))`")
		return d
	}
	d.Notef("a goal is about the final state only")
	return d
}
