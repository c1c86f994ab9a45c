package tool

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/source"
)

// wrongKind is MC0504: something has a value of the wrong kind.
type wrongKind struct {
	what string
	at   source.Span
	want []document.Kind
	got  *document.Node
}

// Diagnose implements [diag.Problem].
func (p wrongKind) Diagnose() diag.Diagnostic {
	words := lists.Map(p.want, document.Kind.String)
	got := p.got.Kind.String()
	if p.got.Kind == document.List && len(p.got.Items) == 0 {
		got = "an empty list"
	}
	d := diag.Errorf("MC0504", p.at, "%s must be %s, not %s", p.what, strings.Join(words, " or "), got)
	if p.what == "`required`" && p.got.Kind == document.Bool {
		d.Helpf("put the property's name into the list `required` of the object that the property belongs to")
	}
	if better, ok := p.repair(); ok && !p.got.Inexact {
		d.Fix(fmt.Sprintf("write `%s`", excerpt(better)), diag.Edit{Span: p.at, New: better})
	}
	return d
}

// repair returns what was meant where a value has quotes that it should not
// have, or is a single value instead of a list.
func (p wrongKind) repair() (string, bool) {
	if p.got.Kind != document.String {
		return "", false
	}
	for _, k := range p.want {
		switch {
		case k == document.Number && document.IsNumber(p.got.Text):
			return p.got.Text, true
		case k == document.Bool && (p.got.Text == "true" || p.got.Text == "false"):
			return p.got.Text, true
		case k == document.List && (p.what == "`required`" || p.what == "`enum`"):
			// One name in place of a list of one.
			return "[" + quoted(p.got.Text) + "]", true
		}
	}
	return "", false
}

// unknownType is MC0514: `type` names no type of JSON Schema.
type unknownType struct {
	misread
	name string
}

// Diagnose implements [diag.Problem].
func (p unknownType) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0514", p.at, "`%s` is not a type of JSON Schema", excerpt(p.name))
	switch {
	case p.advise(&d, "write `"+p.near+"`"):
	case strings.EqualFold(p.name, "any"):
		d.Helpf("leave `type` out: a schema without it accepts every type")
	default:
		d.Notef("the types are %s", strings.Join(kindNames[:], ", "))
	}
	return d
}

// notAProperty is MC0515: `required` has a name that no property has.
type notAProperty struct {
	misread
	name string
}

// Diagnose implements [diag.Problem].
func (p notAProperty) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0515", p.at, "%s is required, but is not one of the properties", quoted(excerpt(p.name)))
	if !p.advise(&d, "write "+quoted(p.near)) {
		d.Helpf("add it to `properties`, or remove it from `required`")
	}
	return d
}

// oddKeyword is MC0513: a keyword that JSON Schema does not have is nearly
// one that it has.
type oddKeyword struct {
	name, near string
	at         source.Span
}

// Diagnose implements [diag.Problem].
func (p oddKeyword) Diagnose() diag.Diagnostic {
	d := diag.Warningf("MC0513", p.at, "`%s` is not a keyword of JSON Schema, and is ignored", excerpt(p.name))
	d.Fix(fmt.Sprintf("write `%s`", p.near), diag.Edit{Span: p.at, New: quoted(p.near)})
	return d
}

// unaccepted is MC0506: a schema does not accept a value that it names itself.
type unaccepted struct {
	misread
	keyword string // default, enum or const
	why     string
}

// Diagnose implements [diag.Problem].
func (p unaccepted) Diagnose() diag.Diagnostic {
	what := map[string]string{
		"default": "the default is not accepted by its own schema",
		"enum":    "this value of `enum` is not accepted by the schema around it",
		"const":   "the value of `const` is not accepted by the schema around it",
	}[p.keyword]
	d := diag.Warningf("MC0506", p.at, "%s: %s", what, p.why)
	switch {
	case p.exact && p.advise(&d, "write "+quoted(p.near)):
	case p.keyword == "default" && p.at.Text() == "null":
		d.Helpf("leave the default out, or accept null: `\"type\": [\"string\", \"null\"]`")
	}
	return d
}
