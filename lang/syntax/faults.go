package syntax

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// tooLarge is a file, or a part of one, beyond a limit.
type tooLarge struct {
	At         source.Span
	What, Unit string
	Max        int
	Size       int // 0 where it is not known, since the rest is not read
}

// Diagnose implements [diag.Problem].
func (p tooLarge) Diagnose() diag.Diagnostic {
	d := diag.Diagnostic{Code: "MC0001", Primary: p.At,
		Message: fmt.Sprintf("%s has more than %d %s", p.What, p.Max, p.Unit)}
	if p.Size > 0 {
		d.Notef("it has %d", p.Size)
	}
	d.Helpf("split it into several files")
	return d
}

// tooDeep is a unit whose parentheses nest too deeply.
type tooDeep struct{ At source.Span }

// Diagnose implements [diag.Problem].
func (p tooDeep) Diagnose() diag.Diagnostic {
	d := diag.Diagnostic{Code: "MC0007", Primary: p.At,
		Message: fmt.Sprintf("this parenthesis is nested more than %d deep", MaxDepth)}
	d.Notef("the form that contains it is not checked")
	return d
}

// unclosed is one parenthesis or several that are opened and not closed.
type unclosed struct {
	Open    source.Span   // the outermost
	Inner   []source.Span // the others
	Missing int
	Insert  []source.Span // where the closing ones belong
	Rigid   bool          // they can be nowhere else
}

// Diagnose implements [diag.Problem].
func (p unclosed) Diagnose() diag.Diagnostic {
	d := diag.Diagnostic{Code: "MC0101", Primary: p.Open, Message: "this parenthesis is not closed"}
	for _, s := range p.Inner {
		d.Also(s, "not closed either")
	}
	edits := lists.Map(p.Insert, func(s source.Span) diag.Edit { return diag.Edit{Span: s, New: ")"} })
	fix := d.Fix("close it where the indentation shows its end", edits...)
	if p.Rigid {
		fix.As(diag.Certain)
	}
	return d
}

// unmatched is a closing parenthesis that closes nothing, or too much.
type unmatched struct {
	At    source.Span
	Early bool // it closes a form before its last part
	Rigid bool // no other one can be the one too many
}

// Diagnose implements [diag.Problem].
func (p unmatched) Diagnose() diag.Diagnostic {
	d := diag.Diagnostic{Code: "MC0102", Primary: p.At, Message: "this parenthesis closes nothing"}
	if p.Early {
		d.Message = "this parenthesis closes its form too early"
	}
	if fix := d.Fix("remove it", diag.Edit{Span: p.At}); p.Rigid {
		fix.As(diag.Certain)
	}
	return d
}

// severalWords is a name of a case with blanks in it.
type severalWords struct{ At, Name source.Span }

// Diagnose implements [diag.Problem].
func (p severalWords) Diagnose() diag.Diagnostic {
	d := diag.Diagnostic{Code: "MC0103", Primary: p.At,
		Message: fmt.Sprintf("unexpected text `%s` after the name of the case", diag.Excerpt(p.At.Text()))}
	words := strings.Fields(p.Name.Text())
	if first := strings.Trim(words[0], ":"); len(words) == 2 && (first == "name" || first == "id") {
		words = words[1:] // a keyword before the name
	}
	name := strings.Join(words, "_")
	d.Notef("a name is one word")
	d.Fix(fmt.Sprintf("write `%s`", name), diag.Edit{Span: p.Name, New: name})
	return d
}

// outside is text between forms.
type outside struct {
	At    source.Span
	Lines []source.Span // where its lines start, if they can be made comments
	Named bool          // it follows (model, where some other notation has a name
	Model source.Span   // the word model before it
}

// Diagnose implements [diag.Problem].
func (p outside) Diagnose() diag.Diagnostic {
	d := diag.Diagnostic{Code: "MC0103", Primary: p.At,
		Message: fmt.Sprintf("unexpected text `%s` outside a form", diag.Excerpt(p.At.Text()))}
	switch {
	case p.Named && strings.HasSuffix(p.At.Text(), `.wm"`):
		d.Notef("a suite names its model with `(use \"FILE.wm\")`")
		d.Fix("write `use`", diag.Edit{Span: p.Model, New: "use"})
		return d
	case p.Named:
		d.Notef("a model has no name of its own; its file name identifies it")
		d.Fix("remove it", diag.Edit{Span: p.At}).As(diag.Certain)
		return d
	case strings.HasPrefix(p.At.Text(), "```") && len(p.Lines) == 1:
		d.Message = "unexpected Markdown fence outside a form"
		d.Fix("remove it", diag.Edit{Span: p.At}).As(diag.Certain)
		return d
	}
	if strings.IndexAny(p.At.Text(), "{}[]") == 0 || len(p.Lines) == 0 { // the former is data of another syntax
		d.Helpf("put it into a form, or into a comment")
		return d
	}
	edits := lists.Map(p.Lines, func(at source.Span) diag.Edit { return diag.Edit{Span: at, New: "; "} })
	d.Fix("make it a comment", edits...)
	return d
}
