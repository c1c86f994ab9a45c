package checker

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/internal/lazyregexp"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/lang/types"
)

// TooMany says that not all findings are shown.
type TooMany struct {
	At         source.Span
	Shown, All int
	Worst      diag.Severity // of those not shown
}

// Diagnose implements [diag.Problem].
func (p TooMany) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0010", p.At, "there are %d findings in this file; the first %d are shown", p.All, p.Shown)
	d.Severity = p.Worst
	d.Helpf("fix these first; many of the others may follow from them")
	return d
}

// redeclared is a name declared twice.
type redeclared struct {
	At, First source.Span
	Name      string
}

// Diagnose implements [diag.Problem].
func (p redeclared) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0202", p.At, "`%s` is declared twice", p.Name)
	d.Also(p.First, "first declared here")
	d.Notef("variables, constants and definitions share one name space")
	return d
}

// undefined is a name without a declaration.
type undefined struct {
	At         source.Span
	Name, Near string
	Enum       string // a variable whose enum has the name
	Meant      meaning
}

// Diagnose implements [diag.Problem].
func (p undefined) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0201", p.At, "`%s` is not declared", p.Name)
	switch {
	case p.Meant.text != "":
		if p.Meant.note != "" {
			d.Notef("%s", p.Meant.note)
		}
		d.Replace(fmt.Sprintf("write `%s`", p.Meant.text), p.Meant.text).As(p.Meant.level)
	case p.Near != "":
		notAlike(&d, p.Name, p.Near)
		d.Replace(fmt.Sprintf("did you mean `%s`?", p.Near), p.Near)
	case p.Enum != "":
		d.Notef("`%s` has an enum with this name; names of enums are strings", p.Enum)
		d.Replace("put it in quotes", types.Quote(p.Name))
	case plainName.MatchString(p.Name):
		d.Helpf("declare it: `(var %s TYPE)`", p.Name)
		if codeName.MatchString(p.Name) {
			d.Replace("put it in quotes if it is a string", types.Quote(p.Name))
		}
	default:
		d.Notef("an expression uses the variables and constants of the model; an argument is `(param LOCAL)`")
	}
	return d
}

// plainName matches the names that people choose.
var plainName = lazyregexp.New(`^[\pL_][\pL\pN_.-]*$`)

// codeName matches what identifies a thing rather than names a variable, such
// as W123 and EMMA-1.
var codeName = lazyregexp.New(`^[A-Z]+[-_]?[0-9]+$`)

// nullWords are the words of other languages for the absence of a value.
var nullWords = map[string]bool{"nil": true, "None": true, "NULL": true, "Null": true, "undefined": true}

// duplicate is a name that occurs twice in an enum or a record.
type duplicate struct {
	At, First  source.Span
	What, Name string
}

// Diagnose implements [diag.Problem].
func (p duplicate) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0312", p.At, "%s has `%s` twice", p.What, p.Name)
	d.Also(p.First, "first here")
	return d
}

// mismatch is an expression of another type than its place wants.
type mismatch struct {
	At        source.Span
	Got, Want types.Type
	Whose     string // in the singular: "an operand of `not`"
}

// Diagnose implements [diag.Problem].
func (p mismatch) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0301", p.At, "expected %s, found %s", aType(p.Want), otherType(p.Got, p.Want))
	if p.Whose != "" {
		d.Notef("%s is of type `%s`", p.Whose, p.Want)
	}
	requote(&d, p.Want)
	return d
}

// aType names a type with its article, shortened where it is long.
func aType(t types.Type) string {
	switch t := t.(type) {
	case *types.Enum:
		if len(t.Names) > 4 {
			return "an enum"
		}
		return "an `" + t.String() + "`"
	case *types.Record:
		return "a record"
	case *types.Array:
		return "an array"
	case *types.Map:
		return "a map"
	}
	if t == types.Int {
		return "an `Int`"
	}
	return fmt.Sprintf("a `%s`", t)
}

// otherType is aType of the second type of a sentence. Where that says the same of both, it names the
// type, if it is short.
func otherType(t, first types.Type) string {
	if text := aType(t); text != aType(first) {
		return text
	}
	if text := t.String(); len(text) <= 30 {
		return "one of type `" + text + "`"
	}
	return "one of another type"
}

// notAClause is an entry of pre, post or goal that is no Bool.
type notAClause struct {
	At      source.Span
	Got     types.Type
	Place   place
	Literal bool
	Text    bool        // it is a string
	Set     string      // the variable whose set it changes
	Value   source.Span // of a literal after it that it can be compared with
}

// Diagnose implements [diag.Problem].
func (p notAClause) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0302", p.At, "a clause of %s must be true or false, found %s", placeNames[p.Place], aType(p.Got))
	text := diag.Excerpt(p.At.Text())
	switch {
	case !p.Value.IsZero():
		// The fix puts both into one form, from the one to the other.
		both := p.At.File.Span(p.At.Start, p.Value.End)
		d.Fix(fmt.Sprintf("compare it with %s", diag.Excerpt(p.Value.Text())), diag.Around(both, "(= ", ")")...)
	case p.Text:
		d.Notef("text for people is a comment: from `;` to the end of the line")
	case p.Set != "":
		d.Fix("set the next value to it", diag.Around(p.At, "(= (next "+p.Set+") ", ")")...)
	case p.Literal:
		d.Helpf("compare something with it: `(= … %s)`", text)
	default:
		d.Helpf("compare it with something: `(= %s …)`", text)
	}
	return d
}

// incomparable is an operand of `=` of another type than the others.
type incomparable struct {
	At, Against       source.Span
	Text, AgainstText string
	Got, Want         types.Type
}

// Diagnose implements [diag.Problem].
func (p incomparable) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0303", p.At, "`%s` is %s and cannot be compared with %s", diag.Excerpt(p.Text), aType(p.Got), otherType(p.Want, p.Got))
	if p.AgainstText != "" {
		d.Also(p.Against, fmt.Sprintf("this is %s", aType(p.Want)))
	}
	// Variables cannot take part in what is allowed to arguments.
	if _, enum := p.Want.(*types.Enum); enum && p.Got == types.String {
		d.Helpf("give both the same `(Enum …)` type; only a tool argument may be a String beside an enum")
	}
	requote(&d, p.Want)
	return d
}

// notOrdered is an operand of `<` or its kin that is no number.
type notOrdered struct {
	At  source.Span
	Op  string
	Got types.Type
}

// Diagnose implements [diag.Problem].
func (p notOrdered) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0304", p.At, "`%s` compares numbers, found %s", p.Op, aType(p.Got))
	if p.Got == types.String {
		d.Notef("strings are compared with `=` and `like`")
	}
	if _, enum := p.Got.(*types.Enum); enum {
		d.Notef("the names of an enum have no order")
		d.Helpf("list the names that you mean: `(or (= %[1]s …) (= %[1]s …))`", diag.Excerpt(p.At.Text()))
	}
	requote(&d, types.Real)
	return d
}

// notInEnum is a string that is not a name of the expected enum.
type notInEnum struct {
	At    source.Span
	Value string
	Enum  types.Type
}

// Diagnose implements [diag.Problem].
func (p notInEnum) Diagnose() diag.Diagnostic {
	enum := p.Enum.(*types.Enum)
	d := diag.Errorf("MC0305", p.At, "%s is not a name of this enum", types.Quote(p.Value))
	d.Notef("its names are %s", listed(enum.Names, types.Quote))
	if near := spell.Nearest(p.Value, enum.Names); near != "" {
		d.Replace(fmt.Sprintf("did you mean %s?", types.Quote(near)), types.Quote(near))
	}
	return d
}

// listed returns the first of some names, each written in some way.
func listed(names []string, quote func(string) string) string {
	const most = 12
	var quoted []string
	for i, n := range names {
		if i == most {
			quoted = append(quoted, fmt.Sprintf("and %d more", len(names)-most))
			break
		}
		quoted = append(quoted, quote(n))
	}
	return strings.Join(quoted, ", ")
}

// notARecord is a field access on something else.
type notARecord struct {
	At  source.Span
	Got types.Type
}

// Diagnose implements [diag.Problem].
func (p notARecord) Diagnose() diag.Diagnostic {
	return diag.Errorf("MC0307", p.At, "`field` expects a record, found %s", aType(p.Got))
}

// noField is a field that a record does not have.
type noField struct {
	At     source.Span
	Name   string
	Record *types.Record

	Missing []string // the fields without a value, where the record is written out
}

// Diagnose implements [diag.Problem].
func (p noField) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0308", p.At, "the record has no field `%s`", p.Name)
	names := lists.Map(p.Record.Fields, func(f types.Field) string { return f.Name })
	known(&d, p.Name, names, "its fields are")
	if meant := p.longer(); meant != "" && len(d.Fixes) == 0 {
		d.Replace(fmt.Sprintf("did you mean `%s`?", meant), meant)
	}
	return d
}

// longer returns the one missing field whose name is part of the name that is
// written, as `first` is of `firstname`, or "".
func (p noField) longer() string {
	parts := lists.Filter(p.Missing, func(f string) bool { return strings.Contains(strings.ToLower(p.Name), strings.ToLower(f)) })
	if len(parts) != 1 {
		return ""
	}
	return parts[0]
}

func quotedNames(names []string) string {
	return listed(names, func(n string) string { return "`" + n + "`" })
}

// notAnArray is membership in something else.
type notAnArray struct {
	At  source.Span
	Got types.Type
}

// Diagnose implements [diag.Problem].
func (p notAnArray) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0309", p.At, "expected an array, found %s", aType(p.Got))
	if p.Got == types.String {
		d.Notef("`(like STRING \"*TEXT*\")` is whether a text is in a string")
	}
	return d
}

// zeroDivisor is a division by a constant zero.
type zeroDivisor struct{ At source.Span }

// Diagnose implements [diag.Problem].
func (p zeroDivisor) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0310", p.At, "this divides by zero")
	d.Notef("the comparison that contains it would be false in every state")
	return d
}

// wrongValue is a value of another type than its place has.
type wrongValue struct {
	Code diag.Code
	At   source.Span
	Want types.Type
	Got  string
}

// Diagnose implements [diag.Problem].
func (p wrongValue) Diagnose() diag.Diagnostic {
	d := diag.Errorf(p.Code, p.At, "expected %s, found %s", aType(p.Want), p.Got)
	requote(&d, p.Want)
	return d
}

var (
	intWord  = lazyregexp.New(`^-?[0-9]+$`)
	realWord = lazyregexp.New(`^-?[0-9]+(\.[0-9]+)?$`)
	boolWord = lazyregexp.New(`^(true|false)$`)
)

// requote adds a fix for a literal that is of the wrong type because it is
// written with quotes, or without. The type leaves no other reading.
func requote(d *diag.Diagnostic, want types.Type) {
	text := d.Primary.Text()
	// A number or a truth value in the place of a string lacks its quotes.
	if want == types.String && (realWord.MatchString(text) || boolWord.MatchString(text)) {
		d.Replace("put it in quotes", types.Quote(text)).As(diag.Certain)
		return
	}
	word := map[types.Type]*lazyregexp.Regexp{types.Bool: boolWord, types.Int: intWord, types.Real: realWord}[want]
	// A string with a number in it has quotes too many.
	if plain, err := types.Unquote(text); err == nil && word != nil && word.MatchString(plain) {
		d.Replace("write it without quotes", plain).As(diag.Certain)
	}
}

// missingFields is a record literal that is not complete.
type missingFields struct {
	At      source.Span
	Missing []string
}

// Diagnose implements [diag.Problem].
func (p missingFields) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0313", p.At, "this record has no value for %s", quotedNames(p.Missing))
	d.Notef("a record in a model has a value for each of its fields")
	return d
}

// realIntoInt is an assignment that would have to round.
type realIntoInt struct {
	At     source.Span
	Target string
}

// Diagnose implements [diag.Problem].
func (p realIntoInt) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0306", p.At, "cannot assign a Real to `%s`, an Int", p.Target)
	d.Helpf("declare it as a Real; there is no rounding")
	return d
}

// intDivision is a division that truncates.
type intDivision struct{ At, Form source.Span }

// Diagnose implements [diag.Problem].
func (p intDivision) Diagnose() diag.Diagnostic {
	d := diag.Warningf("MC0320", p.At, "this division of Ints drops the remainder")
	d.Notef("a division is exact if an operand, or the place of the result, is a Real")
	d.Helpf("multiply instead, or declare an operand as a Real")
	return d
}

// nonLinear is a product of two numbers that both can vary.
type nonLinear struct{ At, First, Second source.Span }

// Diagnose implements [diag.Problem].
func (p nonLinear) Diagnose() diag.Diagnostic {
	d := diag.Warningf("MC0321", p.At, "this multiplies two numbers that both vary")
	d.Also(p.First, "one")
	d.Also(p.Second, "the other")
	d.Notef("the solver may not be able to decide products; the answer is then `unknown`")
	return d
}

// stringAsEnum is a String argument where an enum is expected.
type stringAsEnum struct {
	At   source.Span
	Enum types.Type
	Text string
}

// Diagnose implements [diag.Problem].
func (p stringAsEnum) Diagnose() diag.Diagnostic {
	d := diag.Warningf("MC0322", p.At, "`%s` is a String and may hold anything, not only %s", diag.Excerpt(p.Text), listed(p.Enum.(*types.Enum).Names, types.Quote))
	d.Notef("where it is assigned or inserted, being one of them is a precondition of the call")
	d.Helpf("add the `enum` to the tool's schema")
	return d
}
