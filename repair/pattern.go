package repair

import (
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
)

// A pattern is that of a call, as text.
type pattern struct {
	tool string
	pins []string // (NAME VALUE)
}

func patternOf(u *ast.Unit, a *ast.Atom) pattern {
	p := pattern{tool: a.Tool.Name}
	p.pins = lists.Map(a.Pins, func(pin *ast.Pin) string { return u.Compact(pin) })
	return p
}

// as writes the pattern with the word of an atom.
func (p pattern) as(word string) string {
	return "(" + strings.Join(append([]string{word, p.tool}, p.pins...), " ") + ")"
}
