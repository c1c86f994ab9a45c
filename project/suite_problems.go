package project

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// noModel is MC0601: nothing says which model a suite is about.
type noModel struct {
	at     source.Span
	config bool   // there is a mantra.yaml
	only   string // the one model of the project
}

// Diagnose implements [diag.Problem].
func (p noModel) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0601", p.at, "no model is set for this suite")
	where := "in a " + ConfigName
	if p.config {
		where = "in " + ConfigName
	}
	d.Notef("without one, only the calls are checked, and only against tool schemas")
	d.Helpf("write `(use \"FILE.wm\")` before the first case, or `model: FILE.wm` %s", where)
	if p.only != "" {
		use := "(use " + types.Quote(p.only) + ")"
		text := p.at.File.Text()
		// The line goes after a byte order mark, if there is one.
		start := len(text) - len(strings.TrimPrefix(text, byteOrderMark))
		d.Fix(fmt.Sprintf("use `%s`, the only model here", p.only), diag.Edit{Span: p.at.File.Span(start, start), New: use + "\n\n"})
	}
	return d
}

// badUse is MC0602: the file that a suite uses cannot be used.
type badUse struct {
	at      source.Span
	trouble trouble
	config  bool // there is a mantra.yaml
}

// Diagnose implements [diag.Problem].
func (p badUse) Diagnose() diag.Diagnostic {
	d := p.trouble.describe("MC0602", p.at, describeRoot(p.config))
	d.Notef("`use` is relative to the suite's folder")
	if near := p.trouble.near; near != "" {
		d.Replace(fmt.Sprintf("use `%s`", near), types.Quote(near))
	}
	return d
}

// modelHasErrors is MC0616: a suite is checked against a model with errors,
// which nobody asked to see.
type modelHasErrors struct {
	at     source.Span
	name   string
	errors []diag.Diagnostic // the findings in the model
}

// Diagnose implements [diag.Problem].
func (p modelHasErrors) Diagnose() diag.Diagnostic {
	n := diag.Tally(p.errors).Errors
	noun := "errors"
	if n == 1 {
		noun = "an error"
	}
	d := diag.Errorf("MC0616", p.at, "the model `%s` has %s", filepath.Base(p.name), noun)
	for _, e := range p.errors {
		if e.Severity == diag.Error {
			d.Also(e.Primary, "the first error: "+e.Message)
			break
		}
	}
	d.Notef("the findings in this suite may be wrong because of it")
	d.Helpf("fix the model first: `mantrac check %s`", Shown(p.name))
	return d
}
