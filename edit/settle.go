package edit

import (
	"strings"

	format "github.com/mantrac/mantrac/fmt"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
)

// settle returns a text that has been rendered, in which every unit that was
// laid out canonically before the edits is so again. Others stay as they are:
// a file that was laid out by hand stays so.
func (p *plan) settle(d *document, text string) string {
	old := d.file
	if text == old.Tree.File.Text() {
		return text
	}
	// Compare the units of both texts by their keys, and keep those that have changed.
	now := ast.Parse(source.NewFile(old.Tree.File.Name(), text), old.Kind, old)
	had := lists.IndexBy(inOrder(old), func(u unit) unitKey { return p.renamedKey(d, u.key) })
	var before, after []unit // of what has changed
	for _, u := range inOrder(now) {
		if was, known := had[u.key]; known && was.Source.Text() != u.Source.Text() {
			before, after = append(before, was), append(after, u)
		}
	}
	// Lay both versions out, and write the new layout of a unit that was canonical before.
	was, is := layouts(before, old), layouts(after, now)
	var b strings.Builder
	at := 0
	for i, u := range after {
		layout := is[u.key]
		if layout == "" || was[before[i].key] != before[i].text() || comments(layout) != comments(u.text()) {
			continue
		}
		if d.windows() {
			layout = strings.ReplaceAll(layout, "\n", "\r\n")
		}
		b.WriteString(text[at:u.start] + layout)
		at = u.start + len(u.Source.Text())
	}
	return b.String() + text[at:]
}

// A unit is a clause of a model, a part of a case or a form beside the cases,
// with a key that tells it apart.
type unit struct {
	syntax.Piece
	key   unitKey
	start int
}

// A unitKey is the container of a unit and what it is in there: "case refund"
// and "init"; "" and "define writes".
type unitKey struct{ container, name string }

// text returns the source of the unit with the line ends of the formatter.
func (u unit) text() string { return strings.ReplaceAll(u.Source.Text(), "\r\n", "\n") }

// inOrder returns the units of a file.
func inOrder(f *ast.File) []unit {
	var list []unit
	container := ""
	for i, p := range f.Tree.Pieces {
		u := f.UnitAt(i)
		if p.Kind == syntax.Close {
			container = ""
		}
		if u == nil {
			continue
		}
		if p.Kind == syntax.Open {
			container = keyOf(u.Node)
			continue
		}
		if _, ok := u.Node.(*ast.Use); ok {
			continue // there is one layout of it
		}
		list = append(list, unit{p, unitKey{container, keyOf(u.Node)}, p.Start})
	}
	return list
}

// keyOf returns what tells a unit apart from the others of its container.
func keyOf(n ast.Node) string {
	name := func(kind string, id *ast.Ident) string {
		if id == nil {
			return kind
		}
		return kind + " " + id.Name
	}
	switch n := n.(type) {
	case *ast.Const:
		return name("const", n.Name)
	case *ast.Var:
		return name("var", n.Name)
	case *ast.Transition:
		return name("transition", n.Tool)
	case *ast.CaseName:
		return name("case", n.Name)
	case *ast.Prompt:
		return "prompt"
	case *ast.Init:
		return "init"
	case *ast.Checks:
		return "checks"
	case *ast.Block:
		return "goal"
	case *ast.Definition:
		return name("definition", n.Name)
	case *ast.Define:
		return name("define", n.Name)
	case *ast.Common:
		return "common"
	case *ast.Rules:
		return "rules"
	}
	return "model"
}

// renamedKey returns the key that a unit has after the edits.
func (p *plan) renamedKey(d *document, key unitKey) unitKey {
	if len(p.renames) == 0 {
		return key
	}
	return unitKey{p.renamed(d, key.container), p.renamed(d, key.name)}
}

// renamed returns what "var x" is after the edits.
func (p *plan) renamed(d *document, what string) string {
	kind, name, _ := strings.Cut(what, " ")
	if x := d.nodes[At(kind, name).String()]; x != nil {
		return kind + " " + p.renames.of(x.sym)
	}
	return what
}

// layouts returns the texts that the formatter gives to some units of a file;
// none, where it does not format them. A unit is laid out by itself, whatever
// else is in the file.
func layouts(list []unit, f *ast.File) map[unitKey]string {
	if len(list) == 0 {
		return nil
	}
	touched := make(map[unitKey]bool)
	for _, u := range list {
		touched[u.key] = true
	}
	// Write a file of the touched units alone, for the formatter.
	var b strings.Builder
	open := ""
	for _, u := range inOrder(f) {
		if !touched[u.key] {
			continue
		}
		if open != u.key.container {
			if open != "" {
				b.WriteString("\n)\n")
			}
			if u.key.container != "" {
				b.WriteString("(" + u.key.container + "\n")
			}
			open = u.key.container
		}
		b.WriteString(u.Source.Text() + "\n")
	}
	if open != "" {
		b.WriteString(")")
	}
	m := make(map[unitKey]string)
	out, err := format.Source(source.NewFile("", b.String()), f.Kind)
	if err != nil {
		return nil
	}
	for _, u := range inOrder(ast.Parse(source.NewFile("", string(out)), f.Kind, nil)) {
		m[u.key] = u.text()
	}
	return m
}
