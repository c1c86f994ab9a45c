package tool

import (
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// A fault is MC0501: the file is not JSON, or not YAML.
type fault struct {
	at      source.Span
	message string
	role    string // of at
	also    []diag.Label
	help    string
	fix     string // what the edits do; "" if there are none
	edits   []diag.Edit
}

// Diagnose implements [diag.Problem].
func (f fault) Diagnose() diag.Diagnostic {
	d := diag.Diagnostic{Code: "MC0501", Message: f.message, Primary: f.at, Role: f.role}
	for _, l := range f.also {
		d.Also(l.Span, l.Role)
	}
	if f.help != "" {
		d.Helpf("%s", f.help)
	}
	if f.fix != "" {
		d.Fix(f.fix, f.edits...)
	}
	return d
}

// doubleKey is MC0508: an object has two members of one name.
type doubleKey struct {
	name          string
	at, first     source.Span
	same          bool        // the two values are equal
	remove        source.Span // the second member with its comma; zero if not known
	secondIsLoose bool
}

// Diagnose implements [diag.Problem].
func (p doubleKey) Diagnose() diag.Diagnostic {
	d := diag.Diagnostic{
		Code:    "MC0508",
		Message: "the name " + types.Quote(excerpt(p.name)) + " stands twice in one object",
		Primary: p.at,
	}
	d.Also(p.first, "first here")
	if p.same && !p.remove.IsZero() {
		d.Fix("remove the second, which says the same", diag.Edit{Span: p.remove})
		return d
	}
	if p.same {
		d.Helpf("remove one of the two, which say the same")
		return d
	}
	d.Notef("the two values differ, and readers of JSON do not agree on which of them counts")
	d.Helpf("keep the value that is meant")
	return d
}
