package ast

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/mantrac/mantrac/internal/lazyregexp"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lang/types"
)

// noOperatorProblem is a list in an expression that has no operator at its head.
type noOperatorProblem struct {
	Form    source.Span
	Items   int  // in the list
	Clauses bool // they look like clauses
}

// Diagnose implements [diag.Problem].
func (p noOperatorProblem) Diagnose() diag.Diagnostic {
	f, start, end := p.Form.File, p.Form.Start, p.Form.End
	d := diag.Errorf("MC0124", f.Span(start, start+1), "expected an operator after this parenthesis")
	d.Notef("an expression is a name, a literal, or `(OPERATOR OPERAND …)`")
	switch {
	case p.Items == 1:
		d.Fix("remove the parentheses around it", diag.Edit{Span: f.Span(start, start+1)}, diag.Edit{Span: f.Span(end-1, end)}).As(diag.Certain)
	case p.Clauses:
		d.Fix("require all of them with `and`", diag.Edit{Span: f.Span(start+1, start+1), New: "and "})
	}
	return d
}

// unknownOperator is a list whose head is not an operator.
type unknownOperator struct {
	At, Form source.Span
	Name     string
	Args     []source.Span
	Inside   bool // it is an operand of a comparison or of arithmetic

	Definition string // one with nearly this name, or ""
}

// Diagnose implements [diag.Problem].
func (p unknownOperator) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0122", p.At, "`%s` is not an operator", p.Name)
	// The most specific advice comes first: a rewriting of the whole, then known words, then near ones.
	texts := lists.Map(p.Args, source.Span.Text)
	if text, level := rewrite(p.Name, texts, p.Inside); text != "" {
		if strings.HasPrefix(text, "(=> ") || strings.HasPrefix(text, "(and (=> ") {
			d.Notef("`(=> CONDITION CLAUSE)` is true where the condition is false")
		}
		d.Fix(fmt.Sprintf("write `%s`", diag.Excerpt(text)), diag.Edit{Span: p.Form, New: text}).As(level)
		return d
	}
	if inequalities[plain(p.Name)] {
		d.Helpf("write `(not (= A B))` for each pair of operands that must differ")
		return d
	}
	if conditional[p.Name] {
		d.Notef("a condition is an implication: `(=> CONDITION CLAUSE)`, and `(=> (not CONDITION) CLAUSE)` for the other case")
		d.Helpf("write one clause for each case, with the whole comparison in it")
		return d
	}
	if why := noOperator(p.Name, texts...); why != nil && p.synonym() == "" {
		d.Notef("%s", why[0])
		d.Helpf("%s", why[1])
		return d
	}
	if object, method, ok := strings.Cut(p.Name, "."); ok && len(p.Args) == 1 && syntax.IsIdent(object) && (method == "contains" || method == "includes" || method == "has") {
		text := "(contains " + object + " " + texts[0] + ")"
		d.Fix("write `"+diag.Excerpt(text)+"`", diag.Edit{Span: p.Form, New: text})
		return d
	}
	if len(p.Args) > 1 && texts[0] == "?" {
		d.Notef("a condition is an implication: `(=> CONDITION CLAUSE)`, and `(=> (not CONDITION) CLAUSE)` for the other case")
		d.Helpf("write one clause for each case, with the whole comparison in it")
		return d
	}
	if p.Name == "call" || p.Name == "no_call" {
		d.Notef("an expression is about the state; a call belongs in `checks`")
		d.Helpf("move it into `checks`, as `(NAME %s)`", diag.Excerpt(p.Form.Text()))
		return d
	}
	if m := negation.FindStringSubmatch(p.Name); p.Definition != "" && m != nil {
		if m[1] == p.Definition {
			text := "(not (" + strings.Join(append([]string{p.Definition}, texts...), " ") + "))"
			d.Fix("write `"+diag.Excerpt(text)+"`", diag.Edit{Span: p.Form, New: text})
		}
		return d
	}
	if p.Definition != "" {
		d.Replace(fmt.Sprintf("did you mean `%s`?", p.Definition), p.Definition)
		return d
	}
	if near := p.near(); near != "" && !(near == "contains" && len(p.Args) < 2) {
		f := d.Replace(fmt.Sprintf("write `%s`", near), near)
		if slices.Contains(certainOperators, p.Name) {
			f.As(diag.Certain)
		}
		return d
	}
	negated, isNegated := strings.CutPrefix(p.Name, "!")
	switch {
	case len(p.Args) == 0 && isNegated && syntax.IsIdent(negated):
		d.Fix("negate it with `not`", diag.Edit{Span: p.Form, New: "(not " + negated + ")"})
		return d
	case len(p.Args) == 0:
		d.Fix("write a name without parentheses", diag.Edit{Span: p.Form, New: p.Name}).As(diag.Certain)
		return d
	case len(p.Args) == 1 && strings.HasPrefix(texts[0], `"`):
		d.Fix("compare the two", diag.Edit{Span: p.At.File.Span(p.At.Start, p.At.Start), New: "= "})
		return d
	case len(p.Args) == 1 && syntax.IsIdent(texts[0]):
		d.Notef("a field is read with `(field RECORD NAME)`")
	}
	d.Notef("the operators are %s %s %s, beside %s",
		operatorsOf(ops.Logic), operatorsOf(ops.Equality, ops.Order), operatorsOf(ops.Arithmetic), operatorsOf(ops.Set, ops.Mapping, ops.Access, ops.Literal, ops.Choice, ops.Quantifier, ops.Measure, ops.Matching))
	return d
}

// operatorsOf lists the operators of some families.
func operatorsOf(families ...ops.Family) string {
	var words []string
	for _, o := range ops.All() {
		if slices.Contains(families, o.Family()) {
			words = append(words, "`"+o.String()+"`")
		}
	}
	return strings.Join(words, " ")
}

// near returns the operator that was most likely meant, or "".
func (p unknownOperator) near() string {
	if s := p.synonym(); s != "" {
		return s
	}
	var known []string
	for _, o := range ops.All() {
		if o.IsWord() {
			known = append(known, o.String())
		}
	}
	slices.Sort(known)
	if len(p.Name) < 3 || settings[p.Name] {
		return ""
	}
	near := nearest(p.Name, known)
	if near != ops.Not.String() && denied.MatchString(p.Name) {
		return "" // the operator alone says the opposite
	}
	return near
}

// denied is what words begin with that deny something.
var denied = lazyregexp.New(`^(?:!|~|¬|not|no[-_])`)

// synonym returns our operator for one of another notation, or "".
func (p unknownOperator) synonym() string {
	s := cmp.Or(operatorSynonyms[p.Name], operatorSynonyms[plain(p.Name)])
	// A quantifier needs a binder, or the name and the collection in place of one.
	if n := len(p.Args); ops.Lookup(s).Binds() && !(n == 2 && strings.HasPrefix(p.Args[0].Text(), "(") || n == 3 && syntax.IsIdent(p.Args[0].Text())) {
		return ""
	}
	return s
}

// foreign reports whether the word is of another notation, which the operands may
// be of, too.
func (p unknownOperator) foreign() bool {
	texts := lists.Map(p.Args, source.Span.Text)
	text, _ := rewrite(p.Name, texts, p.Inside)
	return p.near() == "" && (text != "" || inequalities[plain(p.Name)] || conditional[p.Name] || noOperator(p.Name) != nil || p.Name == "call" || p.Name == "no_call")
}

// NullExpr is `null` in an expression.
type NullExpr struct{ At source.Span }

// Diagnose implements [diag.Problem].
func (p NullExpr) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0121", p.At, "`null` is not a value of a model: a variable always has a value")
	if text := p.At.Text(); text != "null" {
		d.Message = fmt.Sprintf("`%s`: a variable of a model always has a value", text)
	}
	d.Notef("a comparison with an argument that is missing or null is false; `(= (param x) (param x))` is true if it is given")
	d.Helpf("for a value that may be missing, declare a `Bool` variable that says whether it is there")
	return d
}

// notAValue is something else in the place of a JSON value.
type notAValue struct {
	At   source.Span
	Text string
	List bool
	Form source.Span // of a list

	Variable bool // there is a variable of this name, with its question mark
}

// wildcards match any value in other notations.
var wildcards = map[string]bool{"*": true, "_": true, "any": true, "ANY": true, "anything": true, "...": true, "…": true, "?": true, "-": true, "<any>": true}

// variable reports whether a word names a value to be filled in later, as
// templates and logic programs write it.
func variable(word string) bool {
	return strings.HasPrefix(word, "$") || strings.HasPrefix(word, "?") || strings.HasPrefix(word, "{") || strings.HasPrefix(word, "<")
}

var valueSynonyms = map[string]string{"True": "true", "TRUE": "true", "False": "false", "FALSE": "false", "None": "null", "nil": "null", "NULL": "null", "undefined": "null"}

// TruthOf returns `true` or `false` for a word that means it in YAML and to people; "" for any other.
func TruthOf(word string) string {
	switch strings.ToLower(word) {
	case "yes", "on":
		return "true"
	case "no", "off":
		return "false"
	}
	return ""
}

// Diagnose implements [diag.Problem].
func (p notAValue) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0117", p.At, "expected a value, found a form")
	if !p.List && len(p.Text) <= 40 {
		d.Message = fmt.Sprintf("`%s` is not a value", p.Text)
	}
	d.Notef("a value is a string, a number, `true`, `false`, `null`, `(array VALUE …)` or `(record (NAME VALUE) …)`")
	switch {
	case p.List:
		p.adviseList(&d)
	case p.Variable:
		d.Replace("write `?"+p.Text+"`, the value of the variable", "?"+p.Text)
	case Quotient(p.Text) != "":
		d.Replace("write it as a decimal number", Quotient(p.Text))
	case currency.MatchString(p.Text):
		d.Replace("write the number", strings.Trim(p.Text, "$€£"))
	case hexadecimal.MatchString(p.Text):
		if n, err := strconv.ParseInt(p.Text[2:], 16, 64); err == nil {
			d.Replace("write it as a decimal number", strconv.FormatInt(n, 10))
		}
	case wildcards[p.Text]:
		d.Helpf("leave the argument out: one that is not pinned may have any value")
	case variable(p.Text):
		d.Helpf("write the value itself, or leave the argument out; a variable is written `?x`")
	case valueSynonyms[p.Text] != "":
		fix := d.Replace(fmt.Sprintf("write `%s`", valueSynonyms[p.Text]), valueSynonyms[p.Text])
		if valueSynonyms[p.Text] != "null" { // `None` may be the name of something
			fix.As(diag.Certain)
		}
	case TruthOf(p.Text) != "":
		d.Replace(fmt.Sprintf("write `%s` if it is a Bool", TruthOf(p.Text)), TruthOf(p.Text))
		d.Replace("put it in quotes if it is a string", types.Quote(p.Text))
	default:
		fix := d.Replace("put it in quotes", types.Quote(strings.Trim(p.Text, "'`")))
		if n := len(p.Text); n > 2 && p.Text[0] == '\'' && p.Text[n-1] == '\'' && strings.Count(p.Text, "'") == 2 {
			fix.As(diag.Certain) // its author has quoted it
		}
	}
	return d
}

// Quotient returns the decimal number that a fraction is, as in `1/2`. It returns
// "" for another word, and for a fraction that is no finite decimal.
func Quotient(word string) string {
	if !ratio.MatchString(word) {
		return ""
	}
	r, ok := new(big.Rat).SetString(word)
	if !ok {
		return ""
	}
	digits, exact := r.FloatPrec()
	if !exact {
		return ""
	}
	return r.FloatString(max(1, digits))
}

var (
	ratio       = lazyregexp.New(`^-?\d+/\d+$`)
	currency    = lazyregexp.New(`^[$€£]-?\d+(\.\d+)?$|^-?\d+(\.\d+)?[€£$]$`)
	hexadecimal = lazyregexp.New(`^0[xX][0-9a-fA-F]+$`)
)

// adviseList says what to write for a form that is no value.
func (p notAValue) adviseList(d *diag.Diagnostic) {
	form := p.Form.Text()
	if len(form) < 2 {
		return
	}
	inner := strings.TrimSpace(form[1 : len(form)-1])
	head, rest, _ := strings.Cut(inner, " ")
	switch {
	case head == "list" || head == "vector" || head == "set" || head == "tuple":
		text := strings.TrimSpace("array " + rest)
		d.Fix("write `array`", diag.Edit{Span: p.Form, New: "(" + text + ")"})
	case (head == "literal" || head == "quote" || head == "string" || head == "value" || head == "=") && rest != "":
		d.Fix("write the value alone", diag.Edit{Span: p.Form, New: rest}).As(diag.Certain)
	case head == "in" && rest != "" && p.inTest():
		d.Notef("`(not VALUE …)` is passed by all values but these")
		d.Fix("write the values alone", diag.Edit{Span: p.Form, New: strings.TrimSpace(rest)})
	case (head == "between" || head == "range") && p.inCall() && interval.MatchString(rest):
		bounds := strings.Fields(rest)
		text := "(>= " + bounds[0] + ") (<= " + bounds[1] + ")"
		d.Fix("write `"+text+"`, which includes both", diag.Edit{Span: p.Form, New: text})
	case slices.Contains([]string{"<", "<=", ">", ">=", "!=", "not", "or", "in"}, head):
		d.Notef("a value here is exact: there are no conditions and no ranges")
		d.Helpf("write one value, or leave the argument out and limit it in the `pre` of the tool")
	case strings.HasPrefix(inner, `"`) && p.inTest():
		d.Fix("remove the parentheses", diag.Edit{Span: p.Form, New: inner})
	case strings.HasPrefix(inner, `"`):
		d.Fix("make it an array", diag.Edit{Span: p.Form, New: "(array " + inner + ")"})
	case numeral.MatchString(inner):
		d.Fix("remove the parentheses", diag.Edit{Span: p.Form, New: inner})
	}
}

// inTest reports whether the form is the first of the values that `in` or `not` lists.
func (p notAValue) inTest() bool {
	before := strings.TrimRight(p.Form.File.Text()[:p.Form.Start], " \t\r\n")
	return strings.HasSuffix(before, "(in") || strings.HasSuffix(before, "(not")
}

// inCall reports whether the form is in a call, whose arguments have tests.
func (p notAValue) inCall() bool {
	head, _, _ := strings.Cut(p.Form.File.Text(), " ")
	return head != "(init" && head != "(const"
}

// interval is two numbers.
var interval = lazyregexp.New(`^\s*-?\d+(\.\d+)?\s+-?\d+(\.\d+)?\s*$`)

// numeral is a number alone.
var numeral = lazyregexp.New(`^-?\d+(\.\d+)?$`)

// notAString is something else in the place of a string.
type notAString struct {
	At   source.Span
	What string
	Word bool
}

// Diagnose implements [diag.Problem].
func (p notAString) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0127", p.At, "expected %s", p.What)
	if p.Word {
		d.Replace("put it in quotes", types.Quote(p.At.Text())).As(diag.Certain)
	}
	return d
}

// noPattern is an application of `like` whose pattern is no string literal.
type noPattern struct {
	At, Form, Text source.Span
	Swapped        bool // the other operand is one
}

// Diagnose implements [diag.Problem].
func (p noPattern) Diagnose() diag.Diagnostic {
	operand, _ := ops.Like.Operand(1)
	d := diag.Errorf("MC0127", p.At, "expected %s, found `%s`", operand.Noun, diag.Excerpt(p.At.Text()))
	switch {
	case p.Swapped:
		d.Fix("write the pattern last", diag.Edit{Span: p.Form, New: "(like " + p.At.Text() + " " + p.Text.Text() + ")"})
	case syntax.IsIdent(p.At.Text()):
		d.Replace("put it in quotes", types.Quote(p.At.Text()))
	default:
		d.Notef("a pattern is written out: it cannot be computed")
	}
	return d
}

// badCheck is a part of checks that is not (NAME FORM).
type badCheck struct {
	At      source.Span
	Tool    source.Span // a word in the place of the form
	Several bool        // there are several forms
	Mend    diag.Fix
}

// Diagnose implements [diag.Problem].
func (p badCheck) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0105", p.At, "expected a check, `(NAME FORM)`")
	if Joins(p.At.Text()) {
		SayJoined(&d)
		return d
	}
	if len(p.Mend.Edits) > 0 {
		d.Fix(p.Mend.Message, p.Mend.Edits...).As(p.Mend.Level)
	}
	if p.Several {
		d.Helpf("write a check for each form: all checks of a case must hold")
	}
	if !p.Tool.IsZero() && !negative(p.At.Text()) {
		d.Fix("require a call of the tool", diag.Edit{Span: p.Tool, New: "(call " + p.Tool.Text() + ")"})
	}
	return d
}

// notACheckForm is a list that is no form of checks.
type notACheckForm struct {
	At, Form source.Span
	Name     string
	Pinned   bool // it looks like a tool with pinned arguments
	Args     []source.Span
}

func formNames() []string {
	return lists.Map(forms.All(), forms.Form.String)
}

// Diagnose implements [diag.Problem].
func (p notACheckForm) Diagnose() diag.Diagnostic {
	if p.Name == "" {
		d := diag.Errorf("MC0116", p.At, "a check form begins with a keyword")
		d.Notef("expected %s", wordList(formNames()))
		if text := p.Form.Text(); Joins(text) {
			SayJoined(&d)
		} else if syntax.IsIdent(text) {
			d.Message = fmt.Sprintf("`%s` is not a check: a call of a tool is `(call TOOL …)`", text)
			d.Fix("require a call of the tool", diag.Edit{Span: p.Form, New: "(call " + text + ")"})
		}
		return d
	}
	d := diag.Errorf("MC0116", p.At, "unknown check form `%s`", p.Name)
	d.Notef("expected %s", wordList(formNames()))
	before := len(d.Notes) + len(d.Help) + len(d.Fixes)
	p.advise(&d)
	if near := nearest(p.Name, formNames()); near != "" && len(d.Notes)+len(d.Help)+len(d.Fixes) == before {
		d.Replace(fmt.Sprintf("write `%s`", near), near)
	}
	return d
}

// joins are what other notations put between forms.
var joins = lists.SetOf(strings.Fields(", | || && & -> => → ⇒ >> then and or next followed_by"))

// Joins reports whether a word is one that other notations put between forms.
func Joins(word string) bool { return joins[word] }

// SayJoined says of a word between forms what to write instead. What a comma
// means is certain; without another word, an order or an alternative is lost.
func SayJoined(d *diag.Diagnostic) {
	d.Notef("only white space separates forms; the keyword before them says how they are joined")
	if d.Primary.Text() == "," {
		d.Fix("remove it", diag.Edit{Span: d.Primary}).As(diag.Certain)
		return
	}
	d.Helpf("write `(precedes A B)` for an order, `(or A B)` for alternatives, and a check for each of what must all hold")
}

// notACall is something else where a temporal form takes a call.
type notACall struct {
	At                source.Span
	Head              forms.Form
	Name              string
	Anchor, MayForbid bool
}

// Diagnose implements [diag.Problem].
func (p notACall) Diagnose() diag.Diagnostic {
	role, want := "target", "a call, `(call TOOL …)`"
	if p.Anchor {
		role = "anchor"
	}
	if p.MayForbid {
		want = "a call or a no-call, `(call TOOL …)` or `(no_call TOOL …)`"
	}
	d := diag.Errorf("MC0113", p.At, "expected %s %s", want, placeIn(role, p.Head))
	text := p.At.Text()
	level := diag.Certain // nothing but a call can be there
	if p.MayForbid {
		level = diag.Suggestion
	}
	switch {
	case Joins(text):
		SayJoined(&d)
	case syntax.IsIdent(text):
		d.Replace("write a call of it", "(call "+text+")").As(level)
	case p.Name != "" && p.Name != "and" && p.Name != "not" && p.Name != "all" && p.Name != "any" && forms.Lookup(p.Name) == forms.None && strings.HasPrefix(text, "("+p.Name):
		at := p.At.File.Span(p.At.Start+1, p.At.Start+1)
		d.Fix("write a call of it", diag.Edit{Span: at, New: "call "}).As(level)
	default:
		p.advise(&d)
	}
	return d
}

// placeIn says where a call is: in a part of a form, or in a group.
func placeIn(role string, head forms.Form) string {
	if head == forms.None {
		return "in a group"
	}
	return fmt.Sprintf("as the %s of `%s`", role, head)
}

// forbiddenNoCall is a no_call where only a call makes sense.
type forbiddenNoCall struct {
	At     source.Span
	Head   forms.Form
	Anchor bool
}

// Diagnose implements [diag.Problem].
func (p forbiddenNoCall) Diagnose() diag.Diagnostic {
	role := "target"
	if p.Anchor {
		role = "anchor"
	}
	d := diag.Errorf("MC0113", p.At, "expected a `call` %s, found a `no_call`", placeIn(role, p.Head))
	switch {
	case p.Head == forms.None:
	case p.Anchor:
		d.Notef("an anchor is a call that happens: a call that does not happen has no place in the order")
	case p.Head == forms.Follows:
		d.Helpf("to forbid a call once the anchor has happened, write `(after (no_call …) ANCHOR)`")
	default:
		d.Helpf("to forbid a call until the anchor happens, write `(before (no_call …) ANCHOR)`")
	}
	return d
}

// nothingChecked is a case with neither checks nor goal.
type nothingChecked struct{ At source.Span }

// Diagnose implements [diag.Problem].
func (p nothingChecked) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0118", p.At, "this case checks nothing")
	d.Notef("a case has `checks`, a `goal`, or both")
	return d
}
