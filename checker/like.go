package checker

import (
	"strings"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/like"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// matching checks the operands of `like`: a string or a name of an enum, and a
// pattern.
func (t *typer) matching(e *ast.Op) {
	if len(e.Args) != 2 {
		return
	}
	text := e.Args[0]
	got := t.suggest(text, types.String, false)
	// The names of an enum are strings, which a pattern can match.
	if _, enum := got.(*types.Enum); !enum && got != types.String && got != types.Invalid && !t.conflicts(text, types.String) {
		t.report(mismatch{At: t.span(text), Got: got, Want: types.String, Whose: "the first operand of `" + e.Op.String() + "`"})
	}
	t.suggest(e.Args[1], types.String, false)
	lintPattern(t.info, t.unit, e.Args[1])
}

// lintPattern reports a pattern of `like` that only one string matches.
func lintPattern(info *unitInfo, u *ast.Unit, e ast.Expr) {
	l, ok := e.(*ast.Literal)
	if !ok || u.Broken() {
		return
	}
	if text, ok := l.Value.(types.Text); ok && like.Parse(string(text)).Single() {
		info.report(singlePattern{At: u.Span(e), Text: string(text)})
	}
}

// singlePattern is a pattern that only one string matches.
type singlePattern struct {
	At   source.Span
	Text string
}

// Diagnose implements [diag.Problem].
func (p singlePattern) Diagnose() diag.Diagnostic {
	d := diag.Lintf("MC0823", p.At, "only one string matches this pattern, which has no `*`")
	switch {
	case strings.Contains(p.Text, "%"):
		d.Notef("`*` is any text, and `%%` is a character like all others")
		d.Replace("write `*`", types.Quote(strings.ReplaceAll(p.Text, "%", "*")))
	case p.Text != "":
		d.Replace("allow any text before and after it", types.Quote("*"+p.Text+"*"))
		d.Helpf("if the whole string is meant, compare with `=`, or pin the value")
	}
	return d
}
