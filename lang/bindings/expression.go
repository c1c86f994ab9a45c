package bindings

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"strings"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// Compile reads a regular expression, which is a string in a file. The problem
// is nil if it is one.
func Compile(n *document.Node) (*regexp.Regexp, diag.Problem) {
	e, err := regexp.Compile(n.Text)
	if err == nil {
		return e, nil
	}
	p := badExpression{text: n.Text, at: n.At, why: err.Error(), exact: !n.Inexact}
	var reason *syntax.Error
	if errors.As(err, &reason) {
		p.code, p.why = reason.Code, reason.Code.String()
		// The part is looked for in the source, which is only possible if that has no escapes.
		if i := strings.Index(n.At.Text(), reason.Expr); !n.Inexact && reason.Expr != "" && i >= 0 {
			p.part = n.At.File.Span(n.At.Start+i, n.At.Start+i+len(reason.Expr))
		}
	}
	return nil, p
}

// badExpression is MC0708: a regular expression that cannot be read.
type badExpression struct {
	text  string
	at    source.Span // of the string
	part  source.Span // of what is wrong in it, if it is known
	code  syntax.ErrorCode
	why   string
	exact bool
}

// Diagnose implements [diag.Problem].
func (p badExpression) Diagnose() diag.Diagnostic {
	at := p.part
	if at.IsZero() {
		at = p.at
	}
	d := diag.Errorf("MC0708", at, "the regular expression cannot be read: %s", p.why)
	switch {
	case p.code == syntax.ErrInvalidPerlOp:
		d.Notef("regular expressions are RE2, which has no look-ahead and no look-behind, so that each answer is read in linear time")
	case p.code == syntax.ErrInvalidEscape:
		d.Notef("regular expressions are RE2, which has no back-references; `\\\\` is a backslash")
	}
	if literal := regexp.QuoteMeta(p.text); p.exact && p.code != syntax.ErrInvalidPerlOp && literal != p.text {
		d.Fix("escape it, to match the text as it is written", diag.Edit{Span: p.at, New: scalar(literal)})
	} else {
		d.Helpf("see https://github.com/google/re2/wiki/Syntax")
	}
	return d
}

// scalar returns a text as a string of YAML: in single quotes, in which a
// backslash is one.
func scalar(text string) string {
	if strings.ContainsAny(text, "'\n\r\t") {
		return types.Quote(text)
	}
	return "'" + text + "'"
}
