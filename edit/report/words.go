package report

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/diag"
)

// done are the operations as they are reported.
var done = map[edit.Op]string{edit.Add: "added", edit.Remove: "removed", edit.Replace: "changed", edit.Rename: "renamed", edit.Move: "moved"}

// Words says in one line what an edit does: "removed `(= legacy_checked true)`
// from `create_purchase_order`". Source and names are marked by code.
func Words(e edit.Edit, code func(string) string) string {
	shown := func(s string) string { return code(report.Visible(s)) }
	in := ""
	if len(e.At.Path) > 2 && !ofDeclaration(e.At.Kind()) {
		in = shown(e.At.Path[1])
	}
	switch e.Op {
	case edit.Add:
		return done[e.Op] + " " + subject(e, shown) + preceded(" to ", in)
	case edit.Remove:
		return done[e.Op] + " " + subject(e, shown) + preceded(" from ", in)
	case edit.Replace:
		return fmt.Sprintf("changed %s%s from %s to %s", thing(e, shown), preceded(" in ", in), shown(e.Expect), shown(edit.Compact(e.Text)))
	case edit.Rename:
		return fmt.Sprintf("renamed %s %s%s to %s", e.At.Kind(), shown(e.Expect), preceded(" in ", in), shown(e.To))
	}
	return "moved " + subject(e, shown) + preceded(" in ", in)
}

func ofDeclaration(k edit.Kind) bool {
	return k == edit.ConstType || k == edit.ConstValue || k == edit.VarType || k == edit.GroupForm || k == edit.Locals || k == edit.Body || k == edit.CommonForm
}

// thing names what an edit is about, by its kind and name.
func thing(e edit.Edit, code func(string) string) string {
	k, key := e.At.Kind(), code(e.At.Key())
	switch k {
	case edit.ConstType:
		return "type of constant " + key
	case edit.ConstValue:
		return "value of constant " + key
	case edit.VarType:
		return "type of variable " + key
	case edit.ResultType:
		return "type of result " + key
	case edit.CheckForm:
		return "form of check " + key
	case edit.GroupForm:
		return "form of group " + key
	case edit.CommonForm:
		return "form of common check " + key
	case edit.Pin, edit.PinValue:
		return k.String() + " " + key + " of check " + code(e.At.Path[3])
	case edit.Pre, edit.Post, edit.Goal, edit.Use, edit.Prompt, edit.Owner:
		return k.String()
	}
	return k.String() + " " + key
}

func preceded(by, s string) string {
	if s == "" {
		return ""
	}
	return by + s
}

// subject is what is added, removed or moved: the source of what has no name,
// else the kind and the name.
func subject(e edit.Edit, code func(string) string) string {
	text := e.Expect
	if e.Op == edit.Add {
		text = edit.Compact(e.Text)
	}
	switch e.At.Kind() {
	case edit.Const, edit.Var, edit.Definition, edit.Transition, edit.Case, edit.Group:
		return e.At.Kind().String() + " " + code(e.At.Key())
	case edit.Pre, edit.Post:
		return code(text)
	case edit.ResultType:
		return thing(e, code) + " " + code(text)
	}
	return e.At.Kind().String() + " " + code(text)
}

// A group is the edits of one declaration.
type group struct {
	declaration edit.Address
	edits       []edit.Edit
}

// groups returns the edits by file and declaration, in the order in which each
// comes first. A pin that is removed and added again, as one that gets several
// tests, is shown as one change.
func groups(edits []edit.Edit) []group {
	var list []group
	for _, e := range edits {
		at := e.At.Declaration()
		i := slices.IndexFunc(list, func(g group) bool { return g.declaration.String() == at.String() })
		if i < 0 {
			i = len(list)
			list = append(list, group{declaration: at})
		}
		if had := list[i].removed(e); had != nil {
			had.Op, had.Text = edit.Replace, e.Text
			continue
		}
		list[i].edits = append(list[i].edits, e)
	}
	return list
}

// removed returns the edit that removes what another one adds, or nil.
func (g group) removed(e edit.Edit) *edit.Edit {
	if e.Op != edit.Add || e.At.Kind() != edit.Pin {
		return nil
	}
	for i := range g.edits {
		if had := &g.edits[i]; had.Op == edit.Remove && had.At.String() == e.At.String() {
			return had
		}
	}
	return nil
}

// title names the declaration of a group: "transition pay".
func (g group) title(code func(string) string) string {
	if len(g.declaration.Path) < 2 {
		return g.declaration.Kind().String()
	}
	return g.declaration.Kind().String() + " " + code(report.Visible(g.declaration.Path[1]))
}

// mostReaders is how many of those that read something are named.
const mostReaders = 6

// readers names what reads a definition or a group of which an edit changes the
// meaning; "" where there is none.
func (c Context) readers(g group, code func(string) string) string {
	kind := g.declaration.Kind()
	changed := slices.ContainsFunc(g.edits, func(e edit.Edit) bool { return e.Op == edit.Replace })
	if c.Readers == nil || !changed || kind != edit.Definition && kind != edit.Group {
		return ""
	}
	return diag.Some(c.Readers(g.declaration), mostReaders, func(name string) string { return code(report.Visible(name)) })
}

// head says what is done to what, without the source.
func head(e edit.Edit, code func(string) string) string {
	shown := func(s string) string { return code(report.Visible(s)) }
	whole := len(e.At.Path) <= 2
	switch {
	case e.Op == edit.Rename && whole:
		return "renamed to " + shown(e.To)
	case e.Op == edit.Rename:
		return fmt.Sprintf("renamed %s %s to %s", e.At.Kind(), shown(e.Expect), shown(e.To))
	case whole:
		return done[e.Op]
	case ofDeclaration(e.At.Kind()):
		return fmt.Sprintf("%s %s", done[e.Op], e.At.Path[2])
	}
	return done[e.Op] + " " + thing(e, shown)
}

// before and after return the lines of source that an edit takes away, and
// those that it writes.
func before(e edit.Edit) []string {
	if e.Op == edit.Add || e.Op == edit.Rename {
		return nil
	}
	return visible(e.Lines(e.Expect))
}

func after(e edit.Edit) []string {
	if e.Op != edit.Add && e.Op != edit.Replace {
		return nil
	}
	return visible(e.Lines(e.Text))
}

func visible(lines []string) []string {
	for i, line := range lines {
		lines[i] = report.Visible(line)
	}
	return lines
}

// Summary counts edits: "3 edits".
func Summary(edits []edit.Edit) string {
	switch len(edits) {
	case 0:
		return "no difference in meaning"
	case 1:
		return "1 edit"
	}
	return fmt.Sprintf("%d edits", len(edits))
}
