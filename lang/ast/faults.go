package ast

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/keywords"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lang/types"
)

// placeNames say where a keyword was looked for.
var placeNames = map[string]string{"": "a file", "model": "a model", "case": "a case", "transition": "a transition"}

func wordList(words []string) string {
	quoted := lists.Map(words, func(w string) string { return "`" + w + "`" })
	if len(quoted) < 2 {
		return strings.Join(quoted, "")
	}
	return strings.Join(quoted[:len(quoted)-1], ", ") + " or " + quoted[len(quoted)-1]
}

// noKeyword is a form of a file, a model or a case without a keyword.
type noKeyword struct {
	At    source.Span
	Place string
	Known []string
}

// Diagnose implements [diag.Problem].
func (p noKeyword) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0104", p.At, "a form of %s begins with a keyword", placeNames[p.Place])
	d.Notef("expected %s", wordList(p.Known))
	return d
}

// misshapen is a form with too few parts, too many, or a part of another
// shape.
type misshapen struct {
	At          source.Span
	Form, Shape string
	Lacks       string
	Extra       bool
	NotPart     string   // the shape of the parts
	Note        string   // what else is to be known
	Mend        diag.Fix // if there is one
}

// Diagnose implements [diag.Problem].
func (p misshapen) Diagnose() diag.Diagnostic {
	var d diag.Diagnostic
	switch {
	case p.Lacks != "":
		d = diag.Errorf("MC0105", p.At, "`%s` requires %s", p.Form, p.Lacks)
	case p.Extra:
		d = diag.Errorf("MC0105", p.At, "unexpected extra part of `%s`", p.Form)
	default:
		d = diag.Errorf("MC0105", p.At, "expected `%s` in `%s`", p.NotPart, p.Form)
	}
	d.Notef("the form is `%s`", p.Shape)
	if p.Note != "" {
		d.Notef("%s", p.Note)
	}
	if len(p.Mend.Edits) > 0 {
		d.Fix(p.Mend.Message, p.Mend.Edits...).As(p.Mend.Level)
	}
	return d
}

// repeated is a part that occurs once too often.
type repeated struct {
	Part, In  string
	At, First source.Span
	Join      []diag.Edit // that put the contents of both into one, if they can
}

// Diagnose implements [diag.Problem].
func (p repeated) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0106", p.At, "duplicate `%s` in %s", p.Part, p.In)
	d.Also(p.First, "the first one")
	if len(p.Join) == 0 {
		d.Helpf("put the contents of both into one")
		return d
	}
	d.Fix("put the contents of both into one", p.Join...)
	return d
}

// noSection is a transition that lacks sections.
type noSection struct {
	At       source.Span
	Sections []string
	Insert   []source.Span // where each belongs
}

// Diagnose implements [diag.Problem].
func (p noSection) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0107", p.At, "this transition has no %s", wordList(p.Sections))
	d.Notef("the form is `%s`; a section may be empty", transitionShape.say)
	var edits []diag.Edit
	for i, s := range p.Sections {
		edits = append(edits, diag.Edit{Span: p.Insert[i], New: " (" + s + ")"})
	}
	// An empty `params` binds nothing. An empty `pre` or `post` says something:
	// what the transition was to say may be lost.
	fix := d.Fix("add an empty one", edits...)
	if len(p.Sections) == 1 && p.Sections[0] == "params" {
		fix.As(diag.Certain)
	}
	return d
}

// sectionOrder is a transition with its sections in another order.
type sectionOrder struct {
	At        source.Span
	Now, Want []source.Span
}

// Diagnose implements [diag.Problem].
func (p sectionOrder) Diagnose() diag.Diagnostic {
	names := "`params`, `pre`, `post`"
	if len(p.Now) > 3 {
		names = "`params`, `results`, `pre`, `post`"
	}
	d := diag.Errorf("MC0108", p.At, "the sections of a transition are %s, in this order", names)
	var edits []diag.Edit
	for i := range p.Now {
		if p.Now[i] != p.Want[i] {
			edits = append(edits, diag.Edit{Span: p.Now[i], New: p.Want[i].Text()})
		}
	}
	d.Fix("put them in order", edits...).As(diag.Certain)
	return d
}

// notAType is something else in the place of a type.
type notAType struct {
	At   source.Span
	Text string
}

var typeNames = keywords.Words(keywords.InType)

// typeSynonyms are the names of our types in JSON Schema and in programming
// languages.
var typeSynonyms = map[string]string{
	"bool": "Bool", "int": "Int", "real": "Real", "string": "String", "boolean": "Bool", "integer": "Int", "nat": "Int", "natural": "Int", "long": "Int", "uint": "Int", "money": "Real", "currency": "Real", "amount": "Real", "price": "Real", "uuid": "String", "symbol": "String", "char": "String", "varchar": "String", "oneof": "Enum", "one": "Enum", "choice": "Enum", "enumeration": "Enum", "dict": "Map", "dictionary": "Map", "hashmap": "Map", "sequence": "Array", "vector": "Array", "number": "Real", "float": "Real", "double": "Real", "decimal": "Real",
	"str": "String", "text": "String", "object": "Record", "struct": "Record", "list": "Array", "set": "Array",
}

// sameType are the synonyms that mean the same everywhere. A `number` may be an
// Int, and a `list` has an order, which an Array of a model has not.
var sameType = map[string]bool{"boolean": true, "integer": true, "float": true, "double": true, "str": true}

// Diagnose implements [diag.Problem].
func (p notAType) Diagnose() diag.Diagnostic {
	text := p.Text
	if strings.HasPrefix(text, "(") || len(text) > 40 {
		text = "this"
	} else {
		text = "`" + text + "`"
	}
	d := diag.Errorf("MC0109", p.At, "%s is not a type", text)
	d.Notef("the types are `Bool`, `Int`, `Real`, `String`, `(Enum \"NAME\" …)`, `(Record (NAME TYPE) …)`, `(Array TYPE)` and `(Map KEY VALUE)`")
	lower := strings.ToLower(p.Text)
	if text, level := foreignType(p.Text); text != "" {
		d.Replace(fmt.Sprintf("write `%s`", text), text).As(level)
		return d
	}
	for _, k := range lackingTypes {
		if slices.Contains(strings.Fields(k.words), lower) {
			d.Helpf("%s", k.instead)
			return d
		}
	}
	near := cmp.Or(typeSynonyms[lower], spell.Nearest(p.Text, typeNames))
	if near != "" && near != p.Text {
		fix := d.Replace(fmt.Sprintf("write `%s`", near), near)
		if sameType[lower] || strings.ToLower(near) == lower {
			fix.As(diag.Certain)
		}
	}
	return d
}

// enumNames are names of an enum that are not strings.
type enumNames struct {
	At        source.Span // the first of them
	Edits     []diag.Edit
	Separated bool // there is something between the names
	Doubtful  bool // what is a name, and what a mark, is not certain
	Glued     bool // a word follows a string without a space: a quote is missing, or one too many
}

func (p *enumNames) edit(at source.Span, edits ...diag.Edit) {
	if p.At.IsZero() {
		p.At = at
	}
	p.Edits = append(p.Edits, edits...)
}

// list notes names in parentheses.
func (p *enumNames) list(at source.Span) {
	f := at.File
	p.edit(at, diag.Edit{Span: f.Span(at.Start, at.Start+1)}, diag.Edit{Span: f.Span(at.End-1, at.End)})
}

// word notes a word and returns the name that it is, or "" for what is between
// names in other notations.
func (p *enumNames) word(at source.Span) string {
	text := strings.Trim(at.Text(), ",|")
	if text == "" {
		p.Separated = true
		p.edit(at, diag.Edit{Span: at})
		return ""
	}
	name := strings.Trim(text, ":'`“”‘’«»")
	p.Doubtful = p.Doubtful || name != text && !strings.HasPrefix(text, "“") || strings.ContainsAny(text, ",|")
	p.edit(at, diag.Edit{Span: at, New: types.Quote(name)})
	return name
}

// Diagnose implements [diag.Problem].
func (p enumNames) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0110", p.At, "the names of an enum must be strings")
	if p.Separated {
		d.Notef("only white space separates them")
	}
	if p.Glued {
		d.Helpf("write each name in quotes of its own: there is one too many or too few before `%s`", diag.Excerpt(p.At.Text()))
		return d
	}
	level := diag.Certain
	if p.Doubtful {
		level = diag.Suggestion
	}
	d.Fix("write the names as strings", p.Edits...).As(level)
	return d
}

// wrongArity is an operator with too few or too many operands.
type wrongArity struct {
	At   source.Span
	Op   ops.Op
	Got  int
	Form source.Span
	Args []source.Span
}

// Diagnose implements [diag.Problem].
func (p wrongArity) Diagnose() diag.Diagnostic {
	row := p.Op.Info()
	want := fmt.Sprintf("%s or more operands", counted(row.Min))
	if row.Max == row.Min {
		want = fmt.Sprintf("%s operand", counted(row.Min))
		if row.Min > 1 {
			want += "s"
		}
	}
	d := diag.Errorf("MC0111", p.At, "`%s` takes %s, not %s", p.Op, want, counted(p.Got))
	p.advise(&d)
	return d
}

func counted(n int) string {
	switch n {
	case 1:
		return "one"
	case 2:
		return "two"
	}
	return fmt.Sprint(n)
}

// reservedName is a reserved word where a name is declared.
type reservedName struct {
	At   source.Span
	Name string
	Goal bool // it is a goal in the place of a check
}

// Diagnose implements [diag.Problem].
func (p reservedName) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0112", p.At, "`%s` is a reserved word and cannot be a name", p.Name)
	if p.Goal {
		d.Message = "`goal` is a part of a case, and not a check"
		d.Helpf("move it after `checks`: `(case NAME (checks …) (goal EXPR …))`")
		return d
	}
	d.Helpf("choose another name, such as `%s_`", p.Name)
	return d
}

// noModel is a model file without a model.
type noModel struct{ At source.Span }

// Diagnose implements [diag.Problem].
func (p noModel) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0120", p.At, "the file has no model")
	d.Notef("a .wm file has one form, `(model CLAUSE …)`")
	return d
}

// secondModel is a model file with more than one.
type secondModel struct{ At, First source.Span }

// Diagnose implements [diag.Problem].
func (p secondModel) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0120", p.At, "a file can have only one model")
	d.Also(p.First, "the first one")
	d.Helpf("put the clauses of both into one model, or the second model into a file of its own")
	return d
}

// noCase is a suite without cases: nothing would ever be checked.
type noCase struct{ At source.Span }

// Diagnose implements [diag.Problem].
func (p noCase) Diagnose() diag.Diagnostic {
	d := diag.Warningf("MC0126", p.At, "the suite has no cases")
	d.Notef("nothing can be validated or graded against it")
	return d
}

// wrongFile is a form in a file of the other language.
type wrongFile struct {
	At            source.Span
	What, Belongs string
}

// Diagnose implements [diag.Problem].
func (p wrongFile) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0119", p.At, "%s is not allowed in this file", p.What)
	d.Helpf("move it into a `%s` file", p.Belongs)
	return d
}

// lateUse is a (use …) after another form.
type lateUse struct{ At, Before source.Span }

// Diagnose implements [diag.Problem].
func (p lateUse) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0123", p.At, "`use` must come first in the file")
	d.Fix("move it there", diag.Edit{Span: p.At},
		diag.Edit{Span: p.Before.File.Span(p.Before.Start, p.Before.Start), New: p.At.Text() + "\n"}).As(diag.Certain)
	return d
}

// notAName is something else in the place of a name.
type notAName struct {
	At   source.Span
	What string
	Kind syntax.Kind
}

// kindNames name what is found in the place of a name.
var kindNames = map[syntax.Kind]string{
	syntax.LParen: "a form", syntax.Int: "a number", syntax.Real: "a number", syntax.BadNumber: "a number",
	syntax.String: "a string", syntax.OpenString: "a string",
}

// Diagnose implements [diag.Problem].
func (p notAName) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0125", p.At, "expected %s, found %s", p.What, kindNames[p.Kind])
	if name := p.quoted(); name != "" {
		fix := d.Replace("write it without quotes", name)
		if p.At.Text() == types.Quote(name) {
			fix.As(diag.Certain)
		}
	}
	return d
}

// ownNames are the names that the author of a file chooses; the others are
// those of a schema or of something in the file.
var ownNames = map[string]bool{
	"the name of the case": true, "the name of the check": true, "the name of the variable": true, "the name of the constant": true,
}

// quoted returns the name that is in a string, or "".
func (p notAName) quoted() string {
	s, err := types.Unquote(p.At.Text())
	switch {
	case err != nil || p.Kind != syntax.String:
		return ""
	case syntax.IsIdent(s):
		return s
	case ownNames[p.What]:
		return identOf(s)
	}
	return ""
}

// badBind is a part of params that is not (PARAM LOCAL).
type badBind struct {
	At     source.Span
	Text   string
	Single bool        // it is one name, bare or in parentheses
	Rest   source.Span // what follows the two names, with the space before
	Mark   source.Span // a mark between the two names, with the space before
	Typed  string      // the one name, where the other parts are its type
}

// Diagnose implements [diag.Problem].
func (p badBind) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0105", p.At, "expected `(PARAMETER LOCAL)` in `params`")
	d.Notef("LOCAL is the name that the transition uses for the tool's PARAMETER")
	if name := strings.Trim(p.Text, "() \t\r\n"); p.Single && syntax.IsIdent(name) && !strings.ContainsAny(name, "[]{},:=") {
		d.Replace("use the same name for both", "("+name+" "+name+")").As(diag.Certain)
	}
	switch {
	case !p.Mark.IsZero():
		d.Fix("remove the `"+strings.TrimSpace(p.Mark.Text())+"`", diag.Edit{Span: p.Mark}).As(diag.Certain)
	case p.Typed != "":
		d.Notef("the type of an argument comes from the tool's schema, or from its use")
		d.Replace("use the same name for both, without a type", "("+p.Typed+" "+p.Typed+")")
	case !p.Rest.IsZero():
		d.Notef("the type of an argument comes from the tool's schema, or from its use")
		d.Fix("leave the rest out", diag.Edit{Span: p.Rest})
	}
	return d
}
