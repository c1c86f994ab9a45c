package project

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/internal/lazyregexp"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/lang/types"
)

// unknownKey is MC0702: a key that nothing reads.
type unknownKey struct {
	file, name, in string
	at             source.Span
	near           string
	known          []string
}

// Diagnose implements [diag.Problem].
func (p unknownKey) Diagnose() diag.Diagnostic {
	where := p.file
	if p.in != "" {
		where = "`" + p.in + "`"
	}
	d := diag.Warningf("MC0702", p.at, "%s has no key `%s`", where, diag.Excerpt(p.name))
	if p.near == "" {
		d.Notef("its keys are %s", quotedList(p.known))
		return d
	}
	d.Fix(fmt.Sprintf("write `%s`", p.near), diag.Edit{Span: p.at, New: p.near})
	return d
}

// wrongValue is MC0703: a value of another kind than the key takes, or out of
// its range.
type wrongValue struct {
	file, path string
	value      *document.Node
	wanted     string
	names      []string // the values that there are, if they have names
}

// Diagnose implements [diag.Problem].
func (p wrongValue) Diagnose() diag.Diagnostic {
	subject := "`" + diag.Excerpt(p.path) + "`"
	if p.path == "" {
		subject = p.file
		p.wanted = "a mapping of keys to values"
	}
	d := diag.Errorf("MC0703", place(p.value), "%s takes %s, not %s", subject, p.wanted, inWords(p.value))
	if message, text := p.repair(); text != "" {
		d.Fix(message, diag.Edit{Span: place(p.value), New: text})
	}
	return d
}

// truths are what other versions of YAML take for true and false.
var truths = map[string]string{"yes": "true", "on": "true", "no": "false", "off": "false"}

// repair returns what to write in the place of a plain scalar.
func (p wrongValue) repair() (message, text string) {
	if !plain(p.value) {
		return "", ""
	}
	if near := spell.Nearest(p.value.At.Text(), p.names); near != "" {
		return fmt.Sprintf("write `%s`", near), near
	}
	switch truth := truths[strings.ToLower(p.value.At.Text())]; {
	case p.wanted == "true or false" && truth != "":
		return fmt.Sprintf("write `%s`", truth), truth
	case p.wanted == "a text" && p.value.Kind != document.Null:
		return "make it a text", types.Quote(p.value.At.Text())
	}
	return "", ""
}

// lacksKey is MC0703: a mapping without a key that it must have.
type lacksKey struct {
	path, name string
	at         source.Span
}

// Diagnose implements [diag.Problem].
func (p lacksKey) Diagnose() diag.Diagnostic {
	return diag.Diagnostic{Code: "MC0703", Primary: p.at, Message: fmt.Sprintf("`%s` requires the key `%s`", p.path, p.name)}
}

// badFile is MC0704: a file that mantra.yaml names and that cannot be used.
type badFile struct {
	key     string
	at      source.Span
	plain   bool // the name is written without quotes
	trouble trouble
	minor   bool // nothing that is checked depends on it
}

// Diagnose implements [diag.Problem].
func (p badFile) Diagnose() diag.Diagnostic {
	d := p.trouble.describe("MC0704", p.at, "the folder of "+ConfigName)
	d.Notef("`%s` names it, and names in %s are relative to its folder", p.key, ConfigName)
	if p.minor {
		d.Severity = diag.Warning
	}
	if p.trouble.near != "" && p.plain {
		d.Fix(fmt.Sprintf("write `%s`", p.trouble.near), diag.Edit{Span: p.at, New: scalar(p.trouble.near)})
	}
	return d
}

// unknownTool is MC0705: a label for a tool, or its bindings, that does not exist.
type unknownTool struct {
	name, near string
	what       string // is done with tools there: "label"
	at         source.Span
	tools      source.Span // the name of the file of tools, where it is told
}

// Diagnose implements [diag.Problem].
func (p unknownTool) Diagnose() diag.Diagnostic {
	d := diag.Warningf("MC0705", p.at, "unknown tool `%s` to %s", diag.Excerpt(p.name), p.what)
	d.Also(p.tools, "the tools are in this file")
	if p.near != "" {
		d.Fix(fmt.Sprintf("write `%s`", p.near), diag.Edit{Span: p.at, New: scalar(p.near)})
	}
	return d
}

var simple = lazyregexp.New(`^[A-Za-z_][A-Za-z0-9_./-]*$`)

// scalar returns a text as it is written in YAML.
func scalar(s string) string {
	if simple.MatchString(s) {
		return s
	}
	return types.Quote(s)
}

// pythonTools is MC0706: tools that only a Python program can describe.
type pythonTools struct {
	at     source.Span // of the format
	module string
}

// Diagnose implements [diag.Problem].
func (p pythonTools) Diagnose() diag.Diagnostic {
	d := diag.Warningf("MC0706", p.at, "the schemas of `python_callable` tools have to be exported")
	d.Notef("no Python is run here, so everything is checked without tool schemas")
	d.Helpf("write the schemas of `%s` to a file by `mantrac config tools -o tools.json`, and name it: `tools: tools.json`", diag.Excerpt(p.module))
	return d
}
