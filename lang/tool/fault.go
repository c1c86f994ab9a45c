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
	also    []diag.Label
	note    string
	help    string
	fix     string // what the edits do; "" if there are none
	edits   []diag.Edit
}

// Diagnose implements [diag.Problem].
func (f fault) Diagnose() diag.Diagnostic {
	d := diag.Diagnostic{Code: "MC0501", Message: f.message, Primary: f.at}
	for _, l := range f.also {
		d.Also(l.Span, l.Role)
	}
	if f.note != "" {
		d.Notef("%s", f.note)
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
	name      string
	at, first source.Span
	remove    source.Span // the second member, where it says the same as the first
}

// Diagnose implements [diag.Problem].
func (p doubleKey) Diagnose() diag.Diagnostic {
	d := diag.Diagnostic{
		Code:    "MC0508",
		Message: "duplicate name " + types.Quote(excerpt(p.name)) + " in one object",
		Primary: p.at,
	}
	d.Also(p.first, "first here")
	if !p.remove.IsZero() {
		d.Fix("remove the second, which says the same", diag.Edit{Span: p.remove})
		return d
	}
	d.Notef("readers of JSON do not agree on which of the two counts")
	d.Helpf("remove one of them")
	return d
}

// members puts the members of an object into n, but for those whose name
// another one has already, which are reported.
func (r *reporter) members(n *node, all []member) {
	first := make(map[string]member, len(all))
	n.members = make([]member, 0, len(all))
	for i, m := range all {
		earlier, twice := first[m.name]
		if !twice {
			first[m.name] = m
			n.members = append(n.members, m)
			continue
		}
		p := doubleKey{name: m.name, at: r.file.Span(m.start, m.end), first: r.file.Span(earlier.start, earlier.end)}
		before := all[i-1].value
		if r.sameText(earlier.value, m.value) && !before.loose {
			p.remove = r.file.Span(before.end, m.value.end) // with the comma between them
		}
		r.report(p)
	}
}

// sameText reports whether two values are written alike.
func (r *reporter) sameText(a, b *node) bool {
	return !a.loose && !b.loose && r.span(a).Text() == r.span(b).Text()
}
